"""Who may do what with pairs, built on the roles of the project."""

from annotation.models import Assignment, Project, User
from annotation.permissions import can_adjudicate, can_administer, can_label, sees_names
from diffs.models import PaperPair

__all__ = [
    "can_calibrate",
    "can_create_pair",
    "can_create_trace",
    "can_import_labels",
    "can_label_pair",
    "can_list_all_pairs",
    "can_report_suggestions",
    "can_see_suggestions",
]


def can_create_pair(user: User, project: Project) -> bool:
    return can_administer(user, project)


def can_calibrate(user: User, project: Project) -> bool:
    """Known answers and how people did on them: admins who do not label here, so are never measured themselves."""
    return sees_names(user, project)


def can_create_trace(user: User, project: Project) -> bool:
    return can_administer(user, project)


def can_import_labels(user: User, project: Project) -> bool:
    """An admin who does not label there: what a file meets (who has submitted, what is full) tells of others' work."""
    return can_administer(user, project) and not can_label(user, project)


def can_list_all_pairs(user: User, project: Project) -> bool:
    return can_administer(user, project)


def can_label_pair(user: User, pair: PaperPair) -> bool:
    """An annotator may label any pair except one that they adjudicate."""
    adjudicates = Assignment.objects.filter(
        unit=pair.unit_id, person=user, purpose=Assignment.Purpose.ADJUDICATE
    ).exists()
    return can_label(user, pair.project) and not adjudicates


def can_see_suggestions(user: User, pair: PaperPair) -> bool:
    """Those who label the pair, or have labelled it, and overseers."""
    if can_administer(user, pair.project) or can_adjudicate(user, pair.project):
        return True
    held = Assignment.objects.own_work().filter(unit=pair.unit_id, person=user)
    return can_label(user, pair.project) and held.exclude(state=Assignment.State.RELEASED).exists()


def can_report_suggestions(user: User, project: Project) -> bool:
    return can_administer(user, project)
