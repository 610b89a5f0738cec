"""Battles counted: who met whom how often, and how it ended. Neither the order of battles nor the sides matter here."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

FIRST, SECOND, TIE = 0, 1, 2


class Battle(NamedTuple):
    """`winner` is a, b or tie."""

    system_a: str
    system_b: str
    winner: str


class Meetings:
    """Systems in some order, and of each kind of meeting (first, second, ending) how often it happened."""

    def __init__(self, battles: Iterable[Battle], order: Sequence[str] | None = None) -> None:
        counts: Counter[tuple[str, str, int]] = Counter()
        self.positions = Counter[str]()
        for battle in battles:
            self.positions[battle.winner] += 1
            ending = {"a": FIRST, "b": SECOND, "tie": TIE}[battle.winner]
            counts[battle.system_a, battle.system_b, ending] += 1
        self._counts = counts
        self.systems = sorted({name for pair in counts for name in pair[:2]}) if order is None else list(order)

    def ordered(self, order: Sequence[str]) -> "Meetings":
        """The same with the systems in another order."""
        other = Meetings((), order)
        other._counts, other.positions = self._counts, self.positions
        return other

    def kinds(self) -> "list[tuple[int, int, int, int]]":
        """(first, second, ending, how often): first < second in the order of the systems, sorted."""
        place = {name: number for number, name in enumerate(self.systems)}
        found: Counter[tuple[int, int, int]] = Counter()
        for (one, other, ending), count in self._counts.items():
            first, second = place[one], place[other]
            if first > second:
                first, second = second, first
                ending = ending if ending == TIE else 1 - ending
            found[first, second, ending] += count
        return [(*kind, count) for kind, count in sorted(found.items())]

    @property
    def battles(self) -> int:
        return sum(self._counts.values())

    @property
    def ties(self) -> int:
        return sum(count for (*_pair, ending), count in self._counts.items() if ending == TIE)

    def matrices(self, times: "Floats") -> "tuple[Floats, Floats]":
        """(wins, ties) of shape (resamples, systems, systems) for `times`: how often each kind (rows) is counted.

        wins[r, i, j] is how often i beat j; ties are symmetric, each counted on both sides.
        """
        import numpy as np

        n, resamples = len(self.systems), times.shape[1]
        wins, ties = np.zeros((resamples, n, n)), np.zeros((resamples, n, n))
        for row, (first, second, ending, _count) in enumerate(self.kinds()):
            if ending == TIE:
                ties[:, first, second] += times[row]
                ties[:, second, first] += times[row]
            else:
                winner, loser = (first, second) if ending == FIRST else (second, first)
                wins[:, winner, loser] += times[row]
        return wins, ties
