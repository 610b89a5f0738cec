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
    works = list(_works(_parsed(text), "", _DEPTH))
    if not works:
        template = gettext_noop(
            "The JSON holds no work: it is an empty list. Look whether the search found anything, then export it again."
        )
        raise UnreadableFile(template)
    # A service answers null for an id that it does not know.
    read = [(place, *_read(item)) for place, item in works if item is not None]
    good = [(name, record) for _place, name, record in read if record.says_something]
    if not good:
        raise _without_works(is_known=any(name for _place, name, _record in read))
    notes = [_note(place, bool(name)) for place, name, record in read if not record.says_something]
    return MetadataFile(good[0][0], [record for _name, record in good], notes)


def _works(value: Any, place: str, depth: int) -> Iterator[tuple[str, Any]]:
    """Every work with where it stands ("[3]")."""
    listed = value if isinstance(value, list) else _unwrapped(value)
    if listed is None or depth == 0:
        yield place, value
        return
    for index, each in enumerate(listed):
        yield from _works(each, f"{place}[{index}]" if len(listed) > 1 else place, depth - 1)


def _unwrapped(value: Any) -> list[Any] | None:
    """The works in the answer of a service; None for anything else."""
    if not isinstance(value, Mapping):
        return None
    return next((found for found in (unwrap(value) for unwrap in _INNER) if found is not None), None)


def _read(item: Any) -> tuple[str, Record]:
    """The source that an item is of, and its record; "" and an empty one for what is of none."""
    for source in _SOURCES:
        if isinstance(item, Mapping) and source.fits(item):
            return source.name, source.read(item)
    return "", Record()


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
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
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


def _without_works(*, is_known: bool) -> UnreadableFile:
    if is_known:
        template = gettext_noop("No work in the file has a title, an author or an identifier. Export it with them.")
        return UnreadableFile(template)
    template = gettext_noop(
        "The JSON holds no work that is read here. Metadata is read as CSL-JSON and as OpenAlex, Crossref and Semantic"
        " Scholar answer it; export it so and import it again."
    )
    return UnreadableFile(template)
