"""RIS, as publishers and reference managers write it."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from itertools import pairwise
from typing import Any

import rispy

from genomes.ingest.document import Note, gettext_noop

from . import clean
from .record import MetadataFile, Record

_BEGINS = re.compile(r"^[ \t]*TY  ?-", re.MULTILINE)
_TITLES = ("title", "primary_title")
_VENUES = ("alternate_title3", "secondary_title", "journal_name", "alternate_title1", "alternate_title2", "custom3")


def read_ris(text: str) -> MetadataFile:
    """One record for each entry from TY to ER. An entry that cannot be read is a note with its line."""
    records, notes = [], []
    for line, entry in _entries(text):
        try:
            found = rispy.loads(entry)
            record = _record(found[0]) if found else Record()
        except ValueError:  # the entry is named with its line
            record = Record()
        if record.says_something:
            records.append(record)
        else:
            template = gettext_noop(
                "The entry that begins in line %(line)d cannot be read or says nothing. It needs a title (TI) or a DOI"
                " (DO), each line in the form “TI  - …”."
            )
            notes.append(Note(template, {"line": line}))
    return MetadataFile("ris", records, notes)


def _entries(text: str) -> Iterator[tuple[int, str]]:
    """Each entry with the number of its first line; an end that is missing is put there."""
    starts = [found.start() for found in _BEGINS.finditer(text)]
    line, counted = 1, 0
    for start, end in pairwise([*starts, len(text)]):
        line, counted = line + text.count("\n", counted, start), start
        entry = text[start:end].strip()
        whole = entry if re.search(r"^ER  ?-", entry, re.MULTILINE) else f"{entry}\nER  - "
        yield line, f"{whole}\n"


def _record(item: Mapping[str, Any]) -> Record:
    authors = [*clean.items(item.get("first_authors")), *clean.items(item.get("authors"))]
    addresses = clean.items(item.get("urls"))
    return Record(
        key=clean.line(item.get("id") or item.get("label")),
        type=clean.line(item.get("type_of_reference")).lower(),
        title=_first(item, _TITLES),
        authors=clean.names(map(clean.from_inverted, authors)),
        published=_published(item),
        venue=_first(item, _VENUES),
        doi=next((found for found in map(clean.doi, (item.get("doi"), *addresses)) if found), ""),
        arxiv_id=clean.arxiv_id(item.get("doi"), *addresses, *clean.items(item.get("notes"))),
        abstract=clean.paragraphs(item.get("abstract") or item.get("notes_abstract")),
        language=clean.line(item.get("language")),
    )


def _first(item: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return next((found for found in (clean.without_markup(item.get(name)) for name in names) if found), "")


def _published(item: Mapping[str, Any]) -> date | None:
    """DA is written "2017/05/03/", PY and Y1 the same or a year alone."""
    stated = [clean.line(item.get(name)) for name in ("date", "publication_year", "year")]
    found = [day for day in map(clean.iso_day, stated) if day]
    return next((day for day in found if (day.month, day.day) != (1, 1)), next(iter(found), None))
