"""Who may do what with releases and runs."""

from annotation.models import Project
from annotation.permissions import Person, can_administer, roles_in


def can_freeze(user: Person, project: Project) -> bool:
    """Check the gold, ask for a freeze, see one that is waiting or failed."""
    return can_administer(user, project)


def can_submit_predictions(user: Person, project: Project) -> bool:
    """Everybody in the project: a frozen release holds nothing that is still to be decided."""
    return bool(roles_in(user, project))
