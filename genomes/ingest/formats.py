"""The formats that are read, each with its reader and the endings that its files usually have.

A new format is one module with a function `bytes → ParsedDocument`, one line in `PAPERS`, and, if its content tells,
a test in `detect`. Readers are imported when a file needs them: a process that reads text never loads a PDF library.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from .document import ParsedDocument, gettext_noop

Reader = Callable[[bytes], ParsedDocument]
ARCHIVE = "archive"


@dataclass(frozen=True, slots=True)
class Format:
    """`reader` is "module:function", the module counted from this package; `label` names the format to people."""

    name: str
    label: str
    extensions: tuple[str, ...]
    reader: str


PAPERS = (
    Format("jats", gettext_noop("JATS XML"), (".xml", ".nxml", ".jats"), ".jats:read_jats"),
    Format("tei", gettext_noop("TEI XML"), (".tei",), ".tei:read_tei"),
    Format("latex", gettext_noop("LaTeX"), (".tex", ".ltx"), ".latex:read_latex"),
    Format("pdf", "PDF", (".pdf",), ".pdf:read_pdf"),
    Format("html", "HTML", (".html", ".htm", ".xhtml"), ".html:read_html"),
    Format("markdown", "Markdown", (".md", ".markdown"), ".markdown:read_markdown"),
    Format("text", gettext_noop("plain text"), (".txt", ".text"), ".plain:read_plain"),
)
_METADATA_READER = "genomes.metadata:read_metadata"
METADATA = (
    Format("bibtex", "BibTeX", (".bib", ".bibtex"), _METADATA_READER),
    Format("ris", "RIS", (".ris",), _METADATA_READER),
    Format("json", "CSL-JSON, OpenAlex, Crossref, Semantic Scholar", (".json", ".jsonl"), _METADATA_READER),
)
# Which of them a file of JSON was, as the reader of metadata calls it.
_JSON_LABELS = {
    "csl": "CSL-JSON",
    "openalex": "OpenAlex",
    "crossref": "Crossref",
    "semanticscholar": "Semantic Scholar",
    ARCHIVE: "zip",
}
PAPER_FORMATS = frozenset(each.name for each in PAPERS)
LABELS = {each.name: each.label for each in (*PAPERS, *METADATA)} | _JSON_LABELS


def reader_of(name: str) -> Reader:
    """Import and return the reader of a format of papers."""
    module, _, function = next(each.reader for each in PAPERS if each.name == name).partition(":")
    reader: Reader = getattr(import_module(module, __package__), function)
    return reader


def extensions() -> list[str]:
    """Endings of the files that can be imported, in the order of the tables; a zip holds any of them."""
    return list(dict.fromkeys([ending for each in (*PAPERS, *METADATA) for ending in each.extensions] + [".zip"]))
