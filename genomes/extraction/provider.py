"""What a provider of candidates offers, and what it may ask of whoever runs it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from evaluator.vocabulary import ObjectType
from genomes.extraction.document import Document, Part


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of the text: `text[start:end]` is what is quoted."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """An idea object as a machine proposes it. `why` is the cue or the reason given; `confidence` 0 to 1, if stated."""

    content: str
    places: tuple[Place, ...]
    why: str = ""
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Proposals:
    """What came of one part: the proposals, and how many quotes were dropped because the text does not hold them, or
    holds them in several places. `is_failed` when no reply could be read."""

    found: tuple[Proposal, ...] = ()
    unverifiable: int = 0
    ambiguous: int = 0
    is_failed: bool = False


class Fault(StrEnum):
    """Why a reply could not be used."""

    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    BUSY = "busy"
    REFUSED = "refused"
    STRANGE = "strange"
    BAD_JSON = "bad_json"


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request and what was answered. `status` is None without an answer; tokens are estimated when not stated."""

    part: int
    status: int | None
    body: str
    fault: Fault | None = None
    detail: str = ""
    tokens_in: int = 0
    tokens_out: int = 0


class StopCode(StrEnum):
    """Why a pass ends before its last part."""

    BUDGET = "budget"
    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    BUSY = "busy"
    REFUSED = "refused"
    STRANGE = "strange"
    NOTHING_USABLE = "nothing_usable"
    HANDED_IN = "handed_in"
    NOT_ALLOWED = "not_allowed"
    UNEXPECTED = "unexpected"


class Stopped(Exception):
    """The provider cannot go on; `code` says why, `status` is the last HTTP status."""

    def __init__(self, code: StopCode, status: int | None = None) -> None:
        super().__init__(code.value)
        self.code = code
        self.status = status


class Cancelled(Exception):
    """Somebody has asked to end the pass."""


class Ledger(Protocol):
    """Where a provider accounts for what it does."""

    def keep(self, exchange: Exchange) -> None:
        """Record a request and its answer, whether or not it can be used."""

    def tokens_left(self) -> int | None:
        """What may still be spent; None without a limit."""

    def is_cancelled(self) -> bool:
        """Whether to end now."""


class Provider(Protocol):
    """Reads a document in parts and proposes objects of one type."""

    model: str
    version: str

    def parts(self, document: Document) -> list[Part]:
        """What the document is read in; the same document gives the same parts."""

    def propose(self, part: Part, object_type: ObjectType, ledger: Ledger) -> Proposals:
        """The candidates of one part. Raises Stopped when no further part can succeed, Cancelled when asked to end."""
