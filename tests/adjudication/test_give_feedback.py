"""What annotators learn after a decision: how their own answer compares and why, and nothing of anybody else."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from adjudication.models import Resolution
from adjudication.services import reopen_case, resolve_case
from annotation.models import Assignment, Notification, User
from annotation.selectors.notifications import address_of
from annotation.services import add_member, choose_notifications
from diffs.models import PaperPair
from tests.adjudication.making import a_dispute, a_pair, an_answer, letter_of, lost_driver, moved, submit
from tests.cast import Cast

pytestmark = pytest.mark.django_db
WHOLE = "Read section 3 before the results."
ROW = "Section 3 says that it moved."
NOTES = {"ecology": {"reason_code": "ambiguous_text", "rationale": ROW}}


def decide(cast: Cast, pair: PaperPair, winner: User, **facts: Any) -> Resolution:
    """Every row from one label; the ecology has a reason of its own."""
    answer = pair.diffs.get(author=winner).answer
    given: dict[str, Any] = {"outcome": "resolved", "payload": answer, "row_notes": NOTES, **facts}
    return resolve_case(by=cast.adjudicator, pair=pair, reason_code="rule_misread", rationale=WHOLE, **given)


def client_of(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def told(cast: Cast, person: User, **asked: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (
        client_of(person).get(f"/api/v1/projects/{cast.project.slug}/feedback/", asked).json()["results"]
    )
    return found


def page(cast: Cast, person: User, *args: int, **asked: str) -> str:
    name = "adjudication:feedback-of" if args else "adjudication:feedback"
    return client_of(person).get(reverse(name, args=[cast.project.slug, *args]), asked).content.decode()


def test_both_labellers_are_told_row_by_row_and_why_where_they_differ(cast: Cast) -> None:
    pair = a_dispute(cast)
    assert told(cast, cast.annotator1) == []
    decide(cast, pair, cast.annotator2)
    (lost,) = told(cast, cast.annotator1)
    assert (lost["outcome"], lost["reason_code"], lost["rationale"]) == ("resolved", "rule_misread", WHOLE)
    apart = {row["row"]: row for row in lost["rows"] if not row["same"]}
    assert {key: (row["mine"], row["gold"], row["reason_code"], row["rationale"]) for key, row in apart.items()} == {
        "dynamics": ("mutation", "adaptive_radiation", "rule_misread", ""),
        "ecology": ("same", "shifted", "ambiguous_text", ROW),
    }
    # 6 fields, 4 fates and 4 origins are 14 rows. Whose answer is the gold is not told where the other one differed.
    (won,) = told(cast, cast.annotator2)
    assert len(lost["rows"]) == len(won["rows"]) == 14
    assert {(row["same"], row["reason_code"], row["rationale"]) for row in won["rows"]} == {(True, "", "")}
    assert ROW in page(cast, cast.annotator1)
    assert ROW not in page(cast, cast.annotator2)
    assert ROW in page(cast, cast.annotator1, pair.pk)


def test_nobody_is_named_and_nothing_of_the_other_answer_is_told(cast: Cast) -> None:
    """The gold is a third answer, so that what is the other's alone would show."""
    pair = a_dispute(cast)
    gold = lost_driver(pair, rationale="A third view.")
    decide(cast, pair, cast.annotator1, payload=gold)
    other = pair.diffs.get(author=cast.annotator2)
    screen = client_of(cast.annotator1).get(reverse("diffs:pair", args=[cast.project.slug, pair.pk]))
    assert reverse("adjudication:feedback-of", args=[cast.project.slug, pair.pk]) in screen.content.decode()
    bodies = [page(cast, cast.annotator1), page(cast, cast.annotator1, pair.pk), str(told(cast, cast.annotator1))]
    for body in (*bodies, screen.content.decode()):
        for secret in (
            "It moved to another field.",
            cast.annotator2.username,
            cast.adjudicator.username,
            str(other.pk),
        ):
            assert secret not in body
    assert all("adaptive" not in body for body in bodies)  # the other's dynamics
    (row,) = client_of(cast.annotator1).get(f"/api/v1/projects/{cast.project.slug}/resolutions/").json()["results"]
    assert {"choices", "row_notes"}.isdisjoint(row)
    (seen,) = client_of(cast.admin).get(f"/api/v1/projects/{cast.project.slug}/disputes/{pair.pk}/").json()["history"]
    assert (seen["row_notes"], seen["choices"]["dynamics"]) == (NOTES, "own")


