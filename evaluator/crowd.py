"""What labels say together when raters differ: majority, Dawid-Skene and MACE. A diagnosis of raters, never gold.

Sources: A. P. Dawid and A. M. Skene, "Maximum likelihood estimation of observer error-rates using the EM algorithm",
Applied Statistics 28 (1979), 20-28; D. Hovy, T. Berg-Kirkpatrick, A. Vaswani and E. Hovy, "Learning whom to trust with
MACE", NAACL 2013, 1120-1130. docs/adr/0029 says why these are written out here.

Labels are nominal (unit, rater, value) as in `evaluator.agreement`; None is a blank. The order of labels does not
matter, and one seed always gives the same estimate.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from evaluator.agreement.figure import Undefined
from evaluator.agreement.table import Label, Table, table

TIE = 1e-9  # two classes whose probabilities are this close are equally likely


class Method(StrEnum):
    """How labels are brought together."""

    MAJORITY = "majority"
    DAWID_SKENE = "dawid_skene"
    MACE = "mace"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rater:
    """What an estimate says of one rater, who gave `n_labels`.

    Majority: `competence` is the share of their labels that the majority chose; ties count for nobody.
    Dawid-Skene: `confusion[true][given]`; a row is None where the rater met no unit of that class. `competence` is the
    chance to be right: Σ share(true) · confusion[true][true] over the classes met.
    MACE: `competence` is the chance to know rather than guess; `guesses` how often each class is guessed.
    """

    n_labels: int
    competence: float | None
    confusion: Mapping[str, Mapping[str, float] | None] = field(default_factory=dict)
    guesses: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """An estimate over every labelled unit, or the reason why there is none: then units and raters are empty.

    `posteriors`: unit → class → probability (majority: share of the labels). `shares`: class → share of all units;
    MACE takes all classes to be equally likely. `iterations` were made (of the best start); `converged` says whether
    the posteriors stood still in the end. Majority has neither, nor a likelihood.
    """

    method: Method
    reason: Undefined | None
    classes: tuple[str, ...] = ()
    posteriors: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    shares: Mapping[str, float] = field(default_factory=dict)
    raters: Mapping[str, Rater] = field(default_factory=dict)
    iterations: int | None = None
    converged: bool | None = None
    log_likelihood: float | None = None

    def choice(self, unit: str) -> str | None:
        """The likeliest class of a unit; None where two are equally likely."""
        first, *rest = sorted(self.posteriors[unit].items(), key=lambda item: -item[1])
        return None if rest and first[1] - rest[0][1] < TIE else first[0]

    def choices(self) -> Iterator[tuple[str, str | None]]:
        """(unit, choice) of every unit, by name."""
        return ((unit, self.choice(unit)) for unit in self.posteriors)


def majority(labels: Iterable[Label]) -> Estimate:
    """The value that most raters gave. Raises BadLabels for a label given twice."""
    data = _texts(labels)
    if not data.raters:
        return Estimate(method=Method.MAJORITY, reason=Undefined.NO_LABELS)
    from evaluator.voting import majority_of

    return majority_of(data)


def dawid_skene(labels: Iterable[Label], *, iterations: int = 1000, tolerance: float = 1e-6) -> Estimate:
    """Dawid and Skene's maximum likelihood estimate by EM, from the shares of the votes as they did.

    Stops when no posterior moves by more than `tolerance`. Raises BadLabels for a label given twice.
    """
    data = _texts(labels)
    reason = _undefined(data)
    if reason is not None:
        return Estimate(method=Method.DAWID_SKENE, reason=reason)
    from evaluator.voting import Votes, dawid_skene_of

    return dawid_skene_of(Votes(data), iterations=iterations, tolerance=tolerance)


def mace(
    labels: Iterable[Label], *, restarts: int = 10, iterations: int = 500, tolerance: float = 1e-6, seed: int = 0
) -> Estimate:
    """MACE by variational Bayes with the paper's priors, Beta(1/2, 1/2) for knowing and Dirichlet(10) for guessing.

    Of `restarts` seeded starts the one with the largest likelihood is kept; each stops when no posterior moves by more
    than `tolerance`. Raises BadLabels for a label given twice.
    """
    data = _texts(labels)
    reason = _undefined(data)
    if reason is not None:
        return Estimate(method=Method.MACE, reason=reason)
    from evaluator.mace import mace_of
    from evaluator.voting import Votes

    return mace_of(Votes(data), restarts=restarts, iterations=iterations, tolerance=tolerance, seed=seed)


def _texts(labels: Iterable[Label]) -> Table:
    data = table((unit, rater, None if value is None else str(value)) for unit, rater, value in labels)
    return Table({unit: dict(sorted(given.items())) for unit, given in sorted(data.units.items()) if given})


def _undefined(data: Table) -> Undefined | None:
    raters = data.raters
    if len(raters) < 2:
        return Undefined.ONE_RATER if raters else Undefined.NO_LABELS
    if all(len(given) < 2 for given in data.units.values()):
        return Undefined.NO_SHARED_UNITS
    one = len({value for given in data.units.values() for value in given.values()}) == 1
    return Undefined.ONE_CATEGORY if one else None
