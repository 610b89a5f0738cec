"""Macros of the source's own, put in place of their names before anything is read.

Only what text and formulas need: commands and environments with arguments, aliases, operators. Names that the reader
itself knows (sections, captions, citations) keep their meaning whatever the source makes of them.
"""

import re
from dataclasses import dataclass, field

from genomes.ingest.document import UnreadableFile, gettext_noop

from .scan import RAW, Cursor, Span, Tex

# A macro inside of a macro, and so on; what goes on deeper stays as it is written.
MAX_DEPTH = 16
MAX_EXPANDED = 8 * 1024 * 1024
_COST_OF_ONE = 64
_NAME = re.compile(r"\s*\{?\s*(?:\\([A-Za-z@]+|.))\s*\}?", re.DOTALL)
_PARAMETERS = re.compile(r"[^{}\\]{0,60}(?=\{)")
_ENVIRONMENT = re.compile(r"\*?\s*\{([^{}\\\n]{1,60})\}")
_SLOT = re.compile(r"#([1-9])|##")
_WORD_AT_END = re.compile(r"\\[A-Za-z]+\Z")
_SEPARATE = re.compile(r"[A-Za-z0-9(]")
_COUNTERS = ("equation", "figure", "table", "section", "algorithm")
_COMMANDS = frozenset(["newcommand", "renewcommand", "providecommand", "DeclareRobustCommand", "newcommandx"])
_DEFS = frozenset(["def", "gdef", "edef", "xdef"])
_ENVIRONMENTS = frozenset(["newenvironment", "renewenvironment"])
_THEOREMS = frozenset(["newtheorem", "spnewtheorem"])
_OPERATORS = frozenset(["DeclareMathOperator"])
_WITHIN = frozenset(["numberwithin", "counterwithin"])
_DELIMITERS = frozenset(["DeclarePairedDelimiter"])
_DEFINERS = _COMMANDS | _DEFS | _ENVIRONMENTS | _THEOREMS | _OPERATORS | _WITHIN | _DELIMITERS | {"let"}


@dataclass(frozen=True, slots=True)
class Macro:
    """`default` is that of the first argument, when it may be left out; `is_starred` if a star may follow the name."""

    body: str
    arguments: int = 0
    default: str | None = None
    is_starred: bool = False


@dataclass(frozen=True, slots=True)
class Theorem:
    """`counter` is another theorem's when they are numbered together; "" when it has no number."""

    title: str
    counter: str
    within: str = ""


@dataclass(slots=True)
class Definitions:
    macros: dict[str, Macro] = field(default_factory=dict)
    endings: dict[str, str] = field(default_factory=dict)
    theorems: dict[str, Theorem] = field(default_factory=dict)
    within: dict[str, str] = field(default_factory=dict)


