"""Who may do what in a project: predicates on Membership, nothing else."""

from django.contrib.auth.models import AnonymousUser

from annotation.models import Membership, Project, Role, User

Person = User | AnonymousUser


def roles_in(user: Person, project: Project) -> frozenset[str]:
    """All roles of a person in a project; empty for a stranger."""
    if not isinstance(user, User):
        return frozenset()
    return frozenset(Membership.objects.filter(user=user, project=project).values_list("role", flat=True))


def can_label(user: Person, project: Project) -> bool:
    return Role.ANNOTATOR in roles_in(user, project)


def can_adjudicate(user: Person, project: Project) -> bool:
    return Role.ADJUDICATOR in roles_in(user, project)


def can_administer(user: Person, project: Project) -> bool:
    return Role.ADMIN in roles_in(user, project)


def can_see_agreement(user: Person, project: Project) -> bool:
    """Figures over the labels that this person may see (`Diff.visible_to`), so nothing about open units leaks."""
    return bool(roles_in(user, project) & {Role.ADMIN, Role.ADJUDICATOR})


def can_see_progress(user: Person, project: Project) -> bool:
    return can_administer(user, project)


def can_create_project(user: Person) -> bool:
    return isinstance(user, User) and user.is_superuser
