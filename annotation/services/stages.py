"""Stages of a project's work, and how many labels the pairs of each want."""

from django.db import transaction
from django.db.models import Case, F, IntegerField, Value, When
from django.db.models.functions import Greatest
from django.utils.translation import gettext_lazy as _

from annotation.models import Project, Stage, Unit, User
from annotation.querysets import UnitQuerySet
from annotation.refusal import refused
from annotation.services.validation import insert, refuse_invalid


@transaction.atomic
def create_stage(*, by: User, project: Project, name: str, overlap: int) -> Stage:
    """Make a stage. Raises `Refused` when the name is taken or the number of labels cannot be."""
    stage = Stage(project=project, name=name.strip(), overlap=overlap)
    refuse_invalid(stage)
    insert(stage)
    return stage


@transaction.atomic
def change_stage(
    *, by: User, stage: Stage, name: str | None = None, overlap: int | None = None, is_paused: bool | None = None
) -> Stage:
    """Rename a stage, pause it or let it go on, or ask for another number of labels.

    Another number is asked of those of its pairs whose labels are not all in (`ask_for_labels`). While it is paused,
    those who hold one of its units may finish it, and nobody is handed one.
    """
    stage = Stage.objects.select_for_update(no_key=True).select_related("project").get(pk=stage.pk)
    before = stage.overlap
    stage.name = stage.name if name is None else name.strip()
    stage.overlap = stage.overlap if overlap is None else overlap
    stage.is_paused = stage.is_paused if is_paused is None else is_paused
    refuse_invalid(stage)
    stage.save(update_fields=["name", "overlap", "is_paused"])
    if stage.overlap != before:
        ask_for_labels(project=stage.project, units=Unit.objects.filter(stage=stage), wanted=stage.overlap)
    return stage


@transaction.atomic
def delete_stage(*, by: User, stage: Stage) -> None:
    """Take out a stage that has no unit. Raises `Refused` while it has one."""
    stage = Stage.objects.select_for_update().get(pk=stage.pk)
    if stage.units.exists():
        raise refused("not_empty", _("This stage has units. Move them to another stage first (Progress)."))
    stage.delete()


@transaction.atomic
def ask_for_labels(*, project: Project, units: UnitQuerySet, wanted: int) -> int:
    """Ask for another number of labels of the pairs among `units` whose labels are not all in; says of how many.

    One that has more labels than are wanted now keeps them and is complete; a complete one is never reopened. It is
    one statement, so a label that comes in at the same moment is either before it or after it.
    """
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    open_pairs = units.filter(kind=Unit.Kind.PAIR, labels_done__lt=F("overlap")).exclude(overlap=wanted)
    _lock_in_order(open_pairs)
    return int(open_pairs.order_by().update(overlap=_asked(wanted)))


@transaction.atomic
def move_to_stage(*, by: User, project: Project, units: UnitQuerySet, stage: Stage | None) -> int:
    """Put units into a stage (None: into none); pairs among them want its number of labels then. Says how many."""
    if stage is not None and stage.project_id != project.pk:
        raise refused("other_project", _("This stage belongs to another project."), "stage")
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    moving = Unit.objects.filter(project=project, pk__in=list(units.order_by().values_list("pk", flat=True)))
    _lock_in_order(moving)
    wanted = stage.overlap if stage is not None else project.overlap
    asked = _asked(wanted)
    is_open_pair = When(kind=Unit.Kind.PAIR, labels_done__lt=F("overlap"), then=asked)
    overlap = Case(is_open_pair, default=F("overlap"), output_field=IntegerField())
    return int(moving.order_by().update(stage=stage, overlap=overlap))


def _lock_in_order(units: UnitQuerySet) -> None:
    """Lock many units by their ids, as an import, a distribution or a giving back of all does: an update takes them in
    whatever order they lie, and two that hold what the other wants would never end."""
    list(units.order_by("pk").select_for_update(no_key=True, of=("self",)).values_list("pk", flat=True))


def _asked(wanted: int) -> Greatest:
    """`rules.overlap_after` for a unit whose labels are not all in, computed where the row is."""
    return Greatest(Value(wanted), F("labels_done"), output_field=IntegerField())
