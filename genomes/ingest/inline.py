"""The text of one block while it is put together from inline markup."""

import re
from collections.abc import Callable

from lxml import etree

from .xml import XML_SPACE, collapse, entity_text, name_of

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

    def sign_of(self, text: str, *, is_superscript: bool) -> str:
        """The sign to put before a raised or lowered text, which else reads on.

        It keeps "10 to the minus 3" and "per year" from reading 10-3, yr-1.
        """
        if (self.last in _DIGITS and _NUMBER.match(text)) or (is_superscript and _NEGATIVE.match(text)):
            return "^" if is_superscript else "_"
        return ""

    def take(self) -> tuple[str, str]:
        """Return text and shadow without blank edges, and start afresh."""
        text, shadow = "".join(self._text), "".join(self._shadow)
        self._text, self._shadow, self.last = [], [], ""
        begin = len(text) - len(text.lstrip(XML_SPACE))
        end = len(text.rstrip(XML_SPACE))
        return text[begin:end], shadow[begin:end]


# Whether an element is none of this block's own text, but a block that the reader writes elsewhere.
BreakOut = Callable[[etree._Element, str], bool]
FillChild = Callable[[Inline, etree._Element, str, BreakOut | None, str], None]


def fill_with(
    fill_child: FillChild, inline: Inline, element: etree._Element, break_out: BreakOut | None, mask: str
) -> None:
    """Append the content of an element in reading order; `fill_child` knows the format's elements."""
    inline.add(element.text or "", mask=mask)
    for child in element:
        name = name_of(child)
        if child.tag is etree.Entity:
            inline.add(entity_text(child), mask=mask)
        elif name and not (break_out is not None and break_out(child, name)):
            fill_child(inline, child, name, break_out, mask)
        inline.add(child.tail or "", mask=mask)


def text_with(fill_child: FillChild, element: etree._Element | None) -> str:
    """Text of a title, heading, label or cell; empty where there is none."""
    if element is None:
        return ""
    inline = Inline()
    fill_with(fill_child, inline, element, None, "")
    return inline.take()[0]
