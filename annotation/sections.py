"""Which section of a guideline speaks of which field of an answer. The names are anchors: docs/guidelines.md."""

from collections.abc import Collection, Mapping

# In the order of the work.
SECTIONS = (
    "objects", "roles", "fates", "origins", "provenance", "alignment", "driver", "transition", "ecology", "dynamics",
    "rationale", "confidence",
)  # fmt: skip

# Fields of an answer (evaluator.schema.DiffAnswer) whose section has another name.
_OF_FIELD: Mapping[str, str] = {
    "type": "objects",
    "contribution_role": "roles",
    "alignments": "alignment",
    "predecessor_driver": "driver",
    "driver_continuity": "driver",
    "transition_driver": "transition",
    "source_ecology": "ecology",
    "target_ecology": "ecology",
    "transition_evidence": "ecology",
    "dynamics_reason": "dynamics",
    "secondary": "dynamics",
    "evidence": "rationale",
}


def section_of(field: str) -> str:
    """The section about a field, by the field's name or the section's own; empty for what has none."""
    name = _OF_FIELD.get(field, field)
    return name if name in SECTIONS else ""


def missing_sections(anchors: Collection[str]) -> list[str]:
    """Sections that no heading of a guideline bears, in the order of the work."""
    return [name for name in SECTIONS if name not in anchors]
