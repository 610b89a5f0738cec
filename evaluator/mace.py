"""MACE in numpy, for `evaluator.crowd`, which says what it means.

Each label is either known, and then the unit's class, or guessed, and then drawn from the rater's own habit.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import digamma

from evaluator.crowd import Estimate, Method, Rater
from evaluator.voting import Floats, Votes, normalised

KNOWING = GUESSING = 0.5  # Beta prior of knowing
HABIT = 10.0  # Dirichlet prior of each class that is guessed


@dataclass(frozen=True, slots=True)
class _Fit:
    """Where one start stands. Expected counts without priors: labels `known` per rater, `guessed` raters × classes."""

    posteriors: Floats
    known: Floats
    guessed: Floats
    log_likelihood: float
    iterations: int
    converged: bool


def mace_of(votes: Votes, *, restarts: int, iterations: int, tolerance: float, seed: int) -> Estimate:
    """See `evaluator.crowd.mace`."""
    generator = np.random.RandomState([seed % 2**32, seed >> 32])
    fits = [_fit(votes, generator, iterations, tolerance) for _ in range(max(1, restarts))]
    best = max(fits, key=lambda fit: fit.log_likelihood)
    known, guessed = best.known + KNOWING, best.guessed.sum(axis=1) + GUESSING
    habits = best.guessed + HABIT
    habits = habits / habits.sum(axis=1, keepdims=True)
    return Estimate(
        method=Method.MACE,
        reason=None,
        classes=votes.classes,
        posteriors=votes.named(best.posteriors),
        shares=votes.classed(np.full(len(votes.classes), 1 / len(votes.classes))),
        raters={
            name: Rater(n_labels=int(count), competence=float(share), guesses=votes.classed(row))
            for name, count, share, row in zip(
                votes.raters, votes.n_labels, known / (known + guessed), habits, strict=True
            )
        },
        iterations=best.iterations,
        converged=best.converged,
        log_likelihood=best.log_likelihood,
    )


def _fit(votes: Votes, generator: np.random.RandomState, iterations: int, tolerance: float) -> _Fit:
    """From a random start near "half of all labels are known, guesses are even"."""
    noise = 1 + 0.5 * generator.random_sample((len(votes.raters), 2 + len(votes.classes)))
    knows = noise[:, 0] / noise[:, :2].sum(axis=1)
    habits = noise[:, 2:] / noise[:, 2:].sum(axis=1, keepdims=True)
    fit = _expect(votes, knows, 1 - knows, habits, done=0)
    while fit.iterations < iterations and not fit.converged:
        knows, guesses = _mean_field(np.stack([fit.known + KNOWING, fit.guessed.sum(axis=1) + GUESSING], axis=1)).T
        after = _expect(votes, knows, guesses, _mean_field(fit.guessed + HABIT), done=fit.iterations + 1)
        moved = float(np.abs(after.posteriors - fit.posteriors).max())
        fit = _Fit(
            after.posteriors, after.known, after.guessed, after.log_likelihood, after.iterations, moved <= tolerance
        )
    return fit


def _mean_field(counts: Floats) -> Floats:
    """exp E[log p] of a Dirichlet with these counts, by row: a little less than a distribution."""
    return np.asarray(np.exp(digamma(counts) - digamma(counts.sum(axis=1, keepdims=True))))


def _expect(votes: Votes, knows: Floats, guesses: Floats, habits: Floats, *, done: int) -> _Fit:
    """Posteriors, and how many labels each rater is expected to have known, and to have guessed by class."""
    guess = (guesses[:, None] * habits)[votes.rater_of, votes.value_of]
    know = knows[votes.rater_of]
    of_labels = np.repeat(np.log(guess)[:, None], len(votes.classes), axis=1)
    of_labels[np.arange(len(guess)), votes.value_of] = np.log(know + guess)
    posteriors, sums = normalised(votes.by_unit(of_labels) - np.log(len(votes.classes)))
    known = posteriors[votes.unit_of, votes.value_of] * know / (know + guess)
    return _Fit(
        posteriors=posteriors,
        known=np.bincount(votes.rater_of, known, len(votes.raters)).astype(np.float64),
        guessed=votes.by_rater_and_value(1 - known),
        log_likelihood=float(sums.sum()),
        iterations=done,
        converged=False,
    )
