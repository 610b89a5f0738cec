"""What each table of an export holds: one frozen dataclass to a row, from which its schema and its columns are made.

No Django. Moments are UTC, ISO 8601, in one length, so that their order as text is their order in time. People are
pseudonyms, or user names where the reader asked for these.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

from evaluator.canonical import JsonValue
from evaluator.jsonschemas import schema_of
from evaluator.schema import DiffAnswer
from evaluator.vocabulary import ContributionRole, Dynamics, ObjectType

_FROM_1 = {"minimum": 1}
_FROM_0 = {"minimum": 0}
_RULE = {"minimum": 1, "maximum": 4}


class Source(StrEnum):
    """Where the gold of a pair with all its labels comes from, or why it has none."""

    UNANIMOUS = "unanimous"
    ADJUDICATED = "adjudicated"
    UNRESOLVED = "unresolved"
    EXCLUDED = "excluded"


class Outcome(StrEnum):
    RESOLVED = "resolved"
    NEITHER = "neither"
    EXCLUDED = "excluded"
    REOPENED = "reopened"


class ObjectOutcome(StrEnum):
    OBJECT = "object"
    NO_OBJECT = "no_object"
    EXCLUDED = "excluded"
    REOPENED = "reopened"


class UnitKind(StrEnum):
    GENOME = "genome"
    PAIR = "pair"
    READING = "reading"


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelRow:
    """A submission: every version of every label, also those that came after the pair had all it wants."""

    pair: str
    source_version: int = field(metadata=_FROM_1)
    target_version: int = field(metadata=_FROM_1)
    rater: str
    number: int = field(metadata=_FROM_1)
    guideline: int = field(metadata=_FROM_1)
    submitted_at: str
    dynamics: Dynamics
    derived_dynamics: Dynamics
    rule: int = field(metadata=_RULE)
    decision_key: str
    surplus: bool
    imported: bool
    decision: Mapping[str, object]
    answer: DiffAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelName:
    """Which submission on the pair is meant. `letter` is what the case called it, so that `choices` can be read."""

    letter: str
    rater: str
    number: int = field(metadata=_FROM_1)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowNote:
    """Why the labels differ in one row of a case, where it is not what explains the whole."""

    reason_code: str
    rationale: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolutionRow:
    """What an adjudicator decided about a pair; reopening is a row of its own, and the last number stands.

    `row_notes` are by row of the case, as `choices`: "dynamics", "fates[paper:M1]".
    """

    pair: str
    source_version: int = field(metadata=_FROM_1)
    target_version: int = field(metadata=_FROM_1)
    number: int = field(metadata=_FROM_1)
    adjudicator: str
    decided_at: str
    outcome: Outcome
    stands: bool
    reason_code: str
    rationale: str
    choices: Mapping[str, str]
    row_notes: Mapping[str, RowNote]
    based_on: tuple[LabelName, ...]
    derived_dynamics: Dynamics | None
    rule: int | None = field(metadata=_RULE)
    decision_key: str
    decision: Mapping[str, object] | None
    answer: DiffAnswer | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldRow:
    """A pair that has all its labels, with the answer that stands, or without one and why."""

    pair: str
    source_version: int = field(metadata=_FROM_1)
    target_version: int = field(metadata=_FROM_1)
    domain: str
    source: Source
    outcome: Outcome | None
    resolution: int | None = field(metadata=_FROM_1)
    labels: int = field(metadata=_FROM_1)
    distinct_answers: int = field(metadata=_FROM_1)
    decision_key: str
    answer: DiffAnswer | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TypingRow:
    """What author and second reader say of one object of a genome. `number` is what the reader saw of its name."""

    paper: str
    version: int = field(metadata=_FROM_1)
    number: int = field(metadata=_FROM_1)
    object: str
    author: str
    author_type: ObjectType
    author_role: ContributionRole
    reader: str
    reader_says_object: bool
    reader_type: ObjectType | None
    reader_role: ContributionRole | None
    reader_reason: str
    guideline: int = field(metadata=_FROM_1)
    submitted_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingRow:
    """What an adjudicator decided about an object that both typed differently."""

    paper: str
    version: int = field(metadata=_FROM_1)
    object_number: int = field(metadata=_FROM_1)
    number: int = field(metadata=_FROM_1)
    adjudicator: str
    decided_at: str
    outcome: ObjectOutcome
    stands: bool
    type: ObjectType | None
    role: ContributionRole | None
    chosen: str
    reason_code: str
    rationale: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentRow:
    id: str
    unit_kind: UnitKind
    unit: str
    versions: tuple[int, ...]
    kind: str
    reply_to: str | None
    author: str
    spoken_as: str
    about_field: str
    about_object: str
    body: str
    mentions: tuple[str, ...]
    written_at: str
    closed_at: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteRow:
    about_field: str
    text: str
    written_at: str
    taken_in: int | None = field(metadata=_FROM_1)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidelineRow:
    """A version of the guideline, with the notes that were written below it until the next one."""

    version: int = field(metadata=_FROM_1)
    published_at: str
    published_by: str
    change: str
    must_be_read: bool
    notes: tuple[NoteRow, ...]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignmentRow:
    """How long somebody held a unit that has all its labels. `counted`: one of the labels that the unit wanted."""

    unit_kind: UnitKind
    unit: str
    versions: tuple[int, ...]
    purpose: str
    person: str
    state: str
    counted: bool
    assigned: bool
    claimed_at: str
    opened_at: str | None
    finished_at: str | None
    active_seconds: int = field(metadata=_FROM_0)


ROWS: Mapping[str, type[Any]] = {
    "labels": LabelRow,
    "resolutions": ResolutionRow,
    "gold": GoldRow,
    "typings": TypingRow,
    "rulings": RulingRow,
    "comments": CommentRow,
    "guidelines": GuidelineRow,
    "assignments": AssignmentRow,
}
# The moment of a row, by table: what a pair is has none of its own.
MOMENTS: Mapping[str, str] = {
    "labels": "submitted_at",
    "resolutions": "decided_at",
    "typings": "submitted_at",
    "rulings": "decided_at",
    "comments": "written_at",
    "guidelines": "published_at",
    "assignments": "claimed_at",
}


def columns_of(table: str) -> list[str]:
    """The columns of a table as CSV; what is nested is JSON in a cell."""
    return [each.name for each in fields(ROWS[table])]


def row_schema(table: str) -> dict[str, JsonValue]:
    """JSON Schema 2020-12 of a row."""
    return schema_of(table, ROWS[table])
