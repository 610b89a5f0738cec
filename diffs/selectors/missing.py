"""What is still missing, as lines to read: gaps of one kind share a line, each object a link to its place."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.refusal import Fault
from annotation.wording import Label
from diffs.selectors.answers import CheckedAnswer
from diffs.selectors.cards import Card

PARTS = {
    "predecessor_driver": "part-driver",
    "driver_continuity": "part-driver",
    "transition_driver": "part-transition",
    "transition_evidence": "part-ecology",
    "ecology": "part-ecology",
    "source_ecology": "part-ecology",
    "target_ecology": "part-ecology",
    "dynamics": "part-dynamics",
    "dynamics_reason": "part-dynamics",
    "rationale": "part-rationale",
    "evidence": "part-rationale",
    "confidence": "part-confidence",
}
# Gaps that come in numbers, and the words before their objects.
GROUPED: dict[str, Label] = {
    "fate_missing": gettext_lazy("Fate of"),
    "origin_missing": gettext_lazy("Origin of"),
    "external_without_provenance": gettext_lazy("Where it comes from:"),
    "edge_without_similarity": gettext_lazy("Why they align:"),
    "edge_without_source_evidence": gettext_lazy("Evidence of the link from"),
    "edge_without_target_evidence": gettext_lazy("Evidence of the link to"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """`text`, which leads to `anchor` unless cards follow it. `code` is that of its gap or gaps."""

    text: str
    anchor: str
    cards: tuple[Card, ...] = ()
    code: str = ""


def missing_lines(checked: CheckedAnswer, cards: Mapping[str, Card]) -> list[Line]:
    """Everything that keeps the answer from being submitted."""
    lines: list[Line] = []
    grouped: dict[str, list[Card]] = {}
    for number, fault in enumerate(checked.gaps):
        gap = checked.missing[number] if number < len(checked.missing) else None
        key = (
            ""
            if gap is None
            else gap.params.get("target", "")
            if fault.code.endswith("target_evidence")
            else gap.object
        )
        if fault.code in GROUPED and key in cards:
            grouped.setdefault(fault.code, []).append(cards[key])
        else:
            lines.append(Line(str(fault.message), anchor_of(fault, key, checked), code=fault.code))
    together = [Line(str(GROUPED[code]), "", tuple(found), code) for code, found in grouped.items()]
    return [*together, *lines]


def anchor_of(fault: Fault, key: str, checked: CheckedAnswer) -> str:
    """Id of the element where a fault is mended."""
    name, _bracket, rest = fault.field.partition("[")
    if name == "alignments" and rest:
        number = int(rest.partition("]")[0])
        return f"o-{checked.answer.alignments[number].source}"
    if name in ("fates", "origins", "provenance"):
        return f"o-{key or rest.partition(']')[0]}"
    return PARTS.get(name, "main")


def missing_count(lines: list[Line]) -> int:
    """How many things are missing: a line of objects counts each of them."""
    return sum(len(line.cards) or 1 for line in lines)


def nothing_missing() -> str:
    return _("Nothing is missing.")
