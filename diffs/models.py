"""Pairs of genomes, what people submit about them, and the lineages that gold pairs form."""

import uuid
from typing import Any, ClassVar

import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from annotation.models import Guideline, Project, Unit, User
from annotation.querysets import InProjectQuerySet
from annotation.wording import choices
from diffs.querysets import DiffQuerySet, DraftQuerySet, PairQuerySet
from evaluator.vocabulary import Dynamics, Fate, Origin
from genomes.models import APPEND_ONLY, Genome, IdeaObject, Paper


class PaperPair(models.Model):
    """Two genomes to be compared: `source` is the predecessor, published no later than `target`."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="pairs")
    source = models.ForeignKey(Genome, models.PROTECT, related_name="pairs_as_source")
    target = models.ForeignKey(Genome, models.PROTECT, related_name="pairs_as_target")
    unit = models.OneToOneField(Unit, models.PROTECT, related_name="pair")
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
    guideline = models.ForeignKey(Guideline, models.PROTECT, related_name="+")
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
    submitted_at = models.DateTimeField(auto_now_add=True)

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


class Trace(models.Model):
    """An ordered lineage of 3 to 7 papers; each step is a pair."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="traces")
    name = models.CharField(_("name"), max_length=200)
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = InProjectQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["project", "name"], name="trace_name_once")]

    def __str__(self) -> str:
        return self.name

    def papers(self) -> list[Paper]:
        """The papers in order; empty when the trace has no step."""
        steps = list(
            self.steps.select_related(
                "pair__source__source_version__paper",
                "pair__target__source_version__paper",
            )
        )
        return [step.pair.source.paper for step in steps[:1]] + [step.pair.target.paper for step in steps]


class TraceStep(models.Model):
    trace = models.ForeignKey(Trace, models.CASCADE, related_name="steps")
    position = models.PositiveSmallIntegerField()
    pair = models.ForeignKey(PaperPair, models.PROTECT, related_name="steps")

    class Meta:
        ordering = ["trace", "position"]
        constraints = [models.UniqueConstraint(fields=["trace", "position"], name="trace_position_once")]

    def __str__(self) -> str:
        return f"{self.trace} {self.position}"


class LineageCandidate(models.Model):
    """A work that may be a predecessor of a paper of the library, and every reason why it may be one.

    `source` is the predecessor once it is a paper of the library; `work` is what is known of it before. A decided
    candidate stays decided; an accepted one becomes a pair as soon as both genomes can be paired.
    """

    class Kind(models.TextChoices):
        REFERENCE = "reference", _("in the reference list")
        SIMILARITY = "similarity", _("alike in words")
        CURATED = "curated", _("on a curator's list")

    class State(models.TextChoices):
        OPEN = "open", _("undecided")
        ACCEPTED = "accepted", _("accepted")
        REJECTED = "rejected", _("rejected")

    project = models.ForeignKey(Project, models.CASCADE, related_name="lineage_candidates")
    target = models.ForeignKey(Paper, models.CASCADE, related_name="predecessor_candidates")
    source = models.ForeignKey(Paper, models.CASCADE, null=True, blank=True, related_name="successor_candidates")
    work = models.JSONField(default=dict, help_text=_("Title, first author, year, doi and arxiv_id, as far as known."))
    work_key = models.CharField(max_length=320, help_text=_("What makes it one work: an id, else its title."))
    reasons = models.JSONField(default=dict, help_text=_("Kind to what speaks for it."))
    kinds = ArrayField(models.CharField(max_length=10), default=list)
    weight = models.FloatField(default=0)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    reject_reason = models.CharField(max_length=300, blank=True)
    decided_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)
    pair = models.ForeignKey(PaperPair, models.SET_NULL, null=True, blank=True, related_name="candidates")
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = InProjectQuerySet.as_manager()

    class Meta:
        ordering = ["-weight", "id"]
        indexes = [models.Index("project", "state", F("weight").desc(), "id", name="lineage_candidate_order")]
        constraints = [
            models.UniqueConstraint(fields=["target", "work_key"], name="lineage_candidate_once"),
            models.CheckConstraint(condition=~Q(source=F("target")), name="lineage_candidate_of_two_papers"),
        ]

    def __str__(self) -> str:
        return f"{self.work.get('title', '')} → {self.target}"


class CandidateSearch(models.Model):
    """One look for candidates, done by the worker."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    project = models.ForeignKey(Project, models.CASCADE, related_name="candidate_searches")
    paper = models.ForeignKey(Paper, models.CASCADE, null=True, blank=True, related_name="+")
    started_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    counts = models.JSONField(default=dict, help_text=_("Kind to candidates found."))
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[Any] = InProjectQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.project} {self.get_state_display()}"
