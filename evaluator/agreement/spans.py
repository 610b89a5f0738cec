"""Agreement of people who mark stretches of one text freely: overlap of characters, and Krippendorff's unitizing α.

Source of uα: K. Krippendorff, "Measuring the reliability of qualitative text analysis data", Quality & Quantity 38
(2004), 787-800; the same as in "Content Analysis" (2nd ed., 2004, section 11.6). Positions are code points.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from evaluator.agreement.figure import Figure, Undefined
from evaluator.agreement.table import BadLabels
from evaluator.bootstrap import Interval, interval, resamples

if TYPE_CHECKING:
    from evaluator.alpha import Floats

Span = tuple[int, int]  # start, end: end is the first position that is no longer in it
Unit = tuple[int, int, str]  # the same with a category
Marked = Mapping[str, Sequence[Unit]]  # by rater


def character_f1(first: Iterable[Span], second: Iterable[Span]) -> float | None:
    """2 |A ∩ B| / (|A| + |B|) over the characters that each marked; None where neither marked any.

    Raises BadLabels for a span that does not end after it starts.
    """
    shared, marked = _overlap(first, second)
    return 2 * shared / marked if marked else None


def evidence_overlap(
    texts: Mapping[str, tuple[Sequence[Span], Sequence[Span]]], *, bootstrap: int = 0, seed: int = 0
) -> Figure:
    """Character F1 of two people over several texts together: texts weigh by what was marked in them.

    The interval resamples texts; those in which neither marked anything are not used. Raises as `character_f1`.
    """
    found = [_overlap(*spans) for _, spans in sorted(texts.items())]
    used = [(shared, marked) for shared, marked in found if marked]
    shared, marked = (sum(each) for each in zip(*used, strict=True)) if used else (0, 0)
    return Figure(
        value=2 * shared / marked if marked else None,
        reason=None if marked else Undefined.NO_SPANS,
        interval=_f1_interval(used, bootstrap, seed) if bootstrap and used else None,
        n_units=len(texts),
        n_units_used=len(used),
        n_labels=sum(len(first) + len(second) for first, second in texts.values()),
        n_raters=2,
    )


def _f1_interval(used: Sequence[tuple[int, int]], replicates: int, seed: int) -> Interval:
    sums = _sums_of_resamples(used, replicates, seed)
    return interval((2 * sums[0] / sums[1]).tolist(), clusters=len(used))


def _sums_of_resamples(used: Sequence[tuple[float, float]], replicates: int, seed: int) -> "Floats":
    """Both sums of each resample of texts: 2 × resamples."""
    import numpy as np

    table = np.array(sorted(used), dtype=np.float64)
    ones = np.ones(len(table), dtype=np.int64)
    return np.concatenate([table.T @ drawn for drawn in resamples(ones, replicates=replicates, seed=seed)], axis=1)


def _overlap(first: Iterable[Span], second: Iterable[Span]) -> tuple[int, int]:
    """|A ∩ B|, and |A| + |B|."""
    ours, theirs = merged(first), merged(second)
    shared = sum(max(0, min(a[1], b[1]) - max(a[0], b[0])) for a in ours for b in theirs)
    return shared, sum(end - start for start, end in [*ours, *theirs])


def merged(spans: Iterable[Span]) -> list[Span]:
    """Spans in order, overlapping ones as one; such that only touch stay apart."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if not 0 <= start < end:
            raise BadLabels(f"a span from {start} to {end} is none: it must end after it starts")
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


@dataclass(frozen=True, slots=True)
class _Section:
    """A stretch of the text as one person sees it: a unit (`marked`), or the gap between two."""

    start: int
    length: int
    marked: bool


def unitizing_alpha(length: int, units: Marked, category: str | None = None) -> Figure:
    """uα of people who marked units in a text of `length` characters: rater → (start, end, category).

    Of one category, or of all together: 1 - ΣDo / ΣDe. A rater who marked nothing stands with an empty list. A text
    by itself has nothing to resample, so there is no interval. Raises BadLabels for a unit that does not lie in it.
    """
    return unitizing_alpha_of_texts({"": (length, units)}, category)


