"""Units in the states that their discussion depends on, built through the services."""

from django.utils import timezone

from annotation.models import Assignment, Comment, Unit, User
from annotation.services import add_member, claim_unit, create_account, finish_unit
from tests.cast import Cast
from tests.factories import make_unit


def submitted(cast: Cast, *people: User, unit: Unit | None = None, overlap: int = 2) -> Unit:
    """A unit that these people have labelled; it wants `overlap` labels."""
    unit = unit or make_unit(cast.project, overlap=overlap)
    for person in people:
        finish_unit(person=person, unit=unit)
    unit.refresh_from_db()
    return unit


def measured_on(unit: Unit, person: User, *, finished: bool = True) -> None:
    """The person was handed the unit as a hidden check, and has answered it."""
    claim_as_check(unit, person)
    if finished:
        finish_unit(person=person, unit=unit)


def claim_as_check(unit: Unit, person: User) -> Assignment:
    now = timezone.now()
    hold: Assignment = Assignment.objects.create(
        unit=unit,
        person=person,
        purpose=Assignment.Purpose.CHECK,
        claimed_at=now,
        opened_at=now,
        lease_expires_at=now + unit.project.lease,
    )
    return hold


def at_work(unit: Unit, person: User) -> None:
    claim_unit(person=person, unit=unit)


def sees(person: User, comment: Comment) -> bool:
    found: bool = Comment.objects.visible_to(person).filter(pk=comment.pk).exists()
    return found


def a_third(cast: Cast, name: str = "annotator3", email: str = "") -> User:
    """One more annotator."""
    person = create_account(by=None, username=name, email=email)
    add_member(by=cast.admin, project=cast.project, user=person, role="annotator")
    return person
