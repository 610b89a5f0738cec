"""What Semantic Scholar answers: a paper, papers, and the lists of its references and citations.

A list of references or citations gives the works in it. The words around a citation are not kept: they are
another text's words, and no evidence of this one. Works that cite a paper come in by their own list or file.
"""

from collections.abc import Mapping
from typing import Any

from genomes.ingest.document import ParsedReference

from . import clean
from .record import Record

_IDS = {"CorpusId": "corpus_id", "MAG": "mag", "DBLP": "dblp", "PubMed": "pmid", "PubMedCentral": "pmcid", "ACL": "acl"}
_EDGES = ("citedPaper", "citingPaper")


def inner(item: Mapping[str, Any]) -> list[Any] | None:
    """The works in a list of papers, references or citations; None for what is none."""
    found = item.get("data")
    return found if isinstance(found, list) else None


def fits(item: Mapping[str, Any]) -> bool:
    return "paperId" in item or any(name in item for name in _EDGES)


def read_item(item: Mapping[str, Any]) -> Record:
    paper = next((clean.mapping(item[name]) for name in _EDGES if item.get(name)), item)
    journal, venue = clean.mapping(paper.get("journal")), clean.mapping(paper.get("publicationVenue"))
    return Record(
        key=clean.line(paper.get("paperId")),
        type=clean.line(clean.first(paper.get("publicationTypes"))).lower(),
        title=clean.without_markup(paper.get("title")),
        authors=clean.names(clean.line(clean.mapping(each).get("name")) for each in clean.items(paper.get("authors"))),
        published=clean.iso_day(paper.get("publicationDate")) or clean.day(paper.get("year")),
        venue=clean.line(paper.get("venue") or venue.get("name") or journal.get("name")),
        abstract=clean.paragraphs(paper.get("abstract")),
        licence=_licence(paper),
        references=tuple(_reference(clean.mapping(each)) for each in clean.items(paper.get("references"))),
        **_ids(paper),
    )


def _ids(paper: Mapping[str, Any]) -> dict[str, Any]:
    stated = clean.mapping(paper.get("externalIds"))
    others = {name: stated.get(key) for key, name in _IDS.items()}
    return {
        "doi": clean.doi(stated.get("DOI")),
        "arxiv_id": clean.arxiv_id(stated.get("ArXiv"), stated.get("DOI")),
        "other_ids": clean.ids(s2=paper.get("paperId"), **others),
    }


def _licence(paper: Mapping[str, Any]) -> str:
    """ "CCBY" is "CC-BY", whose version is not told."""
    stated = clean.line(clean.mapping(paper.get("openAccessPdf")).get("license")).upper()
    return stated.replace("CCBY", "CC-BY", 1) if stated.startswith("CC") else ""


def _reference(item: Mapping[str, Any]) -> ParsedReference:
    paper = clean.mapping(item.get("citedPaper")) or item
    author = clean.mapping(clean.first(paper.get("authors")))
    return ParsedReference(
        title=clean.without_markup(paper.get("title")),
        first_author=clean.line(author.get("name")),
        year=clean.year(paper.get("year")),
        **_ids(paper),
    )
