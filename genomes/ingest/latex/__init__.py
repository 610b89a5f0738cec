r"""LaTeX: a single .tex file, or a zip of the main file and what it inputs.

Order of the text: title, then the document as it is set; floats behind the paragraph in which they stand; last the
footnotes and the references. The source's own macros are put in place first, numbers are given as LaTeX gives them.
"""

import re

from genomes.ingest.document import Note, ParsedDocument, UnreadableFile, gettext_noop
from genomes.ingest.outline import DocumentBuilder

from . import commands
from .bibliography import Entry, database_entries, printed_entries
from .body import BodyReader
from .inline import State, Work
from .macros import Definitions, Expander, Theorem
from .metadata import read_metadata
from .numbering import Aims, Numbering
from .scan import Span, Tex
from .source import Source, read_source

_DATABASE = re.compile(r"\\(?:bibliography|addbibresource(?:\[[^\[\]\n]{0,100}\])?)\s{0,9}\{([^{}]{1,500})\}")
_PRINTED_HERE = re.compile(r"\\bibliography\s{0,9}\{[^{}]{0,500}\}|\\printbibliography(?![A-Za-z])")
_STYLE = re.compile(r"\\bibliographystyle\s{0,9}\{([^{}\n]{1,60})\}")
_BOOK = re.compile(r"\\documentclass\s*(?:\[[^\]]{0,500}\])?\s*\{(?:\w*book\w*|\w*report\w*|\w*thesis\w*)\}")
_BODY = re.compile(r"\\begin\s{0,9}\{document\}")
_END = re.compile(r"\\end\s{0,9}\{document\}")


class _Rehearsal(DocumentBuilder):
    """The first way through the text, which only finds numbers: nothing is written."""

    def write(self, text: str) -> int | None:
        return None

    def paragraph(self, text: str, shadow: str | None = None, *, label: str = "", split: bool = True) -> None:
        return None


def read_latex(data: bytes) -> ParsedDocument:
    """Read a .tex file or a zip. Raises UnreadableFile for an archive without a document, and for one without text."""
    source = read_source(data)
    expander = Expander(_known_commands(), _known_environments())
    tex = Tex(expander.expand(_with_references(source)))
    return _Document(tex, source, expander.found).read()


def _known_commands() -> frozenset[str]:
    state = State(Numbering(Aims(), {}, {}, is_book=False), {})
    own = BodyReader(Tex(""), DocumentBuilder(), state, {}).known
    return own | frozenset(commands.DISCARDED)


def _known_environments() -> frozenset[str]:
    return frozenset(
        [*commands.FLOATS, *commands.TABULARS, *commands.MATHS, *commands.LISTS, *commands.SUB_FLOATS, "abstract",
         "document", "thebibliography"]
    )  # fmt: skip


def _with_references(source: Source) -> str:
    """The source with the printed list of references where it is to stand."""
    printed = source.printed_references.replace("\\href@noop", "\\hrefnoop")
    if "\\bibitem" not in printed:
        return source.text
    found = _PRINTED_HERE.search(source.text)
    if found is None:
        return source.text
    return source.text[: found.start()] + printed + source.text[found.end() :]


class _Document:
    """One document, gone through twice."""

    def __init__(self, tex: Tex, source: Source, found: Definitions) -> None:
        self._tex = tex
        self._source = source
        self._found = found
        self._theorems = {
            **{name: Theorem(title, "" if name == "proof" else name) for name, title in commands.THEOREMS.items()},
            **found.theorems,
        }
        self._is_book = _BOOK.search(tex.text) is not None
        self._body = _body_of(tex.text)

    def read(self) -> ParsedDocument:
        rehearsal = self._reader(_Rehearsal(), Aims(), {})
        rehearsal.flow(self._body)
        while rehearsal.state.footnotes:
            rehearsal.write_notes()
        found = rehearsal.state.numbering.found
        entries = self._entries(rehearsal, list(found.cited))
        return self._written(found, entries)

    def _reader(self, builder: DocumentBuilder, known: Aims, works: dict[str, Work]) -> BodyReader:
        numbering = Numbering(known, self._found.within, self._theorems, is_book=self._is_book)
        return BodyReader(self._tex, builder, State(numbering, works), self._theorems)

    def _entries(self, reader: BodyReader, cited: list[str]) -> list[Entry]:
        entries = printed_entries(reader.inline, reader.reference_lists)
        named = [name.strip() for found in _DATABASE.finditer(self._tex.text) for name in found[1].split(",")]
        stems = {name.rpartition("/")[2].removesuffix(".bib") for name in named}
        databases = {name: text for name, text in self._source.databases.items() if name in stems}
        if entries or not named:
            return entries
        if databases:
            style = _STYLE.search(self._tex.text)
            return database_entries(databases, cited, style[1] if style else "")
        self._source.notes.append(
            Note(
                gettext_noop(
                    "The list of references is in a file of its own (%(name)s), which is not here. Import the source as"
                    " a zip with its .bbl or .bib file to have it."
                ),
                {"name": ", ".join(named)[:100]},
            )
        )
        return []

    def _written(self, found: Aims, entries: list[Entry]) -> ParsedDocument:
        builder = DocumentBuilder()
        reader = self._reader(builder, found, {entry.key: entry.work for entry in entries})
        metadata = read_metadata(reader.inline)
        with builder.section(metadata.title):
            builder.write(metadata.title)
            titled = builder.length
            reader.flow(self._body)
            builder.end_sections()
            reader.write_notes()
            if builder.length == titled:
                raise _no_text()
            with builder.section(gettext_noop("References")):
                for entry in entries:
                    builder.paragraph(entry.text, label=entry.work.label, split=False)
        return builder.finish(metadata, (entry.record for entry in entries), self._source.notes)


def _body_of(text: str) -> Span:
    """What stands between the beginning and the end of the document; a file without them is all body."""
    begun = _BODY.search(text)
    start = begun.end() if begun else 0
    ended = _END.search(text, start)
    return Span(start, ended.start() if ended else len(text))


def _no_text() -> UnreadableFile:
    return UnreadableFile(
        gettext_noop(
            "The LaTeX source shows no text: it may hold only definitions, or input files that are not here. Import the"
            " main file, or a zip of the whole source."
        )
    )
