"""Majority and Dawid-Skene in numpy, for `evaluator.crowd`, which says what they mean."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from evaluator.agreement.table import Table
from evaluator.crowd import TIE, Estimate, Method, Rater

Floats = NDArray[np.float64]
MET = 1e-3  # a rater who met less than this much of a unit of a class did not meet it


class Votes:
    """Labels as places in lists of names, each list in order."""

    def __init__(self, data: Table) -> None:
        self.units = list(data.units)
        self.raters = data.raters
        self.classes = tuple(sorted({str(value) for given in data.units.values() for value in given.values()}))
        rater, value = ({name: at for at, name in enumerate(names)} for names in (self.raters, self.classes))
        rows = [
            (at, rater[name], value[str(said)])
            for at, given in enumerate(data.units.values())
            for name, said in given.items()
        ]
        self.unit_of, self.rater_of, self.value_of = np.array(rows, dtype=np.intp).T
        self.n_labels = np.bincount(self.rater_of, minlength=len(self.raters))

    def by_unit(self, of_labels: Floats) -> Floats:
        """Sum numbers of labels (labels × classes) by unit."""
        columns = [np.bincount(self.unit_of, column, len(self.units)) for column in of_labels.T]
        return np.stack(columns, axis=1)

    def by_rater_and_value(self, of_labels: Floats) -> Floats:
        """Sum one number per label by who gave which value: raters × values."""
        size = len(self.raters) * len(self.classes)
        cell = self.rater_of * len(self.classes) + self.value_of
        sums = np.bincount(cell, of_labels, size).astype(np.float64)
        return sums.reshape(len(self.raters), len(self.classes))

    def shares(self) -> Floats:
        """Share of each class among the labels of each unit."""
        counts = self.by_unit(np.eye(len(self.classes))[self.value_of])
        return np.asarray(counts / counts.sum(axis=1, keepdims=True))

    def named(self, posteriors: Floats) -> dict[str, Mapping[str, float]]:
        return {unit: self.classed(row) for unit, row in zip(self.units, posteriors, strict=True)}

    def classed(self, row: Floats) -> dict[str, float]:
        return dict(zip(self.classes, row.tolist(), strict=True))


def normalised(logs: Floats) -> tuple[Floats, Floats]:
    """Posteriors from logarithms (units × classes), and the logarithm of each row's sum."""
    most = logs.max(axis=1, keepdims=True)
    weights = np.exp(logs - most)
    sums = weights.sum(axis=1, keepdims=True)
    return weights / sums, (most + np.log(sums))[:, 0]


def majority_of(data: Table) -> Estimate:
    """See `evaluator.crowd.majority`."""
    votes = Votes(data)
    shares = votes.shares()
    most = shares.max(axis=1, keepdims=True)
    alone = (shares > most - TIE).sum(axis=1) == 1
    chosen = (shares[votes.unit_of, votes.value_of] > most[votes.unit_of, 0] - TIE) & alone[votes.unit_of]
    right = np.bincount(votes.rater_of, chosen, len(votes.raters)) / votes.n_labels
    return Estimate(
        method=Method.MAJORITY,
        reason=None,
        classes=votes.classes,
        posteriors=votes.named(shares),
        shares=votes.classed(shares.mean(axis=0)),
        raters={
            name: Rater(n_labels=int(count), competence=float(share))
            for name, count, share in zip(votes.raters, votes.n_labels, right, strict=True)
        },
    )


def dawid_skene_of(votes: Votes, *, iterations: int, tolerance: float) -> Estimate:
    """See `evaluator.crowd.dawid_skene`."""
    posteriors, converged, done, likelihood = votes.shares(), False, 0, 0.0
    while done < iterations and not converged:
        before = posteriors
        shares, confusion, _ = _maximise(votes, before)
        posteriors, likelihood = _expect(votes, shares, confusion)
        converged = bool(np.abs(posteriors - before).max() <= tolerance)
        done += 1
    shares, confusion, met = _maximise(votes, posteriors)
    return Estimate(
        method=Method.DAWID_SKENE,
        reason=None,
        classes=votes.classes,
        posteriors=votes.named(posteriors),
        shares=votes.classed(shares),
        raters={
            name: _rater(votes, shares, confusion[at], met[at], int(votes.n_labels[at]))
            for at, name in enumerate(votes.raters)
        },
        iterations=done,
        converged=converged,
        log_likelihood=likelihood,
    )


def _maximise(votes: Votes, posteriors: Floats) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Shares of classes, each rater's confusion (raters × true × given), and which classes each rater met at all."""
    classes = len(votes.classes)
    counts = np.stack([votes.by_rater_and_value(posteriors[votes.unit_of, true]) for true in range(classes)], axis=1)
    totals = counts.sum(axis=2, keepdims=True)
    even = np.full_like(counts, 1 / classes)  # of a class that was never met, which tells nothing
    confusion = np.divide(counts, totals, out=even, where=totals > 0)
    return posteriors.mean(axis=0), confusion, totals[:, :, 0] >= MET


def _expect(votes: Votes, shares: Floats, confusion: Floats) -> tuple[Floats, float]:
    with np.errstate(divide="ignore"):  # what never happened has probability 0
        logs = votes.by_unit(np.log(confusion)[votes.rater_of, :, votes.value_of]) + np.log(shares)
    posteriors, sums = normalised(logs)
    return posteriors, float(sums.sum())


def _rater(votes: Votes, shares: Floats, confusion: Floats, met: NDArray[np.bool_], n_labels: int) -> Rater:
    weights = shares * met
    return Rater(
        n_labels=n_labels,
        competence=float((weights * confusion.diagonal()).sum() / weights.sum()),
        confusion={
            true: votes.classed(row) if known else None
            for true, row, known in zip(votes.classes, confusion, met.tolist(), strict=True)
        },
    )