def test_the_list_is_narrowed_by_row_and_reason_and_a_pair_without_gold_has_no_rows(cast: Cast) -> None:
    moved_, excluded = a_dispute(cast), a_dispute(cast)
    lost = a_pair(cast)
    a_dispute(cast, an_answer(lost), lost_driver(lost), pair=lost)
    for pair in (moved_, lost):
        decide(cast, pair, cast.annotator2, row_notes={"dynamics": NOTES["ecology"]} if pair == lost else NOTES)
    decide(cast, excluded, cast.annotator2, outcome="excluded", payload=None, row_notes=None)
    asked = {
        "part": {"ecology": [moved_], "fates": [lost], "origins": [lost], "dynamics": [lost, moved_]},
        "reason": {"ambiguous_text": [lost, moved_], "rule_misread": [excluded, lost, moved_], "other": []},
    }
    for name, values in asked.items():
        for value, pairs in values.items():
            found = [row["pair"] for row in told(cast, cast.annotator1, **{name: value})]
            assert sorted(found) == sorted(pair.pk for pair in pairs), (name, value)
    # Both filters at once speak of the same row: the fates of `lost` parted for the reason of the whole.
    assert told(cast, cast.annotator1, part="fates", reason="ambiguous_text") == []
    assert [row["rows"] for row in told(cast, cast.annotator1) if row["pair"] == excluded.pk] == [[]]
    assert "The pair left the gold" in page(cast, cast.annotator1)
    assert "3 pairs of yours were decided; 2 with a gold answer, 0 exactly yours." in page(cast, cast.annotator1)


def test_who_was_measured_or_has_not_submitted_is_told_nothing_and_a_reopened_pair_goes_again(cast: Cast) -> None:
    pair = a_dispute(cast)
    add_member(by=cast.admin, project=cast.project, user=cast.outsider, role="annotator")
    decide(cast, pair, cast.annotator2)
    assert told(cast, cast.outsider) == []
    assert client_of(cast.outsider).get(
        reverse("adjudication:feedback-of", args=[cast.project.slug, pair.pk])
    ).status_code == 404  # fmt: skip
    # Measured on the pair that came back unannounced: an answer, but no label.
    hold = pair.unit.assignments.get(person=cast.annotator1)
    Assignment.objects.filter(pk=hold.pk).update(purpose="check", is_counted=False)
    assert told(cast, cast.annotator1) == []
    reopen_case(by=cast.admin, pair=pair, reason_code="other", rationale="A new guideline.")
    assert told(cast, cast.annotator2) == []
    Notification.objects.all().delete()
    decide(cast, pair, cast.annotator1, row_notes={})
    assert [each.recipient for each in Notification.objects.all()] == [cast.annotator2]
    assert [row["same"] for row in told(cast, cast.annotator2)[0]["rows"]].count(False) == 2


def test_labellers_are_notified_unless_they_turned_it_off_and_a_decision_sent_twice_tells_once(cast: Cast) -> None:
    pair = a_dispute(cast)
    choose_notifications(person=cast.annotator2, ways={"decided": (False, False)})
    decide(cast, pair, cast.annotator2)
    decide(cast, pair, cast.annotator2)
    (notice,) = Notification.objects.all()
    assert (notice.recipient, notice.kind, notice.unit) == (cast.annotator1, "decided", pair.unit)
    shown = client_of(cast.annotator1).get(reverse("annotation:notifications")).content.decode()
    assert "is decided. See how your answer compares" in shown
    assert address_of(notice) == reverse("diffs:pair", args=[cast.project.slug, pair.pk])


