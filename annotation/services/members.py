"""Who belongs to a project, in which roles, and with which expertise."""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from annotation.models import Assignment, Membership, Project, Role, User
from annotation.refusal import refused
from annotation.services.accounts import create_account
from annotation.services.validation import refuse_invalid


@transaction.atomic
def add_member(*, by: User, project: Project, user: User, role: str, expertise: Iterable[str] = ()) -> Membership:
    """Give a person a role; a second call with other expertise replaces it."""
    _lock(project)
    membership = Membership.objects.filter(project=project, user=user, role=role).first()
    if membership is None:
        membership = Membership(project=project, user=user, role=role, expertise=_domains(expertise))
        refuse_invalid(membership)
        membership.save(force_insert=True)
    elif _domains(expertise):
        set_expertise(by=by, project=project, user=user, expertise=expertise)
        membership.refresh_from_db()
    return membership


def person_named(username: str) -> User:
    """The account with exactly this name; `Refused` when there is none."""
    person = User.objects.filter(username=username.strip(), is_active=True).first()
    if person is None:
        raise refused("unknown_person", _("No account has this name. Make one for them instead."), "username")
    return person


@transaction.atomic
def create_account_for_project(
    *,
    by: User,
    project: Project,
    username: str,
    password: str,
    role: str,
    email: str = "",
    expertise: Iterable[str] = (),
) -> User:
    """Make an account and give it a role, or neither."""
    person = create_account(by=by, username=username, password=password, email=email)
    add_member(by=by, project=project, user=person, role=role, expertise=expertise)
    return person


@transaction.atomic
def change_member(
    *, by: User, project: Project, user: User, roles: Iterable[str], expertise: Iterable[str] = ()
) -> None:
    """Give a member exactly these roles. Without any they leave the project."""
    wanted = set(roles)
    held = set(Membership.objects.filter(project=project, user=user).values_list("role", flat=True))
    for role in sorted(wanted - held):
        add_member(by=by, project=project, user=user, role=role)
    for role in sorted(held - wanted):
        remove_member(by=by, project=project, user=user, role=role)
    set_expertise(by=by, project=project, user=user, expertise=expertise)


@transaction.atomic
def set_expertise(*, by: User, project: Project, user: User, expertise: Iterable[str]) -> None:
    """Say which domains a person knows; their next work comes from these first."""
    wanted = _domains(expertise)
    for membership in Membership.objects.filter(project=project, user=user):
        membership.expertise = wanted
        refuse_invalid(membership)
        membership.save(update_fields=["expertise"])


@transaction.atomic
def remove_member(*, by: User, project: Project, user: User, role: str | None = None) -> None:
    """Take one role (or all) from a person. Units they hold go back; what they submitted stays."""
    _lock(project)
    leaving = Membership.objects.filter(project=project, user=user)
    if role is not None:
        leaving = leaving.filter(role=role)
    others = Membership.objects.filter(project=project, role=Role.ADMIN).exclude(user=user)
    if leaving.filter(role=Role.ADMIN).exists() and not others.exists():
        raise refused("last_admin", _("A project needs an admin. Make somebody else admin first."), "role")
    purposes = {Role.ANNOTATOR: Assignment.Purpose.LABEL, Role.ADJUDICATOR: Assignment.Purpose.ADJUDICATE}
    lost = [purposes[Role(each)] for each in leaving.values_list("role", flat=True) if each in purposes]
    leaving.delete()
    Assignment.objects.filter(
        unit__project=project, person=user, state=Assignment.State.ACTIVE, purpose__in=lost
    ).update(state=Assignment.State.RELEASED)


def _lock(project: Project) -> None:
    """Changes of who belongs to a project come one after the other: nobody is added twice, an admin always stays."""
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)


def _domains(expertise: Iterable[str]) -> list[str]:
    """Trimmed, without repeats, in the given order."""
    return list(dict.fromkeys(word.strip() for word in expertise if word.strip()))
