"""Genome disputes: author and second reader type an object differently, and a third person decides."""

import re
from typing import Any

import pytest
from django.db import ProgrammingError, transaction
from django.test import Client

from adjudication.models import ObjectRuling
from adjudication.selectors.genome_disputes import Wish, answers_of, genome_disputes, open_typings
from adjudication.services import reopen_object, rule_objects
from annotation.refusal import Conflict, Refused
from annotation.services import add_member, claim_unit, create_account
from diffs.services import create_pair
from genomes.models import Operation, SecondReading, Typing
from tests.cast import Cast
from tests.factories import a_genome, a_reading, a_submitted_reading

WHY = {"reason_code": "annotator_error", "rationale": "The paper says so."}
CASE_QUERIES = 29
QUEUE = "/projects/demo/disputes/"
GENOMES = f"{QUEUE}genomes/"


def typing_of(reading: SecondReading, first_type: str) -> Typing:
    typing: Typing = reading.typings.get(first_type=first_type)
    return typing


def letter_of(typing: Typing, kind: str) -> str:
    """A or B: the answer that says this type ("" for no object)."""
    return next(each.letter for each in answers_of(typing) if each.type == kind)


def decided(cast: Cast, typing: Typing, choice: str, kind: str = "", role: str = "") -> ObjectRuling:
    wish = Wish(typing.number, choice, kind, role, **WHY)
    return rule_objects(by=cast.adjudicator, reading=typing.reading, wishes=[wish])[0]


def test_only_what_both_say_differently_is_in_dispute(cast: Cast) -> None:
    a_submitted_reading(cast)
    differing = a_submitted_reading(cast, L1="claim", D1="none")
    a_reading(cast)
    assert list(genome_disputes(cast.project)) == [differing]
    assert {each.first_type for each in open_typings(cast.project)} == {"limitation", "delta"}


def test_the_reader_s_answer_is_applied_as_a_recorded_step(cast: Cast) -> None:
    reading = a_submitted_reading(cast, L1="claim")
    typing = typing_of(reading, "limitation")
    ruling = decided(cast, typing, letter_of(typing, "claim"))
    idea_object = typing.idea_object
    idea_object.refresh_from_db()
    assert (ruling.outcome, idea_object.type, idea_object.handle) == ("object", "claim", "C1")
    step = Operation.objects.get(genome=reading.genome, kind="retype")
    assert step.before[str(idea_object.pk)]["handle"] == "L1"
    assert step.after[str(idea_object.pk)]["type"] == "claim"
    assert not open_typings(cast.project).exists()


def test_the_author_s_answer_changes_nothing(cast: Cast) -> None:
    reading = a_submitted_reading(cast, L1="claim")
    before = Operation.objects.filter(genome=reading.genome).count()
    typing = typing_of(reading, "limitation")
    decided(cast, typing, letter_of(typing, "limitation"))
    typing.idea_object.refresh_from_db()
    assert typing.idea_object.handle == "L1"
    assert Operation.objects.filter(genome=reading.genome).count() == before


@pytest.mark.parametrize(("choice", "outcome"), [("none", "no_object"), ("excluded", "excluded")])
def test_what_is_no_object_or_excluded_leaves_the_genome(cast: Cast, choice: str, outcome: str) -> None:
    reading = a_submitted_reading(cast, D1="none")
    typing = typing_of(reading, "delta")
    ruling = decided(cast, typing, letter_of(typing, "") if choice == "none" else choice)
    typing.idea_object.refresh_from_db()
    assert (ruling.outcome, typing.idea_object.state) == (outcome, "rejected")
    assert "third person" in typing.idea_object.reject_reason
    assert reading.genome.objects_all.accepted().count() == 3


def test_an_own_answer_may_be_neither(cast: Cast) -> None:
    reading = a_submitted_reading(cast, D1="claim")
    typing = typing_of(reading, "delta")
    assert typing.idea_object.repairs.count() == 1
    decided(cast, typing, "own", "observation", "context")
    typing.idea_object.refresh_from_db()
    assert (typing.idea_object.handle, typing.idea_object.contribution_role) == ("O1", "context")
    assert typing.idea_object.repairs.count() == 0


