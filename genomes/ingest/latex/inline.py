"""The text of one run of LaTeX: what a reader reads of commands, characters, formulas, citations and references."""

from collections.abc import Callable
from dataclasses import dataclass, field

from genomes.ingest.inline import Inline

from .commands import BEGINNINGS, CITES, DISCARDED, FOOTNOTES, MATHS, REFERENCES, TABULARS
from .maths import drawn, rows_of, tidy, units
from .numbering import UNKNOWN, Numbering
from .scan import DROPPED, VERBATIM, Cursor, Span, Tex, Token
from .symbols import ACCENTS, SPECIALS, accented, symbol

# Arguments inside of arguments; what lies deeper is left out. Real sources have about ten.
MAX_DEPTH = 60
_KINDS_BEFORE = ("autoref", "cref", "Cref", "vref")
_WITH_AUTHOR = frozenset(["citet", "textcite", "Citet", "onlinecite"])
_AUTHOR_ONLY = frozenset(["citeauthor", "Citeauthor"])
_YEAR_ONLY = frozenset(["citeyear", "citeyearpar"])
# Names of packages that sources without them use for their own ends.
_REDEFINED = frozenset(["SI", "si", "num", "ang", "qty", "unit", "char", "path", "url"])


@dataclass(frozen=True, slots=True)
class Work:
    """A work of the reference list as citations name it: "[3]", "Fox and Hen", "2001"."""

    label: str
    authors: str = ""
    year: str = ""


@dataclass(slots=True)
class State:
    """What all parts of one way through the document share. `footnotes` are (mark, source, place)."""

    numbering: Numbering
    works: dict[str, Work]
    footnotes: list[tuple[str, Tex, Span]] = field(default_factory=list)
    span_of_cell: int = 1
    depth: int = 0


