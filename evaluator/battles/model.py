"""Maximum likelihood of Bradley–Terry and Davidson, for many tables of battles at once.

R. A. Bradley and M. E. Terry 1952 (P(i beats j) = πi / (πi + πj)); R. R. Davidson 1970 (with ν √(πi πj) for a tie).
Both are exponential families, so the likelihood is concave in θ = ln π and κ = ln ν, and Newton's steps find its top.
"""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

STEPS = 200
SMALL = 1e-12
LONGEST_STEP = 2.0


class Fit(NamedTuple):
    """θ of shape (tables, systems), each with mean 0; κ of shape (tables,), None without a tie parameter."""

    theta: "Floats"
    kappa: "Floats | None"


def fit(wins: "Floats", ties: "Floats", *, with_ties: bool) -> Fit:
    """The estimates for each table. The tables must be rateable (see `rating.Unrateable`); else they do not settle.

    Without `with_ties`, `ties` must be zero: put halves into `wins` for half ties.
    """
    import numpy as np

    tables, n, _n = wins.shape
    theta, kappa = np.zeros((tables, n)), np.zeros(tables)
    met = wins + np.swapaxes(wins, 1, 2) + ties
    scores = wins.sum(2) + ties.sum(2) / 2
    all_ties = ties.sum((1, 2)) / 2
    for _step in range(STEPS):
        expected = probabilities(theta, kappa if with_ties else None)
        gradient, information = _derivatives(expected, met, scores, all_ties, with_ties=with_ties)
        step = np.linalg.solve(information, gradient[..., None])[..., 0]
        longest = np.abs(step).max(1, keepdims=True)
        step *= np.minimum(1, LONGEST_STEP / np.maximum(longest, SMALL))
        theta += step[:, :n]
        if with_ties:
            kappa += step[:, n]
        if float(longest.max()) < SMALL:
            break
    return Fit(theta - theta.mean(1, keepdims=True), kappa if with_ties else None)


def probabilities(theta: "Floats", kappa: "Floats | None") -> "tuple[Floats, Floats]":
    """(win, tie) of shape (tables, systems, systems): win[r, i, j] that i beats j."""
    import numpy as np

    gap = theta[:, None, :] - theta[:, :, None]
    if kappa is None:
        return 1 / (1 + np.exp(gap)), np.zeros_like(gap)
    tie = np.exp(kappa[:, None, None] + gap / 2)
    total = 1 + np.exp(gap) + tie
    return 1 / total, tie / total


def _derivatives(
    expected: "tuple[Floats, Floats]", met: "Floats", scores: "Floats", all_ties: "Floats", *, with_ties: bool
) -> "tuple[Floats, Floats]":
    """Gradient and observed information, the sum of θ held by adding 1 to each entry of its block."""
    import numpy as np

    win, tie = expected
    share = win + tie / 2
    tables, n, _n = met.shape
    size = n + with_ties
    gradient, information = np.zeros((tables, size)), np.zeros((tables, size, size))
    gradient[:, :n] = scores - (met * share).sum(2)
    variance = met * (win + tie / 4 - share**2)
    information[:, :n, :n] = 1 - variance
    diagonal = np.arange(n)
    information[:, diagonal, diagonal] += variance.sum(2)
    if with_ties:
        gradient[:, n] = all_ties - (met * tie).sum((1, 2)) / 2
        cross = (met * (tie / 2 - tie * share)).sum(2)
        information[:, :n, n] = information[:, n, :n] = cross
        information[:, n, n] = (met * tie * (1 - tie)).sum((1, 2)) / 2
    return gradient, information
