"""A property of handing out: whatever people do in whatever order, no unit gets more labels than it wants."""

import contextlib

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from annotation.models import Assignment, Unit, User
from annotation.refusal import Refused
from annotation.services import (
    add_member,
    claim_next,
    claim_unit,
    create_account,
    create_project,
    finish_unit,
    release_unit,
    renew_lease,
)
from tests.annotation.test_claim import let_lapse
from tests.factories import make_unit

PEOPLE, UNITS = 4, 3
VERBS = ["next", "open", "keep", "give back", "finish", "lapse"]

steps = st.lists(st.tuples(st.sampled_from(VERBS), st.integers(0, PEOPLE - 1), st.integers(0, UNITS - 1)), max_size=30)


class TestHandingOut(TestCase):
    @settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(steps=steps, overlaps=st.lists(st.integers(1, 3), min_size=UNITS, max_size=UNITS))
    def test_no_order_of_events_gives_a_unit_more_than_it_wants(
        self, steps: list[tuple[str, int, int]], overlaps: list[int]
    ) -> None:
        admin = create_account(by=None, username="admin")
        project = create_project(by=admin, slug="demo", name="Demo")
        people = [create_account(by=None, username=f"person{number}") for number in range(PEOPLE)]
        for person in people:
            add_member(by=admin, project=project, user=person, role="annotator")
        units = [make_unit(project, overlap=overlap) for overlap in overlaps]
        finished: set[tuple[int, int]] = set()
        for verb, who, what in steps:
            with contextlib.suppress(Refused):
                self.do(verb, people[who], units[what], finished)
            self.check(units, finished)

    def do(self, verb: str, person: User, unit: Unit, finished: set[tuple[int, int]]) -> None:
        held_before = Assignment.objects.held().filter(unit=unit, person=person).exists()
        if verb == "next":
            hold = claim_next(person=person, project=unit.project)
            if hold is not None:
                assert (hold.unit_id, person.pk) not in finished
                self.check_room(hold.unit)
        elif verb in {"open", "keep"}:
            (claim_unit if verb == "open" else renew_lease)(person=person, unit=unit)
            if not held_before:
                self.check_room(unit)
        elif verb == "give back":
            release_unit(person=person, unit=unit)
        elif verb == "finish":
            finish_unit(person=person, unit=unit)
            finished.add((unit.pk, person.pk))
        elif Assignment.objects.active().filter(unit=unit, person=person).exists():
            let_lapse(unit, person)

    def check_room(self, unit: Unit) -> None:
        """A place that has just been taken was free."""
        unit.refresh_from_db()
        assert unit.labels_done + Assignment.objects.active().filter(unit=unit).count() <= unit.overlap

    def check(self, units: list[Unit], finished: set[tuple[int, int]]) -> None:
        for unit in units:
            unit.refresh_from_db()
            rows = Assignment.objects.filter(unit=unit)
            counted = rows.filter(is_counted=True).count()
            assert counted == unit.labels_done
            assert counted == min(unit.overlap, rows.filter(state="finished").count())
        assert set(Assignment.objects.filter(state="finished").values_list("unit_id", "person_id")) == finished
