"""Runs: predictions of systems that are scored against a frozen release."""

from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models import User
from releases.models.releases import Release
from releases.querysets import RunQuerySet


class Run(models.Model):
    """Predictions of one system on a frozen release, and the evaluator's report on them, byte for byte."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for the worker")
        REFUSED = "refused", _("refused")
        SCORED = "scored", _("scored")
        FAILED = "failed", _("failed")

    release = models.ForeignKey(Release, models.PROTECT, related_name="runs")
    system = models.CharField(_("system"), max_length=200)
    seed = models.PositiveBigIntegerField(default=0)
    predictions = models.BinaryField()
    predictions_sha256 = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    faults = models.JSONField(default=list)
    report = models.BinaryField(null=True, help_text=_("report.json, as the evaluator writes it."))
    report_markdown = models.BinaryField(null=True, help_text=_("report.md, as the evaluator writes it."))
    outcomes = models.BinaryField(null=True, help_text=_("instances.jsonl, as the evaluator writes it."))
    total_micro = models.FloatField(null=True)
    submitted_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    submitted_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)

    objects: ClassVar[Any] = RunQuerySet.as_manager()

    class Meta:
        ordering = ["release", "-submitted_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["release", "system", "predictions_sha256", "seed"],
                name="run_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.system} on {self.release}"
