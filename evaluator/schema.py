"""The release file format and the recorded answer, as frozen dataclasses: one shape for database, files and scorer.

Ids are strings: a paper's id is its key ("yolo"), an object's id is the paper's key and its handle ("yolo:M1").
Offsets are Unicode code points into the canonical text of the paper's source version.
Dates are ISO 8601 strings, so that a record is JSON as it stands.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from evaluator.vocabulary import (
    Axis,
    Continuity,
    ContributionRole,
    Dynamics,
    Ecology,
    Fate,
    GoldSource,
    ObjectType,
    Origin,
    ProvenanceKind,
    RevisionKind,
)

SCHEMA_VERSION = "2"

_FROM_0 = {"minimum": 0}
_PERCENT = {"minimum": 0, "maximum": 100}
_RULE = {"minimum": 1, "maximum": 4}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointer:
    """A place in a paper: `text[start:end] == quote` in the text whose SHA-256 is `text_sha256`."""

    paper: str
    start: int = field(metadata=_FROM_0)
    end: int = field(metadata=_FROM_0)
    quote: str
    prefix: str = ""
    suffix: str = ""
    text_sha256: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """Where an external object comes from: a paper of the library, or a citation; always with a lineage name.

    Only a draft leaves the lineage out.
    """

    kind: ProvenanceKind
    lineage: str = ""
    paper: str = ""
    citation: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EcologyContext:
    task: str = ""
    benchmark: str = ""
    dataset: str = ""
    community: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignmentEdge:
    """A source object and the target object it became, with why they are the same idea and where both papers say so."""

    source: str
    target: str
    similarity: str = ""
    source_evidence: tuple[Pointer, ...] = ()
    target_evidence: tuple[Pointer, ...] = ()
    secondary: Dynamics | None = None
    secondary_confidence: int | None = field(default=None, metadata=_PERCENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffAnswer:
    """Everything that one person decides about a pair of papers. A draft may leave any part out (None or empty)."""

    fates: Mapping[str, Fate] = field(default_factory=dict)
    origins: Mapping[str, Origin] = field(default_factory=dict)
    provenance: Mapping[str, Provenance] = field(default_factory=dict)
    alignments: tuple[AlignmentEdge, ...] = ()
    predecessor_driver: str | None = None
    driver_continuity: Continuity | None = None
    transition_driver: str | None = None
    ecology: Ecology | None = None
    source_ecology: EcologyContext = EcologyContext()
    target_ecology: EcologyContext = EcologyContext()
    transition_evidence: tuple[Pointer, ...] = ()
    dynamics: Dynamics | None = None
    dynamics_reason: str = ""
    rationale: str = ""
    evidence: tuple[Pointer, ...] = ()
    confidence: int | None = field(default=None, metadata=_PERCENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotated:
    """When people made a record and under which guidelines. Not part of the gold that the version rule compares.

    Of a diff: its first and last label, and when gold stood (the resolution, else the last label). Of a paper: when its
    genome was handed in, when its second reader was done ("" without one), and the later of both.
    """

    first: str = ""
    last: str = ""
    decided: str = ""
    guidelines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperRecord:
    id: str
    title: str
    authors: tuple[str, ...]
    venue: str
    doi: str
    arxiv_id: str
    published: str
    domain: str
    lineage: str
    aliases: tuple[str, ...]
    licence: str
    redistributable: bool
    format: str
    file_sha256: str
    text_sha256: str
    imported: str
    source_version: int = field(default=1, metadata={"minimum": 1})
    annotated: Annotated = Annotated()
    text: str | None
    canary: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectRecord:
    id: str
    paper: str
    handle: str
    type: ObjectType
    content: str
    constraint: str
    contribution_role: ContributionRole
    repairs: tuple[str, ...]
    evidence: tuple[Pointer, ...]
    canary: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelRecord:
    """One person's label under the gold, pseudonymous: `rater` means nothing outside this release."""

    rater: str
    guideline: str
    submitted: str
    decision_key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffRecord:
    id: str
    source: str
    target: str
    domain: str
    answer: DiffAnswer
    derived_dynamics: Dynamics
    rule: int = field(metadata=_RULE)
    gold_source: GoldSource
    reason_code: str
    resolution_rationale: str
    annotated: Annotated = Annotated()
    labels: tuple[LabelRecord, ...]
    canary: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceRecord:
    """An ordered lineage: `papers[i]` to `papers[i + 1]` is `diffs[i]`."""

    id: str
    name: str
    domain: str
    papers: tuple[str, ...]
    diffs: tuple[str, ...]
    canary: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignmentRecord:
    """One edge of a diff as a row of its own: `id` is the diff's id, a "#" and the edge's number from 1."""

    id: str
    diff: str
    source: str
    target: str
    fate: Fate
    similarity: str
    source_evidence: tuple[Pointer, ...]
    target_evidence: tuple[Pointer, ...]
    secondary: Dynamics | None
    secondary_confidence: int | None = field(metadata=_PERCENT)
    canary: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExamInstance:
    """(axis, anonymized context, answer space, gold, metadata). `answer_schema` is JSON Schema 2020-12.

    Of a sealed split `gold` is null in the files, `metadata` says nothing that leads to a paper, and `sealed` is the
    commitment to the answer (`evaluator.sealing`); otherwise `sealed` is empty.
    """

    id: str
    axis: Axis
    task: str
    question: str
    context: Mapping[str, object]
    answer_schema: Mapping[str, object]
    gold: Mapping[str, object] | None
    sealed: str
    metadata: Mapping[str, object]

    @property
    def answer(self) -> Mapping[str, object]:
        """The gold answer. Raises ValueError when it is sealed."""
        if self.gold is None:
            raise ValueError(f"the answer of {self.id} is sealed")
        return self.gold


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedAnswer:
    """What the server keeps of a sealed instance: the answer, the salt of its commitment, the metadata held back."""

    id: str
    gold: Mapping[str, object]
    salt: str
    metadata: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldChange:
    """A field of a record, such as "answer.dynamics", before and after; null where it was or is not there."""

    field: str
    before: object
    after: object


@dataclass(frozen=True, slots=True, kw_only=True)
class RevisionRecord:
    """A change of gold between two releases. `why` is the reason given, `role` that of who gave it, never a name."""

    id: str
    release: str
    table: str
    record: str
    kind: RevisionKind
    changes: tuple[FieldChange, ...]
    reason_code: str
    why: str
    role: str
    when: str
    canary: str = ""
