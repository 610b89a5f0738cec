"""Bring the message catalogues in step with the sources: `make messages`, described in docs/translate.md.

The strings of a catalogue are those that the sources mark, sorted, without places or dates, so that a catalogue
changes only when a string does. English is its own translation. Nothing here needs the GNU gettext programs.
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from tests.house.tracked import BASE, name_of, written_files

LOCALE = BASE / "locale"
SOURCE_LANGUAGE = "en"
LANGUAGES = ("en", "ko")
APPS = ("adjudication", "annotation", "config", "diffs", "genomes", "releases")

# What a call marks: the positions of context, singular and plural among its arguments.
MARKERS = {
    **dict.fromkeys(("_", "_now", "gettext", "gettext_lazy", "gettext_noop"), (None, 0, None)),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (None, 0, 1)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), (0, 1, None)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), (0, 1, 2)),
}
LITERAL = r"""(?:u?'(?:[^'\\]|\\.)*'|u?"(?:[^"\\]|\\.)*")"""
# The calls that Django writes in place of a template's tags; everything else in there is blanked out.
CALL = re.compile(rf"\b(?:_|n?p?gettext)\({LITERAL}(?:, ?{LITERAL})*(?:, ?count)?\)")


class Marked(NamedTuple):
    """One string to translate."""

    context: str
    singular: str
    plural: str = ""

    @property
    def id(self) -> str | tuple[str, str]:
        """The string as Babel names it."""
        return (self.singular, self.plural) if self.plural else self.singular


def marked_in_python(source: str) -> Iterator[Marked]:
    """Yield the strings that a Python source marks."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in MARKERS:
            words = [_text(node.args, position) for position in MARKERS[name]]
            if words[1]:
                yield Marked(*words)


def _text(arguments: list[ast.expr], position: int | None) -> str:
    """Return a literal argument, or nothing: a variable is marked where its value is written."""
    if position is None or position >= len(arguments):
        return ""
    argument = arguments[position]
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else ""


def marked_in_template(source: str) -> Iterator[Marked]:
    """Yield the strings that a template marks."""
    for call in CALL.findall(templatize(source)):
        yield from marked_in_python(call)


def marked() -> dict[Marked, str]:
    """Return every string of the project that is shown to people, with the first file that holds it."""
    found: dict[Marked, str] = {}
    for path in written_files(".py", ".html", ".txt"):
        name = name_of(path)
        if name.startswith("templates/"):
            strings = marked_in_template(path.read_text(encoding="utf-8"))
        elif path.suffix == ".py" and name.split("/")[0] in APPS:
            strings = marked_in_python(path.read_text(encoding="utf-8"))
        else:
            continue
        for string in strings:
            found.setdefault(string, name)
    return found


class PlainCatalog(Catalog):
    """A catalogue whose header names no date and no program."""

    def _get_mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Project-Id-Version", "IdeaGene Workbench"),
            ("Language", str(self.locale)),
            ("Plural-Forms", self.plural_forms),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]


def po_of(language: str) -> Path:
    """Return where a language's catalogue lies."""
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def read(language: str) -> dict[Marked, Message]:
    """Return the messages of a catalogue, keyed as the sources mark them."""
    if not po_of(language).exists():
        return {}
    with po_of(language).open("rb") as file:
        catalog = read_po(file, locale=language, ignore_obsolete=True, abort_invalid=True)
    return {_key(message): message for message in catalog if message.id}


def _key(message: Message) -> Marked:
    words = message.id if isinstance(message.id, tuple | list) else (message.id,)
    return Marked(message.context or "", *words)


def translation_of(string: Marked, language: str, known: Mapping[Marked, Message]) -> str | tuple[str, ...]:
    """Return what a catalogue says of a string: for English the string itself, else what a person wrote, or nothing."""
    if language == SOURCE_LANGUAGE:
        return string.id
    if string in known and not known[string].fuzzy and all(words_of(known[string])):
        words = words_of(known[string])
        return words if string.plural else words[0]
    return ("",) if string.plural else ""


def catalogue(language: str, strings: Mapping[Marked, str], known: Mapping[Marked, Message]) -> PlainCatalog:
    """Return a language's catalogue of exactly these strings."""
    made = PlainCatalog(locale=language, fuzzy=False, header_comment="# See docs/translate.md.")
    for string in sorted(strings, key=lambda string: (string.singular, string.context, string.plural)):
        made.add(string.id, translation_of(string, language, known), context=string.context or None)
    return made


def po_bytes(made: PlainCatalog) -> bytes:
    """Return a catalogue as people edit it."""
    buffer = BytesIO()
    write_po(buffer, made, width=0, no_location=True, ignore_obsolete=True)
    return buffer.getvalue()


def mo_bytes(made: PlainCatalog) -> bytes:
    """Return a catalogue as the site reads it."""
    buffer = BytesIO()
    write_mo(buffer, made)
    return buffer.getvalue()


def untranslated(language: str) -> list[Marked]:
    """Return the strings of a catalogue that nobody has translated."""
    return [key for key, message in read(language).items() if message.fuzzy or not all(words_of(message))]


def words_of(message: Message) -> tuple[str, ...]:
    """Return a translation, one string for each of its plural forms."""
    words = message.string or ""
    return (words,) if isinstance(words, str) else tuple(words)


def main() -> int:
    """Rewrite all catalogues; say what is left to translate."""
    strings = marked()
    left = 0
    for language in LANGUAGES:
        path = po_of(language)
        made = catalogue(language, strings, read(language))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(po_bytes(made))
        path.with_suffix(".mo").write_bytes(mo_bytes(made))
        for string in untranslated(language):
            print(f'{name_of(path)}: "{string.singular}" ({strings[string]}) has no translation yet')
            left += 1
    print(f"{len(strings)} strings in {len(LANGUAGES)} languages, {left} left to translate")
    return 0


if __name__ == "__main__":
    sys.exit(main())
