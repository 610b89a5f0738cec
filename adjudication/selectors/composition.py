"""Gold in the making: what a case's choices amount to, checked by the contract that submissions are checked by."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from adjudication import rules
from adjudication.rules import Row
from adjudication.selectors.labels import Side
from adjudication.wording import row_name
from annotation.refusal import Fault
from diffs.models import PaperPair
from diffs.selectors import CheckedAnswer, Sides, check_answer
from evaluator.schema import AlignmentEdge, DiffAnswer, Pointer
from genomes.models import IdeaObject
from genomes.selectors import pointers_of


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a case in the order of its screen, and which of them are in dispute."""

    all: list[Row]
    disputed: list[Row]


@dataclass(frozen=True, slots=True)
class Composition:
    """A gold answer as far as it has come; `faults` are everything that is still missing, each at its row."""

    answer: DiffAnswer
    rows: Rows
    checked: CheckedAnswer
    faults: list[Fault]


def rows_of(sides: Sequence[Side], ideas: Sides) -> Rows:
    decisions = [side.diff.decision for side in sides]
    rows = rules.all_rows(decisions, ideas.source.objects, ideas.target.objects)
    return Rows(rows, rules.in_dispute(decisions, rows))


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
    rows = rows_of(sides, checked.sides)
    return Composition(checked.answer, rows, checked, answer_faults(sides, rows, choices, checked))


def choice_faults(open_rows: Sequence[Row], ideas: Sides) -> list[Fault]:
    """A fault for each row without a choice."""
    message = _("%(row)s: choose a label, your own answer or neither.")
    return [Fault("no_choice", message % {"row": row_name(row, ideas)}, row.key) for row in open_rows]


def answer_faults(sides: Sequence[Side], rows: Rows, choices: Mapping[str, str], checked: CheckedAnswer) -> list[Fault]:
    """What keeps an answer from being gold: rows without a choice, choices it does not follow, gaps of the contract."""
    decisions = {side.letter: side.diff.decision for side in sides}
    open_rows = rules.undecided(rows.disputed, choices, decisions)
    faults = choice_faults(open_rows, checked.sides)
    rejected = [row for row in rows.all if choices.get(row.key) == rules.NEITHER]
    for row in rejected:
        message = _("%(row)s: neither label stands, so give your own answer, or decide the pair as neither.")
        faults.append(Fault("neither_without_own", message % {"row": row_name(row, checked.sides)}, row.key))
    settled = [row for row in rows.all if row not in open_rows]
    for row in rules.contradicted(settled, choices, decisions, checked.decision):
        message = _("%(row)s: the answer does not say what the chosen label says.")
        faults.append(Fault("choice_contradicted", message % {"row": row_name(row, checked.sides)}, row.key))
    return [*faults, *_other_gaps(checked, {row.key for row in [*open_rows, *rejected]})]


def _other_gaps(checked: CheckedAnswer, said: set[str]) -> list[Fault]:
    """Gaps of the composed answer with the row where each is mended; rows that have a fault already say it once."""
    placed = [replace(gap, field=rules.row_key_of(gap.field, checked.answer)) for gap in checked.gaps]
    return [gap for gap in placed if gap.field not in said]


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


def choices_of(sides: Sequence[Side], rows: Rows, decision: Mapping[str, Any]) -> dict[str, str]:
    """The choices that a whole answer amounts to: the first label that says the same in a row, else own.

    A row that all labels agree in is a choice only where the answer departs from it.
    """
    said = {row: next((side.letter for side in sides if _says(side, row, decision)), rules.OWN) for row in rows.all}
    return {row.key: choice for row, choice in said.items() if row in rows.disputed or choice == rules.OWN}


def _says(side: Side, row: Row, decision: Mapping[str, Any]) -> bool:
    return bool(rules.value_of(side.diff.decision, row) == rules.value_of(decision, row))
