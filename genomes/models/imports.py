"""Files handed in, and what came of each."""

from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models import Project, User
from genomes.models.library import Paper, SourceVersion
from genomes.querysets import ImportBatchQuerySet


class ImportBatch(models.Model):
    """Files handed in together; each is read on its own, so one bad file never fails the rest."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="imports")
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = ImportBatchQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.project} {self.created_at:%Y-%m-%d %H:%M}"


class ImportFile(models.Model):
    """One file of a batch and what came of it."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        IMPORTED = "imported", _("imported")
        KNOWN = "known", _("already in the library")
        REFUSED = "refused", _("refused")
        OPENED = "opened", _("opened")
        METADATA = "metadata", _("read as metadata")

    batch = models.ForeignKey(ImportBatch, models.CASCADE, related_name="files")
    parent = models.ForeignKey("self", models.CASCADE, null=True, related_name="children")
    paper = models.ForeignKey(
        Paper,
        models.SET_NULL,
        null=True,
        related_name="+",
        help_text=_("The paper that it is the text of, if that was said."),
    )
    filename = models.CharField(max_length=300)
    size = models.PositiveBigIntegerField(default=0)
    data = models.BinaryField()
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    reason = models.TextField(blank=True)
    reason_params = models.JSONField(default=dict, blank=True)
    outcome = models.JSONField(default=dict, blank=True, help_text=_("Counts: papers, references, passages."))
    seconds = models.FloatField(null=True, help_text=_("Time that reading took."))
    tries = models.PositiveSmallIntegerField(default=0, help_text=_("How often a worker began to read it."))
    source_version = models.ForeignKey(SourceVersion, models.SET_NULL, null=True, related_name="+")
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["batch", "state"], name="import_file_state")]

    def __str__(self) -> str:
        return self.filename
