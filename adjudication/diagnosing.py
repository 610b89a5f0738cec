"""What labels say together beside what adjudicators decided: a diagnosis of annotators, never gold. No Django.

Units are named "12" for a pair, "12:yolo:M1" for an object of it, "7:3" for the third object of a second reading.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from evaluator.agreement.table import Label
from evaluator.crowd import Estimate, Method, Rater, dawid_skene, mace, majority

MOST = 1_000_000  # labels of one field that are put together; with more, a field has no diagnosis
LISTED = 2_000  # units that are kept of those where an estimate says something else than gold
FEW_STARTS_FROM = 100_000  # labels from which MACE starts 3 times, not 10
SEED = 1
TOO_MANY = "too many labels"
PLACES = 6  # decimals that are kept

PAIR_FIELDS = ("dynamics", "lineage", "ecology", "driver_continuity", "fate", "origin")
TYPING_FIELDS = ("object_type", "contribution_role")
FIELDS = (*PAIR_FIELDS, *TYPING_FIELDS)
METHODS = tuple(Method)


@dataclass(frozen=True, slots=True)
class Against:
    """How an estimate stands to gold: of `compared` units `same` say the same; in `ties` it says nothing."""

    compared: int
    same: int
    ties: int
    parted: list[tuple[str, str, str, float]]

    def as_json(self) -> dict[str, Any]:
        """Of the units where both part the first LISTED, by name: unit, estimate, gold, probability."""
        return {
            "compared": self.compared,
            "same": self.same,
            "ties": self.ties,
            "parted": len(self.parted),
            "units": [list(each) for each in self.parted[:LISTED]],
        }


def diagnosed(method: Method, labels: Sequence[Label], gold: Mapping[str, str]) -> dict[str, Any]:
    """The result of one method over the labels of one field, as JSON."""
    if len(labels) > MOST:
        return {"reason": TOO_MANY}
    estimate = estimator(method, len(labels))(labels)
    found: dict[str, Any] = {
        "reason": None if estimate.reason is None else estimate.reason.value,
        "labels": sum(value is not None for _unit, _rater, value in labels),
    }
    if estimate.reason is not None:
        return found
    return found | {
        "units": len(estimate.posteriors),
        "classes": {name: _short(share) for name, share in estimate.shares.items()},
        "iterations": estimate.iterations,
        "converged": estimate.converged,
        "gold": against(estimate, gold).as_json(),
        "raters": {name: _rater(rater) for name, rater in estimate.raters.items()},
    }


def estimator(method: Method, labels: int) -> Callable[[Iterable[Label]], Estimate]:
    if method is Method.MAJORITY:
        return majority
    if method is Method.DAWID_SKENE:
        return dawid_skene
    return partial(mace, restarts=10 if labels < FEW_STARTS_FROM else 3, seed=SEED)


def against(estimate: Estimate, gold: Mapping[str, str]) -> Against:
    """The estimate beside gold, over the units that have both."""
    both = [(unit, gold[unit], estimate.choice(unit)) for unit in sorted(gold) if unit in estimate.posteriors]
    parted = [
        (unit, said, true, _short(estimate.posteriors[unit][said]))
        for unit, true, said in both
        if said is not None and said != true
    ]
    ties = sum(said is None for _unit, _true, said in both)
    return Against(len(both), len(both) - ties - len(parted), ties, parted)


def _rater(rater: Rater) -> dict[str, Any]:
    """Sensitivity: how often they say a class where the estimate says it; null where they met none of it."""
    return {
        "labels": rater.n_labels,
        "competence": None if rater.competence is None else _short(rater.competence),
        "sensitivity": {
            name: None if row is None else _short(row.get(name, 0.0)) for name, row in rater.confusion.items()
        },
    }


def _short(value: float) -> float:
    return round(float(value), PLACES)
