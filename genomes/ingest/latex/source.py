"""The files of a LaTeX source made one text: the main file, with what it inputs, without comments.

Nothing is read but the file or archive that was handed over. A name that leads out of it is not followed.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from posixpath import normpath

from genomes.ingest.archive import check_archive, files
from genomes.ingest.document import Note, UnreadableFile, gettext_noop
from genomes.ingest.text import decode_text, newlines

from .scan import VERBATIM

MAX_SOURCE = 8 * 1024 * 1024
MAX_DEPTH = 20
_ENDINGS = (".tex", ".ltx", ".bbl", ".bib")
_MAIN_NAMES = ("main", "ms", "paper", "article", "manuscript")
_ENCODING = re.compile(rb"\\usepackage\s*\[\s*([\w-]{1,20})\s*\]\s*\{inputenc\}")
_CODECS = {"latin1": "latin-1", "ansinew": "cp1252", "cp1252": "cp1252", "latin9": "iso8859-15", "latin2": "iso8859-2",
           "applemac": "mac-roman", "cp1250": "cp1250", "cp1251": "cp1251", "koi8-r": "koi8-r"}  # fmt: skip
_CLASS = re.compile(r"\\document(?:class|style)\b")
_UNCOMMENTED = re.compile(
    r"\\begin\{(?P<raw>" + "|".join(map(re.escape, sorted({*VERBATIM, "comment"}))) + r")\}"
    r"|\\(?:verb|lstinline)\*?(?P<mark>[^A-Za-z0-9\s*{\[\\])[^\n]{0,500}?(?P=mark)"
    r"|\\(?:url|href|path|nolinkurl)[ \t]*\{[^{}\n]{0,1000}\}|\\."
    r"|(?P<comment>%[^\n]*(?:\n[ \t]*(?P<blank>\n)?)?)",
    re.DOTALL,
)
_CONDITION = re.compile(
    r"\\(?:if(?:x|num|dim|odd|[vhm]mode|inner|cat|void|case|true|false|defined|csname|pdf|twocolumn|draft)?|else|fi)"
    r"(?![A-Za-z@])"
)
_INPUT = re.compile(
    r"\\(?:input|include|subfile|subfileinclude)(?![A-Za-z])\s{0,9}(?:\{([^{}\n]{1,300})\}|([^\s{}\\%]{1,300}))"
    r"|\\(?:sub)?import\*?\s{0,9}\{([^{}\n]{0,300})\}\s{0,9}\{([^{}\n]{1,300})\}"
)
_FRAME = re.compile(r"\\begin\s{0,9}\{document\}|\\end\s{0,9}\{document\}")


@dataclass(slots=True)
class Source:
    """The whole text; the list of references that BibTeX made, if it is there; and the data bases it came from."""

    text: str
    printed_references: str = ""
    databases: dict[str, str] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)


def read_source(data: bytes) -> Source:
    """Read a single file or a zip of them. Raises UnreadableFile for an archive without a main file, and the like."""
    if not data.startswith(b"PK\x03\x04"):
        return _Joiner({"main.tex": data}).joined("main.tex")
    found = dict(_unpacked(data))
    root = _root_of({name: _decoded(found[name]) for name in found if name.lower().endswith((".tex", ".ltx"))})
    return _Joiner(found).joined(root)


def _unpacked(data: bytes) -> Iterator[tuple[str, bytes]]:
    check_archive(data)
    for member in files(data, _ENDINGS):
        if member.problem is not None:
            raise member.problem
        yield normpath(member.name), member.data


def _root_of(sources: Mapping[str, str]) -> str:
    """The file that begins the document: the only one with a class, or that which looks most like the main one."""
    candidates = [name for name, text in sources.items() if _CLASS.search(without_comments(text))]
    if not candidates:
        raise UnreadableFile(
            gettext_noop(
                "None of the %(count)d .tex files in the archive begins a document: \\documentclass stands in none."
                " Pack the main file with them, and import the archive again."
            ),
            count=len(sources),
        )
    inputs = {found[1] or found[2] for text in sources.values() for found in _INPUT.finditer(text)}

    def likeliness(name: str) -> tuple[bool, bool, bool, int, int]:
        text, stem = sources[name], PurePosixPath(name).stem
        return (
            stem not in {PurePosixPath(each or "").stem for each in inputs},
            not re.search(r"\\documentclass(?:\[[^\]\n]{0,200}\])?\{(?:subfiles|standalone)\}", text),
            stem.lower() in _MAIN_NAMES,
            -name.count("/"),
            len(text),
        )

    return max(candidates, key=likeliness)


def _decoded(data: bytes) -> str:
    """As UTF-8, or as the source says that it is written."""
    stated = _ENCODING.search(data)
    codec = _CODECS.get(stated[1].decode().lower(), "") if stated else ""
    if not data.strip():
        return ""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        if codec:
            return newlines(data.decode(codec, "replace").replace("\0", ""))
    return decode_text(data)


class _Joiner:
    """Puts files in place of their names, each decoded and cleaned once."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        self._notes: dict[str, Note] = {}
        self._texts: dict[str, str] = {}
        self._length = 0
        self._root = ""

    def joined(self, root: str) -> Source:
        self._root = str(PurePosixPath(root).parent)
        text = self._text_of(root, (root,))
        return Source(
            text,
            self._printed_references(root),
            self._databases(),
            [note for _name, note in sorted(self._notes.items())],
        )

    def _clean(self, name: str) -> str:
        if name not in self._texts:
            self._texts[name] = without_comments(_decoded(self._files[name]))
        return self._texts[name]

    def _text_of(self, name: str, path: tuple[str, ...]) -> str:
        text = self._clean(name)
        self._length += len(text)
        if self._length > MAX_SOURCE:
            raise UnreadableFile(
                gettext_noop(
                    "The source has more than %(limit)d MiB with all that it inputs. Import the paper without its data"
                    " and supplements."
                ),
                limit=MAX_SOURCE // 1024**2,
            )
        if len(path) > 1:
            text = _without_frame(text)
        pieces, position = [], 0
        for found in _INPUT.finditer(text):
            pieces += [text[position : found.start()], self._included(found, path)]
            position = found.end()
        return "".join([*pieces, text[position:]])

    def _included(self, found: re.Match[str], path: tuple[str, ...]) -> str:
        stated = found[1] or found[2] or f"{found[3]}/{found[4]}"
        name = self._resolved(stated.strip().strip('"'), path[-1])
        if name is None:
            self._note(gettext_noop("The source inputs %(name)s, which is not here; its text is missing."), stated)
            return ""
        if name in path or len(path) > MAX_DEPTH:
            self._note(gettext_noop("%(name)s inputs itself, directly or by others; it was read once."), name)
            return ""
        return self._text_of(name, (*path, name))

    def _resolved(self, stated: str, by: str) -> str | None:
        """The file of the archive that a name means, from the main file's folder or that of the file that says it."""
        for folder in (self._root, str(PurePosixPath(by).parent), "."):
            for ending in ("", ".tex", ".ltx"):
                name = normpath(f"{folder}/{stated}{ending}") if not stated.startswith("/") else ""
                if name in self._files:
                    return name
        return None

    def _note(self, template: str, name: str) -> None:
        self._notes[f"{template}{name}"] = Note(template, {"name": name[:100]})

    def _printed_references(self, root: str) -> str:
        own = str(PurePosixPath(root).with_suffix(".bbl"))
        lists = [name for name in self._files if name.lower().endswith(".bbl")]
        name = own if own in self._files else lists[0] if len(lists) == 1 else ""
        return self._clean(name) if name else ""

    def _databases(self) -> dict[str, str]:
        databases = {}
        for name, data in self._files.items():
            if name.lower().endswith(".bib"):
                try:
                    databases[PurePosixPath(name).stem] = _decoded(data)
                except UnreadableFile:
                    self._note(gettext_noop("%(name)s is not UTF-8; the references in it are missing."), name)
        return databases


