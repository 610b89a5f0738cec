"""A bar chart of counts: every place computed here, so that templates only write them; and labels that fit."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

TOP = 34


def shortened(text: str, width: float) -> str:
    """As much of a label as has room beside its marks: about 6.6 units to a letter, twice that to a wide one."""
    left = width
    for place, letter in enumerate(text):
        left -= 13.2 if unicodedata.east_asian_width(letter) in "WF" else 6.6
        if left < 0:
            return f"{text[: max(1, place - 1)].rstrip()}…"
    return text


@dataclass(frozen=True, slots=True)
class Bar:
    """A line of a bar chart in parts that stand side by side; a part is (x, width, kind, text)."""

    label: str
    note: str
    y: int
    parts: list[tuple[float, float, str, str]]
    total: int


@dataclass(frozen=True, slots=True)
class Bars:
    rows: list[Bar]
    height: int
    keys: list[tuple[float, str, str]]  # x, kind, words


BAR_LEFT, BAR_WIDTH = 250, 520


def bars(named: Sequence[tuple[str, str, Sequence[tuple[str, int]]]], kinds: Sequence[tuple[str, str]]) -> Bars:
    """Of each (label, note, parts by kind) one bar, on one scale; `kinds` are named above them, in their order."""
    most = max((sum(count for _kind, count in parts) for _label, _note, parts in named), default=0) or 1
    rows = []
    for number, (label, note, parts) in enumerate(named):
        x, drawn = float(BAR_LEFT), []
        for kind, count in parts:
            width = BAR_WIDTH * count / most
            if count:
                drawn.append((round(x, 1), round(width, 1), kind, str(count) if width > 22 else ""))
            x += width
        rows.append(
            Bar(shortened(label, BAR_LEFT - 8), note, TOP + 30 * number, drawn, sum(count for _kind, count in parts))
        )
    keys = [(BAR_LEFT + 165.0 * place, kind, words) for place, (kind, words) in enumerate(kinds)]
    return Bars(rows, TOP + 30 * len(named) + 8, keys)