class InlineReader:
    """Reads runs of one source."""

    def __init__(self, tex: Tex, state: State) -> None:
        self.tex = tex
        self.state = state
        self._handlers: dict[str, Callable[[Cursor, Inline, str], None]] = {
            "label": self._label,
            "url": self._literal,
            "path": self._literal,
            "nolinkurl": self._literal,
            "ensuremath": self._formula_argument,
            "textsuperscript": self._raised,
            "textsubscript": self._raised,
            "texorpdfstring": self._first_of_two,
            "multicolumn": self._wide_cell,
            "cmidrule": self._partial_rule,
            "enquote": self._quoted,
            "nocite": self._nocite,
            "\\": self._line_end,
            "char": self._character,
            "SI": self._quantity,
            "qty": self._quantity,
            "si": self._unit,
            "unit": self._unit,
            "num": self._number,
            "ang": self._number,
        }
        self._handlers |= dict.fromkeys(REFERENCES, self._reference)
        self._handlers |= dict.fromkeys(CITES, self._citation)
        self._handlers |= dict.fromkeys(FOOTNOTES, self._footnote)

    @property
    def known(self) -> frozenset[str]:
        """Names of commands that keep their meaning whatever the source makes of them."""
        return frozenset(self._handlers) - _REDEFINED

    def text(self, span: Span | None) -> str:
        """A run as one line, for titles, labels and cells."""
        inline = Inline()
        self.read(span, inline)
        return inline.take()[0]

    def read(self, span: Span | None, inline: Inline) -> None:
        if span is None or self.state.depth > MAX_DEPTH:
            return
        self.state.depth += 1
        cursor = self.tex.cursor(span)
        while token := cursor.next():
            self.step(token, cursor, inline)
        self.state.depth -= 1

    def step(self, token: Token, cursor: Cursor, inline: Inline) -> None:
        """Read one token, with the arguments that belong to it."""
        match token.kind:
            case "text" | "verb":
                inline.add(token.value)
            case "special":
                inline.add(SPECIALS[token.value])
            case "math" | "display":
                self.formula(token.inner, inline)
            case "par":
                inline.add(" ")
            case "begin":
                self._begin(token, cursor, inline)
            case "command":
                self._command(token.value, cursor, inline)

    def formula(self, span: Span, inline: Inline) -> None:
        tex = tidy(self.tex.text[slice(*span)], self.resolve)
        if tex:
            inline.add(f"${tex}$", mask="x")

    def resolve(self, command: str, keys: str) -> str:
        r"""What a `\ref` or `\cite` reads."""
        if command in CITES:
            return self._cited(command, keys, "", "")
        targets = [self.state.numbering.target_of(key) for key in keys.split(",")]
        numbers = [f"({each.number})" if command == "eqref" else each.number for each in targets]
        text = ", ".join(numbers)
        if command in _KINDS_BEFORE and targets[0].kind:
            return f"{targets[0].kind}\u00a0{text}"
        return UNKNOWN if command == "pageref" else text

    def _begin(self, token: Token, cursor: Cursor, inline: Inline) -> None:
        name = token.value
        if name in DROPPED:
            cursor.skip_environment(token)
        elif name in VERBATIM:
            inside = cursor.skip_environment(token)
            inline.add(self.tex.text[slice(*inside)] if inside else "")
        elif name in MATHS:
            inside = cursor.skip_environment(token)
            tex = drawn(rows_of(self.tex, name, inside, self.resolve), is_centred=False) if inside else ""
            inline.add(f"${tex}$" if tex else "", mask="x")
        else:
            cursor.skip(TABULARS.get(name) or BEGINNINGS.get(name, "["))
            inline.add(" ")

    def _command(self, name: str, cursor: Cursor, inline: Inline) -> None:
        if name in self._handlers:
            self._handlers[name](cursor, inline, name)
        elif name in DISCARDED:
            cursor.skip(DISCARDED[name])
        elif name in ACCENTS:
            span = cursor.argument()
            inline.add(accented(name, self.text(span)))
        elif (text := symbol(name)) is not None:
            inline.add(text)
        else:
            cursor.skip("*[" if name.isalpha() else "")

    def _label(self, cursor: Cursor, _inline: Inline, _name: str) -> None:
        span = cursor.argument()
        if span:
            self.state.numbering.label(self.tex.text[slice(*span)])

    def _literal(self, cursor: Cursor, inline: Inline, _name: str) -> None:
        span = cursor.argument()
        if span:
            inline.add(self.tex.text[slice(*span)].replace("\\_", "_").replace("\\%", "%").replace("\\#", "#"))

    def _formula_argument(self, cursor: Cursor, inline: Inline, _name: str) -> None:
        span = cursor.argument()
        if span:
            self.formula(span, inline)

    def _raised(self, cursor: Cursor, inline: Inline, name: str) -> None:
        text = self.text(cursor.argument())
        is_superscript = name == "textsuperscript"
        inline.add(inline.sign_of(text, is_superscript=is_superscript) + text)

    def _first_of_two(self, cursor: Cursor, inline: Inline, _name: str) -> None:
        self.read(cursor.argument(), inline)
        cursor.argument()

    def _wide_cell(self, cursor: Cursor, inline: Inline, _name: str) -> None:
        width, _form = self.text(cursor.argument()), cursor.argument()
        if width.isascii() and width.isdigit() and len(width) < 4:
            self.state.span_of_cell = int(width)
        self.read(cursor.argument(), inline)

    def _partial_rule(self, cursor: Cursor, _inline: Inline, _name: str) -> None:
        cursor.option()
        if self.tex.text.startswith("(", cursor.position):
            closed = self.tex.text.find(")", cursor.position, cursor.end)
            cursor.position = closed + 1 if closed >= 0 else cursor.position
        cursor.argument()

    def _quoted(self, cursor: Cursor, inline: Inline, _name: str) -> None:
        cursor.star()
        inline.add("“")
        self.read(cursor.argument(), inline)
        inline.add("”")

    def _nocite(self, cursor: Cursor, _inline: Inline, _name: str) -> None:
        span = cursor.argument()
        for key in self.tex.text[slice(*span)].split(",") if span else ():
            self.state.numbering.found.cited.setdefault(key.strip())

    def _line_end(self, cursor: Cursor, inline: Inline, _name: str) -> None:
        cursor.skip("*[")
        inline.add(" ")

    def _number(self, cursor: Cursor, inline: Inline, name: str) -> None:
        cursor.option()
        self.read(cursor.argument(), inline)
        inline.add("°" if name == "ang" else "")

    def _unit(self, cursor: Cursor, inline: Inline, _name: str) -> None:
        cursor.option()
        span = cursor.argument()
        inline.add(units(self.tex.text[slice(*span)]) if span else "")

    def _quantity(self, cursor: Cursor, inline: Inline, name: str) -> None:
        self._number(cursor, inline, name)
        inline.add("\u00a0")
        self._unit(cursor, inline, name)

    def _character(self, cursor: Cursor, _inline: Inline, _name: str) -> None:
        r"""`\char"20AC` and the like stand for signs of a font that is not known here: passed over."""
        while cursor.position < cursor.end and self.tex.text[cursor.position] in "`'\"0123456789ABCDEF":
            cursor.position += 1

    def _reference(self, cursor: Cursor, inline: Inline, name: str) -> None:
        cursor.star()
        span = cursor.argument()
        if span:
            inline.add(self.resolve(name, self.tex.text[slice(*span)]))

    def _citation(self, cursor: Cursor, inline: Inline, name: str) -> None:
        cursor.star()
        first, second = cursor.option(), cursor.option()
        keys = cursor.argument()
        before, after = (self.text(first), self.text(second)) if second else ("", self.text(first))
        if keys:
            inline.add(self._cited(name, self.tex.text[slice(*keys)], before, after))

    def _cited(self, name: str, keys: str, before: str, after: str) -> str:
        names = [key.strip() for key in keys.split(",") if key.strip()]
        for key in names:
            self.state.numbering.found.cited.setdefault(key)
        works = [self.state.works.get(key, Work(f"[{key}]")) for key in names]
        if name in _YEAR_ONLY:
            return ", ".join(work.year or work.label for work in works)
        if name in _AUTHOR_ONLY:
            return ", ".join(work.authors or work.label for work in works)
        if name in _WITH_AUTHOR:
            return ", ".join(f"{work.authors} {work.label}".strip() for work in works)
        numbers = ", ".join(work.label.removeprefix("[").removesuffix("]") for work in works)
        return "[" + (f"{before} " if before else "") + numbers + (f", {after}" if after else "") + "]"

    def _footnote(self, cursor: Cursor, inline: Inline, name: str) -> None:
        number = cursor.option()
        mark = self.text(number)
        if not mark and name != "footnotetext":
            mark = self.state.numbering.step("footnote", "Footnote")
        if name != "footnotetext":
            inline.add(inline.sign_of(mark, is_superscript=True) + mark, mask=" ")
        span = cursor.argument() if name != "footnotemark" else None
        if span:
            mark = mark or self.state.numbering.printed("footnote")
            self.state.footnotes.append((mark, self.tex, span))
