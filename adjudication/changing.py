"""What a decision about a pair adds to the counts of what adjudication changed. Pure: no Django here.

Each entry is [kind, first, second, became] and counts once:

- outcome: what was decided · whether the labels were one answer or not (SAME, OTHER) · ""
- reason: the reason code · "" · ""
- field: a field in which labels differ · "" · where its gold came from
- met: one dynamics · another that met it · which became gold, or where gold came from
- person: the id of who labelled · a field in which labels differ · kept or changed
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from adjudication.counting import OTHER, SAME
from evaluator.compare import FIELDS, same
from evaluator.vocabulary import Dynamics

LABEL, OWN = "label", "own"  # where a gold value comes from; else the outcome says that there is none
KEPT, CHANGED = "kept", "changed"
OUTCOME, REASON, FIELD, MET, PERSON = "outcome", "reason", "field", "met", "person"
ORDER = [each.value for each in Dynamics]


@dataclass(frozen=True, slots=True)
class Decided:
    """A resolution that stands. `gold` is its decision, None where it gave none."""

    outcome: str
    reason: str
    gold: Mapping[str, Any] | None


def changed(labels: Sequence[tuple[int, Mapping[str, Any]]], decided: Decided, *, one_answer: bool) -> list[list[str]]:
    """All entries of one decision over these labels: (author, decision) each."""
    found = [[OUTCOME, decided.outcome, SAME if one_answer else OTHER, ""], [REASON, decided.reason, "", ""]]
    gold = decided.gold if decided.outcome == "resolved" else None
    for each in FIELDS:
        values = [decision[each.name] for _author, decision in labels]
        if all(same(each.match, values[0], value, members=each.members) for value in values[1:]):
            continue
        kept = [gold is not None and same(each.match, gold[each.name], value, members=each.members) for value in values]
        came = decided.outcome if gold is None else LABEL if any(kept) else OWN
        found.append([FIELD, each.name, "", came])
        if gold is not None:
            found += [
                [PERSON, str(author), each.name, KEPT if is_kept else CHANGED]
                for (author, _decision), is_kept in zip(labels, kept, strict=True)
            ]
        if each.name == "dynamics":
            found += _met(values, decided.outcome, None if gold is None else gold["dynamics"])
    return found


def _met(values: Sequence[str], outcome: str, gold: str | None) -> list[list[str]]:
    return [
        [MET, one, other, gold if gold in (one, other) else OWN if gold else outcome]
        for one, other in combinations(sorted(set(values), key=ORDER.index), 2)
    ]
