"""Writes a paper's text as HTML: sentences, marks and formulas, with nothing added to the characters of a run.

Paragraphs and headings are written in Python, because a long paper has thousands of pieces and a template takes
several times as long; figures, tables and equations are templates.
"""

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from genomes.selectors.marks import Mark, MarkedBlock
from genomes.selectors.reading import DEFAULT_GAP, Run
from genomes.selectors.screen import GenomeScreen

register = template.Library()

_FORMULA = re.compile(
    r"(?<![\\$])\$(?=[^\s$])((?:[^$\\]|\\.){1,2000}?)(?<=[^\s])\$(?![\d$])|\$\$(.{1,2000}?)\$\$", re.DOTALL
)
_EQNARRAY, _EQNARRAY_END = re.compile(r"\\begin\{eqnarray\*?\}"), re.compile(r"\\end\{eqnarray\*?\}")
Place = tuple[int, int]
FLOAT = "genomes/float.html"
LANES = 6  # that the style sheet tells apart; more in one place lie over the last


@register.simple_tag
def reading_block(screen: GenomeScreen, marked: MarkedBlock, can_edit: bool = False, swap: bool = False) -> SafeString:
    """One block of the text; with `swap` it takes the place of its former self in a page that is open.

    With the same marks it is the same for everybody who reads in one language, and not written again.
    """
    if swap:
        return _block(screen, marked, can_edit, swap)
    block = marked.block  # a heading that is not printed begins where its first paragraph does
    key, marks = (block.anchor, block.name, get_language() or "", can_edit), (marked.marks, marked.whole)
    kept = marked.drawn.get(key)
    if kept is None or kept[0] != marks:
        kept = marked.drawn[key] = marks, str(_block(screen, marked, can_edit, swap))
    return mark_safe(kept[1])  # noqa: S308 - escaped when it was written


def _block(screen: GenomeScreen, marked: MarkedBlock, can_edit: bool, swap: bool) -> SafeString:
    block = marked.block
    text, formulas = screen.text, screen.has_formulas
    attributes = f'id="{block.anchor}"' + (' hx-swap-oob="true"' if swap else "")
    if block.is_float:
        context = {"marked": marked, "block": block, "screen": screen, "can_edit": can_edit, "swap": swap}
        return SafeString(get_template(FLOAT).render(context))
    if block.kind == "paragraph":
        run = block.runs[0]
        code = ' class="code"' if block.is_code else ""
        label = escape(_("Paragraph %(number)s") % {"number": block.number})
        return mark_safe(  # noqa: S308 - escaped
            f'<div class="passage" {attributes} data-name="{block.name}">'
            f'<a class="passage-number" href="#{block.anchor}" aria-label="{label}">{block.number}</a>'
            f"<p{code} {run_attributes(run)}>"
            f"{run_text(marked, run, text, formulas)}</p></div>\n"
        )
    words = "".join(
        f"<span {run_attributes(run)}>{run_text(marked, run, text, formulas)}</span>" for run in block.runs
    ) or escape(block.name)
    if block.level == 0:
        return mark_safe(f"<span {attributes}>{words}</span>")  # noqa: S308 - escaped
    return mark_safe(f'<{block.tag} class="section-name" {attributes}>{words}</{block.tag}>\n')  # noqa: S308 - escaped


@register.simple_tag
def run_attributes(run: Run) -> SafeString:
    """What the browser needs in order to count a selection: where the run stands, and what lies before it."""
    gap = "" if run.gap == DEFAULT_GAP else f' data-gap="{escape(run.gap)}"'
    return mark_safe(f'data-run data-start="{run.start}" data-end="{run.end}"{gap}')  # noqa: S308 - escaped


@register.simple_tag
def row_attributes(marked: MarkedBlock, row: Sequence[Run]) -> SafeString:
    """A row of a table that is evidence as a whole is tinted in the hue of its object."""
    whole = (mark for mark in marked.marks if mark.start <= row[0].start and row[-1].end <= mark.end)
    mark = next(whole, None)
    if mark is None:
        return SafeString("")
    return mark_safe(f' class="evidence-row" data-type="{mark.type}" data-object="{mark.object_id}"')  # noqa: S308


