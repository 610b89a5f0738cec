"""The text of one block, put together from inline markup."""

import re
from collections.abc import Callable

from lxml import etree

from .mathml import tex_of
from .xml import XML_SPACE, collapse, descendants, entity_text, name_of

# Handles a block or note met inside inline content and says whether it did; the text goes on behind it.
BreakOut = Callable[[etree._Element, str], bool]

_UNSEEN = frozenset((
    "object-id", "graphic", "inline-graphic", "media", "contrib-id", "alt-text", "long-desc", "index-term",
    "permissions", "sec-meta", "private-char", "ext-link-alt", "self-uri", "related-article", "related-object",
    "email-alt", "institution-id", "fn"
))  # fmt: skip
_FORMULAS = frozenset(("inline-formula", "disp-formula", "tex-math", "math", "chem-struct"))
_SPACED = frozenset(["p", "title", "break", "list-item", "def", "term", "disp-quote", "td", "th", "tr", "label"])
_NAMES = frozenset(["name", "string-name", "collab", "surname", "given-names", "suffix", "prefix"])
_OPENING = frozenset(("", " ", "(", "[", "/", ":"))
_DIGITS = frozenset("0123456789")
_NUMBER = re.compile(r"[+\-\u2212\u2013]?[0-9]")
_NEGATIVE = re.compile(r"[\-\u2212\u2013][0-9]")


class Inline:
    """Text as read, and its shadow: the same length, with formulas and citation marks masked for sentence splitting."""

    def __init__(self) -> None:
        self._text: list[str] = []
        self._shadow: list[str] = []
        self.last = ""

    def add(self, text: str, *, mask: str = "") -> None:
        """Append text; runs of XML white space become one space, nothing else is touched."""
        text = collapse(text)
        if text.startswith(" ") and self.last in ("", " "):
            text = text[1:]
        if not text:
            return
        self._text.append(text)
        self._shadow.append(mask * len(text) if mask else text)
        self.last = text[-1]

    def take(self) -> tuple[str, str]:
        """Return text and shadow without blank edges, and start afresh."""
        text, shadow = "".join(self._text), "".join(self._shadow)
        self._text, self._shadow, self.last = [], [], ""
        begin = len(text) - len(text.lstrip(XML_SPACE))
        end = len(text.rstrip(XML_SPACE))
        return text[begin:end], shadow[begin:end]


def inline_text(element: etree._Element | None) -> str:
    """Text of a title, label or cell."""
    if element is None:
        return ""
    inline = Inline()
    fill(inline, element)
    return inline.take()[0]


def fill(inline: Inline, element: etree._Element, break_out: BreakOut | None = None, *, mask: str = "") -> None:
    """Append the content of an element, in reading order."""
    inline.add(element.text or "", mask=mask)
    for child in element:
        name = name_of(child)
        if child.tag is etree.Entity:
            inline.add(entity_text(child), mask=mask)
        elif name and not (break_out is not None and break_out(child, name)):
            _fill_child(inline, child, name, break_out, mask)
        inline.add(child.tail or "", mask=mask)


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
    """Sub- and superscripts read on as text; a sign keeps "10 to the minus 3" and "per year" from reading 10-3, yr-1.

    A superscript citation is masked, so that the full stop before it still ends its sentence.
    """
    text = inline_text(element)
    if (inline.last in _DIGITS and _NUMBER.match(text)) or (name == "sup" and _NEGATIVE.match(text)):
        inline.add("^" if name == "sup" else "_", mask=mask)
    parent = element.getparent()
    cites = next(descendants(element, "xref"), None) is not None or (parent is not None and name_of(parent) == "xref")
    fill(inline, element, break_out, mask=" " if cites and name == "sup" else mask)
