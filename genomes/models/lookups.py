"""Questions to catalogues of papers on the network, and what came of each."""

from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models import User
from genomes.models.library import Paper
from genomes.querysets import LookUpQuerySet


class LookUp(models.Model):
    """One look-up of one paper, asked for by a person; it fills facts that are missing, and references."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    paper = models.ForeignKey(Paper, models.CASCADE, related_name="lookups")
    started_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    outcome = models.JSONField(default=dict, blank=True, help_text=_("Counts, and the catalogues that know the paper."))
    faults = models.JSONField(default=list, blank=True, help_text=_("What went wrong, before translation."))
    finished_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[Any] = LookUpQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return f"{self.paper} {self.get_state_display()}"
