"""The queue: who sees it, what it counts and in which order, and what it never shows."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from adjudication.models import Case
from adjudication.queue_rules import QueueFilter
from adjudication.selectors import Queue, queue
from adjudication.services import claim_case, reopen_case, resolve_case
from annotation.models import User
from annotation.services import add_member, ask, change_project, claim_unit, create_account, create_stage
from diffs.models import Diff, PaperPair
from evaluator.canonical import canonical_bytes, sha256_hex
from releases.selectors.progress import check_key
from tests.adjudication.making import a_dispute, a_pair, an_answer, lost_driver
from tests.cast import Cast
from tests.factories import a_submitted_reading

pytestmark = pytest.mark.django_db
QUERIES = 25  # of the page for an admin, who is also told what nobody may decide
WHY: dict[str, Any] = {"reason_code": "other", "rationale": "It says so."}


def client_of(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def page(cast: Cast, person: User, query: str = "") -> str:
    response = client_of(person).get(reverse("adjudication:queue", args=[cast.project.slug]) + query)
    assert response.status_code == 200
    return response.content.decode()


def shown(cast: Cast, person: User, **sent: str) -> Queue:
    return queue(cast.project, person, QueueFilter.read(sent))


def pks(found: Queue) -> list[int]:
    return [row.pk for row in found.items]


def test_annotators_are_refused_and_strangers_find_nothing(cast: Cast) -> None:
    pair = a_dispute(cast)
    for name, args in (("queue", []), ("case", [pair.pk]), ("agreement", [])):
        address = reverse(f"adjudication:{name}", args=[cast.project.slug, *args])
        assert client_of(cast.annotator1).get(address).status_code == 403
        assert client_of(cast.outsider).get(address).status_code == 404


def test_an_empty_queue_says_what_will_appear_here(cast: Cast) -> None:
    text = page(cast, cast.adjudicator)
    assert "A pair appears here when all its labels are in and they differ." in text
    assert "genome appears here" in page(cast, cast.adjudicator, "?queue=roles")
    assert "have not been run" in page(cast, cast.admin, "?queue=audits")
    assert "Nothing here now" in page(cast, cast.admin, "?queue=questions")
    assert "Nothing decided yet" in page(cast, cast.admin, "?queue=decided")


def test_pairs_and_genomes_are_listed_with_what_parts_and_counted_by_queue(cast: Cast) -> None:
    small = a_dispute(cast)
    pair = a_pair(cast)
    large = a_dispute(cast, an_answer(pair), lost_driver(pair), pair=pair)
    reading = a_submitted_reading(cast, L1="claim", D1="none")
    found = shown(cast, cast.adjudicator)
    assert [(row.kind, row.pk, row.fields) for row in found.items] == [
        # Lineage follows from the dynamics and is not counted beside them.
        ("pair", large.pk, ("dynamics", "driver_continuity", "fates", "origins", "alignments")),
        ("pair", small.pk, ("dynamics", "ecology")),
        ("genome", reading.pk, ("object_type", "no_object")),
    ]
    # The large one parts in fields and in objects: it is in both queues of pairs, and once among all.
    assert found.counts == {"": 3, "labels": 2, "alignments": 1, "roles": 1, "rejections": 1}
    assert found.facets.parts == {"dynamics": 2, "ecology": 1, "drivers": 1, "fates": 1, "origins": 1}
    assert found.facets.boundaries == {"mutation-adaptive_radiation": 1, "mutation-niche_competition": 1}
    assert pks(shown(cast, cast.adjudicator, queue="alignments")) == [large.pk]
    assert pks(shown(cast, cast.adjudicator, parts="ecology")) == [small.pk]
    assert pks(shown(cast, cast.adjudicator, q=small.target.paper.title)) == [small.pk]
    assert pks(shown(cast, cast.adjudicator, q="no such paper")) == []
    kinds = page(cast, cast.adjudicator)
    assert "Alignment conflicts" in kinds
    assert "also counted under alignment conflicts" in kinds


def test_stage_age_and_guideline_are_asked_of_the_database(cast: Cast) -> None:
    pilot = create_stage(by=cast.admin, project=cast.project, name="Pilot", overlap=2)
    pair, other = a_dispute(cast), a_dispute(cast)
    pair.unit.stage, pair.unit.priority = pilot, 5
    pair.unit.save(update_fields=["stage", "priority"])
    found = shown(cast, cast.adjudicator, stage=str(pilot.pk))
    assert (pks(found), found.facets.stages, found.facets.guidelines) == ([pair.pk], [pilot.pk], [1])
    assert pks(shown(cast, cast.adjudicator, stage="none")) == [other.pk]
    assert pks(shown(cast, cast.adjudicator, sort="priority")) == [pair.pk, other.pk]
    assert pks(shown(cast, cast.adjudicator, age="1")) == []
    assert "Pilot" in page(cast, cast.adjudicator, f"?stage={pilot.pk}&sort=age")


def test_states_say_who_has_a_case_in_hand(cast: Cast) -> None:
    second = create_account(by=None, username="second")
    add_member(by=cast.admin, project=cast.project, user=second, role="adjudicator")
    mine, theirs, reopened, free, lapsed = (a_dispute(cast) for _each in range(5))
    claim_case(by=cast.adjudicator, pair=mine)
    for pair in (theirs, lapsed):
        claim_case(by=second, pair=pair)
    Case.objects.filter(pair=lapsed).update(lease_expires_at=timezone.now() - timedelta(minutes=1))
    resolve_case(by=cast.adjudicator, pair=reopened, outcome="excluded", **WHY)
    reopen_case(by=cast.admin, pair=reopened, **WHY)
    states = {row.pk: row.state for row in shown(cast, cast.adjudicator).items}
    assert states == {
        mine.pk: "yours", theirs.pk: "in-work", reopened.pk: "reopened", free.pk: "open", lapsed.pk: "open",
    }  # fmt: skip
    # Who may decide a pair has not labelled it: whose hands it is in would tell who has.
    assert "second" in page(cast, cast.admin)
    assert "second" not in page(cast, cast.adjudicator).replace("second reader", "").replace("Second-reader", "")


def test_nobody_who_labelled_is_named(cast: Cast) -> None:
    pair = a_dispute(cast)
    claim_case(by=cast.adjudicator, pair=pair)
    case = client_of(cast.adjudicator).get(reverse("adjudication:case", args=[cast.project.slug, pair.pk]))
    for text in (page(cast, cast.adjudicator), case.content.decode()):
        assert "annotator1" not in text
        assert "annotator2" not in text


def test_who_labels_too_sees_a_dispute_only_once_they_took_it(cast: Cast) -> None:
    both = create_account(by=None, username="both")
    for role in ("annotator", "adjudicator"):
        add_member(by=cast.admin, project=cast.project, user=both, role=role)
    pair = a_dispute(cast)
    address = reverse("adjudication:case", args=[cast.project.slug, pair.pk])
    following = reverse("adjudication:next", args=[cast.project.slug])
    assert pair.unit.title not in page(cast, both)
    assert set(shown(cast, both).counts.values()) == {0}
    assert client_of(both).get(address).status_code == 404
    # Asked for some disputes alone, the answer would tell which pair is in dispute, and in what.
    for asked in (f"domain={pair.unit.domain or 'x'}&parts=ecology", "queue=labels"):
        assert client_of(both).post(f"{following}?{asked}").status_code == 302
    assert not Case.objects.filter(adjudicator=both).exists()
    client_of(both).post(following)
    assert pair.unit.title in page(cast, both)
    assert client_of(both).get(address).status_code == 200


def test_the_number_of_queries_does_not_grow_with_the_queue(cast: Cast, django_assert_num_queries: Any) -> None:
    a_dispute(cast)
    a_submitted_reading(cast, L1="claim")
    change_project(by=cast.admin, project=cast.project, wants_second_reader=False)
    client, address = client_of(cast.admin), reverse("adjudication:queue", args=[cast.project.slug])
    with django_assert_num_queries(QUERIES):
        client.get(address)
    for _each in range(3):
        a_dispute(cast)
    a_submitted_reading(cast, D1="none")
    with django_assert_num_queries(QUERIES):
        client.get(address)


def test_a_changed_mind_changes_what_is_kept_of_a_dispute(cast: Cast) -> None:
    """Looked at before, so that it is kept; the labels that counted before stay, and count no more."""
    pair = a_dispute(cast)
    assert shown(cast, cast.adjudicator).items[0].fields == ("dynamics", "ecology")
    assert shown(cast, cast.adjudicator).items[0].dynamics == ("adaptive_radiation", "mutation")
    says_again(pair, cast.annotator2, dynamics="isolation", ecology="same")
    (row,) = shown(cast, cast.adjudicator).items
    assert (row.fields, row.dynamics) == (("dynamics",), ("isolation", "mutation"))
    says_again(pair, cast.annotator2, dynamics="mutation", ecology="same")
    assert pks(shown(cast, cast.adjudicator)) == []  # both say the same now, though older labels part


def says_again(pair: PaperPair, author: User, **decided: str) -> None:
    """A further label of somebody, as the service writes it: another decision, and its key and dynamics."""
    label = Diff.objects.current().get(pair=pair, author=author)
    label.pk, label.number, label.submitted_at = None, label.number + 1, timezone.now()
    label.decision = {**label.decision, **decided}
    label.decision_key, label.dynamics = sha256_hex(canonical_bytes(label.decision)), label.decision["dynamics"]
    label.save(force_insert=True)


def test_next_takes_what_the_address_asks_for_whatever_its_kind(cast: Cast) -> None:
    pair = a_dispute(cast)
    reading = a_submitted_reading(cast, L1="claim")
    client, following = client_of(cast.adjudicator), reverse("adjudication:next", args=[cast.project.slug])
    assert client.post(following).headers["Location"] == f"/projects/demo/disputes/{pair.pk}/"
    taken = client.post(f"{following}?queue=roles").headers["Location"]
    assert taken == f"/projects/demo/disputes/genomes/{reading.pk}/?queue=roles"
    assert client.get(taken).status_code == 200
    assert {row.state for row in shown(cast, cast.adjudicator).items} == {"yours"}
    nothing = client.post(f"{following}?queue=rejections")
    assert nothing.headers["Location"] == "/projects/demo/disputes/?queue=rejections"
    assert "Other disputes may be" in client.get(nothing.headers["Location"]).content.decode()


def test_guideline_questions_and_audit_failures_are_queues_beside_the_disputes(cast: Cast) -> None:
    pair = a_dispute(cast)
    resolve_case(by=cast.adjudicator, pair=pair, outcome="excluded", **WHY)
    waiting = a_pair(cast)
    claim_unit(person=cast.annotator1, unit=waiting.unit)
    ask(by=cast.annotator1, unit=waiting.unit, body="Is a loss an object?", about_field="dynamics")
    found = {"what": "The gold answer misses something.", "where": f"pair:{pair.key}"}
    audits = [
        {"name": "answer_contract", "passed": False, "findings": [found]},
        {"name": "licences", "passed": False, "findings": [{"what": "No licence.", "where": "project"}]},
    ]
    cache.set(check_key(cast.project.pk), {"at": "2026-11-30T12:00:00+00:00", "audits": audits})
    questions = page(cast, cast.admin, "?queue=questions")
    assert "Is a loss an object?" in questions
    assert "/projects/demo/questions/" in questions
    # A pair without all labels: what is asked about it is not for adjudicators to see.
    assert "Is a loss an object?" not in page(cast, cast.adjudicator, "?queue=questions")
    failures = page(cast, cast.adjudicator, "?queue=audits")
    assert "misses something" in failures
    assert f"/projects/demo/disputes/{pair.pk}/" in failures  # decided before: a further decision mends it
    assert "No licence." not in failures
    assert "Run the audits" not in failures
    assert "Run the audits again" in page(cast, cast.admin, "?queue=audits")
    asked = client_of(cast.admin).post("/projects/demo/releases/check/", {"to": "audits"})
    assert asked.headers["Location"] == "/projects/demo/disputes/?queue=audits"


def test_a_filter_that_nothing_fits_any_more_stays_in_the_form(cast: Cast) -> None:
    """Else the next press of Filter would drop it unsaid."""
    pair = a_dispute(cast)
    stage = create_stage(by=cast.admin, project=cast.project, name="Pilot", overlap=2)
    asked = f"?stage={stage.pk}&domain=physics&guideline=9&boundary=speciation-isolation&parts=origins&age=3"
    body = page(cast, cast.adjudicator, asked)
    assert "Nothing fits" in body
    assert "More (4)" in body
    for value, words in (
        (stage.pk, "Pilot"),
        ("physics", "physics"),
        ("speciation-isolation", "Speciation / Isolation (0)"),
    ):
        assert f'<option value="{value}" selected>{words}</option>' in body
    assert "<option selected>9</option>" in body
    assert 'value="origins" selected' in body
    # The case that was opened from a filtered queue leads back into it.
    place = f"/projects/demo/disputes/{pair.pk}/"
    client = client_of(cast.adjudicator)
    assert client.post(f"{place}claim/?queue=labels&sort=age")["location"] == f"{place}?queue=labels&sort=age"
    assert f"{place}release/?queue=labels&amp;sort=age" in client.get(f"{place}?queue=labels&sort=age").content.decode()
    assert client.post(f"{place}release/?queue=labels")["location"] == "/projects/demo/disputes/?queue=labels"