class Expander:
    """Reads definitions and uses them, in the order of the source. `known` are names that keep their meaning."""

    def __init__(self, known: frozenset[str], environments: frozenset[str]) -> None:
        self.found = Definitions()
        self._known = known
        self._environments = environments
        self._spent = 0

    def expand(self, text: str, depth: int = 0) -> str:
        """The text with its macros replaced. Raises UnreadableFile when they grow past all bounds."""
        if "\\" not in text:
            return text
        cursor = Tex(text, by_groups=True).cursor()
        pieces: list[str] = []
        while token := cursor.next():
            new: str | None = None
            if token.kind == "command":
                new = self._command(cursor, token.value, token.start, depth)
            elif token.kind == "begin" and token.value in RAW:
                cursor.skip_environment(token)
            elif token.kind == "begin" and f"begin {token.value}" in self.found.macros:
                new = self._use(cursor, self.found.macros[f"begin {token.value}"], depth)
            elif token.kind == "end" and token.value in self.found.endings:
                new = self._deeper(self.found.endings[token.value], depth)
            elif token.kind in ("math", "display"):
                cursor.position = token.inner.start  # macros are replaced inside of formulas too
            _append(pieces, text[token.start : cursor.position] if new is None else new, is_new=new is not None)
        return "".join(pieces)

    def _command(self, cursor: Cursor, name: str, start: int, depth: int) -> str | None:
        """What to write for a command; None to leave it as it is."""
        if name in _DEFINERS:
            self._define(cursor, name, start)
            return ""
        macro = self.found.macros.get(name)
        return None if macro is None else self._use(cursor, macro, depth)

    def _use(self, cursor: Cursor, macro: Macro, depth: int) -> str | None:
        text = cursor.tex.text
        if macro.is_starred:
            cursor.star()
        arguments: list[str] = []
        if macro.default is not None:
            given = cursor.option()
            arguments.append(macro.default if given is None else text[slice(*given)])
        while len(arguments) < macro.arguments:
            span = cursor.argument()
            arguments.append("" if span is None else text[slice(*span)])
        body = macro.body
        if body.endswith("\\xspace"):
            following = text[cursor.position : cursor.position + 1]
            body = body.removesuffix("\\xspace") + (" " if _SEPARATE.match(following) else "")
        return self._deeper(_filled(body, arguments), depth)

    def _deeper(self, body: str, depth: int) -> str:
        self._spent += len(body) + _COST_OF_ONE
        if self._spent > MAX_EXPANDED:
            raise UnreadableFile(
                gettext_noop(
                    "The macros of the source grow to more than %(limit)d MiB when they are replaced by what they stand"
                    " for. Look for a definition that uses itself, and import the mended source."
                ),
                limit=MAX_EXPANDED // 1024**2,
            )
        return body if depth >= MAX_DEPTH else self.expand(body, depth + 1)

    def _define(self, cursor: Cursor, name: str, start: int) -> None:
        cursor.position = start + 1 + len(name)  # the name that follows may begin with the blanks just taken
        if name in _THEOREMS:
            self._theorem(cursor, has_font=name == "spnewtheorem")
        elif name in _ENVIRONMENTS:
            self._environment(cursor)
        elif name in _WITHIN:
            inner, outer = _text_of(cursor), _text_of(cursor)
            self.found.within[inner] = outer
        else:
            self._macro(cursor, name)

    def _macro(self, cursor: Cursor, definer: str) -> None:
        is_starred = cursor.star()
        found = _NAME.match(cursor.tex.text, cursor.position, cursor.end)
        if found is None:
            return
        cursor.position = found.end()
        name = found[1]
        if definer == "let":
            self._alias(cursor, name)
            return
        if definer in _DEFS:
            macro = _plain_definition(cursor)
        elif definer in _OPERATORS:
            star = "*" if is_starred else ""
            macro = Macro(f"\\operatorname{star}{{{_text_of(cursor)}}}")
        elif definer in _DELIMITERS:
            left, right = _text_of(cursor), _text_of(cursor)
            macro = Macro(f"{left} #1 {right}", 1, is_starred=True)
        else:
            macro = _new_command(cursor)
        if macro is not None:
            self._keep(name, macro)

    def _keep(self, name: str, macro: Macro) -> None:
        counter = name.removeprefix("the")
        if name.startswith("the") and counter in _COUNTERS:
            outer = next((each for each in ("chapter", "section") if f"\\the{each}" in macro.body), "")
            if outer and outer != counter:
                self.found.within[counter] = outer
        elif name not in self._known:
            self.found.macros[name] = macro

    def _alias(self, cursor: Cursor, name: str) -> None:
        cursor.skip_blanks()
        if cursor.position < cursor.end and cursor.tex.text[cursor.position] == "=":
            cursor.position += 1
        found = _NAME.match(cursor.tex.text, cursor.position, cursor.end)
        if found and not found[0].lstrip().startswith("{"):
            cursor.position = found.end(1)
            self._keep(name, self.found.macros.get(found[1], Macro(f"\\{found[1]}")))

    def _theorem(self, cursor: Cursor, *, has_font: bool) -> None:
        is_starred = cursor.star()
        name = _text_of(cursor)
        shared = cursor.option()
        title = _text_of(cursor)
        within = cursor.option()
        if has_font:
            cursor.skip("{{")
        text = cursor.tex.text
        counter = text[slice(*shared)].strip() if shared else name
        self.found.theorems[name] = Theorem(
            title, "" if is_starred else counter, text[slice(*within)].strip() if within else ""
        )

    def _environment(self, cursor: Cursor) -> None:
        found = _ENVIRONMENT.match(cursor.tex.text, cursor.position, cursor.end)
        if found is None:
            return
        cursor.position = found.end()
        beginning = _new_command(cursor)
        closing = cursor.argument()
        ending = cursor.tex.text[slice(*closing)] if closing else ""
        name = found[1]
        if beginning is not None and name not in self._environments:
            self.found.macros[f"begin {name}"] = beginning
            self.found.endings[name] = ending


def _text_of(cursor: Cursor) -> str:
    span: Span | None = cursor.argument()
    return cursor.tex.text[slice(*span)].strip() if span else ""


def _new_command(cursor: Cursor) -> Macro | None:
    """`[2][default]{body}` behind a name."""
    count, default = cursor.option(), cursor.option()
    body = cursor.argument()
    text = cursor.tex.text
    if body is None:
        return None
    number = text[slice(*count)].strip() if count else "0"
    return Macro(
        text[slice(*body)],
        int(number) if number in "0123456789" and number else 0,
        text[slice(*default)] if default else None,
    )


def _plain_definition(cursor: Cursor) -> Macro | None:
    """`#1#2{body}` behind a name; None for arguments that end with signs of their own."""
    found = _PARAMETERS.match(cursor.tex.text, cursor.position, cursor.end)
    if found is None:
        return None
    cursor.position = found.end()
    body = cursor.argument()
    parameters = found[0].strip()
    count = len(parameters) // 2
    if body is None or parameters != "".join(f"#{number}" for number in range(1, count + 1)):
        return None
    return Macro(cursor.tex.text[slice(*body)], count)


def _filled(body: str, arguments: list[str]) -> str:
    if "#" not in body:
        return body
    pieces: list[str] = []
    position = 0
    for slot in _SLOT.finditer(body):
        _append(pieces, body[position : slot.start()])
        number = int(slot[1] or 0)
        _append(pieces, arguments[number - 1] if 0 < number <= len(arguments) else "#", is_new=True)
        position = slot.end()
    _append(pieces, body[position:], is_new=True)
    return "".join(pieces)


def _append(pieces: list[str], text: str, *, is_new: bool = False) -> None:
    """Add text; a command before it keeps apart from letters that were not behind it, and a raised macro together."""
    if not text:
        return
    before = pieces[-1] if pieces else ""
    if text[0].isalpha() and text[0].isascii() and _WORD_AT_END.search(before[-60:]):
        pieces.append(" ")
    if is_new and before.endswith(("^", "_")) and not before.endswith(("\\^", "\\_")) and text[0] == "\\":
        text = f"{{{text}}}"
    pieces.append(text)
