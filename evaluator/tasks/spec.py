"""What is declared of a task type and of each field of its answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from evaluator.vocabulary import Axis, ErrorClass, Match


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """How an answer field is compared (`evaluator.compare.same`) and the class of error when it is wrong."""

    match: Match
    error: ErrorClass
    members: Match = Match.VALUE


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskSpec:
    """A task type. The order of fields is the order in which a failure is looked for.

    `question` is what a participant reads; `context`, `gold` and `distractors` say in a line what is shown, what the
    answer is taken from and what stands beside it. `may_be_empty`: a seeded share of instances has an empty gold set.
    """

    task: str
    axis: Axis
    question: str
    context: str
    gold: str
    distractors: str
    fields: Mapping[str, FieldSpec]
    may_be_empty: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "fields", MappingProxyType(dict(self.fields)))


def value(error: ErrorClass) -> FieldSpec:
    return FieldSpec(Match.VALUE, error)


def set_of(error: ErrorClass) -> FieldSpec:
    """Order does not count. A member that is a [source, target] pair is a value: its own order does."""
    return FieldSpec(Match.SET, error)


def sequence(error: ErrorClass) -> FieldSpec:
    return FieldSpec(Match.SEQUENCE, error)


def mapping(error: ErrorClass) -> FieldSpec:
    return FieldSpec(Match.MAPPING, error)


def groups(error: ErrorClass) -> FieldSpec:
    """A set of sets: neither the order of groups nor that inside a group counts."""
    return FieldSpec(Match.SET, error, members=Match.SET)
