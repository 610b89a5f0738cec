"""Who may do what with pairs, built on the roles of the project."""

from annotation.models import Assignment, Project, User
from annotation.permissions import can_administer, can_label
from diffs.models import PaperPair

__all__ = ["can_create_pair", "can_create_trace", "can_label_pair", "can_list_all_pairs"]


def can_create_pair(user: User, project: Project) -> bool:
    return can_administer(user, project)


def can_create_trace(user: User, project: Project) -> bool:
    return can_administer(user, project)


def can_list_all_pairs(user: User, project: Project) -> bool:
    return can_administer(user, project)


def can_label_pair(user: User, pair: PaperPair) -> bool:
    """An annotator may label any pair except one that they adjudicate."""
    adjudicates = Assignment.objects.filter(
        unit=pair.unit_id, person=user, purpose=Assignment.Purpose.ADJUDICATE
    ).exists()
    return can_label(user, pair.project) and not adjudicates