def test_reopened_the_genome_has_the_object_as_its_author_typed_it(cast: Cast) -> None:
    reading = a_submitted_reading(cast, D1="claim")
    typing = typing_of(reading, "delta")
    decided(cast, typing, letter_of(typing, "claim"))
    reopen_object(by=cast.adjudicator, typing=typing, **WHY)
    idea_object = typing.idea_object
    idea_object.refresh_from_db()
    assert (idea_object.handle, idea_object.type, idea_object.repairs.count()) == ("D1", "delta", 1)
    assert open_typings(cast.project).get() == typing
    with pytest.raises(Conflict, match="is open"):
        reopen_object(by=cast.adjudicator, typing=typing, **WHY)
    decided(cast, typing, "excluded")
    assert list(typing.rulings.values_list("number", "outcome")) == [(3, "excluded"), (2, "reopened"), (1, "object")]
    with pytest.raises(ProgrammingError, match="Cannot"), transaction.atomic():
        ObjectRuling.objects.update(rationale="x")


def test_sent_twice_it_is_decided_once_and_another_decision_conflicts(cast: Cast) -> None:
    typing = typing_of(a_submitted_reading(cast, L1="claim"), "limitation")
    letter = letter_of(typing, "claim")
    assert decided(cast, typing, letter) == decided(cast, typing, letter)
    with pytest.raises(Conflict, match="decided meanwhile"):
        decided(cast, typing, "excluded")
    assert ObjectRuling.objects.count() == 1


def test_everything_that_is_missing_is_said_at_once(cast: Cast) -> None:
    reading = a_submitted_reading(cast, L1="claim", D1="claim")
    first, second = (each.number for each in Typing.objects.parted().order_by("number"))
    wishes = [Wish(first, "own", "claim"), Wish(second, "", rationale="x"), Wish(99, "a", **WHY)]
    with pytest.raises(Refused) as caught:
        rule_objects(by=cast.adjudicator, reading=reading, wishes=wishes)
    assert {fault.field for fault in caught.value.faults} == {
        f"choice.{first}", f"reason_code.{first}", f"rationale.{first}",
        f"choice.{second}", f"reason_code.{second}", "choice.99",
    }  # fmt: skip
    with pytest.raises(Refused, match="Nothing is chosen"):
        rule_objects(by=cast.adjudicator, reading=reading, wishes=[])


@pytest.mark.parametrize("who", ["annotator1", "annotator2"])
def test_neither_author_nor_reader_decides(cast: Cast, who: str) -> None:
    person = getattr(cast, who)
    add_member(by=cast.admin, project=cast.project, user=person, role="adjudicator")
    reading = a_submitted_reading(cast, L1="claim")
    number = typing_of(reading, "limitation").number
    with pytest.raises(Refused, match="third person"):
        rule_objects(by=person, reading=reading, wishes=[Wish(number, "excluded", **WHY)])


def test_a_genome_is_paired_once_it_is_read_and_nothing_is_in_dispute(cast: Cast) -> None:
    old = a_genome(cast, handed_in=True)
    waiting = a_reading(cast).genome
    with pytest.raises(Refused, match="waits for its second reader"):
        create_pair(by=cast.admin, project=cast.project, source=old, target=waiting)
    reading = a_submitted_reading(cast, L1="claim")
    with pytest.raises(Refused, match="typed differently"):
        create_pair(by=cast.admin, project=cast.project, source=old, target=reading.genome)
    typing = typing_of(reading, "limitation")
    decided(cast, typing, letter_of(typing, "claim"))
    create_pair(by=cast.admin, project=cast.project, source=old, target=reading.genome)
    with pytest.raises(Conflict, match="is in a pair"):
        reopen_object(by=cast.adjudicator, typing=typing, **WHY)


def test_a_genome_that_lost_what_it_needs_is_not_paired(cast: Cast) -> None:
    old = a_genome(cast, handed_in=True)
    reading = a_submitted_reading(cast, M1="none")
    decided(cast, typing_of(reading, "mechanism"), "excluded")
    with pytest.raises(Refused, match="No mechanism") as caught:
        create_pair(by=cast.admin, project=cast.project, source=old, target=reading.genome)
    assert {fault.field for fault in caught.value.faults} == {"target"}


