"""Many pairs changed at once: told before, told after with what was left out, and taken back."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from annotation.models import Assignment, Stage, Unit
from annotation.refusal import Refused
from annotation.services import add_member, claim_unit, finish_unit
from annotation.services.bulk import Action, Left, change_units
from diffs.models import PaperPair
from tests.cast import Cast
from tests.diffs.rows import chain

PAGE = "/projects/demo/pairs/"


@pytest.fixture
def pairs(cast: Cast) -> list[PaperPair]:
    return chain(cast, "alpha", "beta", "gamma", "delta")


def signed_in(person: Any) -> Client:
    client = Client()
    client.force_login(person)
    return client


def change(cast: Cast, pairs: list[PaperPair], action: str, value: str = "", *, dry_run: bool = False) -> Any:
    units = [pair.unit_id for pair in pairs]
    return change_units(by=cast.admin, project=cast.project, units=units, action=action, value=value, dry_run=dry_run)


def values(pairs: list[PaperPair], field: str) -> list[Any]:
    return [getattr(Unit.objects.get(pk=pair.unit_id), field) for pair in pairs]


def test_pausing_many_says_how_many_and_is_undone_by_resuming(cast: Cast, pairs: list[PaperPair]) -> None:
    Unit.objects.filter(pk=pairs[0].unit_id).update(is_paused=True)
    looked = change(cast, pairs, "pause", dry_run=True)
    assert (looked.changed, looked.same, values(pairs, "is_paused")) == (2, 1, [True, False, False])
    done = change(cast, pairs, "pause")
    assert (done.changed, done.same, values(pairs, "is_paused")) == (2, 1, [True, True, True])
    again = change(cast, pairs, "pause")
    assert (again.changed, again.same) == (0, 3)
    for _value, ids in done.before:
        change_units(by=cast.admin, project=cast.project, units=ids, action="resume")
    assert values(pairs, "is_paused") == [True, False, False]


def test_priority_due_date_and_stage_are_set(cast: Cast, pairs: list[PaperPair]) -> None:
    stage = Stage.objects.create(project=cast.project, name="Pilot", overlap=3)
    assert change(cast, pairs[:2], "priority", "-4").changed == 2
    assert change(cast, pairs[:2], "due", "2026-03-31").changed == 2
    assert change(cast, pairs[:2], "stage", str(stage.pk)).changed == 2
    unit = Unit.objects.get(pk=pairs[0].unit_id)
    # a stage brings the labels that it wants
    assert (unit.priority, unit.due, unit.stage, unit.overlap) == (-4, date(2026, 3, 31), stage, 3)
    change(cast, pairs[:1], "due", "")
    change(cast, pairs[:1], "stage", "")
    unit.refresh_from_db()
    assert (unit.due, unit.stage) == (None, None)
    assert Unit.objects.get(pk=pairs[2].unit_id).priority == 0


BAD = [
    ("priority", "x"), ("priority", "99999"), ("priority", "1" * 40), ("due", "31.3.2026"), ("due", "2026-02-30"),
    ("stage", "999999"), ("stage", "Pilot"), ("overlap", "0"), ("overlap", "10"), ("explode", ""),
]  # fmt: skip


@pytest.mark.parametrize(("action", "value"), BAD)
def test_a_value_that_fits_nothing_is_refused(cast: Cast, pairs: list[PaperPair], action: str, value: str) -> None:
    with pytest.raises(Refused):
        change(cast, pairs, action, value)
    assert values(pairs, "priority") == [0, 0, 0]


def test_overlap_changes_only_where_labels_are_missing_and_nobody_is_pushed_out(
    cast: Cast, pairs: list[PaperPair]
) -> None:
    complete, busy, free = (pair.unit for pair in pairs)
    for person in (cast.annotator1, cast.annotator2):
        finish_unit(person=person, unit=complete)
        claim_unit(person=person, unit=busy)
    # to one label: the first has both already, two people are at work on the second
    done = change(cast, pairs, "overlap", "1")
    assert (done.changed, dict(done.left_out)) == (1, {Left.COMPLETE: 1, Left.BUSY: 1})
    assert values(pairs, "overlap") == [2, 2, 1]
    raised = change(cast, pairs, "overlap", "3")
    assert (raised.changed, dict(raised.left_out)) == (2, {Left.COMPLETE: 1})
    assert free.overlap == 2  # the row in hand is the one of before


def test_units_of_another_project_are_not_touched(cast: Cast, pairs: list[PaperPair]) -> None:
    from tests.cast import make_cast

    other = make_cast("other", "other-")
    done = change_units(
        by=other.admin, project=other.project, units=[pair.unit_id for pair in pairs], action=Action.PAUSE
    )
    assert (done.total, values(pairs, "is_paused")) == (0, [False, False, False])


def test_the_page_tells_first_then_does_then_takes_back(cast: Cast, pairs: list[PaperPair]) -> None:
    client = signed_in(cast.admin)
    sent = {"pairs": [pairs[0].pk, pairs[1].pk], "action": "priority", "value_priority": "7", "filter": "sort=title"}
    looked = client.post(f"{PAGE}bulk/", sent)
    assert "2 pairs will get the priority 7." in looked.content.decode()
    assert values(pairs, "priority") == [0, 0, 0]
    fragment = client.post(f"{PAGE}bulk/", sent, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in fragment and 'name="confirm"' in fragment  # noqa: PT018 - one look at one fragment
    done = client.post(f"{PAGE}bulk/", {**sent, "confirm": "1"}, follow=True)
    assert done.redirect_chain == [(f"{PAGE}?sort=title", 302)]
    assert "2 pairs have the priority 7 now." in done.content.decode()
    assert values(pairs, "priority") == [7, 7, 0]
    client.post(f"{PAGE}undo/")
    assert values(pairs, "priority") == [0, 0, 0]
    assert "There is nothing to take back." in client.post(f"{PAGE}undo/", follow=True).content.decode()


def test_all_that_match_are_taken_without_being_ticked(cast: Cast, pairs: list[PaperPair]) -> None:
    client = signed_in(cast.admin)
    client.post(f"{PAGE}bulk/", {"all": "1", "filter": "q=beta", "action": "pause", "confirm": "1"})
    assert values(pairs, "is_paused") == [True, True, False]


def test_nothing_chosen_is_said(cast: Cast, pairs: list[PaperPair]) -> None:
    client = signed_in(cast.admin)
    answer = client.post(f"{PAGE}bulk/", {"action": "pause"}, follow=True)
    assert "Choose pairs first" in answer.content.decode()
    told = client.post(f"{PAGE}bulk/", {"action": "pause"}, headers={"HX-Request": "true"})
    assert told.status_code == 422


def test_pairs_are_distributed_to_people(cast: Cast, pairs: list[PaperPair]) -> None:
    client = signed_in(cast.admin)
    sent = {"all": "1", "action": "distribute", "people": [cast.annotator1.pk, cast.annotator2.pk]}
    # three pairs that want two labels each, two people: six places, three to each
    assert "6 places will be given out." in client.post(f"{PAGE}bulk/", sent).content.decode()
    client.post(f"{PAGE}bulk/", {**sent, "confirm": "1"})
    holds = Assignment.objects.filter(unit__in=[pair.unit_id for pair in pairs], lease_expires_at__gt=timezone.now())
    assert holds.count() == 6
    nobody = client.post(f"{PAGE}bulk/", {**sent, "people": []}, follow=True)
    assert "Choose to whom the pairs go." in nobody.content.decode()


def test_what_counts_others_work_is_not_for_an_admin_who_labels(cast: Cast, pairs: list[PaperPair]) -> None:
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="annotator")
    client = signed_in(cast.admin)
    for action in ("overlap", "distribute"):
        sent = {"all": "1", "action": action, "value_overlap": "3", "people": [cast.annotator1.pk], "confirm": "1"}
        assert "Another admin can do it." in client.post(f"{PAGE}bulk/", sent, follow=True).content.decode()
    assert values(pairs, "overlap") == [2, 2, 2]
    page = client.get(PAGE).content.decode()
    assert 'value="pause"' in page
    assert 'value="overlap"' not in page