def unitizing_alpha_of_texts(
    texts: Mapping[str, tuple[int, Marked]], category: str | None = None, *, bootstrap: int = 0, seed: int = 0
) -> Figure:
    """uα over several texts together: text → (its length, what people marked in it, as for `unitizing_alpha`).

    1 - Σ L Do / Σ L De over texts of length L: what people mark is compared within a text, and a text weighs by its
    length. Texts that fewer than two people read are not used, nor are such in which nobody marked the category. The
    interval resamples texts. Raises BadLabels as `unitizing_alpha`.
    """
    found = [_disagreement(*text, category) for _, text in sorted(texts.items())]
    used = [(observed, expected) for observed, expected in found if expected]
    expected = sum(each for _observed, each in used)
    people = {rater for _length, units in texts.values() for rater in units}
    n_labels = sum(
        category in (None, name) for _, units in texts.values() for given in units.values() for *_, name in given
    )
    reason = None if used else _why_undefined(texts, len(people), n_labels)
    return Figure(
        value=None if reason else 1 - sum(each for each, _expected in used) / expected,
        reason=reason,
        interval=_alpha_interval(used, bootstrap, seed) if bootstrap and not reason else None,
        n_units=len(texts),
        n_units_used=len(used),
        n_labels=n_labels,
        n_raters=len(people),
    )


def _why_undefined(texts: Mapping[str, tuple[int, Marked]], people: int, n_labels: int) -> Undefined:
    if people == 1:
        return Undefined.ONE_RATER
    if not n_labels:
        return Undefined.NO_SPANS
    return Undefined.ONE_CATEGORY if any(len(units) > 1 for _, units in texts.values()) else Undefined.NO_SHARED_UNITS


def _disagreement(length: int, units: Marked, category: str | None) -> tuple[float, float]:
    """L Do and L De of one text, summed over categories; both 0 where fewer than two people read it."""
    categories = sorted({name for given in units.values() for *_, name in given}) if category is None else [category]
    observed = expected = 0.0
    for each in categories:
        seen = [_sections(length, [(s, e) for s, e, name in given if name == each]) for given in units.values()]
        if len(seen) > 1:
            observed += _observed(seen) / (len(seen) * (len(seen) - 1) * length**2)
            expected += _expected(seen, length)
    return length * observed, length * expected


def _alpha_interval(used: Sequence[tuple[float, float]], replicates: int, seed: int) -> Interval:
    found = _sums_of_resamples(used, replicates, seed)
    return interval((1 - found[0] / found[1]).tolist(), clusters=len(used))


def _sections(length: int, spans: Iterable[Span]) -> list[_Section]:
    """The whole text, cut into units and gaps."""
    found, at = [], 0
    for start, end in merged(spans):
        if end > length:
            raise BadLabels(f"a span from {start} to {end} does not lie in a text of {length} characters")
        if start > at:
            found.append(_Section(at, start - at, marked=False))
        found.append(_Section(start, end - start, marked=True))
        at = end
    return [*found, _Section(at, length - at, marked=False)] if at < length else found


def _observed(seen: Sequence[Sequence[_Section]]) -> int:
    return sum(_difference(a, b) for ours, theirs in permutations(seen, 2) for a in ours for b in theirs)


def _difference(a: _Section, b: _Section) -> int:
    """δ²: of two overlapping units, how far their starts and ends lie apart; of a unit within a gap, its length."""
    ahead, behind = a.start - b.start, a.start + a.length - b.start - b.length
    if a.marked and b.marked:
        return ahead**2 + behind**2 if -a.length < ahead < b.length else 0
    if a.marked != b.marked:
        inner, outer = (a, b) if a.marked else (b, a)
        inside = outer.start <= inner.start and inner.start + inner.length <= outer.start + outer.length
        return inner.length**2 if inside else 0
    return 0


def _expected(seen: Sequence[Sequence[_Section]], length: int) -> float:
    """De: the same over every way to lay all units and gaps upon each other."""
    units = [each.length for sections in seen for each in sections if each.marked]
    gaps = [each.length for sections in seen for each in sections if not each.marked]
    sums = 0.0
    for size in units:
        with_units = (len(units) - 1) / 3 * (2 * size**3 - 3 * size**2 + size)
        in_gaps = size**2 * sum(gap - size + 1 for gap in gaps if gap >= size)
        sums += with_units + in_gaps
    everywhere = len(seen) * length
    return 2 / length * sums / (everywhere * (everywhere - 1) - sum(size * (size - 1) for size in units))
