"""Rows of a case, ready to read: what each label, and the gold, says in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _

from adjudication import rules
from adjudication.rules import Row
from adjudication.selectors.labels import Side
from adjudication.selectors.objects import Thing
from adjudication.wording import SIGNS, row_name
from annotation.wording import label
from diffs.selectors import Sides
from evaluator.schema import DiffAnswer
from evaluator.vocabulary import Continuity, Dynamics, Ecology, Fate, Origin

WORD_KINDS: Mapping[str, type[StrEnum]] = {
    "dynamics": Dynamics,
    "ecology": Ecology,
    "driver_continuity": Continuity,
}


@dataclass(frozen=True, slots=True)
class Said:
    """What one answer says in a row, ready to read. `fate` is the value that has a sign; `things` are objects named."""

    text: str
    fate: str = ""
    sign: str = ""
    things: tuple[Thing, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    letter: str
    said: Said


@dataclass(frozen=True, slots=True)
class RowView:
    row: Row
    name: str
    thing: Thing | None
    cells: list[Cell]
    gold: Said | None

    @property
    def key(self) -> str:
        return self.row.key

    @property
    def anchor(self) -> str:
        """An id for the page: row-fates-yolo-M1."""
        return "row-" + "".join(char if char.isalnum() else "-" for char in self.row.key).strip("-")


def row_view(
    row: Row, sides: Sequence[Side], ideas: Sides, things: Mapping[str, Thing], gold: Mapping[str, Any] | None
) -> RowView:
    return RowView(
        row=row,
        name=row_name(row, ideas),
        thing=things.get(row.object),
        cells=[Cell(side.letter, said(row, side.diff.decision, things, side.answer)) for side in sides],
        gold=None if gold is None else said(row, gold, things, None),
    )


def said(row: Row, decision: Mapping[str, Any], things: Mapping[str, Thing], answer: DiffAnswer | None) -> Said:
    """What a decision says in a row, in words, signs and objects."""
    value = rules.value_of(decision, row)
    if row.field == rules.FATE:
        fate, targets = value
        note = "" if answer is None else "\n".join(e.similarity for e in answer.alignments if e.source == row.object)
        return Said(_of_object(Fate, fate), fate or "", SIGNS.get(fate, ""), _things(targets, things), note)
    if row.field == rules.ORIGIN:
        origin, provenance = value
        return Said(
            _of_object(Origin, origin), origin or "", SIGNS.get(origin, ""), note=": ".join((provenance or [])[1:])
        )
    if row.field in ("predecessor_driver", "transition_driver"):
        return Said(str(value or _("none")), things=_things([value], things))
    if row.field == "transition_evidence":
        return Said(_("shown") if value else _("none"))
    return Said(_word(WORD_KINDS[row.field], value))


def _word(kind: type[StrEnum], value: str | None) -> str:
    return _("none") if value is None else str(label(kind(value)))


def _of_object(kind: type[StrEnum], value: str | None) -> str:
    """A label that knows another set of objects may say nothing of this one."""
    return _("nothing said of it") if value is None else _word(kind, value)


def _things(keys: Sequence[str], things: Mapping[str, Thing]) -> tuple[Thing, ...]:
    return tuple(things[key] for key in keys if key in things)
