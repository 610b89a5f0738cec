"""What each person does, how fast the labels come in, when they will all be in, and what stands in the way."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import Aggregate, Count, F, FloatField, Q, Sum
from django.utils import timezone

from annotation.models import Assignment, Membership, Project, Role, Stage, Unit, User
from annotation.querysets import UnitQuerySet
from annotation.rules import PACE_DAYS, days_left
from annotation.selectors.links import UNIT_SUBJECT, unit_url
from annotation.selectors.members import Member, at_work, members_of
from annotation.selectors.units import ADJUDICATE, overseen_holds, overseen_units

LABEL = Assignment.Purpose.LABEL
MEDIAN_DAYS = 28
STUCK_ROWS = 20


class Median(Aggregate):
    """PostgreSQL's continuous median."""

    function = "PERCENTILE_CONT"
    template = "%(function)s(0.5) WITHIN GROUP (ORDER BY %(expressions)s)"
    output_field = FloatField()


@dataclass(frozen=True)
class Throughput:
    """One annotator: what they finished, what they hold, and how long a unit takes them."""

    member: Member
    finished_week: int
    finished_lately: int  # in the days that the pace is taken over
    finished: int
    open: int
    waiting: int  # assigned, not opened yet
    overdue: int
    median_minutes: float | None  # of active time on units finished in the last MEDIAN_DAYS; None: none was measured


@dataclass(frozen=True)
class Forecast:
    """When the labels of a stage (None: of all units) will be in, or why that cannot be told."""

    stage: Stage | None
    name: str
    units: int
    complete: int
    labels_missing: int
    recent_labels: int  # of the pace's days, by people who are at work now
    away_labels: int  # of the same days, by people who are not: they are left out
    done_on: date | None

    @property
    def reason(self) -> str:
        """Why there is no day: `done`, `nobody_lately`, `all_away`; empty where there is one."""
        if not self.labels_missing:
            return "done"
        if self.done_on is not None:
            return ""
        return "all_away" if self.away_labels else "nobody_lately"


@dataclass(frozen=True)
class Stuck:
    """A unit that lacks more people than there are who may take it."""

    unit: Unit
    address: str
    places: int
    eligible: int


@dataclass(frozen=True)
class Bottlenecks:
    at_work: int
    away: int
    paused: int
    stuck: list[Stuck]
    stuck_count: int
    overdue: int
    paused_units: int
    waiting_to_be_opened: int


def throughput(reader: User, project: Project) -> list[Throughput]:
    """One row per annotator, over the units that the reader may look into; three queries."""
    now = timezone.now()
    theirs = overseen_holds(reader, project).exclude(purpose=ADJUDICATE).order_by().values("person")
    done = Q(state="finished")
    active = Q(state="active", lease_expires_at__gt=now)
    unopened = Q(assigned_by__isnull=False, opened_at__isnull=True)
    counts = theirs.annotate(
        finished_week=Count("pk", done & Q(finished_at__gte=now - timedelta(days=7))),
        finished_lately=Count("pk", done & Q(finished_at__gte=now - timedelta(days=PACE_DAYS))),
        finished=Count("pk", done),
        open=Count("pk", active & ~unopened),
        waiting=Count("pk", active & unopened),
        overdue=Count("pk", active & Q(unit__due__lt=timezone.localdate())),
    )
    timed = theirs.filter(done, finished_at__gte=now - timedelta(days=MEDIAN_DAYS), active_seconds__gt=0)
    medians = {each["person"]: each["median"] / 60 for each in timed.annotate(median=Median("active_seconds"))}
    found: dict[int, Any] = {each.pop("person"): each for each in counts}
    nothing = dict.fromkeys(("finished_week", "finished_lately", "finished", "open", "waiting", "overdue"), 0)
    return [
        Throughput(member=each, median_minutes=medians.get(each.user.pk), **found.get(each.user.pk, nothing))
        for each in members_of(project)
        if each.is_annotator
    ]


def forecasts(reader: User, project: Project) -> list[Forecast]:
    """All units first, then each stage and what lies outside all stages, if there are stages; four queries."""
    units = overseen_units(reader, project).filter(is_known=False)
    rows = {
        each["stage"]: each
        for each in units.order_by()
        .values("stage")
        .annotate(
            units=Count("pk"),
            complete=Count("pk", Q(labels_done__gte=F("overlap"))),
            missing=Sum(F("overlap") - F("labels_done")),
        )
    }
    pace = _pace(project, units)
    stages = list(project.stages.all())
    every: dict[str, int] = {
        name: sum(each[name] for each in rows.values()) for name in ("units", "complete", "missing")
    }
    total = tuple(map(sum, zip(*pace.values(), strict=True))) if pace else (0, 0)
    found = [_forecast(None, "", every, total)]
    if stages:
        nothing = {"units": 0, "complete": 0, "missing": 0}
        named: Sequence[tuple[Stage | None, int | None]] = [(each, each.pk) for each in stages]
        for stage, key in [*named, *([(None, None)] if None in rows else [])]:
            found.append(_forecast(stage, stage.name if stage else "-", rows.get(key, nothing), pace.get(key, (0, 0))))
    return found


