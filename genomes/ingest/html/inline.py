"""The text of one block of a page, put together from inline markup."""

import re

from lxml import etree

from genomes.ingest.inline import BreakOut, Inline, fill_with, text_with
from genomes.ingest.mathml import tex_of
from genomes.ingest.xml import XML_SPACE, collapse, descendants, name_of

from .page import classes

# Handles a block or note met inside inline content and says whether it did; the text goes on behind it.

_SPACED = frozenset((
    "br", "p", "div", "li", "dt", "dd", "td", "th", "tr", "caption", "figcaption", "blockquote", "h1", "h2", "h3",
    "h4", "h5", "h6", "section", "pre", "ul", "ol", "table",
))  # fmt: skip
_WRAPPED = re.compile(r"\{?\\(?:displaystyle|textstyle)(?![A-Za-z])\s*")


def inline_text(element: etree._Element | None) -> str:
    """Text of a heading, label or cell."""
    return text_with(_fill_child, element)


def fill(inline: Inline, element: etree._Element, break_out: BreakOut | None = None, *, mask: str = "") -> None:
    """Append the content of an element, in reading order."""
    fill_with(_fill_child, inline, element, break_out, mask)


def _fill_child(inline: Inline, child: etree._Element, name: str, break_out: BreakOut | None, mask: str) -> None:
    if name in ("math", "tex-math", "img"):
        tex = formula_tex(child)
        inline.add(f"${tex}$" if tex else "", mask="x")
    elif name in ("sup", "sub"):
        inline.add(inline.sign_of(inline_text(child), is_superscript=name == "sup"), mask=mask)
        is_mark = name == "sup" and (_is_inside_link(child) or next(descendants(child, "a", "cite"), None) is not None)
        fill(inline, child, break_out, mask=" " if is_mark else mask)
    elif name in _SPACED or "ltx_bibblock" in classes(child):
        inline.add(" ")
        fill(inline, child, break_out, mask=mask)
        inline.add(" ")
    else:
        fill(inline, child, break_out, mask=mask)


def _is_inside_link(element: etree._Element) -> bool:
    parent = element.getparent()
    return parent is not None and name_of(parent) in ("a", "cite")


def formula_tex(element: etree._Element) -> str:
    """TeX of a formula: what the page says it was made from, else what its MathML says; of images, their words."""
    if name_of(element) == "img":
        is_formula = any("math" in each or each in ("tex", "latex") for each in classes(element))
        tex = str(element.get("alt", "")) if is_formula else ""
    else:
        tex = tex_of(element)
        if any(each.startswith("ltx_") for each in classes(element)):
            tex = str(element.get("alttext", "")) or tex
    return without_style(collapse(tex).strip(XML_SPACE))


def without_style(tex: str) -> str:
    r"""TeX without the `{\displaystyle …}` that only says how large it was drawn."""
    found = _WRAPPED.match(tex)
    if not found:
        return tex
    if not tex.startswith("{"):
        return tex[found.end() :]
    return tex[found.end() : -1].strip() if tex.endswith("}") else tex
