"""The tables of a diagnosis: methods beside gold, annotators, and units where an estimate says something else."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudication.diagnosing import FIELDS, METHODS, TYPING_FIELDS
from adjudication.rules import wilson
from adjudication.selectors.diagnosis import Diagnosed, names_of, titles_of
from evaluator.crowd import Method

Row = dict[str, Any]


def gold_table(found: Diagnosed) -> list[Row]:
    """A row for each field and method: how often the estimate and adjudicated gold say the same."""
    return [
        {"field": field, "method": method.value, **_beside_gold(found.results.get((field, method.value)))}
        for field in FIELDS
        for method in METHODS
    ]


def _beside_gold(result: Mapping[str, Any] | None) -> Row:
    if not result or result["reason"] is not None:
        return {"reason": "not computed" if not result else result["reason"], "compared": None}
    gold = result["gold"]
    decided = gold["compared"] - gold["ties"]
    low, high = wilson(gold["same"] / decided, decided) if decided else (None, None)
    return {
        "reason": None,
        "labels": result["labels"],
        "units": result["units"],
        "iterations": result["iterations"],
        "converged": result["converged"],
        **{name: gold[name] for name in ("compared", "same", "ties", "parted")},
        "decided": decided,
        "low": low,
        "high": high,
    }


def classes_of(found: Diagnosed, field: str) -> list[str]:
    """The categories that Dawid and Skene's estimate knows in a field."""
    return sorted(found.results.get((field, Method.DAWID_SKENE.value), {}).get("classes", {}))


def annotator_table(found: Diagnosed, field: str) -> list[Row]:
    """A row for each person who labelled: by user name, so for admins alone. One query."""
    by_method = {method.value: found.results.get((field, method.value), {}).get("raters", {}) for method in METHODS}
    raters = sorted({rater for each in by_method.values() for rater in each}, key=int)
    names = names_of(raters)
    rows = [
        {
            "annotator": names.get(rater, rater),
            "labels": next(each[rater]["labels"] for each in by_method.values() if rater in each),
            **{method: each.get(rater, {}).get("competence") for method, each in by_method.items()},
            "sensitivity": by_method[Method.DAWID_SKENE.value].get(rater, {}).get("sensitivity", {}),
        }
        for rater in raters
    ]
    return sorted(rows, key=lambda row: str(row["annotator"]))


def parted_units(found: Diagnosed, field: str, method: str) -> list[list[Any]]:
    """[unit, estimate, gold, probability] of the units that are kept, by number."""
    units: list[list[Any]] = found.results.get((field, method), {}).get("gold", {}).get("units", [])
    return sorted(units, key=lambda each: (int(each[0].partition(":")[0]), each[0]))


def named_units(field: str, units: Sequence[Sequence[Any]]) -> Iterator[Row]:
    """The same with what people call each, and the id that leads to its case. One query."""
    titles = titles_of(field, [unit for unit, *_rest in units])
    for unit, estimate, gold, probability in units:
        number, _colon, thing = unit.partition(":")
        yield {
            "id": int(number),
            "is_genome": field in TYPING_FIELDS,
            "title": titles.get(number, number),
            "object": thing,
            "estimate": estimate,
            "gold": gold,
            "probability": probability,
        }
