"""Stages with their counts, and what another number of labels would do before it is done."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Q, Sum

from annotation.models import Assignment, Project, Stage, Unit, User
from annotation.querysets import UnitQuerySet
from annotation.rules import overlap_after
from annotation.selectors.units import overseen_units


@dataclass(frozen=True)
class StageRow:
    """A stage (None: what lies outside all stages) and its units; labels of those that the reader may look into."""

    stage: Stage | None
    overlap: int
    units: int
    counted: int  # units that the figures below are of
    complete: int
    labels_done: int
    labels_wanted: int

    @property
    def hidden(self) -> int:
        """Units that the reader may still label: their figures are left out."""
        return self.units - self.counted


@dataclass(frozen=True)
class OverlapEffect:
    """What asking for `wanted` labels does to pairs that exist: counts of units, and labels more or (negative) less."""

    wanted: int
    changed: int
    completed: int  # of those changed: they have enough labels then
    labels: int
    surplus_holders: int  # people at work on units that would have enough without them
    complete: int  # units that are complete and stay as they are
    hidden: int  # units that the reader may still label: changed alike, but not counted here

    @property
    def signed_labels(self) -> str:
        """Labels more or less, with their sign."""
        return f"{self.labels:+d}".replace("-", "−")


def stage_rows(reader: User, project: Project) -> list[StageRow]:
    """Every stage in order, and what lies outside all stages first; four queries."""
    every = {each["stage"]: each["n"] for each in _by_stage(Unit.objects.filter(project=project), n=Count("pk"))}
    sums = {
        each["stage"]: each
        for each in _by_stage(
            overseen_units(reader, project),
            counted=Count("pk"),
            complete=Count("pk", Q(labels_done__gte=F("overlap"))),
            labels_done=Sum("labels_done"),
            labels_wanted=Sum("overlap"),
        )
    }
    rows = []
    for stage in [None, *project.stages.all()]:
        key = stage.pk if stage else None
        facts = sums.get(key, {"counted": 0, "complete": 0, "labels_done": 0, "labels_wanted": 0})
        overlap = stage.overlap if stage else project.overlap
        figures = {name: value for name, value in facts.items() if name != "stage"}
        rows.append(StageRow(stage=stage, overlap=overlap, units=every.get(key, 0), **figures))
    return rows


def _by_stage(units: UnitQuerySet, **figures: Any) -> list[dict[str, Any]]:
    return list(units.order_by().values("stage").annotate(**figures))


def overlap_effect(reader: User, project: Project, stage: Stage | None, wanted: int) -> OverlapEffect:
    """Counts before it is done; the same rule as `services.stages.ask_for_labels`."""
    every = Unit.objects.filter(project=project, stage=stage, kind=Unit.Kind.PAIR)
    seen = overseen_units(reader, project).filter(stage=stage, kind=Unit.Kind.PAIR)
    groups = list(seen.order_by().values_list("overlap", "labels_done").annotate(Count("pk")))
    changed = completed = labels = complete = 0
    for overlap, done, number in groups:
        after = overlap_after(wanted, overlap, done)
        if done >= overlap:
            complete += number
        elif after != overlap:
            changed += number
            completed += number if after <= done else 0
            labels += (after - overlap) * number
    fuller = seen.filter(labels_done__gte=wanted, labels_done__lt=F("overlap"))
    holders = Assignment.objects.active().filter(unit__in=fuller, purpose=Assignment.Purpose.LABEL).count()
    hidden = every.count() - sum(number for _overlap, _done, number in groups)
    return OverlapEffect(wanted, changed, completed, labels, holders, complete, hidden)
