"""Works that may be predecessors, and the searches that found them."""

from typing import Any, ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from annotation.models import Project, User
from annotation.querysets import InProjectQuerySet
from diffs.models.pairs import PaperPair
from genomes.models import Paper


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
