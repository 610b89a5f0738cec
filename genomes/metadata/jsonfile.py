"""Metadata in JSON: find the works in what was answered or exported, and read each by what it looks like."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from genomes.ingest.document import Note, UnreadableFile, gettext_noop

from . import crossref, csl, openalex, semantic_scholar
from .record import MetadataFile, Record


class _Source(NamedTuple):
    name: str
    fits: Callable[[Mapping[str, Any]], bool]
    read: Callable[[Mapping[str, Any]], Record]


# In this order: what only one source has comes first.
_SOURCES = (
    _Source("openalex", openalex.fits, openalex.read_item),
    _Source("semanticscholar", semantic_scholar.fits, semantic_scholar.read_item),
    _Source("crossref", crossref.fits, crossref.read_item),
    _Source("csl", csl.fits, csl.read_item),
)
_INNER = (crossref.inner, openalex.inner, semantic_scholar.inner)
_DEPTH = 3  # lists of answers that hold lists; no source nests deeper


def read_json(text: str) -> MetadataFile:
    """One record for each work. Raises UnreadableFile for no JSON, JSON without works, and works of no known kind."""
    found = [(place, item) for place, item in _works(_parsed(text), "", _DEPTH)]
    records, notes, formats = [], [], []
    for place, item in found:
        source = next((each for each in _SOURCES if isinstance(item, Mapping) and each.fits(item)), None)
        record = source.read(item) if source else Record()
        if record.says_something:
            records.append(record)
            formats.append(source.name if source else "")
        elif item is not None:  # a service answers null for an id that it does not know
            notes.append(_note(place, source is not None))
    if not found:
        raise UnreadableFile(
            gettext_noop(
                "The JSON holds no work: it is an empty list. Look whether the search found anything, then"
                " export it again."
            )
        )
    if not records:
        raise _refusal(notes)
    return MetadataFile(formats[0], records, notes)


def _works(value: Any, place: str, depth: int) -> Iterator[tuple[str, Any]]:
    """Every work with where it stands ("[3]")."""
    inner = (
        next((found for found in (unwrap(value) for unwrap in _INNER) if found is not None), None)
        if isinstance(value, Mapping)
        else None
    )
    listed = value if isinstance(value, list) else inner
    if listed is None or depth == 0:
        yield place, value
        return
    for index, each in enumerate(listed):
        yield from _works(each, f"{place}[{index}]" if len(listed) > 1 else place, depth - 1)


def _parsed(text: str) -> Any:
    """The JSON, or the list of the objects that stand one to a line."""
    try:
        return _load(text)
    except RecursionError as error:
        raise UnreadableFile(
            gettext_noop("The JSON is nested too deeply for metadata. Export the works again, as a plain list.")
        ) from error
    except json.JSONDecodeError as error:
        lines = _lines(text) if error.msg == "Extra data" else None
        if lines is not None:
            return lines
        raise _no_json(error, text) from error
    except ValueError as error:
        raise UnreadableFile(
            gettext_noop("The JSON holds a number that no number is (NaN, or of thousands of digits). Export it again.")
        ) from error


def _load(text: str) -> Any:
    return json.loads(text, parse_constant=_refuse_constant)


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def _lines(text: str) -> list[Any] | None:
    try:
        return [_load(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        return None


def _no_json(error: json.JSONDecodeError, text: str) -> UnreadableFile:
    if error.pos >= len(text.rstrip()):
        template = gettext_noop(
            "The JSON ends in the middle, in line %(line)d: the file was cut off. Download or export it again."
        )
        return UnreadableFile(template, line=error.lineno)
    template = gettext_noop(
        "The file is no JSON: line %(line)d, column %(column)d cannot be read. Download or export it again; do not"
        " edit it by hand."
    )
    return UnreadableFile(template, line=error.lineno, column=error.colno)


def _note(place: str, is_known: bool) -> Note:
    if is_known:
        return Note(gettext_noop("Entry %(place)s has no title, no author and no identifier."), {"place": place})
    template = gettext_noop("Entry %(place)s is no work of OpenAlex, Crossref, Semantic Scholar or CSL-JSON.")
    return Note(template, {"place": place})


def _refusal(notes: list[Note]) -> UnreadableFile:
    if len(notes) == 1 and "no work" not in notes[0].template:
        template = gettext_noop("The work in the file has no title, no author and no identifier. Export it with them.")
        return UnreadableFile(template)
    template = gettext_noop(
        "The JSON holds no work that is read here. Metadata is read as CSL-JSON and as OpenAlex, Crossref and Semantic"
        " Scholar answer it; export it so and import it again."
    )
    return UnreadableFile(template)
