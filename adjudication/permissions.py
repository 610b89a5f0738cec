"""Who may do what with disputes, built on the roles of the project."""

from annotation.models import Assignment, Project, Role, User
from annotation.permissions import can_adjudicate, can_label, can_see_agreement, roles_in, sees_names
from diffs.models import Diff, PaperPair

__all__ = [
    "can_adjudicate",
    "can_export",
    "can_hand_out",
    "can_label",
    "can_reopen",
    "can_see_agreement",
    "can_see_diagnosis",
    "can_see_disputes",
    "is_third_person",
]

OVERSEERS = frozenset({Role.ADJUDICATOR.value, Role.ADMIN.value})


def can_see_disputes(user: User, project: Project) -> bool:
    return bool(roles_in(user, project) & OVERSEERS)


def can_reopen(user: User, project: Project) -> bool:
    return bool(roles_in(user, project) & OVERSEERS)


def can_hand_out(user: User, project: Project) -> bool:
    """Put a dispute into somebody's hands: admins who do not label, since who may not have it has labelled it."""
    return sees_names(user, project)


def can_export(user: User, project: Project) -> bool:
    """The project as a whole, for admins who do not label in it: a file cannot leave out what its reader may still
    label without looking whole."""
    return sees_names(user, project)


def can_see_diagnosis(user: User, project: Project) -> bool:
    """Overseers who do not label: estimates rest on all labels, and cannot tell pairs apart (`TallyQuerySet`)."""
    return can_see_disputes(user, project) and not can_label(user, project)


def is_third_person(user: User, pair: PaperPair) -> bool:
    """Whether the person has no part in the pair's labels: never held it to
    answer it, finished or not, and submitted nothing."""
    held = Assignment.objects.own_work().filter(unit=pair.unit_id, person=user)
    return not (held.exists() or Diff.objects.filter(pair=pair, author=user).exists())
