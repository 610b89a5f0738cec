"""What OpenAlex answers: one work, a list, or `{"results": […]}`."""

from collections.abc import Iterable, Mapping
from typing import Any

from genomes.ingest.document import ParsedReference

from . import clean
from .record import Record

_IDS = ("openalex", "pmid", "pmcid", "mag")


def inner(item: Mapping[str, Any]) -> list[Any] | None:
    """The works in an answer; None for what is no list of OpenAlex."""
    found = item.get("results")
    return found if isinstance(found, list) and "meta" in item else None


def fits(item: Mapping[str, Any]) -> bool:
    return "openalex.org/" in clean.line(item.get("id")).lower() or {"ids", "authorships"} <= item.keys()


def read_item(item: Mapping[str, Any]) -> Record:
    source = clean.mapping(clean.mapping(item.get("primary_location")).get("source")) or clean.mapping(
        item.get("host_venue")
    )
    ids = {
        **clean.mapping(item.get("ids")),
        "openalex": item.get("id") or clean.mapping(item.get("ids")).get("openalex"),
    }
    return Record(
        key=_last(item.get("id")),
        type=clean.line(item.get("type")).lower(),
        title=clean.without_markup(item.get("title") or item.get("display_name")),
        authors=clean.names(_name(clean.mapping(each)) for each in clean.items(item.get("authorships"))),
        published=clean.iso_day(item.get("publication_date")) or clean.day(item.get("publication_year")),
        venue=clean.line(source.get("display_name")),
        doi=clean.doi(item.get("doi")) or clean.doi(ids.get("doi")),
        arxiv_id=clean.arxiv_id(item.get("doi"), *_addresses(item)),
        other_ids=clean.ids(**{name: _last(ids.get(name)) for name in _IDS}),
        abstract=_abstract(clean.mapping(item.get("abstract_inverted_index"))),
        licence=_licence(item),
        language=clean.line(item.get("language")),
        references=tuple(
            ParsedReference(other_ids={"openalex": found})
            for found in map(_last, clean.items(item.get("referenced_works")))
            if found
        ),
    )


def _last(value: Any) -> str:
    """“W2741809807” of its address."""
    return clean.line(value).rstrip("/").rpartition("/")[2]


def _name(authorship: Mapping[str, Any]) -> str:
    return clean.line(clean.mapping(authorship.get("author")).get("display_name") or authorship.get("raw_author_name"))


def _locations(item: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    listed = clean.items(item.get("locations"))
    return [clean.mapping(each) for each in (item.get("primary_location"), item.get("best_oa_location"), *listed)]


def _addresses(item: Mapping[str, Any]) -> Iterable[Any]:
    return (place.get(name) for place in _locations(item) for name in ("landing_page_url", "pdf_url"))


def _licence(item: Mapping[str, Any]) -> str:
    """The licence of the work's own place, else of the best open one: "cc-by" is "CC-BY", whose version is not told."""
    found = next((text for text in (clean.line(place.get("license")) for place in _locations(item)[:2]) if text), "")
    return found.upper() if found.lower().startswith("cc") else found


def _abstract(index: Mapping[str, Any]) -> str:
    """The words of an inverted index (`{"the": [0, 7]}`) in their order."""
    placed = [(at, word) for word, places in index.items() for at in clean.items(places) if isinstance(at, int)]
    return clean.line(" ".join(word for _at, word in sorted(placed)))