def without_comments(text: str) -> str:
    r"""The text as TeX reads it on: comments end with their line; `comment` environments and `\iffalse` parts go."""
    pieces: list[str] = []
    position, endless = 0, set[str]()
    while found := _UNCOMMENTED.search(text, position):
        pieces.append(text[position : found.start()])
        position = found.end()
        raw = found["raw"]
        end = text.find(f"\\end{{{raw}}}", position) if raw and raw not in endless else -1
        if end >= 0:
            position = end + len(f"\\end{{{raw}}}")
            pieces.append("" if raw == "comment" else text[found.start() : position])
        elif found["comment"]:
            pieces.append("\n\n" if found["blank"] else "")
        else:
            if raw:
                endless.add(raw)
            pieces.append(found[0])
    return _without_false("".join([*pieces, text[position:]]))


def _without_false(text: str) -> str:
    r"""The text without what stands between `\iffalse` and its `\else` or `\fi`."""
    if "\\iffalse" not in text:
        return text
    pieces: list[str] = []
    position, level, dropped_at, kept_levels = 0, 0, 0, []
    for found in _CONDITION.finditer(text):
        word = found[0]
        if word.startswith("\\if"):
            level += 1
            if word == "\\iffalse" and not dropped_at:
                dropped_at = level
                pieces.append(text[position : found.start()])
                position = found.start()
        elif dropped_at == level and dropped_at:
            position, dropped_at = found.end(), 0
            if word == "\\else":
                kept_levels.append(level)
            else:
                level -= 1
        elif word == "\\fi":
            if kept_levels and kept_levels[-1] == level:
                pieces.append(text[position : found.start()])
                position = found.end()
                kept_levels.pop()
            level = max(level - 1, 0)
    return "".join([*pieces, text[position:]])


def _without_frame(text: str) -> str:
    """An included file that is a document of its own brings its body alone."""
    frame = list(_FRAME.finditer(text)) if _CLASS.search(text) else []
    if not frame or "begin" not in frame[0][0]:
        return text
    return text[frame[0].end() : frame[-1].start() if len(frame) > 1 else len(text)]
