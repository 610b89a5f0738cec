"""Who belongs to a project, in which roles, with which expertise, and who takes part in the work now."""

from collections.abc import Iterable
from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from annotation.models import Assignment, Membership, Notification, Project, Role, User
from annotation.refusal import refused
from annotation.services.accounts import create_account
from annotation.services.telling import notify
from annotation.services.validation import refuse_invalid

MOST_A_WEEK = 1000


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
    purposes: dict[str, list[str]] = {
        Role.ANNOTATOR: [Assignment.Purpose.LABEL, Assignment.Purpose.CHECK],
        Role.ADJUDICATOR: [Assignment.Purpose.ADJUDICATE],
    }
    lost = [part for each in leaving.values_list("role", flat=True) for part in purposes.get(each, [])]
    leaving.delete()
    Assignment.objects.filter(
        unit__project=project, person=user, state=Assignment.State.ACTIVE, purpose__in=lost
    ).update(state=Assignment.State.RELEASED)


@transaction.atomic
def set_away(
    *, by: User, project: Project, user: User, away_from: date | None = None, away_until: date | None = None
) -> None:
    """Say from when to when a person is away, both days included; neither: they are not.

    Without a first day they are away from today on; without a last one until they take it back. They are handed
    nothing meanwhile, and what they hold returns with its lease.
    """
    if away_until is not None and away_from is None:
        away_from = min(timezone.localdate(), away_until)
    if away_from is not None and away_until is not None and away_until < away_from:
        raise refused("away", _("The last day away comes before the first."), "away_until")
    Membership.objects.filter(project=project, user=user).update(away_from=away_from, away_until=away_until)


@transaction.atomic
def set_weekly_limit(*, by: User, project: Project, user: User, weekly_limit: int | None) -> None:
    """Say how many units an annotator is handed in seven days, at most; None: as many as they like."""
    if weekly_limit is not None and not 1 <= weekly_limit <= MOST_A_WEEK:
        message = _("A weekly limit is a number from 1 to %(most)s. To hand out nothing, pause them.")
        raise refused("weekly_limit", message % {"most": MOST_A_WEEK}, "weekly_limit")
    membership = _locked_annotator(project, user)
    membership.weekly_limit = weekly_limit
    membership.save(update_fields=["weekly_limit"])


@transaction.atomic
def pause_member(*, by: User, project: Project, user: User, note: str = "") -> Membership:
    """Hand an annotator nothing new until somebody lets them go on, and tell them; what they hold they may finish.

    Pausing again changes the note alone.
    """
    membership = _locked_annotator(project, user)
    was_paused = membership.paused_at is not None
    if not was_paused:
        membership.paused_at, membership.paused_because = timezone.now(), Membership.Pause.ADMIN
    membership.pause_note = note.strip()
    refuse_invalid(membership)
    membership.save(update_fields=["paused_at", "paused_because", "pause_note"])
    if not was_paused and user != by:
        _tell_of_pause(project, user, is_paused=True, note=membership.pause_note)
    return membership


@transaction.atomic
def resume_member(*, by: User, project: Project, user: User) -> Membership:
    """Let a paused annotator go on, and tell them. One who is not paused stays as they are."""
    membership = _locked_annotator(project, user)
    if membership.paused_at is None:
        return membership
    if membership.paused_because == Membership.Pause.ACCURACY:
        membership.measured_from = timezone.now()  # else the next known pair would pause them for the old ones
    membership.paused_at, membership.paused_because, membership.pause_note = None, "", ""
    membership.save(update_fields=["paused_at", "paused_because", "pause_note", "measured_from"])
    if user != by:
        _tell_of_pause(project, user, is_paused=False, note="")
    return membership


def _tell_of_pause(project: Project, user: User, *, is_paused: bool, note: str) -> None:
    event = "admin" if is_paused else "resumed"
    notify(recipients=[user], project=project, kind=Notification.Kind.PAUSED, event=event, note=note)


def _locked_annotator(project: Project, user: User) -> Membership:
    memberships = Membership.objects.select_for_update(no_key=True, of=("self",)).select_related("user", "project")
    found: Membership | None = memberships.filter(project=project, user=user, role=Role.ANNOTATOR).first()
    if found is None:
        raise refused("not_an_annotator", _("They are no annotator of this project, so they are handed nothing."))
    return found


def _lock(project: Project) -> None:
    """Changes of who belongs to a project come one after the other: nobody is added twice, an admin always stays."""
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)


def _domains(expertise: Iterable[str]) -> list[str]:
    """Trimmed, without repeats, in the given order."""
    return list(dict.fromkeys(word.strip() for word in expertise if word.strip()))
