"""What Crossref answers: `/works/{doi}`, a list of works, and works on their own; with their reference lists."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from genomes.ingest.document import ParsedReference

from . import clean
from .record import Record

_DATES = ("published", "issued", "published-online", "published-print", "posted")


def inner(item: Mapping[str, Any]) -> list[Any] | None:
    """The works in an answer; None for what is no answer of Crossref."""
    message = item.get("message")
    if not isinstance(message, Mapping) or not ("message-type" in item or "status" in item):
        return None
    return clean.items(message["items"]) if "items" in message else [message]


def fits(item: Mapping[str, Any]) -> bool:
    """Only Crossref lists titles and counts who refers to a work."""
    return "DOI" in item and (isinstance(item.get("title"), list) or "is-referenced-by-count" in item)


def read_item(item: Mapping[str, Any]) -> Record:
    return Record(
        key=clean.line(item.get("DOI")),
        type=clean.line(item.get("type")).lower(),
        title=clean.without_markup(clean.first(item.get("title"))),
        authors=clean.names(map(_name, clean.items(item.get("author")) or clean.items(item.get("editor")))),
        published=_published(item),
        venue=_venue(item),
        doi=clean.doi(item.get("DOI")),
        arxiv_id=clean.arxiv_id(item.get("DOI")),
        abstract=clean.marked_paragraphs(item.get("abstract")),
        licence=_licence(item),
        language=clean.line(item.get("language")),
        references=tuple(_reference(clean.mapping(each)) for each in clean.items(item.get("reference"))),
    )


def _name(author: Any) -> str:
    parts = clean.mapping(author)
    return clean.spoken(parts.get("given"), parts.get("family"), suffix=parts.get("suffix")) or clean.line(
        parts.get("name")
    )


def _published(item: Mapping[str, Any]) -> date | None:
    """The first day of publication: the earliest that is exact to the day, else the earliest at all."""
    stated = [item.get(name) for name in _DATES]
    found = [(_is_exact(value), day) for value in stated if (day := clean.date_parts(value))]
    exact = [day for is_exact, day in found if is_exact]
    return min(exact or [day for _is, day in found], default=None)


def _is_exact(value: Any) -> bool:
    parts = clean.first(clean.mapping(value).get("date-parts"))
    return isinstance(parts, list) and len(parts) >= 3 and all(clean.whole(part) for part in parts[:3])


def _venue(item: Mapping[str, Any]) -> str:
    """The journal or the proceedings; of a preprint, where it was posted."""
    institution = clean.mapping(clean.first(item.get("institution")))
    posted = institution.get("name") or item.get("group-title")
    return clean.without_markup(clean.first(item.get("container-title")) or posted)


def _licence(item: Mapping[str, Any]) -> str:
    """A Creative Commons licence when one is named, else that of the published version; never one for mining alone."""
    named = [clean.mapping(each) for each in clean.items(item.get("license"))]
    free = [found for found in (clean.licence(each.get("URL")) for each in named) if found.startswith("CC")]
    published = [clean.line(each.get("URL")) for each in named if each.get("content-version") == "vor"]
    return next(iter([*free, *published]), "")


def _reference(item: Mapping[str, Any]) -> ParsedReference:
    raw = clean.without_markup(item.get("unstructured"))
    titles = (item.get(name) for name in ("article-title", "volume-title", "series-title"))
    return ParsedReference(
        raw=raw,
        title=next((found for found in map(clean.without_markup, titles) if found), ""),
        first_author=clean.line(item.get("author")),
        year=clean.year(item.get("year")),
        doi=clean.doi(item.get("DOI")),
        arxiv_id=clean.arxiv_id(item.get("DOI"), raw),
    )
