"""What counts as the same answer, once: for disputes, agreement and scores.

Two rules about text, and no others:
- `nfc`: every string is compared after Unicode NFC. Case, blanks and punctuation count.
- `lineage_key`: a lineage name that a person typed beside a citation is compared after NFC and case folding,
  with runs of blanks as one. It is the only free text that is part of a decision.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from evaluator.canonical import (
    JsonObject,
    JsonValue,
    canonical_bytes,
    comparable,
    comparable_items,
    nfc,
    sha256_hex,
)
from evaluator.schema import DiffAnswer, Provenance
from evaluator.vocabulary import Match, Origin, ProvenanceKind

__all__ = [
    "FIELDS",
    "TYPING_FIELDS",
    "DecisionField",
    "JsonObject",
    "JsonValue",
    "canonical_bytes",
    "decision",
    "decision_key",
    "same",
    "same_fields",
    "typing",
    "typing_key",
]


@dataclass(frozen=True, slots=True)
class DecisionField:
    """A field of a decision: how it is compared, and how the members of its set or mapping are."""

    name: str
    match: Match
    members: Match = Match.VALUE


FIELDS: tuple[DecisionField, ...] = (
    DecisionField("dynamics", Match.VALUE),
    DecisionField("lineage", Match.VALUE),
    DecisionField("ecology", Match.VALUE),
    DecisionField("predecessor_driver", Match.VALUE),
    DecisionField("driver_continuity", Match.VALUE),
    DecisionField("transition_driver", Match.VALUE),
    DecisionField("transition_evidence", Match.VALUE),
    DecisionField("fates", Match.MAPPING),
    DecisionField("origins", Match.MAPPING),
    DecisionField("alignments", Match.SET),
    DecisionField("provenance", Match.MAPPING),
)


def decision(answer: DiffAnswer) -> dict[str, JsonValue]:
    """What two people must have in common to have answered the same: one JSON value per name of FIELDS.

    Undecided parts are null or empty. Words (rationale, reasons, evidence, similarity), confidences, ecology
    contexts and secondary dynamics are not part of it. Historical evidence counts by being there or not.
    """
    return {
        "dynamics": _value(answer.dynamics),
        "lineage": None if answer.dynamics is None else answer.dynamics.is_lineage,
        "ecology": _value(answer.ecology),
        "predecessor_driver": _value(answer.predecessor_driver),
        "driver_continuity": _value(answer.driver_continuity),
        "transition_driver": _value(answer.transition_driver),
        "transition_evidence": bool(answer.transition_evidence),
        "fates": _mapping(answer.fates),
        "origins": _mapping(answer.origins),
        "alignments": [list(pair) for pair in sorted({(nfc(e.source), nfc(e.target)) for e in answer.alignments})],
        "provenance": _provenance(answer),
    }


def decision_key(answer: DiffAnswer) -> str:
    """SHA-256, in hexadecimal, of the RFC 8785 bytes of `decision(answer)`: equal keys, same answer."""
    return sha256_hex(canonical_bytes(decision(answer)))


def same_fields(gold: Mapping[str, JsonValue], given: Mapping[str, JsonValue]) -> dict[str, bool]:
    """Of two decisions, each name of FIELDS with whether both say the same there."""
    return {
        field.name: same(field.match, gold[field.name], given[field.name], members=field.members) for field in FIELDS
    }


# What two people say of one idea object.
TYPING_FIELDS: tuple[DecisionField, ...] = (
    DecisionField("is_object", Match.VALUE),
    DecisionField("type", Match.VALUE),
    DecisionField("contribution_role", Match.VALUE),
)


def typing(*, is_object: bool, type: str, contribution_role: str) -> dict[str, JsonValue]:
    """What two people must have in common to have typed an object the same: one JSON value per TYPING_FIELDS name.

    Of what is no object, nothing more is said: its type and role are null, whatever was given. Reasons are words.
    """
    return {
        "is_object": is_object,
        "type": _value(type) if is_object else None,
        "contribution_role": _value(contribution_role) if is_object else None,
    }


def typing_key(*, is_object: bool, type: str, contribution_role: str) -> str:
    """SHA-256, in hexadecimal, of the RFC 8785 bytes of `typing(…)`: equal keys, the same said of the object."""
    return sha256_hex(canonical_bytes(typing(is_object=is_object, type=type, contribution_role=contribution_role)))


def lineage_key(name: str) -> str:
    """A typed lineage name without case and with single blanks: "Region  Proposals" → "region proposals"."""
    return " ".join(nfc(nfc(name).casefold()).split())


def same(match: Match, gold: object, given: object, *, members: Match = Match.VALUE) -> bool:
    """Whether `given` is the gold answer of a field, both JSON values.

    VALUE: equal JSON (`evaluator.canonical.comparable`). SEQUENCE: equal lists, in order. SET: lists with the same
    members, order and repetition aside. MAPPING: objects with the same keys, each with the same value.
    `members` says how the members of a set, or the values of a mapping, are compared: SET for a set of sets (groups);
    by default as values, so that a set of pairs is a set of lists of two. The wrong type is never the same, and never
    raises.
    """
    try:
        return _normal(match, gold, members) == _normal(match, given, members)
    except (TypeError, ValueError, RecursionError):
        return False


def _normal(match: Match, value: object, members: Match) -> object:
    """A hashable stand-in under a rule. Raises TypeError when the value's type does not fit the rule."""
    if match is Match.VALUE:
        return comparable(value)
    if match is Match.MAPPING:
        if not isinstance(value, Mapping):
            raise TypeError("a mapping is a JSON object")
        if members is Match.VALUE:
            return comparable_items(value)
        return {nfc(key): _normal(members, item, Match.VALUE) for key, item in value.items()}
    if not isinstance(value, list | tuple):
        raise TypeError("a set or a sequence is a JSON array")
    items = [_normal(members, item, Match.VALUE) for item in value]
    return tuple(items) if match is Match.SEQUENCE else frozenset(items)


def _value(value: str | None) -> str | None:
    return None if value is None else nfc(str(value))


def _mapping(values: Mapping[str, str]) -> dict[str, JsonValue]:
    return {nfc(key): nfc(str(value)) for key, value in values.items()}


def _provenance(answer: DiffAnswer) -> dict[str, JsonValue]:
    """Of external objects only: what is left over from an origin that was changed back decides nothing."""
    return {
        nfc(target): _where_from(provenance)
        for target, provenance in answer.provenance.items()
        if answer.origins.get(target) is Origin.EXTERNAL
    }


def _where_from(provenance: Provenance) -> list[JsonValue]:
    if provenance.kind is ProvenanceKind.PAPER:
        return [provenance.kind.value, nfc(provenance.paper)]
    return [provenance.kind.value, lineage_key(provenance.lineage)]
