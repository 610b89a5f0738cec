"""The `key: value` lines between two `---` lines at the head of a Markdown file."""

import re
from datetime import date

from .document import ParsedMetadata, UnreadableFile, gettext_noop

_FRONT = re.compile(r"---[ \t]*\n(.*?\n)??(?:---|\.\.\.)[ \t]*(?:\n|$)", re.DOTALL)
_LINE = re.compile(r"([A-Za-z][\w-]*)[ \t]*:[ \t]*(.*)$")
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$")
_OTHER_NAMES = {"author": "authors", "date": "published", "year": "published", "license": "licence", "lang": "language",
                "journal": "venue", "arxiv": "arxiv_id"}  # fmt: skip


def split_front_matter(text: str) -> tuple[ParsedMetadata, str]:
    """Return the metadata and the text behind it. A file without a closed block has no metadata.

    Authors are parted by ";" or, without one, by ","; or listed on lines that begin with "-".
    """
    found = _FRONT.match(text)
    fields = _fields(found[1] or "") if found else None
    if found is None or fields is None:
        return ParsedMetadata(), text
    metadata = ParsedMetadata(
        title=fields.get("title", ""),
        authors=_authors(fields.get("authors", "")),
        published=_date(fields.get("published", "")),
        venue=fields.get("venue", ""),
        doi=fields.get("doi", ""),
        arxiv_id=fields.get("arxiv_id", ""),
        licence=fields.get("licence", ""),
        language=fields.get("language", ""),
    )
    return metadata, text[found.end() :]


def _fields(block: str) -> dict[str, str] | None:
    """Fields by name; None when the block is not made of such lines (then it is no front matter)."""
    fields: dict[str, str] = {}
    key = ""
    for line in block.split("\n"):
        found = _LINE.match(line)
        if found:
            key = found[1].lower().replace("-", "_")
            key = _OTHER_NAMES.get(key, key)
            fields[key] = _unquoted(found[2].strip())
        elif key and line.lstrip().startswith("- "):
            item = _unquoted(line.lstrip()[2:].strip())
            fields[key] = f"{fields[key]}; {item}" if fields[key] else f"{item};"
        elif line.strip() and not line.lstrip().startswith("#"):
            if not (key and line[0] in " \t"):
                return None
            fields[key] = f"{fields[key]} {line.strip()}".strip()
    return fields


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value


def _authors(value: str) -> tuple[str, ...]:
    value = value[1:-1] if value.startswith("[") and value.endswith("]") else value
    names = value.split(";" if ";" in value else ",")
    return tuple(_unquoted(name.strip()) for name in names if name.strip())


def _date(value: str) -> date | None:
    if not value:
        return None
    found = _DATE.match(value)
    try:
        if found:
            return date(int(found[1]), int(found[2] or 1), int(found[3] or 1))
    except ValueError:
        pass  # a month 13 or a 30 February is refused below like any other text
    raise UnreadableFile(
        gettext_noop(
            "The front matter says published: %(value)s, which is no date. Write it as YYYY, YYYY-MM or YYYY-MM-DD"
            " and import the file again."
        ),
        value=value[:80],
    )