def test_the_page_decides_what_is_chosen_and_goes_on(client: Client, cast: Cast) -> None:
    reading = a_submitted_reading(cast, L1="claim", D1="none")
    page = f"{GENOMES}{reading.pk}/"
    client.force_login(cast.adjudicator)
    assert client.get(GENOMES)["location"] == f"{QUEUE}?queue=roles"
    assert page.encode() in client.get(f"{QUEUE}?queue=rejections").content
    assert b"Take this genome" in client.get(page).content
    assert client.post(f"{page}claim/?queue=roles")["location"] == f"{page}?queue=roles"
    shown = client.get(page).content.decode()
    assert not re.search(r"\b[LD]1\b", re.sub(r"<svg.*?</svg>", "", shown, flags=re.DOTALL))
    assert "annotator" not in shown.replace("annotator_error", "").replace("annotator error", "")
    number, other = (typing_of(reading, kind).number for kind in ("limitation", "delta"))
    refused = client.post(f"{page}decide/", {f"choice.{number}": "own"})
    assert refused.status_code == 422
    assert b"choose A, B" in refused.content
    whole = {"reason_code": "other", "rationale": "Unclear."}
    assert client.post(f"{page}decide/", {f"choice.{number}": "excluded", **whole})["location"] == page
    client.post(f"{page}objects/{number}/reopen/", WHY)
    both = {f"choice.{number}": "excluded", f"choice.{other}": "excluded", f"rationale.{other}": "No idea.", **whole}
    assert client.post(f"{page}decide/", both)["location"] == QUEUE
    assert list(ObjectRuling.objects.order_by("typing__number", "number").values_list("rationale", flat=True)) == (
        ["Unclear.", WHY["rationale"], "Unclear.", "No idea."]
        if number < other
        else ["No idea.", "Unclear.", WHY["rationale"], "Unclear."]
    )
    assert b"every object is decided" in client.get(f"{QUEUE}?queue=decided").content


def test_the_page_costs_the_same_for_few_and_many(client: Client, cast: Cast, django_assert_num_queries: Any) -> None:
    one = a_submitted_reading(cast, L1="claim")
    client.force_login(cast.adjudicator)
    client.get(QUEUE)
    with django_assert_num_queries(CASE_QUERIES):
        client.get(f"{GENOMES}{one.pk}/")
    many = a_submitted_reading(cast, L1="claim", D1="claim", N1="claim")
    with django_assert_num_queries(CASE_QUERIES):
        client.get(f"{GENOMES}{many.pk}/")


def test_who_adjudicates_a_genome_is_never_handed_its_reading(cast: Cast) -> None:
    add_member(by=cast.admin, project=cast.project, user=cast.adjudicator, role="annotator")
    typing = typing_of(a_submitted_reading(cast, L1="claim"), "limitation")
    decided(cast, typing, "excluded")
    with pytest.raises(Refused, match="other part"):
        claim_unit(person=cast.adjudicator, unit=typing.reading.unit)


def test_one_object_has_one_decision_at_a_time_and_a_paired_genome_keeps_them(cast: Cast, client: Client) -> None:
    old = a_genome(cast, handed_in=True)
    reading = a_submitted_reading(cast, L1="claim")
    typing = typing_of(reading, "limitation")
    wishes = [Wish(typing.number, choice, **WHY) for choice in ("a", "b")]
    with pytest.raises(Refused, match="decided twice"):
        rule_objects(by=cast.adjudicator, reading=reading, wishes=wishes)
    with pytest.raises(Refused, match="at most 10000"):
        rule_objects(
            by=cast.adjudicator,
            reading=reading,
            wishes=[Wish(typing.number, "a", reason_code="other", rationale="x" * 10_001)],
        )
    decided(cast, typing, letter_of(typing, "limitation"))
    client.force_login(cast.admin)
    place = f"{GENOMES}{reading.pk}/"
    assert "Reopen this object" in client.get(place).content.decode()
    create_pair(by=cast.admin, project=cast.project, source=old, target=reading.genome)
    body = client.get(place).content.decode()
    assert "Reopen this object" not in body
    assert "what was decided stays" in body
    assert "· adjudicator ·" in body
    second = create_account(by=None, username="second")
    add_member(by=cast.admin, project=cast.project, user=second, role="adjudicator")
    client.force_login(second)
    body = client.get(place).content.decode()
    assert "· An adjudicator ·" in body
    assert "· adjudicator ·" not in body
