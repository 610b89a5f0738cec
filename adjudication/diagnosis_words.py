"""What the page of the diagnosis calls fields, methods, stages and reasons."""

from enum import StrEnum

from django.utils.translation import gettext_lazy as _

from annotation.wording import Label, label
from evaluator.vocabulary import Continuity, ContributionRole, Dynamics, Ecology, Fate, ObjectType, Origin
from genomes.rules import NO_OBJECT

FIELD_NAMES: dict[str, Label] = {
    "dynamics": _("Dynamics"),
    "lineage": _("Lineage or not"),
    "ecology": _("Ecology"),
    "driver_continuity": _("Fate of the driver"),
    "fate": _("Fate of a source object"),
    "origin": _("Origin of a target object"),
    "object_type": _("Type of an object"),
    "contribution_role": _("Contribution role of an object"),
}
METHOD_NAMES: dict[str, Label] = {
    "majority": _("Majority"),
    "dawid_skene": "Dawid–Skene",
    "mace": "MACE",
}
KINDS: dict[str, type[StrEnum]] = {
    "dynamics": Dynamics,
    "ecology": Ecology,
    "driver_continuity": Continuity,
    "fate": Fate,
    "origin": Origin,
    "object_type": ObjectType,
    "contribution_role": ContributionRole,
}
OTHERS: dict[str, Label] = {
    "lineage": _("lineage"),
    "no lineage": _("no lineage"),
    NO_OBJECT: _("not an object"),
}
# Why a method says nothing of a field.
REASONS: dict[str, Label] = {
    "no labels": _("no labels yet"),
    "one rater": _("all labels are from one person"),
    "no shared units": _("no unit has two labels"),
    "one category only": _("all labels are the same"),
    "not computed": _("not computed yet"),
    "too many labels": _("more than 1,000,000 labels"),
}
WAITING: Label = _("Waiting for the worker")
NO_WORKER: Label = _("No worker is running, so this waits. Start one, or run manage.py up; then ask again.")
STILL: Label = _(
    "Nothing has moved for a quarter of an hour: the worker may have been stopped. Load this page and ask again."
)


def category(field: str, value: str) -> str:
    """What people call a value of a field."""
    kind = KINDS.get(field)
    return str(OTHERS.get(value, value)) if kind is None or value in OTHERS else str(label(kind(value)))
