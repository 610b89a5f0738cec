"""Cases that a third person holds, their drafts, and what they passed over. A dispute is a query, not a row."""

from typing import Any, ClassVar

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone

from adjudication.querysets import (
    CaseDraftQuerySet,
    CaseQuerySet,
    GenomeDraftQuerySet,
    GenomeHoldQuerySet,
    SkipQuerySet,
)
from annotation.models import Membership, Role, Unit, User
from diffs.models import PaperPair
from genomes.models import SecondReading


class Case(models.Model):
    """The working place of adjudicators on one disputed pair: who holds it, and which label is A.

    `order` is a random, fixed list of diff ids: the first is A, the second B, and so on.
    """

    pair = models.OneToOneField(PaperPair, models.CASCADE, related_name="case")
    adjudicator = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="cases")
    lease_expires_at = models.DateTimeField(null=True, blank=True)
    order = models.JSONField(default=list)

    objects: ClassVar[Any] = CaseQuerySet.as_manager()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return str(self.pair)

    @property
    def is_held(self) -> bool:
        """Whether an adjudicator of the project has the case in hand within the lease (`CaseQuerySet.held`)."""
        held_until = self.lease_expires_at
        if self.adjudicator_id is None or held_until is None or held_until <= timezone.now():
            return False
        stays: bool = Membership.objects.filter(
            user=self.adjudicator_id, user__is_active=True, project=self.pair.project_id, role=Role.ADJUDICATOR
        ).exists()
        return stays


class Draft(models.Model):
    """What one adjudicator has chosen so far, as the form names it. Theirs alone. `revision` tells two tabs apart."""

    adjudicator = models.ForeignKey(User, models.CASCADE, related_name="+")
    payload = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    revision = models.PositiveIntegerField(default=0)
    saved_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True


class CaseDraft(Draft):
    """What one adjudicator has chosen so far, as the case's form names it. `revision` tells two tabs apart.

    It is that person's alone, also when the case passes to another.
    """

    case = models.ForeignKey(Case, models.CASCADE, related_name="drafts")

    objects: ClassVar[Any] = CaseDraftQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["case", "adjudicator"], name="case_draft_once_per_person")]

    def __str__(self) -> str:
        return f"{self.case} · {self.revision}"


class GenomeHold(models.Model):
    """Who has the differing typings of a genome in hand. A reading has at most one holder within the lease."""

    reading = models.OneToOneField(SecondReading, models.CASCADE, related_name="hold")
    adjudicator = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="genome_holds")
    lease_expires_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[Any] = GenomeHoldQuerySet.as_manager()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return str(self.reading)


class GenomeDraft(Draft):
    """What one adjudicator has chosen so far about a genome's objects, as its form names it. Theirs alone."""

    reading = models.ForeignKey(SecondReading, models.CASCADE, related_name="case_drafts")

    objects: ClassVar[Any] = GenomeDraftQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["reading", "adjudicator"], name="genome_draft_once_per_person")]

    def __str__(self) -> str:
        return f"{self.reading} · {self.revision}"


class Skip(models.Model):
    """A unit that an adjudicator does not want to be offered next; it stays in the queue for them and for others."""

    unit = models.ForeignKey(Unit, models.CASCADE, related_name="skips")
    adjudicator = models.ForeignKey(User, models.CASCADE, related_name="+")
    reason = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = SkipQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["unit", "adjudicator"], name="skip_once_per_person")]

    def __str__(self) -> str:
        return f"{self.unit} · {self.adjudicator}"
