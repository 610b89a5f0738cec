"""Everything that people and admins can do to the work of a project, in any order, with crashes and time between.

What must hold after every step: nobody has a unit twice (the database's own constraint), no more people hold a unit
than it wants, no more labels count than it wants, what is finished stays finished, nobody who is barred has a part. And
nothing is ever lost: once all leases have lapsed, whoever is eligible can still be handed each unit that lacks a label.
"""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from annotation.models import Assignment, Membership, Unit
from annotation.refusal import Refused
from annotation.selectors import claimable_units
from annotation.services import (
    add_member,
    assign_unit,
    change_project,
    change_stage,
    change_unit,
    claim_next,
    claim_unit,
    create_account,
    create_project,
    create_stage,
    distribute,
    finish_unit,
    pause_member,
    release_unit,
    renew_lease,
    resume_member,
    return_all,
    return_unit,
    set_away,
    set_weekly_limit,
)
from tests.factories import make_unit

PEOPLE, UNITS = 4, 5
someone, something = st.integers(0, PEOPLE - 1), st.integers(0, UNITS - 1)
ACTIVE = Assignment.State.ACTIVE


class Allocation(RuleBasedStateMachine):
    """A project with a stage of two units, three more units, four annotators and an admin."""

    @initialize(overlaps=st.lists(st.integers(1, 3), min_size=UNITS, max_size=UNITS))
    def begin(self, overlaps: list[int]) -> None:
        self.savepoint = transaction.savepoint()
        self.admin = create_account(by=None, username="admin")
        self.project = create_project(by=self.admin, slug="demo", name="Demo")
        self.people = [create_account(by=None, username=f"person{number}") for number in range(PEOPLE)]
        for person in self.people:
            add_member(by=self.admin, project=self.project, user=person, role="annotator", expertise=["vision"])
        self.stage = create_stage(by=self.admin, project=self.project, name="Pilot", overlap=2)
        self.units = [
            make_unit(
                self.project,
                overlap=overlap,
                stage=self.stage if number < 2 else None,
                domain="vision" if number % 2 else "",
                barred=[self.people[0]] if number == UNITS - 1 else [],
            )
            for number, overlap in enumerate(overlaps)
        ]
        self.finished: dict[tuple[int, int], Any] = {}

    def teardown(self) -> None:
        if hasattr(self, "savepoint"):
            transaction.savepoint_rollback(self.savepoint)

    # What annotators do. A crash needs no step of its own: it is a hold after which nothing comes.

    @rule(who=someone)
    def press_next(self, who: int) -> None:
        person = self.people[who]
        membership = Membership.objects.get(user=person)
        hold, codes = self.answer(claim_next, person=person, project=self.project)
        if codes:
            assert codes <= {"member_paused", "away", "too_many_open", "weekly_limit"}
            return
        assert membership.paused_at is None
        assert membership.away_from is None
        if hold is None:
            assert not claimable_units(person, self.project, []).exists()
        else:
            assert (hold.unit_id, person.pk) not in self.finished
            assert hold.opened_at is not None

    @rule(who=someone, what=something)
    def open_by_name(self, who: int, what: int) -> None:
        self.attempt(claim_unit, person=self.people[who], unit=self.units[what])

    @rule(who=someone, what=something)
    def work_on(self, who: int, what: int) -> None:
        self.attempt(renew_lease, person=self.people[who], unit=self.units[what])

    @rule(who=someone, what=something)
    def give_back(self, who: int, what: int) -> None:
        self.attempt(release_unit, person=self.people[who], unit=self.units[what])

    @rule(who=someone, what=something)
    def finish(self, who: int, what: int) -> None:
        """From a hold, a lapsed one, one given back, or out of nothing."""
        person, unit = self.people[who], self.units[what]
        counted, codes = self.answer(finish_unit, person=person, unit=unit)
        if codes:
            assert codes == {"barred"}
        else:
            assert self.finished.setdefault((unit.pk, person.pk), counted) == counted

    @rule(hours=st.sampled_from([1, 5, 24 * 8]))
    def time_passes(self, hours: int) -> None:
        """An hour keeps a lease of four, five hours end it; eight days end a reservation and a week."""
        past = timedelta(hours=hours)
        Assignment.objects.update(claimed_at=F("claimed_at") - past, lease_expires_at=F("lease_expires_at") - past)

    # What the admin does

    @rule(who=someone, what=something)
    def assign(self, who: int, what: int) -> None:
        self.attempt(assign_unit, by=self.admin, unit=self.units[what], person=self.people[who])

    @rule(old=someone, new=someone, what=something)
    def reassign(self, old: int, new: int, what: int) -> None:
        persons = {"person": self.people[new], "instead_of": self.people[old]}
        self.attempt(assign_unit, by=self.admin, unit=self.units[what], **persons)

    @rule(who=someone, what=something)
    def take_back(self, who: int, what: int) -> None:
        self.attempt(return_unit, by=self.admin, unit=self.units[what], person=self.people[who])

    @rule(who=someone)
    def take_back_all(self, who: int) -> None:
        return_all(by=self.admin, project=self.project, person=self.people[who])

    @rule(people=st.sets(someone, min_size=1), most=st.one_of(st.none(), st.integers(1, 3)))
    def distribute_all(self, people: set[int], most: int | None) -> None:
        chosen = [self.people[number].pk for number in sorted(people)]
        units = [each.pk for each in self.units]
        made = distribute(by=self.admin, project=self.project, units=units, people=chosen, most=most)
        assert all(most is None or number <= most for number in made.per_person.values())

    @rule(who=someone, back=st.booleans())
    def pause_or_resume(self, who: int, back: bool) -> None:
        (resume_member if back else pause_member)(by=self.admin, project=self.project, user=self.people[who])

    @rule(who=someone, back=st.booleans())
    def go_away_or_come_back(self, who: int, back: bool) -> None:
        first = None if back else timezone.localdate()
        set_away(by=self.people[who], project=self.project, user=self.people[who], away_from=first)

    @rule(who=someone, limit=st.sampled_from([None, 1, 3]))
    def limit_a_week(self, who: int, limit: int | None) -> None:
        set_weekly_limit(by=self.admin, project=self.project, user=self.people[who], weekly_limit=limit)

    @rule(what=something, is_paused=st.booleans())
    def pause_unit(self, what: int, is_paused: bool) -> None:
        change_unit(by=self.admin, unit=self.units[what], is_paused=is_paused, priority=what)

    @rule(is_paused=st.booleans())
    def pause_stage(self, is_paused: bool) -> None:
        self.stage = change_stage(by=self.admin, stage=self.stage, is_paused=is_paused)

    @rule(overlap=st.integers(1, 4), of_stage=st.booleans())
    def change_overlap(self, overlap: int, of_stage: bool) -> None:
        complete = {each.pk: each.overlap for each in self.fresh() if each.labels_done >= each.overlap}
        if of_stage:
            self.stage = change_stage(by=self.admin, stage=self.stage, overlap=overlap)
        else:
            change_project(by=self.admin, project=self.project, overlap=overlap)
        for each in self.fresh():
            assert each.overlap == complete.get(each.pk, each.overlap), "a complete unit is not reopened"

    @rule(what=something, into=st.booleans())
    def move(self, what: int, into: bool) -> None:
        unit = self.units[what]
        unit.refresh_from_db()
        change_unit(by=self.admin, unit=unit, stage=self.stage if into else None)

    def attempt(self, service: Any, **arguments: Any) -> None:
        """A refusal is an answer; whoever is let in has not more company than the unit wants."""
        unit = arguments["unit"]
        before = Assignment.objects.held().filter(unit=unit).count()
        if self.answer(service, **arguments)[1]:
            return
        after = Assignment.objects.held().filter(unit=unit).count()
        if after > before:
            unit.refresh_from_db()
            active = Assignment.objects.active().filter(unit=unit).count()
            assert unit.labels_done + active <= unit.overlap

    def answer(self, service: Any, **arguments: Any) -> tuple[Any, set[str]]:
        """What the service answers, and the codes of its refusal."""
        try:
            return service(**arguments), set()
        except Refused as refusal:
            return None, {each.code for each in refusal.faults}

    def fresh(self) -> list[Unit]:
        return list(Unit.objects.select_related("stage").order_by("pk"))

    # What must hold

    @invariant()
    @precondition(lambda self: hasattr(self, "finished"))
    def labels_are_counted_right_and_stay(self) -> None:
        rows = list(Assignment.objects.values_list("unit", "person", "state", "is_counted"))
        assert {
            (unit, person): counted for unit, person, state, counted in rows if state == "finished"
        } == self.finished
        for unit in self.fresh():
            counted = sum(counted for each, _person, _state, counted in rows if each == unit.pk)
            assert counted == unit.labels_done <= unit.overlap
        barred = (self.units[-1].pk, self.people[0].pk)
        assert barred not in {(unit, person) for unit, person, _state, _counted in rows}

    @rule()
    def nothing_is_lost(self) -> None:
        """After all leases: every unit that lacks labels is there for each who has not finished it and may have it."""
        Assignment.objects.filter(state=ACTIVE).update(
            claimed_at=timezone.now() - timedelta(days=9), lease_expires_at=timezone.now() - timedelta(days=1)
        )
        units = self.fresh()
        for person in self.people:
            offered = set(claimable_units(person, self.project, ["vision"]).values_list("pk", flat=True))
            for unit in units:
                paused = unit.is_paused or (unit.stage is not None and unit.stage.is_paused)
                lacks = unit.labels_done < unit.overlap and not paused
                barred = person == self.people[0] and unit.pk == self.units[-1].pk
                mine = (unit.pk, person.pk) in self.finished
                assert (unit.pk in offered) == (lacks and not barred and not mine)


@pytest.mark.django_db
def test_no_order_of_events_doubles_loses_or_over_assigns_work() -> None:
    """Each example is undone by a savepoint of this test's transaction."""
    run_state_machine_as_test(
        Allocation,
        settings=settings(
            max_examples=8, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
