"""Metadata out: BibTeX and CSL-JSON that `read_metadata` reads back unchanged, and other tools read too."""

import html
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from . import clean
from .bibtex import IDS, MONTHS
from .csl import CUSTOM_IDS
from .latex import encode
from .record import Record

_SUFFIX = re.compile(r"^(?:Jr|Sr)\.?$|^(?:II|III|IV)$")
_GROUP = re.compile(
    r"[\d,&{}\\$]|\b(?:and|others|team|group|consortium|collaboration|committee|society|organi[sz]ation|institute"
    r"|university|laborator(?:y|ies)|labs?|research|foundation|network|inc|ai)\b",
    re.IGNORECASE,
)
# Scripts that mostly write the family name first, so that the last word is not it.
_FAMILY_FIRST = re.compile(r"[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_KEY = re.compile(r"[^A-Za-z0-9_:.+/-]+")


class Name(NamedTuple):
    """A person's name in parts; a group, or a name whose parts are not plain, has only `family`."""

    given: str
    family: str
    suffix: str = ""


def parts_of(name: str) -> Name:
    """The parts of a name as it is spoken. Joined by spaces, given names first, they are the name again."""
    words = name.split(" ")
    if len(words) < 2 or _GROUP.search(name) or _FAMILY_FIRST.search(name):
        return Name("", name)
    suffix = words.pop() if len(words) > 2 and _SUFFIX.match(words[-1]) else ""
    start = len(words) - 1
    while start > 1 and words[start - 1].islower():  # "van", "de la"
        start -= 1
    return Name(" ".join(words[:start]), " ".join(words[start:]), suffix)


def write_bibtex(records: Iterable[Record]) -> str:
    """One entry for each record, its `key` the citation key."""
    return "".join(bibtex_parts(records))


def write_csl(records: Iterable[Record]) -> str:
    """A JSON list with one item for each record, its `key` the id."""
    return "".join(csl_parts(records))


def bibtex_parts(records: Iterable[Record]) -> Iterator[str]:
    """`write_bibtex` in pieces, so that a long bibliography is never held as a whole."""
    for number, record in enumerate(records):
        yield ("\n" if number else "") + _entry(record)


def csl_parts(records: Iterable[Record]) -> Iterator[str]:
    """`write_csl` in pieces."""
    start = "[\n"
    for record in records:
        yield start + json.dumps(_item(record), ensure_ascii=False, indent=2, allow_nan=False)
        start = ",\n"
    yield "[]\n" if start == "[\n" else "\n]\n"


def _entry(record: Record) -> str:
    kind = "article" if record.venue else "misc"
    fields = "".join(f"  {name} = {value},\n" for name, value in _fields(record))
    return f"@{kind}{{{_KEY.sub('-', record.key)},\n{fields}}}\n"


def _fields(record: Record) -> Iterator[tuple[str, str]]:
    """The fields that the record fills. `year` and `month` are there for styles that do not know `date`."""
    texts = {"title": record.title, "journal": record.venue, "doi": record.doi, "license": record.licence}
    if record.authors:
        yield "author", f"{{{' and '.join(map(_bibtex_name, record.authors))}}}"
    yield from ((name, f"{{{encode(text)}}}") for name, text in texts.items() if text)
    if record.published:
        yield "date", f"{{{record.published.isoformat()}}}"
        yield "year", f"{{{record.published.year:04d}}}"
        yield "month", MONTHS[record.published.month - 1]
    if record.arxiv_id:
        yield "eprint", f"{{{record.arxiv_id}}}"
        yield "archiveprefix", "{arXiv}"
    yield from (
        (field, f"{{{encode(record.other_ids[name])}}}") for field, name in IDS.items() if name in record.other_ids
    )
    if record.abstract:
        yield "abstract", f"{{{encode(record.abstract)}}}"


def _bibtex_name(name: str) -> str:
    given, family, suffix = parts_of(name)
    if not given:
        return f"{{{encode(name)}}}"
    return ", ".join(encode(part) for part in (family, suffix, given) if part)


def _item(record: Record) -> dict[str, Any]:
    dated = record.published
    item = {
        "id": record.key,
        "type": "article-journal" if record.venue else "article",
        "title": _marked(record.title),
        "author": [_csl_name(name) for name in record.authors],
        "issued": {"date-parts": [[dated.year, dated.month, dated.day]]} if dated else None,
        "container-title": _marked(record.venue),
        "DOI": record.doi,
        "URL": f"https://arxiv.org/abs/{record.arxiv_id}" if record.arxiv_id else "",
        "PMID": record.other_ids.get("pmid"),
        "PMCID": record.other_ids.get("pmcid"),
        "abstract": _marked_abstract(record.abstract),
        "license": record.licence,
        "custom": {name: value for name, value in record.other_ids.items() if name in CUSTOM_IDS},
    }
    return {name: value for name, value in item.items() if value}


def _csl_name(name: str) -> dict[str, str]:
    given, family, suffix = parts_of(name)
    if not given:
        return {"literal": name}
    return {"family": family, "given": given, **({"suffix": suffix} if suffix else {})}


def _marked(text: str) -> str:
    """Text for a field that may hold markup: escaped where it would be taken for some."""
    return text if clean.without_markup(text) == text else html.escape(text, quote=False)


def _marked_abstract(text: str) -> str:
    if clean.marked_paragraphs(text) == text:
        return text
    escaped = html.escape(text, quote=False)
    # A first paragraph of this one word is taken for a heading, so the heading is there before it.
    return escaped if clean.marked_paragraphs(escaped) == text else f"Abstract\n\n{escaped}"
