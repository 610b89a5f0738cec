"""Who may do what with disputes, built on the roles of the project."""

from annotation.models import Assignment, Project, Role, User
from annotation.permissions import can_adjudicate, can_see_agreement, roles_in
from diffs.models import Diff, PaperPair

__all__ = ["can_adjudicate", "can_reopen", "can_see_agreement", "can_see_disputes", "is_third_person"]

OVERSEERS = frozenset({Role.ADJUDICATOR.value, Role.ADMIN.value})


def can_see_disputes(user: User, project: Project) -> bool:
    return bool(roles_in(user, project) & OVERSEERS)


def can_reopen(user: User, project: Project) -> bool:
    return bool(roles_in(user, project) & OVERSEERS)


def is_third_person(user: User, pair: PaperPair) -> bool:
    """Whether the person has no part in the pair's labels: never held it to
    answer it, finished or not, and submitted nothing."""
    held = Assignment.objects.own_work().filter(unit=pair.unit_id, person=user)
    return not (held.exists() or Diff.objects.filter(pair=pair, author=user).exists())
