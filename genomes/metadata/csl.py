"""CSL-JSON, as Zotero, Mendeley, pandoc and DOI resolvers write it."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from . import clean
from .record import Record

CUSTOM_IDS = ("mr", "zbl", "openalex", "s2", "corpus_id", "mag", "dblp", "acl")


def fits(item: Mapping[str, Any]) -> bool:
    """An entry says its type, and something that a work has."""
    return "type" in item and any(name in item for name in ("title", "DOI", "issued", "author", "URL"))


def read_item(item: Mapping[str, Any]) -> Record:
    authors = clean.names(map(_name, clean.items(item.get("author")) or clean.items(item.get("editor"))))
    return Record(
        key=clean.line(item.get("id") or item.get("citation-key")),
        type=clean.line(item.get("type")).lower(),
        title=clean.without_markup(clean.first(item.get("title"))),
        authors=authors,
        published=_issued(item.get("issued")),
        venue=clean.without_markup(clean.first(item.get("container-title")) or item.get("event-title")),
        doi=clean.doi(item.get("DOI")) or clean.doi(item.get("URL")),
        arxiv_id=_arxiv(item),
        other_ids=_other_ids(item),
        abstract=clean.marked_paragraphs(item.get("abstract")),
        licence=clean.licence(item.get("license")) if isinstance(item.get("license"), str) else "",
        language=clean.line(item.get("language")),
    )


def _name(author: Any) -> str:
    parts = clean.mapping(author)
    if parts.get("literal") or parts.get("name"):
        return clean.line(parts.get("literal") or parts.get("name"))
    particle = clean.spoken(parts.get("dropping-particle"), parts.get("non-dropping-particle"))
    return clean.spoken(parts.get("given"), parts.get("family"), particle, parts.get("suffix"))


def _issued(value: Any) -> date | None:
    stated = clean.mapping(value)
    free = stated.get("raw") or stated.get("literal")
    year = clean.year(free)
    return clean.date_parts(value) or clean.iso_day(free) or (clean.day(year) if year else None)


def _arxiv(item: Mapping[str, Any]) -> str:
    is_arxiv = "arxiv" in clean.line(item.get("archive") or item.get("publisher")).lower()
    bare = [item.get(name) for name in ("archive_location", "archive-location", "number")] if is_arxiv else []
    return clean.arxiv_id(item.get("DOI"), item.get("URL"), *bare, item.get("note"))


def _other_ids(item: Mapping[str, Any]) -> dict[str, str]:
    """The ids that CSL knows, and those that `write` puts under `custom`."""
    custom = {name: value for name, value in clean.mapping(item.get("custom")).items() if name in CUSTOM_IDS}
    return clean.ids(pmid=item.get("PMID"), pmcid=item.get("PMCID"), **custom)
