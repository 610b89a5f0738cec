"""Score predictions on the exam of a release: exact match, a fixed denominator, failures told apart.

An instance is right when every field of its answer is. The denominator is the release's: a missing prediction is
wrong and counted as missing. No figure depends on the order of rows, in the release or in the predictions.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluator import __version__
from evaluator.bootstrap import REPLICATES
from evaluator.figures import Figures, Tally, figures, tally
from evaluator.io import DEFAULT_SPLIT, Release
from evaluator.outcomes import Outcome, judge
from evaluator.predictions import Predictions
from evaluator.tasks import TASKS, tasks_of
from evaluator.vocabulary import Axis, Dynamics, ErrorClass

TOTAL = "total"


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowStep:
    """How many wrong answers of an axis failed first at a field, and the class of that error."""

    axis: Axis
    field: str
    error: ErrorClass
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything that scoring found. `evaluator.report` turns it into files."""

    release: Release
    split: str
    system: str | None
    predictions_sha256: str
    seed: int
    evaluator: str
    outcomes: tuple[Outcome, ...]
    counts: Mapping[str, int]
    total: Figures
    axes: Mapping[Axis, Figures]
    tally: Tally
    flow: tuple[FlowStep, ...]
    confusion: Mapping[tuple[Dynamics, Dynamics], int]


def score(
    release: Release,
    predictions: Predictions,
    *,
    system: str | None = None,
    seed: int = 0,
    split: str = DEFAULT_SPLIT,
    replicates: int = REPLICATES,
) -> Report:
    """The report on predictions that `evaluator.predictions.read_predictions` accepted for this release and split.

    `system` names the report's subject; it goes before the name in the file's header. `seed` is that of the bootstrap.
    """
    outcomes = judge(release.exam(split), predictions.rows)
    scopes = {TOTAL: tuple(TASKS), **{axis.value: tuple(spec.task for spec in tasks_of(axis)) for axis in Axis}}
    found = figures(outcomes, scopes, replicates=replicates, seed=seed)
    return Report(
        release=release,
        split=split,
        system=system or predictions.system,
        predictions_sha256=predictions.sha256,
        seed=seed,
        evaluator=__version__,
        outcomes=outcomes,
        counts=_counts(outcomes),
        total=found[TOTAL],
        axes={axis: found[axis.value] for axis in Axis},
        tally=tally(outcomes),
        flow=_flow(outcomes),
        confusion=Counter(outcome.dynamics for outcome in outcomes if outcome.dynamics is not None),
    )


def _counts(outcomes: Sequence[Outcome]) -> dict[str, int]:
    """`answered` and the kinds of not answered sum to `instances`; `right` and `wrong` sum to `answered`."""
    results = Counter(outcome.result for outcome in outcomes)
    kinds = ("missing", "no_response", "api_error", "budget_exhausted", "unparseable", "schema_violation")
    by_name = {result.value: count for result, count in results.items()}
    right, wrong = by_name.get("right", 0), by_name.get("wrong", 0)
    return {
        "instances": len(outcomes),
        "answered": right + wrong,
        "right": right,
        "wrong": wrong,
        **{kind: by_name.get(kind, 0) for kind in kinds},
    }


def _flow(outcomes: Sequence[Outcome]) -> tuple[FlowStep, ...]:
    """Axis → first failed field → error class, of wrong answers only, in that order."""
    steps = Counter((o.axis, o.failed, o.error) for o in outcomes if o.failed is not None and o.error is not None)
    return tuple(
        FlowStep(axis=axis, field=str(field), error=ErrorClass(str(error)), count=count)
        for (axis, field, error), count in sorted(steps.items())
    )
