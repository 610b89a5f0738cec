"""Members of a project, one row per person."""

from dataclasses import dataclass, field
from datetime import date, datetime

from django.db.models import Q
from django.utils import timezone

from annotation.models import Membership, Project, Role, User
from annotation.rules import is_away


@dataclass
class Member:
    """A person and their roles; the facts of allocation are those of their role as annotator."""

    user: User
    roles: list[str] = field(default_factory=list)
    role_labels: list[str] = field(default_factory=list)
    expertise: list[str] = field(default_factory=list)
    away_from: date | None = None
    away_until: date | None = None
    weekly_limit: int | None = None
    paused_at: datetime | None = None
    paused_because: str = ""
    pause_note: str = ""

    @property
    def is_annotator(self) -> bool:
        return Role.ANNOTATOR in self.roles

    @property
    def is_away(self) -> bool:
        return is_away(self.away_from, self.away_until, timezone.localdate())


def members_of(project: Project) -> list[Member]:
    """Everyone with a role in the project, by name; one query."""
    members: dict[int, Member] = {}
    for membership in Membership.objects.filter(project=project).select_related("user"):
        member = members.setdefault(membership.user_id, Member(membership.user))
        member.roles.append(membership.role)
        member.role_labels.append(membership.get_role_display())
        member.expertise += [word for word in membership.expertise if word not in member.expertise]
        member.away_from, member.away_until = membership.away_from, membership.away_until
        if membership.role == Role.ANNOTATOR:
            member.weekly_limit = membership.weekly_limit
            member.paused_at, member.paused_because = membership.paused_at, membership.paused_because
            member.pause_note = membership.pause_note
    return list(members.values())


def at_work() -> Q:
    """Memberships of people who are neither away today nor paused."""
    today = timezone.localdate()
    away = Q(away_from__lte=today) & (Q(away_until__isnull=True) | Q(away_until__gte=today))
    return Q(paused_at__isnull=True) & ~away


def membership_of(person: User, project: Project) -> Membership | None:
    """The person's role as annotator; None when they have none."""
    found: Membership | None = (
        Membership.objects.filter(user=person, project=project, role=Role.ANNOTATOR)
        .select_related("user", "project")
        .first()
    )
    return found
