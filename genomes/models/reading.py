"""The second, independent reader of a genome, who types every object without knowing how its author typed it."""

import uuid
from typing import Any, ClassVar

import pgtrigger
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.models import Guideline, Unit, User
from annotation.wording import choices
from evaluator.vocabulary import ContributionRole, ObjectType
from genomes.models.genome import APPEND_ONLY, Genome, IdeaObject
from genomes.querysets import ReadingDraftQuerySet, SecondReadingQuerySet, TypingQuerySet


class SecondReading(models.Model):
    """The blind reading of one handed-in genome. Its unit bars everybody who had a part in the genome.

    It is open until it is submitted, or until an admin does without it (`waived_at`); then it never changes again.
    """

    genome = models.OneToOneField(Genome, models.PROTECT, related_name="second_reading")
    unit = models.OneToOneField(Unit, models.PROTECT, related_name="second_reading")
    reader = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="second_readings")
    guideline = models.ForeignKey(Guideline, models.PROTECT, null=True, blank=True, related_name="+")
    submitted_at = models.DateTimeField(null=True, blank=True)
    waived_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    waived_at = models.DateTimeField(null=True, blank=True)
    waive_reason = models.CharField(max_length=300, blank=True)

    objects: ClassVar[Any] = SecondReadingQuerySet.as_manager()

    class Meta:
        ordering = ["genome"]
        constraints = [
            models.CheckConstraint(
                condition=Q(submitted_at__isnull=True) | Q(reader__isnull=False, guideline__isnull=False),
                name="second_reading_submitted_has_a_reader",
            ),
            models.CheckConstraint(
                condition=Q(waived_at__isnull=True) | (Q(waived_by__isnull=False) & ~Q(waive_reason="")),
                name="second_reading_waived_has_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(submitted_at__isnull=True) | Q(waived_at__isnull=True),
                name="second_reading_submitted_or_waived",
            ),
        ]
        triggers = [
            pgtrigger.Protect(
                name="second_reading_closed_stays_so",
                operation=APPEND_ONLY,
                condition=pgtrigger.Q(old__submitted_at__isnull=False) | pgtrigger.Q(old__waived_at__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return str(self.genome)

    @property
    def is_open(self) -> bool:
        return self.submitted_at is None and self.waived_at is None


class ReadingDraft(models.Model):
    """What one reader has chosen so far, as the form names it. It is that person's alone, whoever takes over."""

    reading = models.ForeignKey(SecondReading, models.CASCADE, related_name="drafts")
    reader = models.ForeignKey(User, models.CASCADE, related_name="+")
    payload = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    revision = models.PositiveIntegerField(default=0)
    saved_at = models.DateTimeField(auto_now=True)

    objects: ClassVar[Any] = ReadingDraftQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["reading", "reader"], name="reading_draft_once_per_person")]

    def __str__(self) -> str:
        return f"{self.reading} · {self.revision}"


class Typing(models.Model):
    """What author and second reader say of one object, append-only: type and role, or that it is none.

    `number` is what the reader saw instead of its handle. The keys (`evaluator.compare.typing_key`) are equal when both
    say the same. The id is random: which of both is shown as A follows from it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    reading = models.ForeignKey(SecondReading, models.PROTECT, related_name="typings")
    idea_object = models.OneToOneField(IdeaObject, models.PROTECT, related_name="typing")
    number = models.PositiveIntegerField()
    first_type = models.CharField(max_length=12, choices=choices(ObjectType))
    first_role = models.CharField(max_length=10, choices=choices(ContributionRole))
    first_key = models.CharField(max_length=64)
    is_object = models.BooleanField()
    type = models.CharField(_("type"), max_length=12, choices=choices(ObjectType), blank=True)
    contribution_role = models.CharField(
        _("contribution role"), max_length=10, choices=choices(ContributionRole), blank=True
    )
    reason = models.CharField(max_length=300, blank=True)
    key = models.CharField(max_length=64)

    objects: ClassVar[Any] = TypingQuerySet.as_manager()

    class Meta:
        ordering = ["reading", "number"]
        constraints = [
            models.UniqueConstraint(fields=["reading", "number"], name="typing_number_once"),
            models.CheckConstraint(
                condition=(Q(is_object=True) & ~Q(type="") & ~Q(contribution_role=""))
                | (Q(is_object=False, type="", contribution_role="") & ~Q(reason="")),
                name="typing_says_what_it_is",
            ),
        ]
        triggers = [pgtrigger.Protect(name="typing_is_append_only", operation=APPEND_ONLY)]

    def __str__(self) -> str:
        return f"{self.idea_object} {self.type or '–'}"
