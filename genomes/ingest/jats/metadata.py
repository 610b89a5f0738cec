"""What the front matter says of the paper."""

import re
from collections.abc import Iterable, Iterator
from datetime import date

from lxml import etree

from genomes.ingest.document import ParsedMetadata
from genomes.ingest.xml import children, descendants, first, href, language_of, name_of, plain_text

from .inline import inline_text

_CREATIVE_COMMONS = re.compile(r"creativecommons\.org/licen[sc]es/([a-z-]+)/(\d(?:\.\d)?)", re.IGNORECASE)
_PUBLIC_DOMAIN = re.compile(r"creativecommons\.org/publicdomain/zero/(\d\.\d)", re.IGNORECASE)
_ARXIV = re.compile(r"(?:arxiv:\s*)?(\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7}(?:v\d+)?)$", re.IGNORECASE)
# A collection or a deposit says when an issue or an archive came out, not when the paper did.
_NOT_PUBLICATION = ("collection", "retracted", "corrected", "pmc-release", "hwp-received", "hwp-created", "preprint")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_LICENCE_LENGTH = 200


def read_metadata(article: etree._Element) -> ParsedMetadata:
    meta = first(article, "front", "article-meta")
    if meta is None:
        return ParsedMetadata(language=language_of(article))
    return ParsedMetadata(
        title=inline_text(first(meta, "title-group", "article-title")),
        authors=tuple(name for name in map(_author, _contributors(meta)) if name),
        published=_published(meta),
        venue=_venue(article),
        doi=_doi(meta),
        arxiv_id=_arxiv(meta),
        licence=_licence(meta),
        language=language_of(article),
    )


def _contributors(meta: etree._Element) -> Iterator[etree._Element]:
    for group in children(meta, "contrib-group"):
        for contrib in children(group, "contrib"):
            if contrib.get("contrib-type", "author") == "author":
                yield contrib


def _author(contrib: etree._Element) -> str:
    holder = first(contrib, "name-alternatives")
    for node in children(contrib if holder is None else holder, "name", "string-name", "collab"):
        if name_of(node) == "collab":
            # A group may list its members inside; only its own words name it.
            return " ".join((node.text or "").split()) or plain_text(node)
        given, surname = plain_text(first(node, "given-names")), plain_text(first(node, "surname"))
        if not surname:
            return inline_text(node)
        names = [surname, given] if node.get("name-style") == "eastern" else [given, surname]
        return " ".join(part for part in (*names, plain_text(first(node, "suffix"))) if part)
    return ""


def _published(meta: etree._Element) -> date | None:
    """The first day of publication: the earliest full date, else the earliest year or month given."""
    dates = list(children(meta, "pub-date"))
    proper = [n for n in dates if str(n.get("pub-type") or n.get("date-type") or "") not in _NOT_PUBLICATION]
    for nodes in (proper, dates):
        found = [pair for pair in map(_date, nodes) if pair]
        if found:
            return min(found, key=lambda pair: (not pair[0], pair[1]))[1]
    return None


def _date(node: etree._Element) -> tuple[bool, date] | None:
    """Return (is it exact to the day, date); None when it names no date that exists."""
    year, month, day = (plain_text(first(node, part)) for part in ("year", "month", "day"))
    month_number = _number(month) or (_MONTHS.index(month[:3].lower()) + 1 if month[:3].lower() in _MONTHS else 0)
    try:
        return bool(_number(day) and month_number), date(_number(year), month_number or 1, _number(day) or 1)
    except ValueError:
        return None


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else 0


def _venue(article: etree._Element) -> str:
    journal = first(article, "front", "journal-meta")
    for path in (("journal-title-group", "journal-title"), ("journal-title",)):
        title = inline_text(first(journal, *path))
        if title:
            return title
    return ""


def _ids(meta: etree._Element, kind: str) -> Iterable[str]:
    return (plain_text(node) for node in children(meta, "article-id") if node.get("pub-id-type") == kind)


def _doi(meta: etree._Element) -> str:
    found = next(iter(_ids(meta, "doi")), "")
    return re.sub(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", "", found, flags=re.IGNORECASE)


def _arxiv(meta: etree._Element) -> str:
    for identifier in (*_ids(meta, "arxiv"), *_ids(meta, "other")):
        found = _ARXIV.match(identifier)
        if found:
            return found[1]
    return ""


def _licence(meta: etree._Element) -> str:
    permissions = first(meta, "permissions")
    if permissions is None:
        return ""
    node = first(permissions, "license")
    places = [href(each) for each in permissions.iter() if name_of(each)]
    places += [plain_text(each) for each in descendants(permissions, "license_ref", "license-p", "p")]
    for place in places:
        name = licence_name(place)
        if name:
            return name
    stated = plain_text(node) or (href(node) if node is not None else "")
    return stated[:_LICENCE_LENGTH]


def licence_name(text: str) -> str:
    """Short name of a Creative Commons licence whose address stands in the text; "" for any other."""
    zero = _PUBLIC_DOMAIN.search(text)
    if zero:
        return f"CC0-{zero[1]}"
    found = _CREATIVE_COMMONS.search(text)
    return f"CC-{found[1].upper()}-{found[2] if '.' in found[2] else found[2] + '.0'}" if found else ""
