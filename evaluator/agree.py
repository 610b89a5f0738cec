"""What `python -m evaluator agree` tells of a file of labels, as JSON and as lines."""

from collections.abc import Iterator, Mapping
from typing import cast

from evaluator.agreement import Contribution, Figure, Level
from evaluator.agreement.contributions import contributions_of_table
from evaluator.agreement.kappa import kappas_of_table
from evaluator.agreement.labelled import figures_of_table
from evaluator.agreement.table import table
from evaluator.canonical import JsonObject, JsonValue
from evaluator.labels import read_labels
from evaluator.report import interval_json

NOT_ASKED = "not asked for: use --bootstrap"
NOT_TWO = "needs exactly two raters"
FIGURES = ("alpha", "raw_agreement", "ac1", "fleiss", "kappa")
COUNTS = ("n_units", "n_units_used", "n_labels", "n_raters")
MOST_LINES = 20


def agreement_json(
    data: bytes, level: str, *, cluster: str | None = None, units: bool = False, bootstrap: int = 0, seed: int = 0
) -> JsonObject:
    """All figures of a file of labels. `interval` is that of α; those of other figures carry their name.

    Raises FileFaults with every fault of the file, and BadLabels when α cannot be computed with the values.
    """
    of_level = Level(level)
    file = read_labels(data, of_level, cluster)
    labels = table(file.labels, of_level)
    del file.labels[:]  # a million labels need not be held twice
    found = figures_of_table(labels, of_level, clusters=file.clusters, bootstrap=bootstrap, seed=seed)
    raters = labels.raters
    two = kappas_of_table(labels, clusters=file.clusters, bootstrap=bootstrap, seed=seed) if len(raters) == 2 else {}
    alpha = found.alpha
    result: dict[str, JsonValue] = {
        "level": level,
        "alpha": alpha.value,
        "alpha_reason": alpha.reason,
        **_interval("interval", alpha),
        **_figure("raw_agreement", found.raw_agreement),
        **_figure("ac1", found.ac1),
        **_figure("fleiss", found.fleiss),
        **(_figure("kappa", *two.values()) if two else _no_kappa()),
        "n_units": alpha.n_units,
        "n_units_used": alpha.n_units_used,
        "n_labels": alpha.n_labels,
        "n_raters": alpha.n_raters,
        "seed": seed,
    }
    if units:
        result["contributions"] = [_contribution(each) for each in contributions_of_table(labels, of_level)]
    return result


def _figure(name: str, figure: Figure) -> dict[str, JsonValue]:
    return {name: figure.value, f"{name}_reason": figure.reason, **_interval(f"{name}_interval", figure)}


def _interval(name: str, figure: Figure) -> dict[str, JsonValue]:
    if figure.interval is None:
        return {name: None, f"{name}_reason": figure.reason or NOT_ASKED}
    return interval_json(name, figure.interval)


def _no_kappa() -> dict[str, JsonValue]:
    return {"kappa": None, "kappa_reason": NOT_TWO, "kappa_interval": None, "kappa_interval_reason": NOT_TWO}


def _contribution(each: Contribution) -> dict[str, JsonValue]:
    return {"unit": each.unit, "observed": each.observed, "share": each.share, "n_labels": each.n_labels}


def agreement_text(result: JsonObject) -> Iterator[str]:
    """The same for people: a figure to a line, then the counts, then the units that disagree most."""
    for name in FIGURES:
        reason = result[f"{name}_reason"]
        span = result["interval" if name == "alpha" else f"{name}_interval"]
        between = f"  ({span['low']} to {span['high']})" if isinstance(span, Mapping) else ""
        yield f"{name:14} {result[name] if reason is None else f'undefined: {reason}'}{between}"
    for name in COUNTS:
        yield f"{name:14} {result[name]}"
    listed = cast(list[Mapping[str, JsonValue]], result.get("contributions", []))
    for each in listed[:MOST_LINES]:
        yield f"{each['observed']:<14.6g} of the disagreement in unit {each['unit']}"
    if len(listed) > MOST_LINES:
        yield f"and {len(listed) - MOST_LINES} units more: see --json"
