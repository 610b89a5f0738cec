"""Pairs of genomes, and what people submit about them."""

import uuid
from typing import Any, ClassVar

import pgtrigger
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from annotation.models import Guideline, Project, Unit, User
from annotation.wording import choices
from diffs.querysets import DiffQuerySet, DraftQuerySet, PairQuerySet
from evaluator.vocabulary import Dynamics, Fate, Origin
from genomes.models import APPEND_ONLY, Genome, IdeaObject


class PaperPair(models.Model):
    """Two genomes to be compared: `source` is the predecessor, published no later than `target`."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="pairs")
    source = models.ForeignKey(Genome, models.PROTECT, related_name="pairs_as_source")
    target = models.ForeignKey(Genome, models.PROTECT, related_name="pairs_as_target")
    unit = models.OneToOneField(Unit, models.PROTECT, related_name="pair")
    suggested_at = models.DateTimeField(
        null=True, blank=True, help_text=_("When the worker stored which objects may be aligned.")
    )
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = PairQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["source", "target"], name="pair_once"),
            models.CheckConstraint(condition=~Q(source=F("target")), name="pair_of_two_genomes"),
        ]

    def __str__(self) -> str:
        return f"{self.source.paper.slug} → {self.target.paper.slug}"

    @property
    def key(self) -> str:
        """Id in releases: both papers' short names."""
        return f"{self.source.paper.slug}__{self.target.paper.slug}"


class DiffDraft(models.Model):
    """An annotator's unfinished answer (evaluator.schema.DiffAnswer as JSON). `revision` tells two tabs apart."""

    pair = models.ForeignKey(PaperPair, models.CASCADE, related_name="drafts")
    author = models.ForeignKey(User, models.CASCADE, related_name="+")
    payload = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    revision = models.PositiveIntegerField(default=0)
    saved_at = models.DateTimeField(auto_now=True)

    objects: ClassVar[Any] = DraftQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pair", "author"], name="draft_once_per_author")]

    def __str__(self) -> str:
        return f"{self.pair} · {self.author} · {self.revision}"


class Diff(models.Model):
    """One submission about a pair, append-only. A changed mind is a new submission with the next number."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    pair = models.ForeignKey(PaperPair, models.PROTECT, related_name="diffs")
    author = models.ForeignKey(User, models.PROTECT, related_name="diffs")
    number = models.PositiveIntegerField(default=1)
    guideline = models.ForeignKey(Guideline, models.PROTECT, related_name="diffs")
    answer = models.JSONField(help_text=_("The whole answer, as evaluator.schema.DiffAnswer."))
    decision = models.JSONField(help_text=_("What counts as the same answer, by field (evaluator.compare)."))
    decision_key = models.CharField(max_length=64)
    dynamics = models.CharField(max_length=20, choices=choices(Dynamics))
    derived_dynamics = models.CharField(max_length=20, choices=choices(Dynamics))
    rule = models.PositiveSmallIntegerField(help_text=_("Boundary rule that fired, 1 to 4."))
    is_surplus = models.BooleanField(
        default=False,
        help_text=_("Came after the unit had all its labels; never in gold."),
    )
    imported_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="+", help_text=_("Empty: submitted here.")
    )
    submitted_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[Any] = DiffQuerySet.as_manager()

    class Meta:
        ordering = ["pair", "submitted_at"]
        constraints = [models.UniqueConstraint(fields=["pair", "author", "number"], name="diff_number_once_per_author")]
        indexes = [models.Index(fields=["pair", "decision_key"], name="diff_by_decision")]
        triggers = [pgtrigger.Protect(name="diff_is_append_only", operation=APPEND_ONLY)]

    def __str__(self) -> str:
        return f"Δ({self.pair}) {self.number}"


class Alignment(models.Model):
    """One row of a submission: an aligned edge (both ends), a lost object (source only) or a new one (target only)."""

    diff = models.ForeignKey(Diff, models.PROTECT, related_name="alignments")
    source_object = models.ForeignKey(IdeaObject, models.PROTECT, null=True, related_name="+")
    target_object = models.ForeignKey(IdeaObject, models.PROTECT, null=True, related_name="+")
    fate = models.CharField(max_length=10, choices=choices(Fate), blank=True)
    origin = models.CharField(max_length=10, choices=choices(Origin), blank=True)

    class Meta:
        ordering = ["diff", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["diff", "source_object", "target_object"],
                nulls_distinct=False,
                name="alignment_row_once",
            ),
            models.CheckConstraint(
                condition=Q(source_object__isnull=False) | Q(target_object__isnull=False),
                name="alignment_has_an_end",
            ),
        ]
        triggers = [pgtrigger.Protect(name="alignment_is_append_only", operation=APPEND_ONLY)]

    def __str__(self) -> str:
        return f"{self.source_object or '·'} → {self.target_object or '·'}"
