r"""Formulas of LaTeX as TeX that KaTeX can draw: without labels, numbers apart, rows as `aligned`.

Rows that have numbers of their own become formulas of their own; one without goes with the next that has one.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from .commands import EACH_ROW, UNITS
from .scan import Span, Tex

_SPACE = re.compile(r"[ \t\n\r]+")
_LABEL = re.compile(r"\\label[ \t\n]{0,9}\{([^{}\n]{0,300})\}")
_TAG = re.compile(r"\\tag(\*?)[ \t\n]{0,9}\{([^{}\n]{0,200})\}")
_OLD_TAG = re.compile(r"\\l?eqno[ \t\n]{0,9}(?:\{([^{}\n]{1,100})\}|\(([^()\n]{1,100})\))")
_NO_NUMBER = re.compile(r"\\(?:nonumber|notag)(?![A-Za-z])")
_NOT_DRAWN = re.compile(
    r"\\(?:nonumber|notag|xspace|protect|boldmath|unboldmath|allowbreak|displaybreak(?:\[\d\])?|noindent|par|centering"
    r"|lefteqn|IEEEeqnarraynumspace)(?![A-Za-z])|\\vspace\*?\{[^{}\n]{0,60}\}"
)
_REFERENCE = re.compile(r"\\(ref|eqref|cref|Cref|autoref|cite[pt]?)[ \t\n]{0,9}\{([^{}\n]{0,300})\}")
_FURTHER = (
    (re.compile(r"\\(begin|end)\{(?:split|eqnarray|align|multlined)\*?\}"), r"\\\1{aligned}"),
    (re.compile(r"\\(?:mathds|mathbbm|mathbbmss)(?![A-Za-z])"), r"\\mathbb"),
    (re.compile(r"\\ensuremath(?![A-Za-z])"), ""),
    (re.compile(r"\\nicefrac(?![A-Za-z])"), r"\\tfrac"),
    (re.compile(r"\\mbox(?![A-Za-z])"), r"\\text"),
    (re.compile(r"\\(?:textnormal|textup|textsl|textsc)(?![A-Za-z])"), r"\\text"),
)

_UNIT = re.compile(r"\\([A-Za-z]+)|[.{}~]|\s+")
_QUANTITY = re.compile(
    r"\\(?:SI|qty)[ \t]{0,9}(?:\[[^\[\]\n]{0,60}\])?\{([^{}\n]{0,60})\}[ \t]{0,9}\{([^{}\n]{0,120})\}"
    r"|\\(?:si|unit)[ \t]{0,9}\{([^{}\n]{0,120})\}|\\num[ \t]{0,9}\{([^{}\n]{0,60})\}"
)

# What a \ref or \cite inside of a formula reads, by its name and its key.
Resolve = Callable[[str, str], str]


@dataclass(slots=True)
class Row:
    """One row of a formula. `number` is its own number as it is printed, when it is told; `labels` are names for it."""

    cells: list[str]
    has_number: bool
    number: str = ""
    labels: list[str] = field(default_factory=list)


def tidy(tex: str, resolve: Resolve) -> str:
    """A formula on one line, without what is not drawn."""
    tex = _NOT_DRAWN.sub(" ", _OLD_TAG.sub(" ", _TAG.sub(" ", _LABEL.sub(" ", tex))))
    tex = _REFERENCE.sub(lambda found: resolve(found[1], found[2]), tex)
    for pattern, new in _FURTHER:
        tex = pattern.sub(new, tex)
    tex = _QUANTITY.sub(_quantity, tex)
    return _SPACE.sub(" ", tex).strip(" ")


def units(source: str) -> str:
    r"""Units that are written as commands, `\kilo\meter\per\second`, as they are printed."""
    return _UNIT.sub(lambda found: UNITS.get(found[1], "") if found[1] else "", source)


def _quantity(found: re.Match[str]) -> str:
    number, of_number, unit, alone = found.groups()
    if number is not None:
        return f"{number}\\,\\text{{{units(of_number)}}}"
    return alone if unit is None else f"\\text{{{units(unit)}}}"


def rows_of(tex: Tex, name: str, span: Span, resolve: Resolve) -> list[Row]:
    """The rows of an environment. Which may have a number is told by its name; `name` is "" for `\\[…\\]`."""
    may_have = bool(name) and not name.endswith("*") and name not in ("math", "displaymath")
    rows = [_row(cells, may_have, resolve) for cells in _split(tex, span)]
    rows = [row for row in rows if any(row.cells) or row.labels or row.number]
    if name.removesuffix("*") not in EACH_ROW:
        for row in rows:
            row.has_number = bool(row.number)
        if rows and may_have and not any(row.number for row in rows):
            rows[-1].has_number = not _NO_NUMBER.search(tex.text[slice(*span)])
    if name.startswith("eqnarray"):
        for row in rows:
            row.cells = [row.cells[0], " ".join(row.cells[1:])] if len(row.cells) > 1 else row.cells
    return rows


def groups_of(rows: list[Row]) -> list[list[Row]]:
    """Rows that make one formula together: up to each that has a number; what is left goes with the last."""
    groups: list[list[Row]] = [[]]
    for row in rows:
        groups[-1].append(row)
        if row.has_number:
            groups.append([])
    last = groups.pop()
    if groups and last:
        groups[-1] += last
    return groups if groups or not last else [last]


def drawn(rows: list[Row], *, is_centred: bool) -> str:
    """The rows as one piece of TeX."""
    rows = [row for row in rows if any(row.cells)]
    if len(rows) == 1:
        return " ".join(cell for cell in rows[0].cells if cell)
    kind = "gathered" if is_centred else "aligned"
    lines = [" & ".join(row.cells).strip() for row in rows]
    return f"\\begin{{{kind}}} " + r" \\ ".join(lines) + f" \\end{{{kind}}}" if lines else ""


def _split(tex: Tex, span: Span) -> list[list[str]]:
    r"""Cells of rows, by the `&` and `\\` that stand in no group or environment of their own."""
    rows: list[list[str]] = [[]]
    cursor = tex.cursor(span)
    start = cursor.position
    while token := cursor.next():
        if token.kind == "begin":
            cursor.skip_environment(token)
        elif token.kind == "brace" and token.value == "{":
            cursor.position = min(tex.closing.get(token.start, token.start) + 1, span.end)
        elif token.kind in ("math", "display"):
            cursor.position = token.end
        elif token.kind == "special" and token.value == "&":
            rows[-1].append(tex.text[start : token.start])
            start = token.end
        elif token.kind == "command" and token.value in ("\\", "cr"):
            rows[-1].append(tex.text[start : token.start])
            cursor.skip("*[")
            start = cursor.position
            rows.append([])
    rows[-1].append(tex.text[start : span.end])
    return rows


def _row(cells: list[str], may_have: bool, resolve: Resolve) -> Row:
    source = "&".join(cells)
    tag, old = _TAG.search(source), _OLD_TAG.search(source)
    number = ""
    if tag:
        number = tag[2] if tag[1] else f"({tag[2]})"
    elif old:
        number = f"({old[1] or old[2]})" if not (old[1] or "").startswith("(") else str(old[1])
    return Row(
        [tidy(cell, resolve) for cell in cells],
        has_number=bool(number) or (may_have and not _NO_NUMBER.search(source)),
        number=number,
        labels=[found[1] for found in _LABEL.finditer(source)],
    )
