"""Who may do what with papers and genomes. Who holds a genome is asked in its service, under a lock."""

from annotation.models import Project
from annotation.permissions import Person, can_administer, can_label, can_see_agreement


def can_import(user: Person, project: Project) -> bool:
    return can_administer(user, project)


def can_correct_papers(user: Person, project: Project) -> bool:
    return can_administer(user, project)


def can_look_up(user: Person, project: Project) -> bool:
    """Asking the catalogues on the network about a paper."""
    return can_administer(user, project)


def can_write_genomes(user: Person, project: Project) -> bool:
    return can_label(user, project)


def can_waive_readings(user: Person, project: Project) -> bool:
    return can_administer(user, project)


def can_see_typings(user: Person, project: Project) -> bool:
    """Overseers: where author and second reader differ, once the reading is submitted."""
    return can_see_agreement(user, project)


def can_start_passes(user: Person, project: Project) -> bool:
    """Annotators for the genome they hold, which the service asks, and admins."""
    return can_label(user, project) or can_administer(user, project)


def can_see_extraction(user: Person, project: Project) -> bool:
    """Acceptance rates and raw replies."""
    return can_administer(user, project)
