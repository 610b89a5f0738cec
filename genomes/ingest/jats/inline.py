"""The text of one block, put together from inline markup."""

from lxml import etree

from genomes.ingest.inline import BreakOut, Inline, fill_with, text_with
from genomes.ingest.mathml import tex_of
from genomes.ingest.xml import descendants, name_of

# Handles a block or note met inside inline content and says whether it did; the text goes on behind it.

_UNSEEN = frozenset((
    "object-id", "graphic", "inline-graphic", "media", "contrib-id", "alt-text", "long-desc", "index-term",
    "permissions", "sec-meta", "private-char", "ext-link-alt", "self-uri", "related-article", "related-object",
    "email-alt", "institution-id", "fn"
))  # fmt: skip
_FORMULAS = frozenset(("inline-formula", "disp-formula", "tex-math", "math", "chem-struct"))
_SPACED = frozenset(["p", "title", "break", "list-item", "def", "term", "disp-quote", "td", "th", "tr", "label"])
_NAMES = frozenset(["name", "string-name", "collab", "surname", "given-names", "suffix", "prefix"])
_OPENING = frozenset(("", " ", "(", "[", "/", ":"))


def inline_text(element: etree._Element | None) -> str:
    """Text of a title, label or cell."""
    return text_with(_fill_child, element)


def fill(inline: Inline, element: etree._Element, break_out: BreakOut | None = None, *, mask: str = "") -> None:
    """Append the content of an element, in reading order."""
    fill_with(_fill_child, inline, element, break_out, mask)


def _fill_child(inline: Inline, child: etree._Element, name: str, break_out: BreakOut | None, mask: str) -> None:
    if name in _UNSEEN:
        return
    if name in _FORMULAS:
        _formula(inline, child, break_out)
    elif name == "alternatives":
        _alternatives(inline, child, break_out, mask)
    elif name in ("sup", "sub"):
        _raised(inline, child, name, break_out, mask)
    elif name in _SPACED:
        inline.add(" ")
        fill(inline, child, break_out, mask=mask)
        inline.add(" ")
    elif (name in _NAMES and inline.last.isalnum()) or (name == "pub-id" and inline.last not in _OPENING):
        inline.add(" ")
        fill(inline, child, break_out, mask=mask)
    else:
        fill(inline, child, break_out, mask=mask)


def _formula(inline: Inline, element: etree._Element, break_out: BreakOut | None) -> None:
    """A formula stays inside its sentence, as $TeX$; one given in plain letters is read like text."""
    tex = tex_of(element)
    if tex:
        inline.add(f"${tex}$", mask="x")
    elif name_of(element) not in ("tex-math", "math"):
        fill(inline, element, break_out)


def _alternatives(inline: Inline, element: etree._Element, break_out: BreakOut | None, mask: str) -> None:
    """Several forms of one thing: the TeX or MathML, else the first that has text."""
    tex = tex_of(element)
    if tex:
        inline.add(f"${tex}$", mask="x")
        return
    for child in element:
        name = name_of(child)
        if name and name not in _UNSEEN:
            _fill_child(inline, child, name, break_out, mask)
            return


def _raised(inline: Inline, element: etree._Element, name: str, break_out: BreakOut | None, mask: str) -> None:
    """Sub- and superscripts read on as text.

    A superscript citation is masked, so that the full stop before it still ends its sentence.
    """
    inline.add(inline.sign_of(inline_text(element), is_superscript=name == "sup"), mask=mask)
    parent = element.getparent()
    cites = next(descendants(element, "xref"), None) is not None or (parent is not None and name_of(parent) == "xref")
    fill(inline, element, break_out, mask=" " if cites and name == "sup" else mask)
