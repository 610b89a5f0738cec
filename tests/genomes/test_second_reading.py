"""The second reader: asked for when a genome is handed in, blind until submitted, once and for good."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import Any

import pytest
from django.db import ProgrammingError, close_old_connections, transaction
from django.test import Client
from django.utils import timezone

from annotation.models import Unit, User
from annotation.refusal import Conflict, Refused
from annotation.services import add_member, claim_next, claim_unit, finish_unit, release_unit
from genomes.models import Genome, IdeaObject, ReadingDraft, SecondReading, Typing
from genomes.rules import NO_OBJECT, Said, SaidGap, review_order, said_gaps
from genomes.selectors import limitations_to_repair
from genomes.services import draft_state, hand_in_genome, save_reading_draft, submit_reading, waive_reading
from tests.cast import Cast
from tests.factories import (
    GENOME,
    a_genome,
    a_paper,
    a_reading,
    a_submitted_reading,
    an_object,
    what_the_author_said,
)

QUERIES = 18
PAGE = "/projects/demo/papers/{}/reading/"


def page_of(reading: SecondReading) -> str:
    return PAGE.format(reading.genome.paper.slug)


def test_a_reading_appears_with_the_handing_in_and_only_where_it_is_wanted(cast: Cast) -> None:
    unread = a_genome(cast, handed_in=True)
    assert not SecondReading.objects.filter(genome=unread).exists()
    reading = a_reading(cast)
    assert (reading.unit.kind, reading.unit.overlap, reading.is_open) == (Unit.Kind.READING, 1, True)
    hand_in_genome(by=cast.annotator1, genome=reading.genome)
    assert SecondReading.objects.count() == 1


def test_the_author_and_whoever_wrote_before_them_never_get_it(cast: Cast) -> None:
    add_member(by=cast.admin, project=cast.project, user=cast.adjudicator, role="annotator")
    genome = a_genome(cast, author=cast.adjudicator)
    an_object(genome, "Small things in groups are missed.", by=cast.adjudicator, type="limitation")
    release_unit(person=cast.adjudicator, unit=genome.unit)
    claim_unit(person=cast.annotator1, unit=genome.unit)
    cast.project.wants_second_reader = True
    cast.project.save()
    for kind, role, sentence in GENOME[:2]:
        quote = sentence.format(title=genome.paper.title)
        an_object(genome, quote, by=cast.annotator1, type=kind, contribution_role=role)
    hand_in_genome(by=cast.annotator1, genome=genome)
    unit = genome.second_reading.unit
    for person in (cast.annotator1, cast.adjudicator):
        assert claim_next(person=person, project=cast.project) is None
        for purpose in ("label", "adjudicate"):
            with pytest.raises(Refused, match="had a part"):
                claim_unit(person=person, unit=unit, purpose=purpose)
            with pytest.raises(Refused, match="had a part"):
                finish_unit(person=person, unit=unit, purpose=purpose)
    hold = claim_next(person=cast.annotator2, project=cast.project)
    assert hold is not None
    assert hold.unit == unit


def test_whoever_reads_cannot_adjudicate(cast: Cast) -> None:
    reading = a_submitted_reading(cast)
    with pytest.raises(Refused, match="other part"):
        claim_unit(person=cast.annotator2, unit=reading.unit, purpose="adjudicate")


@pytest.mark.django_db(transaction=True)
def test_of_two_who_claim_it_at_once_one_gets_it() -> None:
    from tests.cast import make_cast

    cast = make_cast()
    add_member(by=cast.admin, project=cast.project, user=cast.outsider, role="annotator")
    reading = a_reading(cast)
    together = Barrier(2)

    def take(person: User) -> bool:
        try:
            together.wait()
            return claim_next(person=person, project=cast.project) is not None
        finally:
            close_old_connections()

    with ThreadPoolExecutor(2) as pool:
        got = list(pool.map(take, [cast.annotator2, cast.outsider]))
    assert sorted(got) == [False, True]
    assert reading.unit.assignments.count() == 1


def test_what_later_steps_rest_on_comes_first() -> None:
    objects = [
        (1, "claim", "context"),
        (2, "limitation", "passenger"),
        (3, "mechanism", "driver"),
        (4, "niche", "context"),
        (5, "delta", "context"),
    ]
    order = review_order(objects, "7")
    assert set(order[:3]) == {2, 3, 5}
    assert order == review_order(reversed(objects), "7")
    assert len({tuple(review_order(objects, str(seed))) for seed in range(20)}) > 1


@pytest.mark.parametrize(
    ("said", "missing"),
    [
        (Said(), [SaidGap.NO_TYPE, SaidGap.NO_ROLE]),
        (Said(type="niche"), [SaidGap.NO_ROLE]),
        (Said(role="driver"), [SaidGap.NO_TYPE]),
        (Said(type="gadget", role="driver"), [SaidGap.NO_TYPE]),
        (Said(type="niche", role="hero"), [SaidGap.NO_ROLE]),
        (Said(type=NO_OBJECT, role="driver"), [SaidGap.NO_REASON]),
        (Said(type=NO_OBJECT, reason="A hope."), []),
        (Said(type="niche", role="context"), []),
    ],
)
def test_an_answer_is_complete_with_type_and_role_or_with_a_reason(said: Said, missing: list[SaidGap]) -> None:
    assert said_gaps(said) == missing


def test_drafts_are_ones_own_and_two_tabs_conflict_with_a_choice(cast: Cast) -> None:
    add_member(by=cast.admin, project=cast.project, user=cast.outsider, role="annotator")
    reading = a_reading(cast)
    with pytest.raises(Refused, match="do not hold"):
        save_reading_draft(by=cast.annotator2, reading=reading, payload={}, revision=0)
    claim_unit(person=cast.annotator2, unit=reading.unit)
    saved = save_reading_draft(by=cast.annotator2, reading=reading, payload={"type.1": "niche", "extra": 3}, revision=0)
    assert (saved.revision, saved.payload) == (1, {"type.1": "niche"})
    with pytest.raises(Conflict) as caught:
        save_reading_draft(by=cast.annotator2, reading=reading, payload={"type.1": "claim"}, revision=0)
    assert caught.value.current == draft_state(saved)
    with pytest.raises(Refused, match="texts"):
        save_reading_draft(by=cast.annotator2, reading=reading, payload={"role.2": 7}, revision=1)
    release_unit(person=cast.annotator2, unit=reading.unit)
    claim_unit(person=cast.outsider, unit=reading.unit)
    save_reading_draft(by=cast.outsider, reading=reading, payload={}, revision=0)
    assert ReadingDraft.objects.visible_to(cast.annotator2).get().payload == {"type.1": "niche"}


def test_a_submission_lists_everything_that_is_missing(cast: Cast) -> None:
    reading = a_reading(cast)
    claim_unit(person=cast.annotator2, unit=reading.unit)
    with pytest.raises(Refused) as caught:
        submit_reading(by=cast.annotator2, reading=reading, payload={"type.1": "niche", "type.2": NO_OBJECT})
    assert [fault.field for fault in caught.value.faults] == [
        "role.1", "reason.2", "type.3", "role.3", "type.4", "role.4",
    ]  # fmt: skip
    assert not Typing.objects.exists()


def test_a_submission_is_one_final_and_keeps_its_guideline(cast: Cast) -> None:
    reading = a_submitted_reading(cast, L1="claim", D1="none")
    assert reading.guideline is not None
    assert reading.guideline.version == 1
    assert reading.unit.assignments.get().state == "finished"
    again = submit_reading(by=cast.annotator2, reading=reading, payload={})
    assert (again.pk, Typing.objects.count(), ReadingDraft.objects.count()) == (reading.pk, 4, 0)
    parted = {each.idea_object.handle: (each.first_type, each.type, each.is_object) for each in parted_of(reading)}
    assert parted == {"L1": ("limitation", "claim", True), "D1": ("delta", "", False)}
    with pytest.raises(Conflict, match="submitted"):
        submit_reading(by=cast.annotator1, reading=reading, payload={})
    for change in (
        lambda: Typing.objects.update(reason="x"),
        lambda: Typing.objects.all().delete(),
        lambda: SecondReading.objects.update(submitted_at=timezone.now()),
        lambda: SecondReading.objects.filter(pk=reading.pk).update(reader=cast.annotator1),
    ):
        with database_refuses():
            change()


def parted_of(reading: SecondReading) -> list[Typing]:
    return list(Typing.objects.parted().filter(reading=reading).select_related("idea_object"))


@contextmanager
def database_refuses() -> Iterator[None]:
    with pytest.raises(ProgrammingError, match="Cannot"), transaction.atomic():
        yield


def test_an_admin_can_do_without_and_says_why(cast: Cast) -> None:
    reading = a_reading(cast)
    with pytest.raises(Refused, match="Say why"):
        waive_reading(by=cast.admin, reading=reading, reason=" ")
    waive_reading(by=cast.admin, reading=reading, reason="There is nobody else.")
    assert claim_next(person=cast.annotator2, project=cast.project) is None
    with pytest.raises(Conflict, match="do without"):
        submit_reading(by=cast.annotator2, reading=reading, payload={})
    with database_refuses():
        SecondReading.objects.update(waive_reason="x")


def test_the_page_takes_keeps_and_submits_without_scripts(client: Client, cast: Cast) -> None:
    reading = a_reading(cast)
    page = page_of(reading)
    client.force_login(cast.annotator2)
    assert b"Take this reading" in client.get(page).content
    assert client.post(f"{page}take/").status_code == 302
    put = client.put(f"{page}draft/", {"payload": {"type.1": "niche"}, "revision": 0}, content_type="application/json")
    assert put.json()["revision"] == 1
    assert b'name="type.1" value="niche" data-key="n" checked' in client.get(page).content
    refused = client.post(f"{page}submit/", {"type.1": "niche"})
    assert refused.status_code == 422
    for place in ("role-1", "object-2"):
        assert f'href="#{place}"'.encode() in refused.content
    sent = client.post(f"{page}submit/", what_the_author_said(reading))
    assert sent["location"] == "/projects/demo/work/"
    assert b"submitted and final" in client.get(page).content
    late = client.put(f"{page}draft/", {"payload": {}, "revision": 1}, content_type="application/json")
    assert late.status_code == 410


def test_my_work_leads_to_the_reading(client: Client, cast: Cast) -> None:
    reading = a_reading(cast)
    client.force_login(cast.annotator2)
    taken = client.post("/projects/demo/work/next/")
    assert taken["location"] == f"{page_of(reading)}?version=1"
    assert client.get(taken["location"]).status_code == 200


def test_the_page_costs_the_same_for_few_and_many_objects(
    client: Client, cast: Cast, django_assert_num_queries: Any
) -> None:
    few, many = a_reading(cast), a_reading(cast)
    copies = [
        IdeaObject(genome=many.genome, type="claim", handle=f"C{n}", content="x", created_by=cast.annotator1)
        for n in range(9)
    ]
    IdeaObject.objects.bulk_create(copies)
    client.force_login(cast.annotator2)
    for reading in (few, many):
        claim_unit(person=cast.annotator2, unit=reading.unit)
        client.get(page_of(reading))
        with django_assert_num_queries(QUERIES):
            client.get(page_of(reading))


def test_a_delta_names_no_limitation_of_a_genome_that_is_still_to_be_read(cast: Cast) -> None:
    """The link would tell the reader, wherever the delta is seen, that the object is a limitation."""
    reading = a_reading(cast)
    other = a_genome(cast, author=cast.annotator1)
    key = f"{reading.genome.paper.slug}:L1"
    assert limitations_to_repair(cast.annotator1, other) == []
    quote = "The chain of parts is given up."
    with pytest.raises(Refused, match="second reader"):
        an_object(other, quote, by=cast.annotator1, type="delta", repairs=[key])
    waive_reading(by=cast.admin, reading=reading, reason="There is nobody else.")
    assert an_object(other, quote, by=cast.annotator1, type="delta", repairs=[key]).repairs.count() == 1


def test_who_had_another_text_of_the_paper_in_hand_is_barred_too(cast: Cast) -> None:
    genome = a_genome(cast, slug="finder", author=cast.annotator2)
    a_paper(cast, slug="finder", text="# Finder\n\nAnother text of it.\n")
    release_unit(person=cast.annotator2, unit=genome.unit)
    cast.project.wants_second_reader = True
    cast.project.save()
    claim_unit(person=cast.annotator1, unit=genome.unit)
    for kind, role, sentence in GENOME[:2]:
        an_object(
            genome, sentence.format(title=genome.paper.title), by=cast.annotator1, type=kind, contribution_role=role
        )
    hand_in_genome(by=cast.annotator1, genome=genome)
    newest = Genome.objects.get(source_version__paper=genome.paper, source_version__number=2)
    assert newest.objects_all.count() == 0
    assert set(genome.second_reading.unit.barred.all()) == {cast.annotator1, cast.annotator2}
