"""The text of one block of TEI, put together from inline markup."""

from lxml import etree

from genomes.ingest.inline import BreakOut, Inline, fill_with, text_with
from genomes.ingest.mathml import bare_tex, tex_of
from genomes.ingest.xml import children, name_of, raw_text

# Handles a block or note met inside inline content and says whether it did; the text goes on behind it.

_UNSEEN = frozenset((
    "graphic", "media", "binaryObject", "note", "fw", "gap", "del", "surplus", "certainty", "index", "interp",
    "interpGrp", "desc", "teiHeader", "rdg", "wit", "anchor", "link", "linkGrp", "ptr", "listAnnotation", "sourceDoc",
    "facsimile", "standOff",
))  # fmt: skip
_SPACED = frozenset((
    "lb", "pb", "cb", "gb", "milestone", "p", "head", "item", "label", "cell", "row", "l", "lg", "ab", "figDesc",
    "speaker", "trailer",
))  # fmt: skip
# Of two forms of the same words, what an edition prints for its readers.
_CHOSEN = ("corr", "reg", "abbr", "orig", "sic", "expan", "unclear", "seg", "lem")
_RAISED = {"superscript": True, "sup": True, "super": True, "subscript": False, "sub": False}


def inline_text(element: etree._Element | None) -> str:
    """Text of a title, label or cell."""
    return text_with(_fill_child, element)


def fill(inline: Inline, element: etree._Element, break_out: BreakOut | None = None, *, mask: str = "") -> None:
    """Append the content of an element, in reading order."""
    fill_with(_fill_child, inline, element, break_out, mask)


def _fill_child(inline: Inline, child: etree._Element, name: str, break_out: BreakOut | None, mask: str) -> None:
    if name in _UNSEEN:
        return
    if name in ("formula", "math"):
        tex = formula_tex(child)
        inline.add(f"${tex}$" if tex else inline_text(child), mask="x")
    elif name in ("choice", "app"):
        _chosen(inline, child, break_out, mask)
    elif name in _SPACED:
        gap = "" if child.get("break") == "no" else " "
        inline.add(gap)
        fill(inline, child, break_out, mask=mask)
        inline.add(gap)
    elif name == "hi" and str(child.get("rend", "")).lower() in _RAISED:
        _raised(inline, child, break_out, mask)
    else:
        fill(inline, child, break_out, mask=mask)


def _chosen(inline: Inline, element: etree._Element, break_out: BreakOut | None, mask: str) -> None:
    forms = {name_of(child): child for child in children(element)}
    name = next((name for name in _CHOSEN if name in forms), "")
    if name:
        _fill_child(inline, forms[name], name, break_out, mask)


def _raised(inline: Inline, element: etree._Element, break_out: BreakOut | None, mask: str) -> None:
    """Sub- and superscripts read on as text; a raised citation is masked, so that the full stop before it counts."""
    is_superscript = _RAISED[str(element.get("rend", "")).lower()]
    inline.add(inline.sign_of(inline_text(element), is_superscript=is_superscript), mask=mask)
    holds_mark = any(name_of(each) == "ref" for each in element.iter())
    fill(inline, element, break_out, mask=" " if is_superscript and holds_mark else mask)


def formula_tex(element: etree._Element) -> str:
    """TeX of a formula that is given as TeX or MathML; "" for one in plain letters, which is read like text."""
    if "tex" in str(element.get("notation", "")).lower():
        return bare_tex(raw_text(element))
    return tex_of(element)
