"""What a page says of the paper: citation_… and Dublin Core tags first, then JSON-LD, then what it shows."""

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

from lxml import etree

from genomes.ingest.document import ParsedMetadata
from genomes.ingest.xml import descendants, plain_text
from genomes.metadata import clean

_MAX_JSON = 200_000
_ARTICLES = ("article", "scholarlyarticle", "medicalscholarlyarticle", "techarticle", "report", "creativework")
_TITLES = ("citation_title", "dc.title", "dcterms.title", "prism.title", "og:title")
_AUTHORS = ("citation_author", "dc.creator", "dcterms.creator")
_DATES = (
    "citation_publication_date", "citation_online_date", "citation_date", "prism.publicationdate", "dc.date",
    "dc.date.issued", "dcterms.issued", "dcterms.date", "article:published_time", "citation_year",
)  # fmt: skip
_VENUES = (
    "citation_journal_title", "citation_conference_title", "citation_inbook_title", "prism.publicationname",
    "dcterms.ispartof", "dc.source",
)  # fmt: skip
_DOIS = (
    "citation_doi",
    "prism.doi",
    "dc.identifier",
    "dc.identifier.doi",
    "dcterms.identifier",
    "bepress_citation_doi",
)
_LICENCES = ("dc.rights", "dcterms.rights", "dcterms.license", "citation_license", "dc.rights.license")
_LICENCE_LENGTH = 200

Tags = dict[str, list[str]]


def tags_of(root: etree._Element) -> Tags:
    """Contents of the page's meta tags by their names, in small letters."""
    tags: Tags = {}
    for node in descendants(root, "meta"):
        name = str(node.get("name") or node.get("property") or "").strip().lower().replace("dc:", "dc.")
        content = clean.line(node.get("content"))
        if name and content:
            tags.setdefault(name, []).append(content)
    return tags


def read_metadata(root: etree._Element, tags: Tags) -> ParsedMetadata:
    """The title is empty where only the page's heading or the window's title could say it."""
    linked = _linked_article(root)
    authors = next((tags[name] for name in _AUTHORS if name in tags), [])
    people = [clean.line(clean.mapping(each).get("name") or each) for each in _listed(linked.get("author"))]
    part = clean.mapping(clean.first(linked.get("isPartOf")))
    return ParsedMetadata(
        title=_first(tags, _TITLES) or clean.line(linked.get("headline") or linked.get("name")),
        authors=clean.names(map(clean.from_inverted, authors or people)),
        published=_published(tags) or clean.iso_day(linked.get("datePublished")),
        venue=_first(tags, _VENUES) or clean.line(part.get("name")),
        doi=next((found for found in map(clean.doi, _all(tags, _DOIS)) if found), "") or _linked_doi(linked),
        arxiv_id=clean.arxiv_id(*_all(tags, ("citation_arxiv_id", "citation_doi", "dc.identifier", "og:url"))),
        licence=_licence(root, tags, linked),
        language=_language(root, tags),
    )


def window_title(root: etree._Element) -> str:
    return plain_text(next(descendants(root, "title"), None))


def _all(tags: Tags, names: tuple[str, ...]) -> list[str]:
    return [value for name in names for value in tags.get(name, [])]


def _first(tags: Tags, names: tuple[str, ...]) -> str:
    return next(iter(_all(tags, names)), "")


def _published(tags: Tags) -> date | None:
    return next((found for found in map(clean.iso_day, _all(tags, _DATES)) if found), None)


def _language(root: etree._Element, tags: Tags) -> str:
    stated = str(root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or "")
    return clean.line(stated or _first(tags, ("citation_language", "dc.language", "dcterms.language"))).lower()[:20]


def _licence(root: etree._Element, tags: Tags, linked: dict[str, Any]) -> str:
    links = (str(n.get("href", "")) for n in descendants(root, "a", "link") if "license" in str(n.get("rel", "")))
    stated = [*_all(tags, _LICENCES), clean.line(linked.get("license")), *links]
    named = [clean.licence(each) for each in stated]
    short = next((name for name, each in zip(named, stated, strict=True) if name != clean.line(each)), "")
    return (short or next((name for name in named if name), ""))[:_LICENCE_LENGTH]


def _linked_article(root: etree._Element) -> dict[str, Any]:
    for script in descendants(root, "script"):
        text = script.text or ""
        if "ld+json" not in str(script.get("type", "")).lower() or len(text) > _MAX_JSON:
            continue
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            continue  # a page may carry broken data of its site; the tags are enough
        for item in _items(found):
            kinds = [clean.line(kind).lower() for kind in _listed(item.get("@type"))]
            if any(kind in _ARTICLES for kind in kinds):
                return item
    return {}


def _items(found: Any) -> Iterator[dict[str, Any]]:
    for item in _listed(found):
        if isinstance(item, dict):
            yield item
            yield from (each for each in clean.items(item.get("@graph")) if isinstance(each, dict))


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _linked_doi(linked: dict[str, Any]) -> str:
    stated = [*_listed(linked.get("identifier")), *_listed(linked.get("sameAs")), linked.get("@id")]
    values = (clean.mapping(each).get("value") or each for each in stated)
    return next((found for found in map(clean.doi, values) if found), "")
