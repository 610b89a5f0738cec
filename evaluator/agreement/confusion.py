"""How often each two labels met on a unit."""

from collections.abc import Iterable, Sequence

from evaluator.canonical import nfc


def confusion(pairs: Iterable[tuple[str, str]], order: Sequence[str] = ()) -> dict[tuple[str, str], int]:
    """How often two labels met on a unit. Who said which does not count: (a, b) and (b, a) are one cell.

    Every cell of `order` is there, zeros included, as (earlier, later); labels outside `order` follow by name.
    """
    met = [(nfc(a), nfc(b)) for a, b in pairs]
    rest = sorted({label for pair in met for label in pair} - set(order))
    rank = {label: place for place, label in enumerate([*order, *rest])}
    cells = {(a, b): 0 for i, a in enumerate(rank) for b in list(rank)[i:]}
    for a, b in met:
        cells[(a, b) if rank[a] <= rank[b] else (b, a)] += 1
    return cells
