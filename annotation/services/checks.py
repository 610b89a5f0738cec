"""Measuring people on units whose answer is known: handing such a unit out, qualifying, and pausing.

What the known answers are, and how an answer compares with one, is the business of the app above, which calls this.
"""

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import Assignment, Membership, Notification, Project, Role, Unit, User
from annotation.refusal import Refused, refused
from annotation.selectors.checks import (
    UNANNOUNCED,
    check_before,
    is_measured,
    known_for,
    must_qualify,
    qualifying_next,
)
from annotation.services.telling import notify
from annotation.services.validation import refuse_invalid

CHECK = Assignment.Purpose.CHECK
ACTIVE, RELEASED = Assignment.State.ACTIVE, Assignment.State.RELEASED
SETTINGS = ("qualification_units", "qualification_percent", "check_every", "check_window", "check_percent")


@transaction.atomic
def claim_to_qualify(*, membership: Membership) -> Assignment | None:
    """Hand a person who has yet to qualify their next known unit, told as such. None when they need not qualify.

    The membership is locked. Raises `Refused` when no known unit is left for them: an admin decides then.
    """
    if not must_qualify(membership):
        return None
    unit = qualifying_next(membership)
    hold = _measure(membership, unit, is_announced=True) if unit is not None else None
    if hold is None:
        raise _stuck()
    return hold


def refuse_stuck(membership: Membership) -> None:
    """Raise `Refused` when the person is to qualify and no known unit is left for them."""
    if must_qualify(membership) and qualifying_next(membership) is None:
        raise _stuck()


def _stuck() -> Refused:
    message = _("No known pair is left for you to qualify on. An admin of the project decides how you go on.")
    return refused("nothing_to_qualify_on", message)


@transaction.atomic
def claim_check(*, membership: Membership, upcoming: Unit | None) -> Assignment | None:
    """Hand the person a known unit unannounced, if one is due before `upcoming`. The membership is locked."""
    unit = check_before(membership, upcoming)
    return None if unit is None else _measure(membership, unit, is_announced=False)


@transaction.atomic
def claim_check_by_name(*, membership: Membership, unit: Unit) -> Assignment | None:
    """Hand a known unit to a person who asks for it by its address, as any unit with a free place; None: it has none.

    Were it refused as full, whoever tries all addresses beforehand would know it again when it comes unannounced.
    """
    if not is_measured(membership) or unit not in known_for(membership, UNANNOUNCED):
        return None
    return _measure(membership, unit, is_announced=False)


def refuse_unqualified(membership: Membership) -> None:
    """Raise `Refused` when the person is to qualify first: real units wait until then, also those they ask for."""
    if must_qualify(membership):
        message = _("First you label pairs whose answer is known. Take the next unit on My work; this one waits.")
        raise refused("not_qualified", message)


def _measure(membership: Membership, unit: Unit, *, is_announced: bool) -> Assignment | None:
    """Hold the unit beyond the labels that it wants, or go on; None when its answer is no longer in use."""
    locked = Unit.objects.select_for_update(no_key=True, of=("self",)).select_related("project").get(pk=unit.pk)
    if not locked.is_known:
        return None
    now = timezone.now()
    hold = Assignment.objects.filter(unit=locked, person=membership.user).first()
    if hold is None:
        hold = Assignment(unit=locked, person=membership.user, purpose=CHECK, claimed_at=now, lease_expires_at=now)
    if hold.pk is None or hold.state == RELEASED or hold.is_lapsed:
        hold.claimed_at = hold.opened_at = now
    hold.is_announced, hold.state = is_announced, ACTIVE
    hold.lease_expires_at = now + locked.project.lease
    hold.save()
    return hold


def lock_member_if_measured(*, person: User, unit: Unit) -> None:
    """Lock the membership of a person who is measured on a unit, before the unit: claims take both in this order."""
    holds = Assignment.objects.filter(person=person, unit=unit, purpose=CHECK)
    if holds.exists():
        rows = Membership.objects.select_for_update(no_key=True).filter(project=unit.project_id, user=person)
        list(rows.order_by("pk").values_list("pk", flat=True))


