"""What the source says of the paper before it begins."""

import re
from datetime import date

from genomes.ingest.document import ParsedMetadata
from genomes.metadata import clean

from .inline import InlineReader, State
from .numbering import Aims, Numbering
from .scan import Span, Tex

_BABEL = re.compile(r"\\usepackage\s*\[([^\[\]]{1,200})\]\s*\{babel\}")
_LANGUAGES = {
    "english": "en", "american": "en", "british": "en", "ukenglish": "en", "usenglish": "en", "german": "de",
    "ngerman": "de", "french": "fr", "francais": "fr", "spanish": "es", "italian": "it", "portuguese": "pt",
    "brazil": "pt", "brazilian": "pt", "russian": "ru", "dutch": "nl", "polish": "pl", "swedish": "sv", "danish": "da",
    "norsk": "no", "finnish": "fi", "czech": "cs", "korean": "ko", "japanese": "ja", "turkish": "tr", "greek": "el",
}  # fmt: skip
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WORDED = re.compile(
    r"(?:(?P<day>\d{1,2})(?:st|nd|rd|th)?\.?\s+)?(?P<month>[A-Z][a-z]{2,8})\.?\s*(?P<late>\d{1,2})?(?:st|nd|rd|th)?,?\s+"
    r"(?P<year>(?:19|20)\d\d)"
)
# Marks at names, and what else stands beside them, by the commands that hold it.
_NOT_NAMES = re.compile(
    r"\\(?:thanks|footnote|footnotemark|inst|textsuperscript|IEEEauthorblockA|affil|affiliation|email|orcidID|orcid"
    r"|corref|fnref|authornote|authornotemark|tnoteref|IEEEauthorrefmark|IEEEmembership|thanksref|ref|altaffilmark)"
    r"(?![A-Za-z])\s{0,9}(?:\[[^\[\]]{0,100}\])?\s{0,9}(?:\{(?:[^{}]|\{[^{}]{0,300}\}){0,600}\})?"
    r"|\$\^?\{?[^$]{0,60}\$"
)
_APART = re.compile(r"\\(?:and|And|AND|IEEEauthorblockN)(?![A-Za-z])")
_LINE_END = re.compile(r"\\\\|\\newline(?![A-Za-z])")
_LISTED = re.compile(r"\s*(?:,|;|&|\band\b)\s*")
_LONGEST_NAME = 120


def read_metadata(reader: InlineReader) -> ParsedMetadata:
    text = reader.tex.text
    return ParsedMetadata(
        title=_title(reader),
        authors=tuple(name for span in _arguments(reader, "author") for name in _names(text[slice(*span)])),
        published=_published(reader),
        venue=next((reader.text(span) for span in _arguments(reader, "journal")), ""),
        doi=next((clean.doi(reader.text(span)) for span in _arguments(reader, "(?:acmDOI|doi)")), ""),
        language=_language(text),
    )


def _arguments(reader: InlineReader, name: str) -> list[Span]:
    """The argument of each command of this name, anywhere in the source."""
    found = []
    for command in re.finditer(rf"\\{name}(?![A-Za-z])", reader.tex.text):
        cursor = reader.tex.cursor(Span(command.end(), len(reader.tex.text)))
        cursor.skip("*[")
        span = cursor.argument() if reader.tex.text.startswith("{", _next(cursor.position, reader.tex.text)) else None
        if span:
            found.append(span)
    return found[:200]


def _next(position: int, text: str) -> int:
    while position < len(text) and text[position] in " \t\n":
        position += 1
    return position


def _title(reader: InlineReader) -> str:
    for span in _arguments(reader, "title"):
        title = reader.text(span)
        if title:
            return title
    return ""


def _names(source: str) -> list[str]:
    """Names of one `\\author`: each on the first line of its part, or several on one line."""
    names: list[str] = []
    parts = _APART.split(_NOT_NAMES.sub(" ", source[:20_000]))
    for part in parts:
        lines = [line for line in map(_plain, _LINE_END.split(part)) if line]
        if len(parts) > 1:
            names += [clean.from_inverted(lines[0])] if lines else []
        else:
            names += _LISTED.split(lines[0]) if lines else []
    return [name for name in names if name and len(name) <= _LONGEST_NAME]


def _plain(source: str) -> str:
    state = State(Numbering(Aims(), {}, {}, is_book=False), {})
    tex = Tex(source)
    return InlineReader(tex, state).text(Span(0, len(source))).strip(" ,;\u00a0")


def _published(reader: InlineReader) -> date | None:
    for span in _arguments(reader, "date"):
        text = reader.text(span)
        found = _WORDED.search(text)
        month = found["month"][:3].lower() if found else ""
        if found and month in _MONTHS:
            return clean.day(found["year"], _MONTHS.index(month) + 1, found["day"] or found["late"])
        stated = clean.iso_day(text) or clean.day(clean.year(text))
        if stated:
            return stated
    return None


def _language(text: str) -> str:
    found = _BABEL.search(text)
    names = [name.strip().removeprefix("main=") for name in found[1].split(",")] if found else []
    known = [_LANGUAGES[name] for name in names if name in _LANGUAGES]
    return known[-1] if known else ""
