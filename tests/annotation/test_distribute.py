"""Distributing many units over people: the plan as a pure rule, then its preview and its doing."""

from collections import Counter
from datetime import timedelta

from django.test import Client
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.models import Assignment, Notification, Unit
from annotation.rules import Piece, Worker, plan
from annotation.services import add_member, create_account, distribute, set_away, set_weekly_limit
from tests.cast import Cast
from tests.factories import make_unit

DOMAINS = ["vision", "nlp", ""]
domain = st.sampled_from(DOMAINS)
pieces = st.lists(
    st.builds(
        Piece,
        unit=st.integers(1, 50),
        domain=domain,
        places=st.integers(0, 3),
        without=st.frozensets(st.integers(1, 6), max_size=4),
    ),
    max_size=12,
    unique_by=lambda each: each.unit,
)
workers = st.lists(
    st.builds(
        Worker,
        person=st.integers(1, 6),
        expertise=st.frozensets(domain, max_size=2),
        open=st.integers(0, 5),
        room=st.one_of(st.none(), st.integers(0, 4)),
    ),
    max_size=6,
    unique_by=lambda each: each.person,
)


@settings(max_examples=150, deadline=None)
@given(pieces=pieces, workers=workers)
def test_a_plan_breaks_no_rule_and_leaves_no_place_that_somebody_could_have(
    pieces: list[Piece], workers: list[Worker]
) -> None:
    handed = plan(pieces, workers)
    assert len(set(handed)) == len(handed)  # never twice on a unit
    per_unit, per_person = Counter(unit for unit, _p in handed), Counter(person for _u, person in handed)
    room = {each.person: each.room for each in workers}
    for person, number in per_person.items():
        limit = room[person]
        assert limit is None or number <= limit
    for piece in pieces:
        given_to = {person for unit, person in handed if unit == piece.unit}
        assert not given_to & piece.without
        assert per_unit[piece.unit] <= piece.places
        if per_unit[piece.unit] < piece.places:
            for each in workers:
                full = each.room is not None and per_person[each.person] >= each.room
                assert full or each.person in piece.without | given_to
    assert plan(pieces, list(reversed(workers))) == handed  # the order of people decides nothing


@settings(max_examples=60, deadline=None)
@given(units=st.integers(0, 20), places=st.integers(1, 3), people=st.integers(1, 6))
def test_people_who_know_equally_much_get_equally_many(units: int, places: int, people: int) -> None:
    handed = plan([Piece(n, "", places) for n in range(units)], [Worker(n) for n in range(people)])
    counts = [Counter(person for _unit, person in handed)[n] for n in range(people)]
    assert max(counts) - min(counts) <= 1
    assert sum(counts) == units * min(places, people)


def test_who_knows_the_domain_comes_first_then_who_has_less_open() -> None:
    """1 knows vision and has most open; 2 has two open, 3 none. Units 10–12 are of vision, nlp, nlp; one place each."""
    people = [Worker(1, frozenset({"vision"}), open=9), Worker(2, open=2), Worker(3, open=0)]
    assert plan([Piece(10, "vision", 1), Piece(11, "nlp", 1), Piece(12, "nlp", 1)], people) == [
        (10, 1),
        (11, 3),
        (12, 3),
    ]


def test_a_distribution_fills_free_places_and_tells_each_person_once(cast: Cast) -> None:
    """Three units of two places, two people, both have none open: each gets all three."""
    units = [make_unit(cast.project) for _each in range(3)]
    people = [cast.annotator1.pk, cast.annotator2.pk]
    made = distribute(by=cast.admin, project=cast.project, units=[each.pk for each in units], people=people)
    assert (made.units, made.places, made.left) == (3, 6, 0)
    assert made.per_person == dict.fromkeys(people, 3)
    holds = Assignment.objects.all()
    assert {(each.assigned_by, each.opened_at, each.state) for each in holds} == {(cast.admin, None, "active")}
    assert [each.params["count"] for each in Notification.objects.filter(kind="assigned")] == [3, 3]
    again = distribute(by=cast.admin, project=cast.project, units=[each.pk for each in units], people=people)
    assert (again.places, len(again.pairs)) == (0, 0)


def test_away_people_limits_and_earlier_holders_are_respected(cast: Cast) -> None:
    third = create_account(by=None, username="third")
    add_member(by=cast.admin, project=cast.project, user=third, role="annotator")
    set_away(by=third, project=cast.project, user=third, away_from=timezone.localdate())
    set_weekly_limit(by=cast.admin, project=cast.project, user=cast.annotator1, weekly_limit=2)
    units = [make_unit(cast.project, overlap=3, barred=[cast.annotator2] if n == 0 else []) for n in range(4)]
    paused = make_unit(cast.project)
    Unit.objects.filter(pk=paused.pk).update(is_paused=True)
    ids = [each.pk for each in [*units, paused]]
    people = [cast.annotator1.pk, cast.annotator2.pk, third.pk, cast.outsider.pk]
    made = distribute(by=cast.admin, project=cast.project, units=ids, people=people)
    # annotator1 has room for two a week, annotator2 is barred from one of four; the others get nothing.
    assert made.per_person == {cast.annotator1.pk: 2, cast.annotator2.pk: 3}
    assert (made.units, made.places, made.left) == (4, 12, 7)


def test_a_week_later_the_limit_has_room_again(cast: Cast) -> None:
    set_weekly_limit(by=cast.admin, project=cast.project, user=cast.annotator1, weekly_limit=1)
    units = [make_unit(cast.project, overlap=1).pk for _each in range(2)]
    for expected in (1, 0):
        made = distribute(by=cast.admin, project=cast.project, units=units, people=[cast.annotator1.pk])
        assert len(made.pairs) == expected
    past = timezone.now() - timedelta(days=7, minutes=1)
    Assignment.objects.update(claimed_at=past)
    assert len(distribute(by=cast.admin, project=cast.project, units=units, people=[cast.annotator1.pk]).pairs) == 1


def test_the_page_says_the_counts_before_anything_is_assigned(cast: Cast, client: Client) -> None:
    for number in range(3):
        make_unit(cast.project, kind="pair" if number else "genome", title=f"Unit {number}")
    client.force_login(cast.admin)
    page = "/projects/demo/progress/distribute/?kind=pair"
    assert "2 units, as filtered" in client.get(page).content.decode()
    form = {"people": [cast.annotator1.pk, cast.annotator2.pk], "most": "1"}
    planned = client.post(page, form).content.decode()
    assert "2 places of 2 units would be assigned" in planned
    assert "2 free places find nobody" in planned
    assert not Assignment.objects.exists()
    done = client.post(page, {**form, "do": "1"})
    assert done["Location"] == "/projects/demo/progress/?kind=pair"
    assert Counter(Assignment.objects.values_list("person__username", flat=True)) == {"annotator1": 1, "annotator2": 1}
    assert client.post(page, {"people": ["x"], "most": "0"}).status_code == 422
