"""Gold in the making: what a case's choices amount to, checked by the contract that submissions are checked by."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from adjudication import rules
from adjudication.rules import Row
from adjudication.selectors.labels import Side
from annotation.refusal import Fault
from diffs.models import PaperPair
from diffs.selectors import CheckedAnswer, Sides, check_answer
from evaluator.schema import AlignmentEdge, DiffAnswer, Pointer
from genomes.models import IdeaObject
from genomes.selectors import pointers_of


@dataclass(frozen=True, slots=True)
class Composition:
    """A gold answer as far as it has come. `open_rows` have no choice yet; `faults` are everything still missing."""

    answer: DiffAnswer
    disputed: list[Row]
    open_rows: list[Row]
    checked: CheckedAnswer
    faults: list[Fault]


def disputed_rows(sides: Sequence[Side], ideas: Sides) -> list[Row]:
    """The rows in which these labels differ, in the order of the case screen."""
    decisions = [side.diff.decision for side in sides]
    return rules.in_dispute(decisions, rules.all_rows(decisions, ideas.source.objects, ideas.target.objects))


def compose(
    pair: PaperPair, sides: Sequence[Side], choices: Mapping[str, str], own: DiffAnswer, rationale: str
) -> Composition:
    """The gold answer that the choices amount to, and what it lacks."""
    answer = rules.compose(
        {side.letter: side.answer for side in sides},
        {side.letter: side.diff.decision for side in sides},
        choices,
        own,
        rationale,
    )
    checked = check_answer(pair, with_evidence_of_objects(pair, answer))
    disputed = disputed_rows(sides, checked.sides)
    open_rows = rules.undecided(disputed, choices, [side.letter for side in sides])
    return Composition(
        answer=checked.answer,
        disputed=disputed,
        open_rows=open_rows,
        checked=checked,
        faults=[*choice_faults(open_rows, checked.sides), *_other_gaps(checked, {row.key for row in open_rows})],
    )


def choice_faults(open_rows: Sequence[Row], ideas: Sides) -> list[Fault]:
    return [
        Fault("no_choice", _("%(row)s: choose a label, your own answer or neither.") % {"row": name}, row.key)
        for row in open_rows
        for name in [row_name(row, ideas)]
    ]


def row_name(row: Row, ideas: Sides) -> str:
    """What a sentence calls a row: "Dynamics", "Fate of YOLO M1"."""
    if row.field == rules.FATE:
        return _("Fate of %(object)s") % {"object": ideas.names.get(row.object, row.object)}
    if row.field == rules.ORIGIN:
        return _("Origin of %(object)s") % {"object": ideas.names.get(row.object, row.object)}
    return {
        "dynamics": _("Dynamics"),
        "ecology": _("Ecology"),
        "predecessor_driver": _("Predecessor driver"),
        "driver_continuity": _("Fate of the driver"),
        "transition_driver": _("Transition driver"),
        "transition_evidence": _("Transition evidence"),
    }[row.field]


def _other_gaps(checked: CheckedAnswer, open_keys: set[str]) -> list[Fault]:
    """Gaps of the composed answer with the row where each is mended; those of rows without a choice are said once."""
    placed = [replace(gap, field=rules.row_key_of(gap.field, checked.answer)) for gap in checked.gaps]
    return [gap for gap in placed if gap.field not in open_keys]


def with_evidence_of_objects(pair: PaperPair, answer: DiffAnswer) -> DiffAnswer:
    """An adjudicator's own links without evidence rest on the evidence of the objects that they join."""
    bare = [edge for edge in answer.alignments if not (edge.source_evidence and edge.target_evidence)]
    if not bare:
        return answer
    evidence = _evidence_of_objects(pair)
    return replace(answer, alignments=tuple(_filled(edge, evidence) for edge in answer.alignments))


def _filled(edge: AlignmentEdge, evidence: Mapping[str, tuple[Pointer, ...]]) -> AlignmentEdge:
    return replace(
        edge,
        source_evidence=edge.source_evidence or evidence.get(edge.source, ()),
        target_evidence=edge.target_evidence or evidence.get(edge.target, ()),
    )


def _evidence_of_objects(pair: PaperPair) -> dict[str, tuple[Pointer, ...]]:
    found = (
        IdeaObject.objects.accepted()
        .filter(genome__in=[pair.source_id, pair.target_id])
        .select_related("genome__source_version__paper")
        .defer("genome__source_version__text")
        .prefetch_related("evidence")
    )
    return {row.key: pointers_of(row) for row in found}


def choices_of(sides: Sequence[Side], rows: Sequence[Row], decision: Mapping[str, Any]) -> dict[str, str]:
    """The choices that a whole answer amounts to: in each row the first label that says the same, else own."""
    return {row.key: next((side.letter for side in sides if _says(side, row, decision)), rules.OWN) for row in rows}


def _says(side: Side, row: Row, decision: Mapping[str, Any]) -> bool:
    return bool(rules.value_of(side.diff.decision, row) == rules.value_of(decision, row))
