"""The one client of OpenAlex, Crossref and arXiv: a work by its DOI, its arXiv id, or its title."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from genomes.metadata import Record, crossref, openalex
from genomes.works import title_key

from .atom import read_atom
from .fetching import Fetcher, LookUpFailed, Source, unreadable

TITLES_ASKED = 5
Ask = Callable[[], Record | None]


@dataclass(frozen=True, slots=True)
class Found:
    """What one catalogue said: a record, that it does not know the work (None), or why there is no answer."""

    source: str
    record: Record | None = None
    failure: LookUpFailed | None = None


class Catalogues:
    """`addresses` are those of "openalex", "crossref" and "arxiv"; `contact` is the e-mail address they ask for."""

    def __init__(self, fetcher: Fetcher, addresses: Mapping[str, str], contact: str) -> None:
        self.fetcher, self.contact = fetcher, contact
        self.openalex = Source("openalex", "OpenAlex", addresses["openalex"], "application/json")
        self.crossref = Source("crossref", "Crossref", addresses["crossref"], "application/json")
        self.arxiv = Source("arxiv", "arXiv", addresses["arxiv"], "application/atom+xml")

    def by_doi(self, doi: str) -> Iterator[Found]:
        """What Crossref and OpenAlex know of a DOI, which both give the reference list."""
        yield self._found(self.crossref, lambda: self._crossref(f"/works/{quote(doi, safe='')}"))
        yield self._found(self.openalex, lambda: self._openalex(f"/works/doi:{quote(doi, safe='/')}"))

    def by_arxiv(self, arxiv_id: str) -> Iterator[Found]:
        """What arXiv and OpenAlex know of an arXiv id."""
        yield self._found(self.arxiv, lambda: self._arxiv({"id_list": arxiv_id}, arxiv_id=arxiv_id))
        doi = f"10.48550/arxiv.{arxiv_id}"
        yield self._found(self.openalex, lambda: self._openalex(f"/works/doi:{quote(doi, safe='/')}"))

    def by_title(self, title: str, fits: Callable[[Record], bool]) -> Iterator[Found]:
        """What each catalogue has under this very title; `fits` looks at author and year."""
        words = " ".join("".join(char if char.isalnum() else " " for char in title).split())
        key = title_key(title)

        def wanted(record: Record) -> bool:
            return title_key(record.title) == key and fits(record)

        number = str(TITLES_ASKED)
        found = {"filter": f"title.search:{words}", "per-page": number}
        yield self._found(self.openalex, lambda: self._openalex("/works", found, wanted))
        asked = {"query.bibliographic": words, "rows": number}
        yield self._found(self.crossref, lambda: self._crossref("/works", asked, wanted))
        sought = {"search_query": f'ti:"{words}"', "max_results": number}
        yield self._found(self.arxiv, lambda: self._arxiv(sought, wanted))

    def _found(self, source: Source, ask: Ask) -> Found:
        try:
            return Found(source.name, ask())
        except LookUpFailed as failure:
            return Found(source.name, failure=failure)

    def _crossref(
        self, path: str, params: Mapping[str, str] | None = None, wanted: Callable[[Record], bool] | None = None
    ) -> Record | None:
        answer = self._json(self.crossref, path, {**(params or {}), "mailto": self.contact})
        works = crossref.inner(answer) if answer is not None else []
        if works is None:
            raise unreadable(self.crossref, "no message")
        return _first((crossref.read_item(each) for each in works if isinstance(each, dict)), wanted)

    def _openalex(
        self, path: str, params: Mapping[str, str] | None = None, wanted: Callable[[Record], bool] | None = None
    ) -> Record | None:
        answer = self._json(self.openalex, path, {**(params or {}), "mailto": self.contact})
        if answer is None:
            return None
        works = openalex.inner(answer) if wanted else [answer]
        if works is None or not (wanted or openalex.fits(answer)):
            raise unreadable(self.openalex, "no work")
        return _first((openalex.read_item(each) for each in works if isinstance(each, dict)), wanted)

    def _arxiv(
        self, params: Mapping[str, str], wanted: Callable[[Record], bool] | None = None, arxiv_id: str = ""
    ) -> Record | None:
        body = self.fetcher.get(self.arxiv, "", params)
        try:
            works = read_atom(body) if body is not None else []
        except ValueError as error:
            raise unreadable(self.arxiv, error) from error
        return _first(iter(works), wanted or (lambda record: record.arxiv_id == arxiv_id))

    def _json(self, source: Source, path: str, params: Mapping[str, str]) -> dict[str, Any] | None:
        body = self.fetcher.get(source, path, params)
        if body is None:
            return None
        try:
            found = json.loads(body)
        except (ValueError, RecursionError) as error:
            raise unreadable(source, error) from error
        if not isinstance(found, dict):
            raise unreadable(source, "no object")
        return found


def _first(records: Iterator[Record], wanted: Callable[[Record], bool] | None) -> Record | None:
    return next((record for record in records if wanted is None or wanted(record)), None)
