"""Evidence pointers: a position, the exact quote there, a little context, and the hash of the text they belong to.

The same selectors as W3C Web Annotation (TextPositionSelector, TextQuoteSelector), so that they can leave and
come back. Positions are code points; a browser counts UTF-16 units, and converts at the edge, in these functions.
Nothing is normalised: what is compared is the text as it was imported.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar

CONTEXT = 32


def gettext_noop(message: str) -> str:
    """Mark a message for translation; it is translated where it is shown (this module knows no Django)."""
    return message


@dataclass(frozen=True, slots=True)
class TextAnchor:
    """`text[start:end] == quote`; prefix and suffix are up to 32 characters on each side."""

    start: int
    end: int
    quote: str
    prefix: str
    suffix: str
    text_sha256: str


class AnchorError(ValueError):
    """An anchor that does not hold: `field` names what is wrong; the message says where and what to do.

    `template` and `params` stay apart so that a page can say `gettext(error.template) % error.params`.
    """

    def __init__(self, field: str, template: str, **params: str | int) -> None:
        self.field = field
        self.template = template
        self.params = params
        self.message = template % params if params else template
        super().__init__(self.message)


class Span(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


SpanT = TypeVar("SpanT", bound=Span)


def text_sha256(text: str) -> str:
    """Hash of a canonical text: SHA-256 of its UTF-8 bytes, in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def make_anchor(text: str, start: int, end: int, *, sha256: str = "") -> TextAnchor:
    """Anchor the characters from `start` up to `end`. `sha256` saves hashing a text whose hash is at hand.

    Raises AnchorError (field "start" or "end") when that is no stretch of the text.
    """
    _check_range(text, start, end)
    return TextAnchor(
        start=start,
        end=end,
        quote=text[start:end],
        prefix=text[max(start - CONTEXT, 0) : start],
        suffix=text[end : end + CONTEXT],
        text_sha256=sha256 or text_sha256(text),
    )


def check_anchor(text: str, anchor: TextAnchor, *, sha256: str = "") -> None:
    """Return silently when the anchor holds in this very text; otherwise raise AnchorError for its first fault.

    Context that other tools cut shorter or longer is fine as long as it is what stands there.
    """
    _check_range(text, anchor.start, anchor.end)
    if anchor.text_sha256 != (sha256 or text_sha256(text)):
        raise AnchorError(
            "text_sha256",
            gettext_noop(
                "The evidence belongs to another version of the text. Open the current version and select the passage"
                " again."
            ),
        )
    before, after = text[: anchor.start], text[anchor.end :]
    faults = (
        ("quote", text[anchor.start : anchor.end], text[anchor.start : anchor.end] == anchor.quote),
        ("prefix", before[-max(len(anchor.prefix), 1) :], before.endswith(anchor.prefix)),
        ("suffix", after[: max(len(anchor.suffix), 1)], after.startswith(anchor.suffix)),
    )
    for field, found, holds in faults:
        if not holds:
            given: str = getattr(anchor, field)
            place = {"start": anchor.start, "end": anchor.end}
            raise AnchorError(field, _MISMATCH[field], found=_excerpt(found), given=_excerpt(given), **place)


_MISMATCH = {
    "quote": gettext_noop(
        "The quote is not what stands at %(start)d–%(end)d: there it reads “%(found)s”, not “%(given)s”."
        " Select the passage again."
    ),
    "prefix": gettext_noop(
        "The text before %(start)d reads “%(found)s”, not “%(given)s”. Select the passage again, or leave prefix out."
    ),
    "suffix": gettext_noop(
        "The text after %(end)d reads “%(found)s”, not “%(given)s”. Select the passage again, or leave suffix out."
    ),
}


def range_faults(text: str, start: int, end: int) -> list[AnchorError]:
    """Everything that is wrong with a pair of positions, so that each can be shown beside its field."""
    fields = (("start", start, 0), ("end", end, 1))
    not_whole = gettext_noop("%(name)s must be a whole number of characters.")
    faults = [
        AnchorError(field, not_whole, name=field)
        for field, value, _first in fields
        if isinstance(value, bool) or not isinstance(value, int)
    ]
    if faults:
        return faults
    faults = [
        AnchorError(field, _OUTSIDE, name=field, value=value, length=len(text))
        for field, value, first in fields
        if not first <= value < len(text) + first
    ]
    if not faults and end <= start:
        empty = gettext_noop("The evidence is empty: end (%(end)d) is not after start (%(start)d). Select some text.")
        faults.append(AnchorError("end", empty, start=start, end=end))
    if not faults and not text[start:end].strip():
        faults.append(AnchorError("quote", gettext_noop("The evidence holds only blank space. Select some words.")))
    return faults


def _check_range(text: str, start: int, end: int) -> None:
    for fault in range_faults(text, start, end):
        raise fault


_OUTSIDE = gettext_noop(
    "%(name)s (%(value)d) lies outside the text, which has %(length)d characters. Select the passage again."
)


def _excerpt(text: str, length: int = 80) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


def utf16_to_code_point(text: str, offset: int, *, field: str = "start") -> int:
    """Convert an offset counted in UTF-16 units (JavaScript) to code points (Python).

    Raises AnchorError with `field` when the offset is outside the text or inside a surrogate pair.
    """
    units = text.encode("utf-16-le")
    if not 0 <= offset * 2 <= len(units):
        raise AnchorError(field, _OUTSIDE, name=field, value=offset, length=len(units) // 2)
    try:
        return len(units[: offset * 2].decode("utf-16-le"))
    except UnicodeDecodeError as error:
        raise AnchorError(
            field,
            gettext_noop("%(name)s (%(value)d) falls inside a character. Select the passage again."),
            name=field,
            value=offset,
        ) from error


def code_point_to_utf16(text: str, offset: int, *, field: str = "start") -> int:
    """Convert an offset in code points to UTF-16 units. Raises AnchorError when it is outside the text."""
    if not 0 <= offset <= len(text):
        raise AnchorError(field, _OUTSIDE, name=field, value=offset, length=len(text))
    return len(text[:offset].encode("utf-16-le")) // 2


def innermost_passage(passages: Iterable[SpanT], start: int, end: int) -> SpanT | None:
    """The smallest passage that holds the whole stretch; among equals the last one, which is the inner one.

    Works on anything with `start` and `end`, given in reading order; None when no passage holds the stretch.
    """
    best: SpanT | None = None
    for passage in passages:
        holds = passage.start <= start and end <= passage.end
        if holds and (best is None or passage.end - passage.start <= best.end - best.start):
            best = passage
    return best
