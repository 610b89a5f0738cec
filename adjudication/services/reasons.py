"""Why the labels of a case differ: one reason for the whole, or words of its own for a row."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from adjudication.models import Resolution
from adjudication.rules import Note, kept_notes, whole_note
from adjudication.selectors import Rows
from adjudication.wording import row_name
from annotation.refusal import Fault
from diffs.selectors import Sides

LONGEST_RATIONALE = 10_000
RowNotes = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Words:
    """What explains a decision: the whole, the rows that have words of their own, and what is missing or wrong."""

    whole: Note
    rows: dict[str, Note]
    faults: list[Fault]

    @property
    def as_json(self) -> dict[str, dict[str, str]]:
        return {key: {"reason_code": note.reason_code, "rationale": note.rationale} for key, note in self.rows.items()}


def words_of(reason_code: str, rationale: str, row_notes: RowNotes | None, rows: Rows, ideas: Sides) -> Words:
    """Read what was given. The whole may be left out where every row in dispute has words of its own."""
    own = {key: _note(note) for key, note in (row_notes or {}).items()}
    whole = whole_note(
        Note(reason_code, rationale.strip()), own, {row.key: row_name(row, ideas) for row in rows.disputed}
    )
    faults = [*whole_faults(whole), *length_faults(rationale.strip(), "rationale"), *_row_faults(own, rows, ideas)]
    return Words(whole, kept_notes(whole, own), faults)


def whole_faults(whole: Note) -> list[Fault]:
    faults = []
    if whole.reason_code not in Resolution.Reason.values:
        faults.append(Fault("no_reason", _("Say why the labels differ: choose a reason."), "reason_code"))
    if not whole.rationale:
        faults.append(Fault("no_rationale", _("Write the rationale of the decision."), "rationale"))
    return faults


def length_faults(rationale: str, field: str) -> list[Fault]:
    if len(rationale) <= LONGEST_RATIONALE:
        return []
    message = _("A rationale has at most %(most)s characters; this one has %(count)s.")
    return [Fault("too_long", message % {"most": LONGEST_RATIONALE, "count": len(rationale)}, field)]


def _note(given: Mapping[str, str]) -> Note:
    return Note(given.get("reason_code", ""), given.get("rationale", "").strip())


def _row_faults(own: Mapping[str, Note], rows: Rows, ideas: Sides) -> list[Fault]:
    known = {row.key: row for row in rows.all}
    faults = []
    for key, note in own.items():
        if key not in known:
            message = _("“%(row)s” is no row of this case.") % {"row": key}
            faults.append(Fault("unknown_row", message, "row_notes"))
        elif note.reason_code and note.reason_code not in Resolution.Reason.values:
            message = _("%(row)s: “%(reason)s” is no reason. Choose one of the list.")
            words = {"row": row_name(known[key], ideas), "reason": note.reason_code}
            faults.append(Fault("no_reason", message % words, key))
        faults += length_faults(note.rationale, key if key in known else "row_notes")
    return faults