def _pace(project: Project, units: UnitQuerySet) -> dict[int | None, tuple[int, int]]:
    """Stage to the labels of the last days, by people at work now and by all others."""
    since = timezone.now() - timedelta(days=PACE_DAYS)
    working = Membership.objects.filter(at_work(), project=project, role=Role.ANNOTATOR).values("user")
    recent = Assignment.objects.filter(unit__in=units, is_counted=True, finished_at__gte=since).order_by()
    by_stage = recent.values_list("unit__stage").annotate(
        here=Count("pk", Q(person__in=working)), away=Count("pk", ~Q(person__in=working))
    )
    return {stage: (here, away) for stage, here, away in by_stage}


def _forecast(stage: Stage | None, name: str, sums: dict[str, Any], pace: tuple[int, ...]) -> Forecast:
    recent, away = pace
    days = days_left(sums["missing"], recent)
    done_on = timezone.localdate() + timedelta(days=days) if days else None
    return Forecast(stage, name, sums["units"], sums["complete"], sums["missing"], recent, away, done_on)


def bottlenecks(reader: User, project: Project) -> Bottlenecks:
    """What keeps labels from coming in."""
    now = timezone.now()
    members = Membership.objects.filter(project=project, role=Role.ANNOTATOR)
    people = members.aggregate(
        at_work=Count("pk", at_work()),
        paused=Count("pk", Q(paused_at__isnull=False)),
        all=Count("pk"),
    )
    units = overseen_units(reader, project).filter(labels_done__lt=F("overlap"))
    counts = units.order_by().aggregate(
        overdue=Count("pk", Q(due__lt=timezone.localdate())),
        paused=Count("pk", Q(is_paused=True) | Q(stage__is_paused=True)),
    )
    waiting = Assignment.objects.unopened().filter(unit__in=units, lease_expires_at__gt=now).count()
    short = _short_of_people(project, units)
    found = Unit.objects.select_related(*UNIT_SUBJECT).in_bulk(list(short)[:STUCK_ROWS])
    rows = [Stuck(found[pk], unit_url(found[pk]), *short[pk]) for pk in found]
    away = people["all"] - people["at_work"] - people["paused"]
    return Bottlenecks(
        people["at_work"], away, people["paused"], rows, len(short), counts["overdue"], counts["paused"], waiting
    )


def _short_of_people(project: Project, units: UnitQuerySet) -> dict[int, tuple[int, int]]:
    """Units with more free places than people at work who may take one: to both numbers, in the order of the ids.

    Knowing nothing of its domain keeps nobody from a unit. Those who have a part in it cannot take another, but for
    what they gave back or let lapse; those who are barred from it never have one. The rows of all people are joined
    once: looking them up for each unit takes five times as long when there are many units.
    """
    members = Membership.objects.filter(at_work(), project=project, role=Role.ANNOTATOR)
    working = list(members.values_list("user", flat=True))
    barred_rows = Unit.barred.through.objects.filter(unit__in=units.order_by().values("pk"), user__in=working)
    barred = dict(barred_rows.values_list("unit").annotate(number=Count("pk")))
    active = Q(assignments__state="active", assignments__lease_expires_at__gt=timezone.now())
    part = active | Q(assignments__state="finished") | ~Q(assignments__purpose=LABEL)
    rows = (
        units.workable()
        .filter(is_known=False)
        .annotate(
            held=Count("assignments", active & Q(assignments__purpose=LABEL)),
            taken=Count("assignments", part & Q(assignments__person__in=working or [0])),  # of nobody: 0, not NULL
        )
        .annotate(places=F("overlap") - F("labels_done") - F("held"))
        .filter(places__gt=0)
        .filter(places__gt=len(working) - max(barred.values(), default=0) - F("taken"))
        .order_by("pk")
        .values_list("pk", "places", "taken")
    )
    able = {pk: (places, len(working) - taken - barred.get(pk, 0)) for pk, places, taken in rows}
    return {pk: (places, eligible) for pk, (places, eligible) in able.items() if places > eligible}
