"""The 42 exam task types: their axis, answer fields, how each field is matched and which error it is when wrong.

The order of fields is the order in which a failure is looked for.
"""

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


@dataclass(frozen=True, slots=True)
class TaskSpec:
    """A task type. `may_be_empty`: a seeded share of its instances has an empty gold set."""

    task: str
    axis: Axis
    fields: Mapping[str, FieldSpec]
    may_be_empty: bool = False


_E = ErrorClass


def _task(axis: Axis, task: str, fields: Mapping[str, FieldSpec], may_be_empty: bool = False) -> TaskSpec:
    return TaskSpec(task, axis, MappingProxyType(dict(fields)), may_be_empty)


def _value(error: ErrorClass) -> FieldSpec:
    return FieldSpec(Match.VALUE, error)


def _set(error: ErrorClass) -> FieldSpec:
    """Order does not count. A member that is a [source, target] pair is a value: its own order does."""
    return FieldSpec(Match.SET, error)


def _sequence(error: ErrorClass) -> FieldSpec:
    return FieldSpec(Match.SEQUENCE, error)


def _mapping(error: ErrorClass) -> FieldSpec:
    return FieldSpec(Match.MAPPING, error)


def _groups(error: ErrorClass) -> FieldSpec:
    """A set of sets: neither the order of groups nor that inside a group counts."""
    return FieldSpec(Match.SET, error, members=Match.SET)


T1 = (
    _task(Axis.T1, "field_type", {"type": _value(_E.E5)}),
    _task(Axis.T1, "driver", {"driver": _value(_E.E2)}),
    _task(Axis.T1, "contribution_role", {"role": _value(_E.E6)}),
    _task(Axis.T1, "lineage_position", {"position": _value(_E.E4)}),
    _task(Axis.T1, "evidence_match", {"passage": _value(_E.E8)}),
)

T2 = (
    _task(Axis.T2, "order_papers", {"order": _sequence(_E.E4)}),
    _task(Axis.T2, "order_objects", {"order": _sequence(_E.E4)}),
    _task(Axis.T2, "group_by_paper", {"groups": _groups(_E.E4)}),
    _task(Axis.T2, "group_by_lineage", {"groups": _groups(_E.E4)}),
    _task(Axis.T2, "match_limitation_delta", {"pairs": _mapping(_E.E8)}),
    _task(Axis.T2, "align_objects", {"alignment": _set(_E.E3)}),
    _task(Axis.T2, "find_inherited", {"inherited": _set(_E.E3)}),
    _task(Axis.T2, "find_counterpart", {"counterpart": _set(_E.E3)}, may_be_empty=True),
    _task(Axis.T2, "find_lost", {"lost": _set(_E.E3)}),
    _task(Axis.T2, "find_parent", {"parent": _value(_E.E8)}),
    _task(Axis.T2, "find_novel", {"novel": _set(_E.E3), "external": _set(_E.E8)}),
    _task(Axis.T2, "trace_object_path", {"path": _sequence(_E.E7)}),
)

T3 = (
    _task(Axis.T3, "dynamics", {"dynamics": _value(_E.E1)}),
    _task(
        Axis.T3,
        "dynamics_with_driver",
        {"dynamics": _value(_E.E1), "driver": _value(_E.E2)},
    ),
    _task(Axis.T3, "transition_driver", {"driver": _value(_E.E2)}),
    _task(Axis.T3, "driver_fate", {"continuity": _value(_E.E3)}),
    _task(Axis.T3, "object_fate", {"fate": _value(_E.E3)}),
    _task(Axis.T3, "fate_map", {"fates": _mapping(_E.E3)}),
    _task(Axis.T3, "origin_map", {"origins": _mapping(_E.E8)}),
    _task(Axis.T3, "ecology_relation", {"relation": _value(_E.E1)}),
    _task(Axis.T3, "lineage_or_not", {"lineage": _value(_E.E1), "relation": _value(_E.E1)}),
    _task(
        Axis.T3,
        "hybrid_provenance",
        {"parents": _set(_E.E8), "drivers": _mapping(_E.E2)},
    ),
    _task(Axis.T3, "external_source", {"lineage": _value(_E.E8)}),
    _task(
        Axis.T3,
        "repaired_limitation",
        {"limitation": _value(_E.E8), "delta": _value(_E.E2)},
    ),
    _task(Axis.T3, "multi_hop_fate", {"fate": _value(_E.E7), "step": _value(_E.E7)}),
    _task(Axis.T3, "multi_hop_dynamics", {"dynamics": _sequence(_E.E1)}),
    _task(Axis.T3, "first_change_step", {"step": _value(_E.E7), "fate": _value(_E.E3)}),
    _task(Axis.T3, "boundary_rule", {"rule": _value(_E.E1), "dynamics": _value(_E.E1)}),
    _task(Axis.T3, "secondary_dynamics", {"labels": _mapping(_E.E1)}),
)

T4 = (
    _task(Axis.T4, "intruder", {"intruder": _value(_E.E9)}),
    _task(Axis.T4, "wrong_step", {"step": _value(_E.E9), "dynamics": _value(_E.E1)}),
    _task(Axis.T4, "missing_link", {"paper": _value(_E.E9), "after": _value(_E.E4)}),
    _task(Axis.T4, "citation_conflict", {"edges": _set(_E.E9)}, may_be_empty=True),
    _task(Axis.T4, "parent_mismatch", {"valid": _value(_E.E9), "parent": _value(_E.E8)}),
    _task(Axis.T4, "false_inheritance", {"false": _set(_E.E9)}, may_be_empty=True),
    _task(Axis.T4, "repair_mismatch", {"wrong": _set(_E.E9)}, may_be_empty=True),
    _task(Axis.T4, "evidence_conflict", {"unsupported": _set(_E.E9)}, may_be_empty=True),
)

TASKS: Mapping[str, TaskSpec] = MappingProxyType({spec.task: spec for spec in (*T1, *T2, *T3, *T4)})


def tasks_of(axis: Axis) -> tuple[TaskSpec, ...]:
    """The task types of an axis in the order of the list: 5, 12, 17 and 8 of them."""
    return {Axis.T1: T1, Axis.T2: T2, Axis.T3: T3, Axis.T4: T4}[axis]