def test_while_a_pair_wants_more_labels_its_gold_is_not_told(cast: Cast) -> None:
    """A label can be changed then: who had seen the gold would not answer for themselves."""
    pair = a_dispute(cast)
    decide(cast, pair, cast.annotator2)
    pair.unit.overlap = 3
    pair.unit.save(update_fields=["overlap"])
    assert told(cast, cast.annotator1) == []
    assert "Nothing to compare yet" in page(cast, cast.annotator1)
    place = f"/api/v1/projects/{cast.project.slug}/resolutions/"
    assert client_of(cast.annotator1).get(place).json()["results"] == []
    assert len(client_of(cast.admin).get(place).json()["results"]) == 1


def test_the_number_of_queries_does_not_grow_with_the_decided_pairs(cast: Cast) -> None:
    decide(cast, a_dispute(cast), cast.annotator2)
    client, counts = client_of(cast.annotator1), []
    places = [
        reverse("adjudication:feedback", args=[cast.project.slug]),
        "/api/v1/projects/demo/feedback/?part=ecology",
    ]
    for _round in range(2):
        for place in places:
            client.get(place)
            with CaptureQueriesContext(connection) as queries:
                client.get(place)
            counts.append(len(queries))
        decide(cast, a_dispute(cast), cast.annotator2)
    assert counts[:2] == counts[2:]


def test_answers_of_more_than_two_are_compared_alike(cast: Cast) -> None:
    cast.project.overlap = 3
    cast.project.save(update_fields=["overlap"])
    add_member(by=cast.admin, project=cast.project, user=cast.outsider, role="annotator")
    pair = a_pair(cast)
    submit(pair, cast.outsider, lost_driver(pair))
    a_dispute(cast, an_answer(pair), moved(pair), pair=pair)
    decide(cast, PaperPair.objects.with_papers().get(pk=pair.pk), cast.outsider, row_notes=None)
    assert letter_of(pair, cast.outsider) in "abc"
    counts = {
        person.username: sum(not row["same"] for row in told(cast, person)[0]["rows"])
        for person in (cast.annotator1, cast.annotator2, cast.outsider)
    }
    # lost_driver parts from an_answer in dynamics, the driver's fate, a fate and an origin; from moved in ecology, too.
    assert counts == {"annotator1": 4, "annotator2": 5, "outsider": 0}


def test_reasons_given_row_by_row_never_reach_who_was_right_in_the_row(cast: Cast) -> None:
    """The whole is then made of the rows in dispute, by name: it would say where the other one differed."""
    pair = a_dispute(cast)
    notes = {row: {"reason_code": "other", "rationale": f"About {row}."} for row in ("dynamics", "ecology")}
    answer = pair.diffs.get(author=cast.annotator2).answer
    made = resolve_case(
        by=cast.adjudicator, pair=pair, outcome="resolved", payload=answer, reason_code="", rationale="",
        row_notes=notes,
    )  # fmt: skip
    assert made.rationale == "Dynamics: About dynamics.\nEcology: About ecology."
    place = f"/api/v1/projects/{cast.project.slug}/resolutions/"
    bodies = [page(cast, cast.annotator2), page(cast, cast.annotator2, pair.pk), str(told(cast, cast.annotator2))]
    bodies.append(client_of(cast.annotator2).get(place).content.decode())
    assert all("About ecology." not in body for body in bodies)
    assert "The reasons were given row by row" in bodies[0]
    assert "About ecology." in page(cast, cast.annotator1)  # whose ecology is not the gold
    assert client_of(cast.admin).get(place).json()["results"][0]["rationale"] == made.rationale
