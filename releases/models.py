"""Frozen releases with their files, and the runs that are scored against them."""

from typing import Any, ClassVar

import pgtrigger
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.models import Project, User
from genomes.models import APPEND_ONLY
from releases.querysets import ReleaseQuerySet, RunQuerySet


class Release(models.Model):
    """A versioned set of files. It is asked for, then frozen in one transaction; frozen, no row of it can change."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for the worker")
        FAILED = "failed", _("failed")
        FROZEN = "frozen", _("frozen")

    project = models.ForeignKey(Project, models.PROTECT, related_name="releases")
    version = models.CharField(_("version"), max_length=20)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    seed = models.PositiveIntegerField(_("seed"), default=1)
    notes = models.TextField(_("notes"), blank=True)
    leave_out_disputes = models.BooleanField(
        _("leave out pairs with an open dispute"),
        default=False,
        help_text=_("Otherwise an open dispute stops the release."),
    )
    audits = models.JSONField(default=list, help_text=_("What each audit found, as releases.audits gives it."))
    requested_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    requested_at = models.DateTimeField(auto_now_add=True)
    frozen_at = models.DateTimeField(null=True)
    manifest_sha256 = models.CharField(max_length=64, blank=True)
    counts = models.JSONField(default=dict)
    error = models.TextField(blank=True)

    objects: ClassVar[Any] = ReleaseQuerySet.as_manager()

    class Meta:
        ordering = ["project", "-requested_at"]
        constraints = [
            models.UniqueConstraint(fields=["project", "version"], name="release_version_once"),
            models.CheckConstraint(
                condition=Q(state="frozen", frozen_at__isnull=False) & ~Q(manifest_sha256="") | ~Q(state="frozen"),
                name="release_frozen_has_a_hash",
            ),
        ]
        triggers = [
            pgtrigger.Protect(
                name="release_frozen_is_immutable",
                operation=APPEND_ONLY,
                condition=pgtrigger.Q(old__state="frozen"),
            )
        ]

    def __str__(self) -> str:
        return f"{self.project} {self.version}"


REFUSE_FILE_OF_FROZEN_RELEASE = """
    IF EXISTS (SELECT 1 FROM releases_release r WHERE r.id = NEW.release_id AND r.state = 'frozen') THEN
        RAISE EXCEPTION 'release % is frozen: no file may be added', NEW.release_id;
    END IF;
    RETURN NEW;
"""


class ReleaseFile(models.Model):
    """One file of a release, with its bytes: written in the freezing transaction, never afterwards."""

    release = models.ForeignKey(Release, models.PROTECT, related_name="files")
    path = models.CharField(max_length=300)
    content = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField()
    rows = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["release", "path"]
        constraints = [models.UniqueConstraint(fields=["release", "path"], name="release_file_path_once")]
        triggers = [
            pgtrigger.Protect(name="release_file_is_immutable", operation=APPEND_ONLY),
            pgtrigger.Trigger(
                name="release_file_before_freezing_only",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert,
                func=REFUSE_FILE_OF_FROZEN_RELEASE,
            ),
        ]

    def __str__(self) -> str:
        return self.path


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
