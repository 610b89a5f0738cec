"""The list of references: as BibTeX or the author printed it, else made from the data bases that the source brings."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from genomes.ingest.document import ParsedReference
from genomes.ingest.references import Work as Fields
from genomes.ingest.references import from_blocks, reference
from genomes.metadata.bibtex import read_bibtex
from genomes.metadata.record import Record

from .inline import InlineReader, Work
from .scan import Span, Tex

_AUTHOR_YEAR = re.compile(r"(.{1,200}?)\s?\(((?:1[5-9]|20)\d\d[a-z]?|n\.d\.|in press)\)")
_SORTED_STYLES = re.compile(
    r"plain|abbrv|alpha|apa|acm$|siam|amsplain|amsalpha|chicago|harvard|agsm|icml|iclr|neurips|acl|splncs|apsr"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: its key, how citations name it, its text with the label, and its record."""

    key: str
    work: Work
    text: str
    record: ParsedReference


def printed_entries(reader: InlineReader, spans: list[Span]) -> list[Entry]:
    r"""The entries of `thebibliography` environments, by their `\bibitem`s."""
    entries: list[Entry] = []
    for span in spans:
        starts = _items(reader.tex, span)
        for number, (option, key, start, end) in enumerate(starts, len(entries) + 1):
            entries.append(_printed(reader, number, reader.text(option), key, Span(start, end)))
    return entries


def _items(tex: Tex, span: Span) -> list[tuple[Span | None, str, int, int]]:
    found: list[tuple[Span | None, str, int, int]] = []
    cursor = tex.cursor(span)
    while token := cursor.next():
        if token.kind == "command" and token.value == "bibitem":
            if found:
                found[-1] = (*found[-1][:3], token.start)
            option, key = cursor.option(), cursor.argument()
            found.append((option, tex.text[slice(*key)].strip() if key else "", cursor.position, span.end))
    return found


def _printed(reader: InlineReader, number: int, option: str, key: str, span: Span) -> Entry:
    blocks = [text for text in (reader.text(block) for block in _blocks(reader.tex, span)) if text]
    text = " ".join(blocks)
    author_year = _AUTHOR_YEAR.match(option)
    label = f"[{option}]" if option and not author_year else f"[{number}]"
    work = Work(label, author_year[1], author_year[2]) if author_year else Work(label)
    return Entry(key, work, f"{label} {text}", from_blocks(blocks))


def _blocks(tex: Tex, span: Span) -> Iterator[Span]:
    cursor = tex.cursor(span)
    start = span.start
    while token := cursor.next():
        if token.kind == "command" and token.value == "newblock":
            yield Span(start, token.start)
            start = token.end
    yield Span(start, span.end)


def database_entries(databases: Mapping[str, str], cited: list[str], style: str) -> list[Entry]:
    """The cited entries of the data bases, in the order of the style: by author, or as they are cited."""
    records: dict[str, Record] = {}
    for text in databases.values():
        for record in read_bibtex(text).records:
            records.setdefault(record.key, record)
    keys = [key for key in cited if key in records]
    if "*" in cited:
        keys = list(dict.fromkeys([*keys, *records]))
    if _SORTED_STYLES.search(style):
        keys.sort(key=lambda key: _sorting(records[key]))
    return [_from_record(records[key], number) for number, key in enumerate(keys, 1)]


def _sorting(record: Record) -> tuple[str, int, str]:
    surname = record.first_author.rpartition(" ")[2].casefold()
    return surname, record.published.year if record.published else 0, record.title.casefold()


def _from_record(record: Record, number: int) -> Entry:
    year = str(record.published.year) if record.published else ""
    ids = [f"{name} {value}" for name, value in (("doi", record.doi), ("arXiv", record.arxiv_id)) if value]
    printed = Fields(
        people=", ".join(record.authors), year=year, titles=(record.title,), source=record.venue, others=tuple(ids)
    ).printed()
    label = f"[{number}]"
    return Entry(
        record.key,
        Work(label, _cited_authors(record.authors), year),
        f"{label} {printed}",
        reference(
            printed,
            title=record.title,
            first_author=record.first_author,
            year=year,
            doi=record.doi,
            arxiv_id=record.arxiv_id,
            other_ids=record.other_ids,
        ),
    )


def _cited_authors(authors: tuple[str, ...]) -> str:
    surnames = [name.rpartition(" ")[2] for name in authors]
    return f"{surnames[0]} et al." if len(surnames) > 2 else " and ".join(surnames)
