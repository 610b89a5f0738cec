"""Time on task: each moment of activity counts once at most, idle time never, and only admins see it."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.models import Assignment, Unit
from annotation.rules import MOST_SPANS, OLDEST_SPAN, counted_time
from annotation.services import beat, claim_unit, finish_unit
from tests.cast import Cast
from tests.factories import make_unit

JSON = "application/json"
Spans = list[tuple[float, float]]

# A day at one unit, in seconds: two tabs, each with spans of activity, and when each tells of them.
SPAN = st.tuples(st.integers(0, 3000), st.integers(0, 400)).map(lambda it: (it[0], it[0] + it[1]))
TAB = st.tuples(st.lists(SPAN, max_size=6), st.lists(st.integers(0, 3500), max_size=6), st.booleans())


def active(spans: Any) -> set[int]:
    """The seconds in which somebody was at work."""
    return {second for start, end in spans for second in range(start, end)}


def told(tabs: Any) -> list[tuple[int, Spans]]:
    """(when, spans so far) of every tab in the order of the clock; a tab that hears no answer tells all again."""
    beats = []
    for spans, moments, is_deaf in tabs:
        confirmed = 0
        for now in sorted(moments):
            new = [(max(start, confirmed), min(end, now)) for start, end in spans if end > confirmed and start < now]
            beats.append((now, [(float(now - start), float(now - end)) for start, end in new]))
            confirmed = confirmed if is_deaf else now
    return sorted(beats, key=lambda each: each[0])


@settings(max_examples=150, deadline=None)
@given(st.lists(TAB, max_size=3))
def test_a_sum_never_exceeds_the_time_in_which_somebody_was_at_work(tabs: Any) -> None:
    until, total = 0.0, 0
    for now, spans in told(tabs):
        seconds, counted = counted_time(until, now, spans)
        assert until <= counted <= max(now, until)
        until, total = counted, total + seconds
    assert total <= len(active(span for spans, _moments, _deaf in tabs for span in spans))
    assert total <= max((now for now, _spans in told(tabs)), default=0)


@settings(max_examples=100, deadline=None)
@given(st.lists(SPAN, max_size=6), st.lists(st.integers(0, 3500), max_size=6), st.booleans())
def test_one_tab_loses_nothing_of_what_it_tells(spans: Any, moments: list[int], is_deaf: bool) -> None:
    """Also where answers or beats in between were lost: the last beat makes up for them."""
    until, total = 0.0, 0
    for now, parts in told([(spans, [*moments, 3500], is_deaf)]):
        seconds, until = counted_time(until, now, parts)
        total += seconds
    assert total == len(active(spans))


def test_idle_time_is_left_out() -> None:
    # at work from 100 to 130 and from 400 to 410; told at 500: 30 + 10
    assert counted_time(0, 500, [(400, 370), (100, 90)]) == (40, 410)


def test_what_another_tab_has_told_is_not_counted_again() -> None:
    # counted until 450 already: of 400 to 470 only the last 20 seconds are new
    assert counted_time(450, 500, [(100, 30)]) == (20, 470)


def test_what_is_older_than_an_hour_is_not_believed() -> None:
    assert counted_time(0, 100_000, [(90_000, 0)]) == (OLDEST_SPAN, 100_000)


def test_a_part_of_a_second_is_not_rounded_up() -> None:
    assert counted_time(0, 10, [(1.9, 0)])[0] == 1


def held(cast: Cast, minutes: int = 10) -> Unit:
    """A unit that annotator1 took so many minutes ago."""
    unit = make_unit(cast.project)
    claim_unit(person=cast.annotator1, unit=unit)
    then = timezone.now() - timedelta(minutes=minutes)
    Assignment.objects.filter(unit=unit).update(claimed_at=then)
    return unit


def counted(unit: Unit) -> int:
    return Assignment.objects.get(unit=unit).active_seconds


def signed_in(person: Any) -> Client:
    client = Client()
    client.force_login(person)
    return client


def test_the_page_counts_time_and_renews_the_lease(cast: Cast) -> None:
    unit = held(cast)
    before = Assignment.objects.get(unit=unit).lease_expires_at
    page, address = signed_in(cast.annotator1), f"/projects/demo/work/units/{unit.pk}/heartbeat/"
    answer = page.post(address, {"active": [[90, 30]]}, content_type=JSON)
    assert (answer.status_code, counted(unit)) == (200, 60)
    assert set(answer.json()) == {"state", "lease_expires_at"}
    assert Assignment.objects.get(unit=unit).lease_expires_at > before
    page.post(address, {"active": [[90, 30]]}, content_type=JSON)
    assert counted(unit) in (60, 61)  # the two requests are a moment apart; 61 where a second's edge lies between


def test_time_before_a_unit_was_taken_is_not_counted(cast: Cast) -> None:
    unit = held(cast, minutes=1)
    beat(person=cast.annotator1, unit=unit, spans=[(3000, 0)])
    assert counted(unit) in (60, 61)


def test_the_last_minute_before_submitting_counts(cast: Cast) -> None:
    """The page tells it while it is left, when the unit is finished already."""
    unit = held(cast)
    finish_unit(person=cast.annotator1, unit=unit)
    beat(person=cast.annotator1, unit=unit, spans=[(40, 0)])
    assert counted(unit) == 40


def test_time_stays_counted_when_the_place_is_gone(cast: Cast) -> None:
    unit = make_unit(cast.project, overlap=1)
    claim_unit(person=cast.annotator1, unit=unit)
    then = timezone.now() - timedelta(hours=1)
    Assignment.objects.filter(unit=unit).update(claimed_at=then, lease_expires_at=then + timedelta(minutes=30))
    claim_unit(person=cast.annotator2, unit=unit)
    page = signed_in(cast.annotator1)
    answer = page.post(f"/projects/demo/work/units/{unit.pk}/heartbeat/", {"active": [[50, 0]]}, content_type=JSON)
    assert answer.status_code == 409
    assert Assignment.objects.get(unit=unit, person=cast.annotator1).active_seconds == 50
    assert Assignment.objects.get(unit=unit, person=cast.annotator2).active_seconds == 0


BAD: list[Any] = [
    {"active": 1}, {"active": {}}, {"active": [1]}, {"active": [[1]]}, {"active": [["a", "b"]]}, {"active": [[1, 2]]},
    {"active": [[1, -1]]}, {"active": [[True, False]]}, {"active": [[1e300, 0]]}, "x",
    {"active": [[2, 1]] * (MOST_SPANS + 1)},
]  # fmt: skip


@pytest.mark.parametrize("root", ["/projects/demo", "/api/v1/projects/demo"])
def test_spans_that_are_none_are_refused_and_count_nothing(cast: Cast, root: str) -> None:
    unit = held(cast)
    address, page = f"{root}/work/units/{unit.pk}/heartbeat/", signed_in(cast.annotator1)
    for body in BAD:
        answer = page.post(address, json.dumps(body), content_type=JSON)
        assert (answer.status_code, answer.json()["faults"][0]["code"]) == (400, "active_time"), body
    assert page.post(address, "{", content_type=JSON).status_code == 400
    assert counted(unit) == 0


def test_nobody_else_s_pages_tell_how_long_somebody_worked(cast: Cast) -> None:
    """The number is odd enough to be found wherever it would stand."""
    unit = held(cast)
    finish_unit(person=cast.annotator1, unit=unit)
    Assignment.objects.filter(unit=unit).update(active_seconds=7919)
    for person in (cast.annotator1, cast.annotator2, cast.adjudicator):
        client = signed_in(person)
        for place in ("/projects/demo/work/", "/projects/demo/pairs/", "/api/v1/projects/demo/work/"):
            body = client.get(place).content.decode()
            assert "7919" not in body, place
            assert "active_seconds" not in body, place