@register.simple_tag
def run_text(marked: MarkedBlock, run: Run, text: str, has_formulas: bool = True) -> SafeString:
    """The characters of the run. `text` is the whole text; formulas are left alone in plain text files."""
    formulas = list(_formulas(text, run)) if has_formulas else []
    marks = [_around_formulas(mark, formulas) for mark in marked.marks if mark.start < run.end and run.start < mark.end]
    if not marks and not formulas and not run.sentences:
        return mark_safe(escape(text[run.start : run.end]))  # noqa: S308 - escaped
    return mark_safe("".join(_pieces(text, run, marks, formulas)))  # noqa: S308 - escaped piece by piece


def _formulas(text: str, run: Run) -> Iterator[tuple[int, int, str, bool]]:
    """(start, end, TeX, on a line of its own) of each formula."""
    if "$" in text[run.start : run.end]:
        for found in _FORMULA.finditer(text, run.start, run.end):
            yield found.start(), found.end(), found[1] or found[2], found[2] is not None


def _around_formulas(mark: Mark, formulas: Sequence[tuple[int, int, str, bool]]) -> tuple[Mark, int, int]:
    """The mark with its edges moved out of formulas, which cannot be drawn in part."""
    start, end = mark.start, mark.end
    for first, last, _tex, _display in formulas:
        start = first if first < start < last else start
        end = last if first < end < last else end
    return mark, start, end


def _pieces(
    text: str, run: Run, marks: Sequence[tuple[Mark, int, int]], formulas: Sequence[tuple[int, int, str, bool]]
) -> Iterator[str]:
    drawn = {first: (last, tex, display) for first, last, tex, display in formulas}
    ends = dict(run.sentences)
    open_until = 0
    for start, end in _cuts(run, marks, formulas):
        if start in ends:
            open_until = ends[start]
            yield f'<span class="sentence" data-start="{start}" data-end="{open_until}">'
        over = [(mark, first) for mark, first, last in marks if first <= start and end <= last]
        yield from (_mark(mark, is_first=first == start or start == run.start) for mark, first in over)
        yield _formula(text, start, drawn[start]) if start in drawn else escape(text[start:end])
        yield "</mark>" * len(over)
        if open_until and end >= open_until:
            open_until = 0
            yield "</span>"


def _cuts(
    run: Run, marks: Sequence[tuple[Mark, int, int]], formulas: Sequence[tuple[int, int, str, bool]]
) -> Iterator[Place]:
    """The pieces between all edges of sentences, marks and formulas."""
    edges = {run.start, run.end}
    for start, end in (*run.sentences, *((first, last) for _mark, first, last in marks)):
        edges |= {start, end}
    for first, last, _tex, _display in formulas:
        edges = {edge for edge in edges if not first < edge < last} | {first, last}
    inside = sorted(edge for edge in edges if run.start <= edge <= run.end)
    return pairwise(inside)


def _mark(mark: Mark, *, is_first: bool) -> str:
    letter = f' data-letter="{mark.handle}"' if is_first else ""
    lane = f' data-lane="{min(mark.lane, LANES)}"' if mark.lane > 1 else ""
    state = ' data-state="candidate"' if mark.state == "candidate" else ""
    return f'<mark class="mark" data-object="{mark.object_id}" data-type="{mark.type}"{lane}{letter}{state}>'


def _formula(text: str, start: int, drawn: tuple[int, str, bool]) -> str:
    end, tex, display = drawn
    source = escape(text[start:end])
    kind = " data-display" if display else ""
    return (
        f'<span class="math" data-start="{start}" data-end="{end}" data-source="{source}"'
        f' data-tex="{escape(_drawable(tex))}"{kind}>{source}</span>'
    )


@register.filter
def with_formulas(words: str) -> SafeString:
    """What somebody wrote about a paper, its formulas ready to be drawn where the page draws the paper's."""
    pieces, at = [], 0
    for found in _FORMULA.finditer(words):
        tex, kind = escape(_drawable(found[1] or found[2])), " data-display" if found[2] else ""
        pieces += [escape(words[at : found.start()])]
        pieces += [f'<span class="math" data-tex="{tex}"{kind}>{escape(found[0])}</span>']
        at = found.end()
    return mark_safe("".join([*pieces, escape(words[at:])]))  # noqa: S308 - escaped piece by piece


def _drawable(tex: str) -> str:
    """The same formula in words that the browser's renderer knows: it lacks `eqnarray`."""
    return _EQNARRAY_END.sub(r"\\end{array}", _EQNARRAY.sub(r"\\begin{array}{rcl}", tex))
