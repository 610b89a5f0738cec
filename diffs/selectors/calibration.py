"""How people did on pairs whose answer is known."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from annotation.models import Assignment, Membership, Project, Role, Unit, User
from annotation.rules import accuracy
from annotation.selectors.checks import OVERSEERS, TO_QUALIFY, UNANNOUNCED, known_units, must_qualify
from diffs.models import CheckResult, Diff, KnownAnswer
from diffs.querysets import CheckResultQuerySet, KnownAnswerQuerySet

CHECK = Assignment.Purpose.CHECK
USES = {"qualify": TO_QUALIFY, "check": UNANNOUNCED}
FEWEST_TO_TELL = 5  # unannounced answers before a person is told a share of them


def results_of(membership: Membership, *, is_announced: bool) -> CheckResultQuerySet:
    """The results that count for one person: since they were last let go on or asked to qualify, earliest first."""
    results: CheckResultQuerySet = (
        CheckResult.objects.standing()
        .filter(diff__author=membership.user_id, diff__pair__project=membership.project_id, is_announced=is_announced)
        .order_by("created_at", "pk")
    )
    return results.filter(created_at__gt=membership.measured_from) if membership.measured_from else results


def has_feedback(diff: Diff) -> bool:
    """Whether the author of an answer is told how it compares with the known one."""
    return CheckResult.objects.filter(diff=diff, is_announced=True).exists()


def rights_of(membership: Membership, *, is_announced: bool) -> list[bool]:
    """Whether each of these answers was right, earliest first."""
    return list(results_of(membership, is_announced=is_announced).values_list("is_right", flat=True))


@dataclass(frozen=True, slots=True)
class Figure:
    """So many right of so many. `share` is None where nothing was measured."""

    right: int = 0
    of: int = 0

    @property
    def share(self) -> float | None:
        return self.right / self.of if self.of else None

    @property
    def percent(self) -> int | None:
        return None if self.share is None else round(self.share * 100)

    def plus(self, is_right: bool) -> "Figure":
        return Figure(self.right + is_right, self.of + 1)


@dataclass(frozen=True, slots=True)
class Measured:
    """How one annotator stands. `state` is qualifying, stuck, working or paused; numbers count since `measured_from`.

    `unseen` are known pairs that can still come to them, by what for: "qualify" and "check".
    """

    membership: Membership
    state: str
    qualifying: Figure
    window: Figure
    unseen: Mapping[str, int]
    is_measured: bool

    @property
    def nothing_left(self) -> bool:
        """Whether a known pair would be due to them one day and none is left."""
        return self.is_measured and not self.unseen["check"]


def people_measured(project: Project) -> list[Measured]:
    """Every annotator of a project, in a number of queries that does not grow with them."""
    members = Membership.objects.filter(project=project, role=Role.ANNOTATOR).select_related("user", "project")
    members = members.filter(user__is_active=True)
    oversee = set(Membership.objects.filter(project=project, role__in=OVERSEERS).values_list("user_id", flat=True))
    results: dict[int, list[CheckResult]] = {}
    rows = CheckResult.objects.standing().filter(diff__pair__project=project).order_by("created_at", "pk")
    for row in rows.select_related("diff").only("is_announced", "is_right", "created_at", "diff__author"):
        results.setdefault(row.diff.author_id, []).append(row)
    left = _unseen(project)
    return [_measured(each, results.get(each.user_id, []), left, oversees=each.user_id in oversee) for each in members]


def _measured(membership: Membership, results: Sequence[CheckResult], left: "Unseen", *, oversees: bool) -> Measured:
    project, since = membership.project, membership.measured_from
    counting = [each for each in results if since is None or each.created_at > since]
    announced = [each.is_right for each in counting if each.is_announced]
    window = [each.is_right for each in counting if not each.is_announced][-project.check_window :]
    unseen = {use: left.count(membership.user_id, uses) for use, uses in USES.items()}
    return Measured(
        membership=membership,
        state=_state(membership, unseen["qualify"] + left.open_to_qualify(membership.user_id)),
        qualifying=Figure(sum(announced), len(announced)),
        window=Figure(sum(window), len(window)),
        unseen=unseen,
        is_measured=project.check_every > 0 and not oversees,
    )


def _state(membership: Membership, left_to_qualify: int) -> str:
    if membership.paused_at is not None:
        return "paused"
    if must_qualify(membership):
        return "qualifying" if left_to_qualify else "stuck"
    return "working"


@dataclass(frozen=True, slots=True)
class Unseen:
    """Known units by what they are for, and who cannot get which of them any more."""

    uses: Mapping[int, str]
    gone: frozenset[tuple[int, int]]  # (unit, person)
    qualifying: frozenset[int]  # people who have an announced one in hand

    def count(self, person: int, uses: Sequence[str]) -> int:
        return sum(use in uses and (unit, person) not in self.gone for unit, use in self.uses.items())

    def open_to_qualify(self, person: int) -> int:
        return int(person in self.qualifying)


def _unseen(project: Project) -> Unseen:
    units = dict(known_units(project).workable().values_list("pk", "use"))
    holds = Assignment.objects.filter(unit__in=units).exclude(purpose=CHECK, state=Assignment.State.RELEASED)
    active = Assignment.objects.active().filter(unit__project=project, purpose=CHECK, is_announced=True)
    wrote = KnownAnswer.objects.filter(pair__unit__in=units).values_list("pair__unit_id", "created_by_id")
    barred = Unit.barred.through.objects.filter(unit__in=units).values_list("unit_id", "user_id")
    gone = {*holds.values_list("unit_id", "person_id"), *wrote, *barred}
    return Unseen(units, frozenset(gone), frozenset(active.values_list("person_id", flat=True)))


@dataclass(frozen=True, slots=True)
class OwnCalibration:
    """What a person may know of their own measurements: how far they are with qualifying, and an accuracy of the past.

    `percent` is of unannounced ones, over those that counted before this week began: nothing that they hand in today
    moves it, so that it tells of no unit whether it was known. None while there are too few.
    """

    wanted: int
    qualifying: Figure
    must_qualify: bool
    percent: int | None
    until: datetime


def own_calibration(person: User, project: Project) -> OwnCalibration | None:
    """None for who is no annotator, or where nobody is measured."""
    members = Membership.objects.filter(user=person, project=project, role=Role.ANNOTATOR).select_related("project")
    membership = members.first()
    if membership is None:
        return None
    project = membership.project
    if not (project.qualification_units or project.check_every):
        return None
    now = timezone.localtime()
    monday = (now - timedelta(days=now.weekday())).replace(hour=0, minute=0, second=0, microsecond=0)
    announced = rights_of(membership, is_announced=True)
    before = results_of(membership, is_announced=False).filter(created_at__lt=monday)
    rights = list(before.values_list("is_right", flat=True))[-project.check_window :]
    share = accuracy(rights) if len(rights) >= FEWEST_TO_TELL else None
    return OwnCalibration(
        wanted=project.qualification_units,
        qualifying=Figure(sum(announced), len(announced)),
        must_qualify=must_qualify(membership),
        percent=None if share is None else round(share * 100),
        until=monday,
    )


def known_answers(project: Project, reader: User, *, used: bool = True) -> KnownAnswerQuerySet:
    """The newest known answer of each pair that the reader may see, with its pair; only those in use, or all."""
    known: KnownAnswerQuerySet = KnownAnswer.objects.visible_to(reader).newest().filter(pair__project=project)
    if used:
        known = known.in_use()
    related = ("pair__project", "pair__unit", "pair__source__source_version__paper", "created_by")
    rows: KnownAnswerQuerySet = (
        known.select_related(*related, "pair__target__source_version__paper")
        .defer("pair__source__source_version__text", "pair__target__source_version__text", "answer")
        .order_by("pair__unit__title", "pk")
    )
    return rows
