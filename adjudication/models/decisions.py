"""Append-only decisions of third persons: about pairs, and about objects that were typed differently."""

from typing import Any, ClassVar

import pgtrigger
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from adjudication.querysets import ObjectRulingQuerySet, ResolutionQuerySet
from annotation.models import User
from annotation.wording import choices
from diffs.models import Diff, PaperPair
from evaluator.vocabulary import ContributionRole, ObjectType
from genomes.models import APPEND_ONLY, Typing


class Resolution(models.Model):
    """What an adjudicator decided about a pair. Reopening is a further row; nothing is overwritten."""

    class Outcome(models.TextChoices):
        RESOLVED = "resolved", _("resolved")
        NEITHER = "neither", _("neither answer stands")
        EXCLUDED = "excluded", _("excluded as ambiguous")
        REOPENED = "reopened", _("reopened")

    class Reason(models.TextChoices):
        AMBIGUOUS_TEXT = "ambiguous_text", _("the text is ambiguous")
        GUIDELINE_GAP = "guideline_gap", _("the guideline has a gap")
        ANNOTATOR_ERROR = "annotator_error", _("an annotator erred")
        RULE_MISREAD = "rule_misread", _("a rule was misread")
        OTHER = "other", _("other")

    pair = models.ForeignKey(PaperPair, models.PROTECT, related_name="resolutions")
    number = models.PositiveIntegerField()
    adjudicator = models.ForeignKey(User, models.PROTECT, related_name="resolutions")
    outcome = models.CharField(max_length=10, choices=Outcome)
    answer = models.JSONField(null=True, help_text=_("The gold answer, as evaluator.schema.DiffAnswer."))
    decision = models.JSONField(null=True)
    decision_key = models.CharField(max_length=64, blank=True)
    derived_dynamics = models.CharField(max_length=20, blank=True)
    rule = models.PositiveSmallIntegerField(null=True)
    choices = models.JSONField(default=dict, help_text=_("Row to the letter of a label, own or neither."))
    reason_code = models.CharField(max_length=20, choices=Reason)
    rationale = models.TextField()
    row_notes = models.JSONField(
        default=dict,
        help_text=_("Row to its own reason_code and rationale, where they are not those of the whole."),
    )
    based_on = models.ManyToManyField(Diff, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = ResolutionQuerySet.as_manager()

    class Meta:
        ordering = ["pair", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["pair", "number"], name="resolution_number_once"),
            models.CheckConstraint(
                condition=Q(outcome="resolved", answer__isnull=False) | ~Q(outcome="resolved"),
                name="resolution_resolved_has_an_answer",
            ),
            models.CheckConstraint(condition=~Q(rationale=""), name="resolution_has_a_rationale"),
        ]
        triggers = [pgtrigger.Protect(name="resolution_is_append_only", operation=APPEND_ONLY)]

    def __str__(self) -> str:
        return f"{self.pair} {self.get_outcome_display()}"


class ObjectRuling(models.Model):
    """What an adjudicator decided about an object that author and second reader typed differently. Append-only.

    A ruling that stands has been applied to the genome. Reopening is a further row, which takes it back there.
    """

    class Outcome(models.TextChoices):
        OBJECT = "object", _("an object of this type and role")
        NO_OBJECT = "no_object", _("not an object")
        EXCLUDED = "excluded", _("excluded as ambiguous")
        REOPENED = "reopened", _("reopened")

    typing = models.ForeignKey(Typing, models.PROTECT, related_name="rulings")
    number = models.PositiveIntegerField()
    adjudicator = models.ForeignKey(User, models.PROTECT, related_name="object_rulings")
    outcome = models.CharField(max_length=10, choices=Outcome)
    type = models.CharField(max_length=12, choices=choices(ObjectType), blank=True)
    contribution_role = models.CharField(max_length=10, choices=choices(ContributionRole), blank=True)
    choice = models.CharField(max_length=10, blank=True, help_text=_("The letter of an answer, or own."))
    reason_code = models.CharField(max_length=20, choices=Resolution.Reason)
    rationale = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = ObjectRulingQuerySet.as_manager()

    class Meta:
        ordering = ["typing", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["typing", "number"], name="object_ruling_number_once"),
            models.CheckConstraint(
                condition=Q(outcome="object") & ~Q(type="") & ~Q(contribution_role="") | ~Q(outcome="object"),
                name="object_ruling_says_what_it_is",
            ),
            models.CheckConstraint(condition=~Q(rationale=""), name="object_ruling_has_a_rationale"),
        ]
        triggers = [pgtrigger.Protect(name="object_ruling_is_append_only", operation=APPEND_ONLY)]

    def __str__(self) -> str:
        return f"{self.typing} {self.get_outcome_display()}"
