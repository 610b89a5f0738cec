"""One entry of a list of references in TEI: as the line that a reader sees, and as a record."""

from lxml import etree

from genomes.ingest.document import ParsedReference
from genomes.ingest.references import Work, reference
from genomes.ingest.xml import children, descendants, first, name_of, plain_text

from .inline import inline_text
from .metadata import people, titled, when

ENTRIES = ("biblStruct", "bibl", "biblFull")


def reference_text(entry: etree._Element) -> tuple[str, str]:
    """Return (label, text) of an entry: the line as it was printed when the file keeps it, else its fields in order."""
    label = inline_text(first(entry, "label")) or str(entry.get("n", ""))
    printed = _printed(entry)
    return label, printed if not label or printed.startswith(label) else f"{label} {printed}"


def _printed(entry: etree._Element) -> str:
    for note in children(entry, "note"):
        if note.get("type") == "raw_reference":
            return inline_text(note)
    return _from_fields(entry) if name_of(entry) == "biblStruct" else inline_text(entry)


def _from_fields(entry: etree._Element) -> str:
    analytic, whole = first(entry, "analytic"), first(entry, "monogr")
    imprint = first(whole, "imprint")
    authors = [*people(analytic), *people(whole)] or [*people(whole, "editor")]
    title, source = inline_text(titled(analytic, "a")), inline_text(titled(whole, "j", "m"))
    date = next(descendants(imprint, "date"), None) if imprint is not None else None
    pages = _scope(imprint, "page", "pp")
    ids = [f"{node.get('type', '')} {plain_text(node)}".strip() for node in descendants(entry, "idno")]
    return Work(
        people=", ".join(authors),
        year=str(date.get("when", "") or plain_text(date))[:4] if date is not None else "",
        titles=(title,) if title else (source,),
        source=source if title else "",
        volume=_scope(imprint, "volume", "vol"),
        issue=_scope(imprint, "issue"),
        pages=pages,
        publisher=plain_text(first(imprint, "publisher")),
        others=tuple(ids),
    ).printed()


def _scope(imprint: etree._Element | None, *units: str) -> str:
    for node in () if imprint is None else children(imprint, "biblScope"):
        if node.get("unit") in units or node.get("type") in units:
            ends = [str(node.get(name)) for name in ("from", "to") if node.get(name)]
            return plain_text(node) or "–".join(ends)
    return ""


def parsed_reference(entry: etree._Element) -> ParsedReference:
    analytic, whole = first(entry, "analytic"), first(entry, "monogr")
    ids = {str(node.get("type", "")).lower(): plain_text(node) for node in descendants(entry, "idno")}
    authors = (*people(analytic), *people(whole), *people(entry))
    date = when(entry)
    return reference(
        _printed(entry),
        title=inline_text(titled(analytic, "a")) or inline_text(titled(whole, "m")) or inline_text(titled(entry, "a")),
        first_author=next(iter(authors), ""),
        year=str(date.year) if date else "",
        doi=ids.get("doi", ""),
        arxiv_id=ids.get("arxiv", ""),
        other_ids={"pmid": ids.get("pmid", ""), "pmcid": ids.get("pmcid", "")},
    )
