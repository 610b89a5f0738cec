"""The form of a case: one choice for each row in dispute, own answers beside it, and why.

Names are flat so that a draft can hold them as they stand: `choice.fates[yolo:M1]`, `own.fates[yolo:M1].targets`,
`note.fates[yolo:M1].rationale`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from adjudication.rules import FATE, FIELD_ROWS, ORIGIN, OWN

CHOICE, OWN_PREFIX, NOTE, FLAG = "choice.", "own.", "note.", "flag."
Values = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True)
class CaseInput:
    """What the form says. `own` is a partial DiffAnswer as JSON; `quote` a sentence that shows the transition."""

    outcome: str
    choices: dict[str, str]
    own: dict[str, Any]
    quote: tuple[str, str] | None
    reason_code: str
    rationale: str
    row_notes: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass
class _Own:
    fates: dict[str, str] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    provenance: dict[str, dict[str, str]] = field(default_factory=dict)
    alignments: list[dict[str, str]] = field(default_factory=list)
    scalars: dict[str, Any] = field(default_factory=dict)


def values_of(data: Mapping[str, Any]) -> dict[str, list[str]]:
    """Every name with its values as texts, from a posted form or from the payload of a draft."""
    if isinstance(data, QueryDict):
        return {name: [str(value) for value in values] for name, values in data.lists()}
    return {
        name: [str(each) for each in (value if isinstance(value, list) else [value]) if each is not None]
        for name, value in data.items()
    }


def first(values: Values, name: str) -> str:
    found = values.get(name) or [""]
    return found[0].strip()


def read_case(values: Values) -> CaseInput:
    """The form's content, whatever state it is in: what is wrong with it is for the contract to say."""
    choices = {
        name.removeprefix(CHOICE): chosen
        for name in values
        if name.startswith(CHOICE) and (chosen := first(values, name))
    }
    own = _own_answers(values, [key for key, chosen in choices.items() if chosen == OWN])
    shown = f"{OWN_PREFIX}transition_evidence"
    quoted = choices.get("transition_evidence") == OWN and first(values, shown) == "quote"
    return CaseInput(
        outcome=first(values, "outcome"),
        choices=choices,
        own=own,
        quote=(first(values, f"{shown}.paper"), first(values, f"{shown}.quote")) if quoted else None,
        reason_code=first(values, "reason_code"),
        rationale=first(values, "rationale"),
        row_notes=_notes(values),
    )


def _notes(values: Values) -> dict[str, dict[str, str]]:
    """Rows with words of their own, from `note.<row>.reason_code` and `note.<row>.rationale`."""
    notes: dict[str, dict[str, str]] = {}
    for name in values:
        key, _dot, part = name.removeprefix(NOTE).rpartition(".")
        if name.startswith(NOTE) and part in ("reason_code", "rationale") and (said := first(values, name)):
            notes.setdefault(key, {"reason_code": "", "rationale": ""})[part] = said
    return notes


def _own_answers(values: Values, keys: Iterable[str]) -> dict[str, Any]:
    own = _Own()
    for key in keys:
        name, _bracket, rest = key.partition("[")
        said = first(values, f"{OWN_PREFIX}{key}")
        if name in (FATE, ORIGIN) and rest.endswith("]") and said:
            (_own_fate if name == FATE else _own_origin)(values, key, rest[:-1], said, own)
        elif name in FIELD_ROWS and name != "transition_evidence":
            own.scalars[name] = said or None
    confidence = first(values, f"{OWN_PREFIX}confidence")
    own.scalars["confidence"] = int(confidence) if confidence.isdecimal() and len(confidence) < 10 else None
    own.scalars["dynamics_reason"] = first(values, f"{OWN_PREFIX}dynamics_reason")
    return {
        "fates": own.fates,
        "origins": own.origins,
        "provenance": own.provenance,
        "alignments": own.alignments,
        **own.scalars,
    }


def _own_fate(values: Values, key: str, source: str, said: str, own: _Own) -> None:
    own.fates[source] = said
    similarity = first(values, f"{OWN_PREFIX}{key}.similarity")
    targets = [] if said == "lost" else values.get(f"{OWN_PREFIX}{key}.targets", [])
    own.alignments += [{"source": source, "target": target, "similarity": similarity} for target in targets if target]


def _own_origin(values: Values, key: str, target: str, said: str, own: _Own) -> None:
    own.origins[target] = said
    if said != "external":
        return
    parts = {part: first(values, f"{OWN_PREFIX}{key}.{part}") for part in ("paper", "citation", "lineage")}
    own.provenance[target] = {"kind": "paper" if parts["paper"] else "citation", **parts}
