"""Who has a genome in hand, as one person may know it."""

from dataclasses import dataclass

from django.utils import timezone

from annotation.models import Assignment, User
from genomes.models import Genome

ACTIVE, LABEL = Assignment.State.ACTIVE, Assignment.Purpose.LABEL


@dataclass(frozen=True, slots=True)
class Hold:
    """What a person may do with a genome now. Nobody is named: who labels what stays unknown to other labellers."""

    is_handed_in: bool
    is_mine: bool
    is_free: bool
    is_paused: bool

    @property
    def can_edit(self) -> bool:
        return self.is_mine and not self.is_handed_in

    @property
    def can_take(self) -> bool:
        """Whether an annotator may claim it (the role is asked for elsewhere)."""
        return self.is_free and not self.is_mine and not self.is_handed_in and not self.is_paused


def hold_of(person: User, genome: Genome) -> Hold:
    """One query. A lapsed hold still counts as one's own while nobody else has taken the place: a save renews it."""
    now = timezone.now()
    holds = list(genome.unit.assignments.filter(state=ACTIVE, purpose=LABEL))
    others = [each for each in holds if each.person_id != person.pk and each.lease_expires_at > now]
    mine = [each for each in holds if each.person_id == person.pk]
    return Hold(
        is_handed_in=genome.handed_in_at is not None,
        is_mine=any(each.lease_expires_at > now or not others for each in mine),
        is_free=not others,
        is_paused=genome.unit.is_paused,
    )