@transaction.atomic
def set_calibration(*, by: User, project: Project, **settings: int) -> Project:
    """Change how people are measured in a project. Switched on, qualifying is asked of those who come after.

    Raises `Refused` when a number is out of its range.
    """
    unknown = set(settings) - set(SETTINGS)
    if unknown:
        raise TypeError(f"no setting of calibration: {', '.join(sorted(unknown))}")
    locked: Project = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    was_asked = locked.qualification_units > 0
    for name, value in settings.items():
        setattr(locked, name, value)
    refuse_invalid(locked)
    locked.save(update_fields=list(settings))
    if locked.qualification_units and not was_asked:
        _spare_who_labelled(locked)
    return locked


def _spare_who_labelled(project: Project) -> None:
    """Who has labelled a pair is new no longer."""
    labels = Assignment.objects.filter(
        unit__project=project, unit__kind=Unit.Kind.PAIR, purpose=Assignment.Purpose.LABEL, state="finished"
    )
    members = Membership.objects.filter(project=project, role=Role.ANNOTATOR, qualified_at=None)
    members.filter(user__in=labels.values("person")).update(qualified_at=timezone.now())


@transaction.atomic
def qualify_member(*, membership: Membership, by: User | None = None) -> Membership:
    """Let a person begin with real work: they have qualified, or (`by`) an admin lets them work without. Tells them."""
    locked = _locked(membership)
    if locked.qualified_at is None:
        locked.qualified_at = timezone.now()
        locked.save(update_fields=["qualified_at"])
        tell(locked, [locked.user], Notification.Kind.QUALIFIED, event="let_work" if by else "qualified")
    return locked


@transaction.atomic
def ask_to_qualify_again(*, by: User, membership: Membership) -> Membership:
    """Ask a person to qualify (again): earlier answers on known pairs no longer count. Tells them.

    Raises `Refused` in a project where nobody has to qualify.
    """
    locked = _locked(membership)
    if not locked.project.qualification_units:
        message = _("Nobody has to qualify in this project. Say first how many known pairs it takes.")
        raise refused("no_qualification", message)
    locked.qualified_at, locked.measured_from = None, timezone.now()
    locked.save(update_fields=["qualified_at", "measured_from"])
    tell(locked, [locked.user], Notification.Kind.QUALIFIED, event="asked_again")
    return locked


@transaction.atomic
def pause_for_accuracy(*, membership: Membership, right: int, of: int) -> bool:
    """Pause a person whose answers on known pairs differ too often; False when they are paused already.

    Tells them in kind words, and the admins with the numbers. No unit is named to anybody.
    """
    locked = _locked(membership)
    if locked.paused_at is not None:
        return False
    locked.paused_at, locked.paused_because = timezone.now(), Membership.Pause.ACCURACY
    locked.pause_note = ""
    locked.save(update_fields=["paused_at", "paused_because", "pause_note"])
    tell(locked, [locked.user], Notification.Kind.PAUSED, event="accuracy")
    tell_admins(locked, Notification.Kind.PAUSED, event="accuracy_of", right=right, of=of)
    return True


def tell_admins(membership: Membership, kind: str, **params: Any) -> None:
    """Tell the admins who do not label themselves something about a person's measurements."""
    labels = Membership.objects.filter(project=membership.project_id, role=Role.ANNOTATOR).values("user")
    admins = User.objects.filter(
        memberships__project=membership.project_id, memberships__role=Role.ADMIN, is_active=True
    ).exclude(pk__in=labels)
    tell(membership, list(admins.distinct()), kind, **params)


def tell(membership: Membership, people: list[User], kind: str, **params: Any) -> None:
    notify(recipients=people, project=membership.project, kind=kind, person=membership.user.username, **params)


def _locked(membership: Membership) -> Membership:
    rows = Membership.objects.select_for_update(no_key=True, of=("self",)).select_related("user", "project")
    locked: Membership = rows.get(pk=membership.pk)
    return locked
