"""What the first page and the document information say of the paper."""

import re
from collections.abc import Mapping, Sequence
from datetime import date

from genomes.ingest.document import ParsedMetadata
from genomes.ingest.jats.metadata import licence_name

from .blocks import Block, Measures
from .headings import is_named_as_heading
from .references import find_arxiv, find_doi

_LONGEST_TITLE = 400
_LARGER = 1.15
# What programs write when nobody gave a title.
_NO_TITLE = re.compile(
    r"^(?:microsoft \w+ - |untitled|document\d*$|title$|slide \d)|"
    r"\.(?:docx?|tex|dvi|pdf|indd|txt|qxd|rtf|ps)$|^[\w.-]+$",
    re.IGNORECASE,
)
_NAME_PART = re.compile(r"[^\W\d_]+(?:[-’'.][^\W\d_]+)*\.?")
_MARKS = re.compile(r"[\d∗*†‡§¶#$+⋆◦✉,]+$|(?<=[^\W\d_])[∗*†‡§¶#$+⋆◦✉\d]+")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_STAMP_DATE = re.compile(r"\b(\d{1,2})\s+([A-Z][a-z]{2})[a-z]*\s+(\d{4})\b")


def find_title(blocks: Sequence[Block], usual: Measures) -> int | None:
    """Index of the block that is the title: the largest letters of the first page, when they are larger than prose."""
    first_page = [
        (block.size, -index)
        for index, block in enumerate(blocks)
        if block.page == 0
        and sum(map(str.isalpha, block.text)) >= 6
        and len(block.text) <= _LONGEST_TITLE
        and not is_named_as_heading(block.text)
    ]
    if not first_page:
        return None
    size, place = max(first_page)
    return -place if size >= _LARGER * usual.size else None


def read_front(
    title: str, front: Sequence[str], first_page: str, stamp: str, info: Mapping[str, str], *, is_paper: bool
) -> ParsedMetadata:
    """`front` are the blocks between the title and the first heading.

    The date is arXiv's alone: when the file was made says nothing of when the paper came out.
    """
    given = " ".join(info.get("Title", "").split())
    return ParsedMetadata(
        title=title or ("" if _NO_TITLE.search(given) else given),
        authors=(_people(front) if is_paper else ()) or _informed_people(info.get("Author", "")),
        published=_stamp_date(stamp),
        doi=find_doi(first_page),
        arxiv_id=find_arxiv(stamp) or find_arxiv(first_page),
        licence=licence_name(first_page),
    )


def _people(front: Sequence[str]) -> tuple[str, ...]:
    """The first block under the title, when each of its parts is a name."""
    for block in front[:1]:
        parts = re.split(r"[,;·•]|\band\b|&", block)
        names = [_MARKS.sub("", " ".join(part.split())).strip() for part in parts]
        names = [name for name in names if re.search(r"[^\W\d_]", name)]
        if names and all(_is_person(name) for name in names):
            return tuple(names)
    return ()


def _is_person(name: str) -> bool:
    parts = name.split()
    named = 2 <= len(parts) <= 5 and len(name) < 60 and all(_NAME_PART.fullmatch(part) for part in parts)
    return named and sum(part[0].isupper() for part in parts) >= 2


def _informed_people(author: str) -> tuple[str, ...]:
    names = [name.strip() for name in re.split(r";|,(?!\s*(?:Jr|Sr))|\band\b", author)]
    return tuple(names) if names and all(_is_person(name) for name in names) else ()


def _stamp_date(stamp: str) -> date | None:
    found = _STAMP_DATE.search(stamp)
    if found is None or found[2].lower() not in _MONTHS:
        return None
    try:
        return date(int(found[3]), _MONTHS.index(found[2].lower()) + 1, int(found[1]))
    except ValueError:
        return None
