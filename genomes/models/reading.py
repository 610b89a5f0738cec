"""The second, independent reader of a genome, who types every object without knowing how its author typed it."""

from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.models import Guideline, Unit, User
from annotation.wording import choices
from evaluator.vocabulary import ContributionRole, ObjectType
from genomes.models.genome import Genome, IdeaObject
from genomes.querysets import SecondReadingQuerySet


class SecondReading(models.Model):
    """The blind reading of one handed-in genome; its unit is never handed to the author."""

    genome = models.OneToOneField(Genome, models.CASCADE, related_name="second_reading")
    unit = models.OneToOneField(Unit, models.PROTECT, related_name="second_reading")
    reader = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="second_readings")
    guideline = models.ForeignKey(Guideline, models.PROTECT, null=True, blank=True, related_name="+")
    submitted_at = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0)

    objects: ClassVar[Any] = SecondReadingQuerySet.as_manager()

    class Meta:
        ordering = ["genome"]
        constraints = [
            models.CheckConstraint(
                condition=Q(submitted_at__isnull=True) | Q(reader__isnull=False),
                name="second_reading_submitted_has_a_reader",
            )
        ]

    def __str__(self) -> str:
        return f"{self.genome} · {self.reader or ''}"


class Typing(models.Model):
    """What the second reader says of one object: its type and role, or that it is none."""

    reading = models.ForeignKey(SecondReading, models.CASCADE, related_name="typings")
    idea_object = models.ForeignKey(IdeaObject, models.CASCADE, related_name="typings")
    is_object = models.BooleanField(null=True)
    type = models.CharField(_("type"), max_length=12, choices=choices(ObjectType), blank=True)
    contribution_role = models.CharField(
        _("contribution role"), max_length=10, choices=choices(ContributionRole), blank=True
    )
    reason = models.CharField(max_length=300, blank=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["reading", "idea_object"]
        constraints = [models.UniqueConstraint(fields=["reading", "idea_object"], name="typing_once_per_object")]

    def __str__(self) -> str:
        return f"{self.idea_object} {self.type or '–'}"
