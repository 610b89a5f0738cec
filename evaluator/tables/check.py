"""Each cell that cannot be right, and by how much, whatever the unrounded numbers were (interval arithmetic)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from evaluator.tables.claims import Best, Claim, Rank, Spearman, Weighted
from evaluator.tables.printed import Printed, Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Impossible:
    """A printed number that no unrounded numbers give: it would have to lie from `low` to `high`.

    `off_by` is how far the nearest number that rounds to it lies outside.
    """

    claim: str
    row: str
    column: str
    printed: str
    low: float
    high: float
    off_by: float


def check(sheet: Sheet, claims: Iterable[Claim]) -> list[Impossible]:
    """What cannot be right, claim by claim, in the order of the rows."""
    found: list[Impossible] = []
    for claim in claims:
        if isinstance(claim, Weighted):
            found += _weighted(sheet, claim)
        elif isinstance(claim, Best):
            found += _best(sheet, claim)
        elif isinstance(claim, Rank):
            found += _ranks(sheet, claim)
        else:
            found += _spearman(sheet, claim)
    return found


def _weighted(sheet: Sheet, claim: Weighted) -> Iterator[Impossible]:
    whole = sum(claim.weights.values(), Fraction(0))
    kind = "mean" if len(set(claim.weights.values())) == 1 else "weighted"
    for row, cells in sheet.rows.items():
        parts = [(weight, cells[name]) for name, weight in claim.weights.items()]
        printed = cells[claim.column]
        if printed is None or any(part is None for _weight, part in parts):
            continue
        low = sum((weight * part.low for weight, part in parts if part), Fraction(0)) / whole
        high = sum((weight * part.high for weight, part in parts if part), Fraction(0)) / whole
        yield from _outside(kind, row, claim.column, printed, low, high)


def _best(sheet: Sheet, claim: Best) -> Iterator[Impossible]:
    """Wrong where another row is higher however both were rounded."""
    here = sheet.rows[claim.row][claim.column]
    others = [cells[claim.column] for name, cells in sheet.rows.items() if name != claim.row]
    most = max((other.low for other in others if other is not None), default=None)
    if here is not None and most is not None:
        yield from _outside("best", claim.row, claim.column, here, most, None)


def _ranks(sheet: Sheet, claim: Rank) -> Iterator[Impossible]:
    numbers = {row: cells[claim.column] for row, cells in sheet.rows.items() if cells[claim.column] is not None}
    for row, here in numbers.items():
        printed = sheet.rows[row][claim.ranks]
        if here is None or printed is None:
            continue
        others = [other for name, other in numbers.items() if name != row and other is not None]
        above = sum(other.low > here.high for other in others)
        maybe = sum(other.high >= here.low for other in others)
        exact = Printed(printed.text, printed.value, Fraction(0))
        yield from _outside("rank", row, claim.ranks, exact, Fraction(1 + above), Fraction(1 + maybe))


def _spearman(sheet: Sheet, claim: Spearman) -> Iterator[Impossible]:
    """ρ of the printed numbers (C. Spearman 1904); of equal ones, both orders are tried."""
    pairs = [(cells[claim.first], cells[claim.second]) for cells in sheet.rows.values()]
    known = [(one.value, other.value) for one, other in pairs if one is not None and other is not None]
    if len(known) < 2:
        return
    bounds = sorted(_rho(_places(known, way), _places([(b, a) for a, b in known], way)) for way in (1, -1))
    yield from _outside("spearman", "", f"{claim.first}, {claim.second}", claim.value, bounds[0], bounds[1])


def _places(pairs: list[tuple[Fraction, Fraction]], way: int) -> list[int]:
    """Places of the first numbers; equal ones by the second, upward or downward."""
    order = sorted(range(len(pairs)), key=lambda at: (pairs[at][0], way * pairs[at][1]))
    places = [0] * len(pairs)
    for place, at in enumerate(order):
        places[at] = place
    return places


def _rho(first: list[int], second: list[int]) -> Fraction:
    n = len(first)
    return 1 - Fraction(6 * sum((a - b) ** 2 for a, b in zip(first, second, strict=True)), n * (n * n - 1))


def _outside(
    claim: str, row: str, column: str, printed: Printed, low: Fraction, high: Fraction | None
) -> Iterator[Impossible]:
    """Nothing where a number that rounds to the printed one lies between; without `high` only from below."""
    off = max(low - printed.high, printed.low - high if high is not None else low - printed.high)
    if off > 0:
        yield Impossible(
            claim=claim,
            row=row,
            column=column,
            printed=printed.text,
            low=float(low),
            high=float(high if high is not None else low),
            off_by=float(off),
        )
