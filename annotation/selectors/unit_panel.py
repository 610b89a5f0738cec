"""One unit as an admin works on it: who holds it, who may have it, and why others may not."""

from dataclasses import dataclass

from django.utils import timezone

from annotation.models import Assignment, Membership, Project, Role, Unit, User
from annotation.rules import has_place, is_away
from annotation.selectors.links import unit_url
from annotation.selectors.members import at_work
from annotation.selectors.units import ADJUDICATE, overseen_holds


@dataclass(frozen=True)
class Choice:
    """A person who could be given the unit, and how many units they have open."""

    user: User
    open: int
    knows: bool  # the unit's domain


@dataclass(frozen=True)
class Panel:
    unit: Unit
    address: str
    holds: list[Assignment]
    choices: list[Choice]
    barred: list[User]
    away: list[User]
    paused: list[User]
    has_place: bool

    @property
    def held(self) -> list[Assignment]:
        """Those that can be given back or reassigned."""
        return [each for each in self.holds if each.state == "active" and each.purpose != ADJUDICATE]


def panel_of(reader: User, unit: Unit) -> Panel:
    """Who holds the unit, who may be given it (who knows its domain first, then by open units), and who may not."""
    shown = overseen_holds(reader, unit.project).filter(unit=unit)
    holds = list(shown.select_related("person", "assigned_by").order_by("claimed_at", "pk"))
    barred = list(unit.barred.all())
    members = Membership.objects.filter(project=unit.project_id, role=Role.ANNOTATOR).select_related("user")
    taken = {each.person_id for each in holds if _has_part(each)} | {each.pk for each in barred}
    open_ = _open_units(unit.project_id)
    today = timezone.localdate()
    choices, away, paused = [], [], []
    for each in members:
        if each.paused_at is not None:
            paused.append(each.user)
        elif is_away(each.away_from, each.away_until, today):
            away.append(each.user)
        elif each.user_id not in taken:
            knows = bool(unit.domain) and unit.domain in each.expertise
            choices.append(Choice(each.user, open_.get(each.user_id, 0), knows))
    active = sum(each.state == "active" and not each.is_lapsed and each.purpose == "label" for each in holds)
    return Panel(
        unit=unit,
        address=unit_url(unit),
        holds=holds,
        choices=sorted(choices, key=lambda each: (not each.knows, each.open, each.user.username)),
        barred=barred,
        away=away,
        paused=paused,
        has_place=not unit.is_known and has_place(unit.overlap, unit.labels_done, active),
    )


def people_to_choose(project: Project) -> list[User]:
    """Annotators who are at work now, by name."""
    members = Membership.objects.filter(at_work(), project=project, role=Role.ANNOTATOR).select_related("user")
    return [each.user for each in members.order_by("user__username")]


def _has_part(hold: Assignment) -> bool:
    """Whether the person cannot be given the unit (again): they hold it, have finished it, or have another part."""
    return hold.purpose != "label" or hold.state == "finished" or (hold.state == "active" and not hold.is_lapsed)


def _open_units(project_id: int) -> dict[int, int]:
    holds = Assignment.objects.active().filter(unit__project=project_id).exclude(purpose=ADJUDICATE)
    found: dict[int, int] = {}
    for person in holds.order_by().values_list("person", flat=True):
        found[person] = found.get(person, 0) + 1
    return found
