"""Lineages: ordered papers, joined by pairs."""

from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models import Project, User
from annotation.querysets import InProjectQuerySet
from diffs.models.pairs import PaperPair
from genomes.models import Paper


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
