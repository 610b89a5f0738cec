"""What a comment can be about within a unit: fields of the answer, and objects, which relations lead to by name."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from annotation.models import Role, Unit
from annotation.permissions import Voice

TYPING_FIELDS = {"type": _("Type"), "contribution_role": _("Contribution role")}
FIELDS: dict[str, dict[str, Any]] = {
    Unit.Kind.PAIR: {
        "dynamics": _("Dynamics"),
        "ecology": _("Ecology"),
        "predecessor_driver": _("Predecessor driver"),
        "driver_continuity": _("Fate of the driver"),
        "transition_driver": _("Transition driver"),
        "transition_evidence": _("Transition evidence"),
        "fates": _("Fates"),
        "origins": _("Origins"),
        "alignments": _("Links"),
        "provenance": _("Where external objects come from"),
        "rationale": _("Rationale"),
        "confidence": _("Confidence"),
    },
    Unit.Kind.GENOME: {**TYPING_FIELDS, "evidence": _("Evidence")},
    Unit.Kind.READING: TYPING_FIELDS,
}


@dataclass(frozen=True, slots=True)
class ObjectPlace:
    """`key` is the object's id, `name` what people call it."""

    key: str
    name: str
    content: str


def fields_of(unit: Unit) -> dict[str, Any]:
    """Names of fields that a comment may be about, with their labels."""
    return FIELDS[unit.kind]


def objects_for(unit: Unit, voice: Voice) -> list[ObjectPlace]:
    """The accepted objects that the unit is about, in the order of their papers, as far as the person knows them.

    None for a second reading: its reader knows objects by number, since a handle tells how the author typed. None of a
    genome in work for who is not its author.
    """
    in_work = unit.kind == Unit.Kind.GENOME and unit.labels_done < unit.overlap
    if in_work and voice.role != Role.ANNOTATOR:
        return []
    return [
        ObjectPlace(f"{paper.slug}:{row.handle}", f"{_short(paper)} {row.handle}", row.content)
        for genome in _genomes(unit)
        for paper in [genome.source_version.paper]
        for row in genome.objects_all.accepted()
    ]


def _genomes(unit: Unit) -> Iterable[Any]:
    if unit.kind == Unit.Kind.GENOME and hasattr(unit, "genome"):
        return [unit.genome]
    if unit.kind == Unit.Kind.PAIR and hasattr(unit, "pair"):
        return [unit.pair.source, unit.pair.target]
    return []


def _short(paper: Any) -> str:
    return str(paper.aliases[0] if paper.aliases else paper.slug)
