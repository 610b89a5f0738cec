"""Names, ids and dates in the many ways in which files write them, made one."""

import html
import re
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any
from urllib.parse import unquote

from genomes.works import split_arxiv

_DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/\S+")
_RESOLVER = re.compile(r"^(?:https?://)?(?:dx\.|www\.)?doi\.org/", re.IGNORECASE)
_ARXIV_NAMED = re.compile(r"arxiv(?:\.org/(?:abs|pdf)/|\s*:\s*)([^\s,;]+)", re.IGNORECASE)
_ARXIV_DOI = re.compile(r"^10\.48550/arxiv\.(.+)$")
_CREATIVE_COMMONS = re.compile(r"creativecommons\.org/licen[sc]es/([a-z-]+)/(\d(?:\.\d)?)", re.IGNORECASE)
_PUBLIC_DOMAIN = re.compile(r"creativecommons\.org/publicdomain/zero/(\d\.\d)", re.IGNORECASE)
_ISO = re.compile(r"\s*(\d{4})(?:[-/.](\d{1,2}))?(?:[-/.](\d{1,2}))?(?!\d)")
# Only what is markup in catalogues: "p < q and q > r" holds none.
_TAG = re.compile(
    r"</?(?:(?:jats|mml|ns\d):[\w-]+|[ibu]|su[bp]|em|strong|italic|bold|sc|scp|tt|p|br|div|span|title|sec|ul|ol|li)"
    r"(?:\s[^<>]{0,300})?/?>",
    re.IGNORECASE,
)
_BLOCK_END = re.compile(r"</(?:\w+:)?(?:p|title|sec|list-item|div|li)>|<br\s*/?>", re.IGNORECASE)
_BLANK_LINES = re.compile(r"\n\s*\n")
PARAGRAPH_END = "\n\n"


def line(value: Any) -> str:
    """A value as one line of text that a database can hold; "" for anything but text and numbers."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return "".join(each for each in " ".join(str(value).split()) if unicodedata.category(each) not in ("Cc", "Cs"))


def paragraphs(value: Any) -> str:
    """Text that keeps its paragraphs, with an empty line between them; other line ends are spaces."""
    if not isinstance(value, str):
        return ""
    return PARAGRAPH_END.join(part for part in map(line, _BLANK_LINES.split(value)) if part)


def without_markup(value: Any) -> str:
    """A line of HTML or JATS ("<i>E. coli</i> &amp; more") as plain words."""
    return line(html.unescape(_TAG.sub("", value))) if isinstance(value, str) else line(value)


def marked_paragraphs(value: Any) -> str:
    """An abstract in HTML or JATS as plain paragraphs, without the heading that says what it is."""
    if not isinstance(value, str):
        return ""
    found = paragraphs(html.unescape(_TAG.sub("", _BLOCK_END.sub(PARAGRAPH_END, value))))
    heading, _end, rest = found.partition(PARAGRAPH_END)
    return rest if heading.lower() in ("abstract", "summary") else found


def doi(value: Any) -> str:
    """A DOI in lower case without the address of its resolver; "" when there is none."""
    text = _RESOLVER.sub("", line(value))
    found = _DOI.search(unquote(text) if "%2f" in text.lower() else text)
    plain = found[0].rstrip(".,;").lower() if found else ""
    return "" if plain.endswith("/") else plain


def arxiv_id(*values: Any) -> str:
    """The arXiv id without its version in the first value that holds one: an id, an address, or arXiv's own DOI."""
    for value in values:
        text = line(value).rstrip("/")
        own = _ARXIV_DOI.match(doi(text))
        named = _ARXIV_NAMED.search(text)
        for candidate in (own and own[1], text, named and named[1].removesuffix(".pdf")):
            found = split_arxiv(candidate or "")[0]
            if found:
                return found
    return ""


def ids(**values: Any) -> dict[str, str]:
    """The ids that are there."""
    return {name: text for name, text in ((name, line(value)) for name, value in values.items()) if text}


def day(year: Any, month: Any = None, of_month: Any = None) -> date | None:
    """A date from numbers or their digits. What is missing or impossible counts as the first."""
    number = whole(year)
    if not 1 <= number <= date.max.year:
        return None
    for parts in ((whole(month) or 1, whole(of_month) or 1), (whole(month) or 1, 1), (1, 1)):
        try:
            return date(number, *parts)
        except ValueError:
            continue
    return None


def whole(value: Any) -> int:
    """A whole number from itself or its digits; 0 for anything else."""
    text = line(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else 0


def iso_day(value: Any) -> date | None:
    """The day in "2017-05-03", "2017/05", "2017" or what begins so; None when there is none."""
    found = _ISO.match(line(value))
    return day(*found.groups()) if found else None


def year(value: Any) -> int | None:
    """The year of four digits in a text such as "2011a" or "c. 1998"; None when there is none."""
    found = re.search(r"(?<!\d)(1[0-9]{3}|20[0-9]{2})(?!\d)", line(value))
    return int(found[1]) if found else None


def date_parts(value: Any) -> date | None:
    """The first day of CSL's and Crossref's `{"date-parts": [[2012, 3, 21]]}`; None where it holds nulls."""
    parts = value.get("date-parts") if isinstance(value, Mapping) else None
    first = parts[0] if isinstance(parts, list) and parts else None
    if not isinstance(first, list):
        return None
    return day(*[*first, None, None, None][:3])


def spoken(given: Any = "", family: Any = "", particle: Any = "", suffix: Any = "") -> str:
    """A name as it is spoken: given names, "von", family name, "Jr"."""
    return " ".join(part for part in map(line, (given, particle, family, suffix)) if part)


def from_inverted(name: Any) -> str:
    """A name written family name first ("van Gogh, Vincent", "King, Martin, Jr") as it is spoken."""
    parts = [part.strip() for part in line(name).split(",")]
    return spoken(parts[1], parts[0], suffix=" ".join(parts[2:])) if len(parts) > 1 else parts[0]


def names(found: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in found if name)


def licence(value: Any) -> str:
    """The short name of a Creative Commons licence by its address, else what is stated."""
    text = line(value)
    zero, found = _PUBLIC_DOMAIN.search(text), _CREATIVE_COMMONS.search(text)
    if zero:
        return f"CC0-{zero[1]}"
    if found:
        return f"CC-{found[1].upper()}-{found[2] if '.' in found[2] else found[2] + '.0'}"
    return text


def mapping(value: Any) -> Mapping[str, Any]:
    """The value where it is an object; an empty one for null and all else."""
    return value if isinstance(value, Mapping) else {}


def items(value: Any) -> list[Any]:
    """The value where it is a list; an empty one for null and all else."""
    return value if isinstance(value, list) else []


def first(value: Any) -> Any:
    """The first of a list, or the value itself: Crossref lists titles, others do not."""
    return next(iter(value), None) if isinstance(value, list) else value
