"""Extraction passes: who proposed which candidates, what it cost, and what people made of them."""

from typing import Any, ClassVar

import pgtrigger
from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models import User
from annotation.wording import choices
from evaluator.vocabulary import ObjectType
from genomes.models.genome import Genome, IdeaObject
from genomes.querysets import ExtractionPassQuerySet


class ExtractionPass(models.Model):
    """One run of one provider over one text, for one type of object."""

    class Provider(models.TextChoices):
        CUES = "cues", _("built-in cues")
        ENDPOINT = "endpoint", _("language model")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        STOPPED = "stopped", _("stopped early")
        CANCELLED = "cancelled", _("cancelled")
        FAILED = "failed", _("failed")

    OPEN_STATES: ClassVar[list[str]] = [State.WAITING, State.RUNNING]

    genome = models.ForeignKey(Genome, models.CASCADE, related_name="passes")
    type = models.CharField(_("type"), max_length=12, choices=choices(ObjectType))
    provider = models.CharField(max_length=10, choices=Provider)
    model = models.CharField(max_length=120, blank=True)
    prompt_version = models.CharField(max_length=40, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    is_cancel_asked = models.BooleanField(default=False)
    started_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    parts_total = models.PositiveIntegerField(default=0)
    parts_done = models.PositiveIntegerField(default=0)
    parts_failed = models.PositiveIntegerField(default=0, help_text=_("Parts whose replies could not be read."))
    proposed = models.PositiveIntegerField(default=0)
    unverifiable = models.PositiveIntegerField(default=0, help_text=_("Quotes that do not stand in the text; dropped."))
    ambiguous = models.PositiveIntegerField(default=0, help_text=_("Quotes that stand in several places; dropped."))
    repeated = models.PositiveIntegerField(default=0, help_text=_("Places that an object of the type has already."))
    requests = models.PositiveIntegerField(default=0)
    tokens_in = models.PositiveIntegerField(default=0)
    tokens_out = models.PositiveIntegerField(default=0)
    token_budget = models.PositiveIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=20, blank=True, help_text=_("Code of why it ended early."))
    reason_params = models.JSONField(default=dict, blank=True)

    objects: ClassVar[Any] = ExtractionPassQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["genome", "type"],
                condition=models.Q(state__in=["waiting", "running"]),
                name="extraction_one_open_pass_per_type",
            )
        ]

    def __str__(self) -> str:
        return f"{self.genome} {self.get_type_display()} {self.get_state_display()}"

    @property
    def is_open(self) -> bool:
        """Whether it waits or runs."""
        return self.state in self.OPEN_STATES


class RawReply(models.Model):
    """What an endpoint answered, word for word, also when it could not be used."""

    extraction = models.ForeignKey(ExtractionPass, models.CASCADE, related_name="replies")
    part = models.PositiveIntegerField()
    attempt = models.PositiveSmallIntegerField()
    status = models.PositiveSmallIntegerField(null=True, help_text=_("HTTP status; empty when nothing was answered."))
    body = models.TextField(blank=True)
    fault = models.CharField(max_length=300, blank=True)
    tokens_in = models.PositiveIntegerField(default=0)
    tokens_out = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["extraction", "part", "attempt"]
        triggers = [pgtrigger.Protect(name="raw_reply_is_append_only", operation=pgtrigger.Update)]

    def __str__(self) -> str:
        return f"{self.extraction} {self.part}.{self.attempt}"


class Candidate(models.Model):
    """Where a machine's candidate came from, as it was proposed, and what a person decided about it."""

    class Decision(models.TextChoices):
        OPEN = "open", _("undecided")
        ACCEPTED = "accepted", _("accepted as it was")
        EDITED = "edited", _("accepted with changes")
        REJECTED = "rejected", _("rejected")

    idea_object = models.OneToOneField(IdeaObject, models.CASCADE, related_name="candidate")
    extraction = models.ForeignKey(ExtractionPass, models.CASCADE, related_name="candidates")
    content = models.TextField()
    places = models.JSONField(default=list, help_text=_("The [start, end] of each proposed piece of evidence."))
    why = models.CharField(max_length=300, blank=True, help_text=_("The cue or the reason that was given."))
    confidence = models.FloatField(null=True, blank=True)
    decision = models.CharField(max_length=10, choices=Decision, default=Decision.OPEN)
    decided_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["extraction", "idea_object"]

    def __str__(self) -> str:
        return f"{self.idea_object} {self.get_decision_display()}"
