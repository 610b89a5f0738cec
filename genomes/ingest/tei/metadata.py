"""What the header of a TEI file says of the paper."""

import re
from collections.abc import Iterator
from datetime import date

from lxml import etree

from genomes.ingest.document import ParsedMetadata
from genomes.ingest.xml import children, descendants, first, language_of, name_of, plain_text
from genomes.metadata import clean

from .inline import inline_text

_LICENCE_LENGTH = 200
_NAME_PARTS = {"first": 0, "middle": 1}
_ADDRESS = re.compile(r"^https?://\S+$")


def read_metadata(tei: etree._Element) -> ParsedMetadata:
    header = first(tei, "teiHeader")
    file_description = first(header, "fileDesc")
    work = first(file_description, "sourceDesc", "biblStruct")
    return ParsedMetadata(
        title=_title(file_description, work),
        authors=_authors(file_description, work),
        published=_published(file_description, work),
        venue=inline_text(titled(first(work, "monogr"), "j", "m")),
        doi=clean.doi(_identifier(file_description, "doi")),
        arxiv_id=clean.arxiv_id(_identifier(file_description, "arxiv")),
        licence=_licence(file_description),
        language=_language(tei, header),
    )


def titled(element: etree._Element | None, *levels: str) -> etree._Element | None:
    """The main title of one of the levels ("a" of an article, "j" of a journal, "m" of a book), else of none."""
    if element is None:
        return None
    titles = list(children(element, "title"))
    for level in levels:
        found = [title for title in titles if title.get("level") == level and title.get("type") != "abbrev"]
        if found:
            return next((title for title in found if title.get("type") == "main"), found[0])
    return next((title for title in titles if title.get("level") is None), None)


def _title(file_description: etree._Element | None, work: etree._Element | None) -> str:
    own = inline_text(titled(first(file_description, "titleStmt"), "a", "m"))
    return own or inline_text(titled(first(work, "analytic"), "a")) or inline_text(titled(first(work, "monogr"), "m"))


def _authors(file_description: etree._Element | None, work: etree._Element | None) -> tuple[str, ...]:
    for holder in (first(work, "analytic"), first(file_description, "titleStmt"), first(work, "monogr")):
        found = tuple(people(holder))
        if found:
            return found
    return ()


def people(holder: etree._Element | None, *roles: str) -> Iterator[str]:
    """Names as they are spoken, of those who have one of the roles (authors, unless said otherwise)."""
    if holder is None:
        return
    for person in children(holder, *(roles or ("author",))):
        name = next(descendants(person, "persName", "name", "orgName"), None)
        text = _spoken(name) if name is not None and name_of(name) == "persName" else inline_text(name)
        if text or name is None:
            text = text or (inline_text(person) if not list(children(person)) else "")
        if text:
            yield text


def _spoken(name: etree._Element) -> str:
    surname = " ".join(plain_text(node) for node in children(name, "surname"))
    if not surname:
        return inline_text(name)
    given = sorted(children(name, "forename"), key=lambda node: _NAME_PARTS.get(str(node.get("type", "")), 1))
    suffix = plain_text(first(name, "genName"))
    parts = [*map(plain_text, given), plain_text(first(name, "nameLink")), surname, suffix]
    return " ".join(part for part in parts if part)


def when(holder: etree._Element | None) -> date | None:
    """The date that is given there: as a number, else the year in its words."""
    if holder is None:
        return None
    for node in descendants(holder, "date"):
        found = clean.iso_day(node.get("when")) or clean.day(clean.year(plain_text(node)))
        if found:
            return found
    return None


def _published(file_description: etree._Element | None, work: etree._Element | None) -> date | None:
    return when(first(work, "monogr", "imprint")) or when(first(file_description, "publicationStmt"))


def _identifier(holder: etree._Element | None, kind: str) -> str:
    """An identifier of the paper itself, not of one that it refers to."""
    if holder is None:
        return ""
    return next((plain_text(n) for n in descendants(holder, "idno") if str(n.get("type", "")).lower() == kind), "")


def _licence(file_description: etree._Element | None) -> str:
    availability = first(file_description, "publicationStmt", "availability")
    if availability is None:
        return ""
    stated = [(str(node.get("target", "")), plain_text(node)) for node in descendants(availability, "licence", "p")]
    for place in (place for pair in stated for place in pair):
        if clean.licence(place) != place and clean.licence(place).startswith("CC"):
            return clean.licence(place)
    words = (text or target for target, text in stated)
    return next((each for each in words if each and not _ADDRESS.match(each)), "")[:_LICENCE_LENGTH]


def _language(tei: etree._Element, header: etree._Element | None) -> str:
    for node in (first(tei, "text"), tei, first(first(tei, "text"), "body"), header):
        if node is not None and language_of(node):
            return language_of(node)
    used = first(header, "profileDesc", "langUsage", "language")
    return str(used.get("ident", "")).strip().lower() if used is not None else ""
