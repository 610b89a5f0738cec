"""Who may do what in a project: predicates on Membership, nothing else."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from annotation.models import Assignment, Membership, Project, Role, Unit, User

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


def can_read_guideline(user: Person, project: Project) -> bool:
    """Whoever works by the guideline says that they have read it; admins who do neither only look."""
    return bool(roles_in(user, project) & {Role.ANNOTATOR, Role.ADJUDICATOR})


def can_see_progress(user: Person, project: Project) -> bool:
    return can_administer(user, project)


def can_create_project(user: Person) -> bool:
    return isinstance(user, User) and user.is_superuser


def sees_names(user: Person, project: Project) -> bool:
    """Who said what, by name: admins who do not label in the project, as on the page of members."""
    roles = roles_in(user, project)
    return Role.ADMIN in roles and Role.ANNOTATOR not in roles


def can_answer(user: Person, project: Project) -> bool:
    """Guideline questions, which tell how somebody labels, are for admins who do not."""
    return sees_names(user, project)


@dataclass(frozen=True, slots=True)
class Voice:
    """What a person is to a unit's discussion. Depends on their own roles and hold alone, never on what others did."""

    role: str = ""  # empty: they have no part in it
    has_submitted: bool = False
    is_overseer: bool = False  # sees labels once all are in
    answers: bool = False
    decides: bool = False

    @property
    def may_read(self) -> bool:
        return bool(self.role)

    @property
    def may_ask(self) -> bool:
        """Guideline questions; the admins who answer them ask none, unless they also decide cases."""
        return bool(self.role) and (self.decides or not self.answers)


def voice_in(user: User, unit: Unit) -> Voice:
    """Three ways to have a part: a hold to answer the unit, its case, or a role that sees all labels. 2 queries.

    Whether a hold is a label or a measurement makes no difference.
    """
    roles = roles_in(user, unit.project)
    hold = Assignment.objects.filter(unit=unit, person=user).first() if roles else None
    answers = Role.ADMIN in roles and Role.ANNOTATOR not in roles
    overseer = answers or (Role.ADJUDICATOR in roles and Role.ANNOTATOR not in roles)
    if hold is not None and hold.purpose == Assignment.Purpose.ADJUDICATE:
        overseer = True
    elif hold is not None and hold.state != Assignment.State.RELEASED:
        return Voice(Role.ANNOTATOR, hold.state == Assignment.State.FINISHED, overseer, answers)
    if not overseer:
        return Voice()
    decides = Role.ADJUDICATOR in roles
    return Voice(Role.ADMIN if answers else Role.ADJUDICATOR, False, overseer, answers, decides)
