"""Walks a LaTeX document in reading order and writes it, block by block."""

from collections.abc import Callable

from evaluator.vocabulary import PassageKind
from genomes.ingest.document import gettext_noop
from genomes.ingest.inline import Inline
from genomes.ingest.outline import DocumentBuilder
from genomes.ingest.tables import written_rows

from . import commands
from .inline import InlineReader, State
from .lists import Listing, listing
from .macros import Theorem
from .maths import Row, drawn, groups_of, rows_of
from .numbering import SECTIONS, Target, letters
from .pseudocode import lines_of
from .scan import DROPPED, VERBATIM, Cursor, Span, Tex, Token
from .tables import rows_of as cells_of

_DOCUMENT_PARTS = frozenset(["document", "frontmatter", "appendices", "subappendices"])
# Floats in floats in floats; what lies deeper is left out.
_MAX_NESTING = 12
_DEEPEST_LIST = 6  # LaTeX has no more


class BodyReader:
    """Writes blocks into the builder. Lists of references are only noted, in `reference_lists`."""

    def __init__(self, tex: Tex, builder: DocumentBuilder, state: State, theorems: dict[str, Theorem]) -> None:
        self.tex = tex
        self.builder = builder
        self.state = state
        self.inline = InlineReader(tex, state)
        self.reference_lists: list[Span] = []
        self._theorems = theorems
        self._text = Inline()
        self._prefix = ("", "")  # what is printed before the next paragraph, and the paragraph's label
        self._lists: list[Listing] = []
        self._floats: list[tuple[str, Span]] = []
        self._captions: dict[int, Target] = {}  # where the first caption of a float stands, and what it numbers
        self._subs: list[int] = []
        self._nesting = 0
        self._commands: dict[str, Callable[[Cursor], None]] = {
            "par": lambda cursor: self.end_paragraph(),
            "item": self._item,
            "appendix": lambda cursor: self.state.numbering.begin_appendix(),
            "caption": self._caption,
            "subfigure": self._sub_float,
            "subfloat": self._sub_float,
            "abstract": lambda cursor: self._labelled_section(cursor.argument(), gettext_noop("Abstract")),
            "keywords": lambda cursor: self._keywords(cursor.argument()),
        }

    @property
    def known(self) -> frozenset[str]:
        """Names of commands that keep their meaning whatever the source makes of them."""
        return self.inline.known | frozenset(self._commands) | frozenset(SECTIONS) | frozenset(["maketitle", "bibitem"])

    def flow(self, span: Span) -> None:
        """Write a part of the document, and what waited for the end of its last paragraph."""
        self._nesting += 1
        cursor = self.tex.cursor(span)
        while token := cursor.next():
            if token.kind == "par":
                self.end_paragraph()
            elif token.kind == "display":
                self._equations(rows_of(self.tex, "", token.inner, self.inline.resolve), is_centred=False)
            elif token.kind == "begin":
                self._begin(token, cursor)
            elif token.kind == "end":
                self._end(token)
            elif token.kind == "command" and token.value in SECTIONS:
                self._heading(token.value, cursor)
            elif token.kind == "command" and token.value in self._commands:
                self._commands[token.value](cursor)
            else:
                self.inline.step(token, cursor, self._text)
        self.end_paragraph()
        self._nesting -= 1

    def write_notes(self) -> None:
        """The footnotes that were called, and those that are called in them."""
        if not self.state.footnotes:
            return
        with self.builder.section(gettext_noop("Footnotes")):
            while self.state.footnotes:
                mark, _tex, span = self.state.footnotes.pop(0)
                self._prefix = (mark, mark)
                self.flow(span)
                self._prefix = ("", "")
            self.builder.end_sections()

    def end_paragraph(self) -> None:
        self._write_paragraph()
        if self._floats and self._nesting <= _MAX_NESTING:
            floats, self._floats = self._floats, []
            for name, span in floats:
                self._float(name, span)

    def _write_paragraph(self) -> None:
        text, shadow = self._text.take()
        if not text.strip():
            return
        (printed, label), self._prefix = self._prefix, ("", "")
        if printed:
            text, shadow = f"{printed} {text}", " " * len(printed) + f" {shadow}"
        self.builder.paragraph(text, shadow, label=label)

    def _begin(self, token: Token, cursor: Cursor) -> None:
        name = token.value
        if name in DROPPED:
            cursor.skip_environment(token)
        elif name in commands.FLOATS or name in commands.TABULARS or name in commands.MATHS or name in VERBATIM:
            self._whole(token, cursor)
        elif name in commands.ALGORITHMICS:
            self.end_paragraph()
            cursor.option()
            self._code(lines_of(self.inline, cursor.skip_environment(token) or Span(token.end, token.end)))
        elif name == "thebibliography":
            self.end_paragraph()
            self.reference_lists.append(cursor.skip_environment(token) or Span(token.end, cursor.end))
            cursor.position = max(cursor.position, self.reference_lists[-1].end)
        elif name in commands.LISTS:
            self.end_paragraph()
            self._begin_list(name, cursor)
        elif name in self._theorems:
            self._begin_theorem(name, cursor)
        elif name == "abstract" or name in commands.KEYWORDS:
            self._front(token, cursor)
        else:
            self._begin_other(name, cursor)

    def _begin_other(self, name: str, cursor: Cursor) -> None:
        if name in commands.SUB_FLOATS:
            self._subs.append(0)
        elif name == "subequations":
            self.state.numbering.begin_group()
        elif name in ("appendices", "subappendices"):
            self.state.numbering.begin_appendix()
        self._write_paragraph()
        cursor.skip(commands.BEGINNINGS.get(name, "["))

    def _end(self, token: Token) -> None:
        self._write_paragraph()
        if token.value in commands.LISTS and self._lists:
            self._lists.pop()
        elif token.value in commands.SUB_FLOATS and self._subs:
            self._subs.pop()
        elif token.value == "subequations":
            self.state.numbering.end_group()
        self._prefix = ("", "")

    def _whole(self, token: Token, cursor: Cursor) -> None:
        """An environment that is taken as a whole; one that never ends is passed over as if it had not begun."""
        name, start = token.value, cursor.position
        span = cursor.skip_environment(token)
        if span is None:
            cursor.position = start
        elif name in commands.MATHS and name != "math":
            rows = rows_of(self.tex, name, _behind(self.tex, span, _math_arguments(name)), self.inline.resolve)
            self._equations(rows, is_centred=name.startswith(("gather", "multline")))
        elif name == "math":
            self.inline.formula(span, self._text)
        elif name in VERBATIM:
            self.end_paragraph()
            inside = _behind(self.tex, span, "[{" if name == "minted" else "[")
            self._code(self.tex.text[slice(*inside)].split("\n"))
        elif name in commands.FLOATS:
            self._floats.append((name, _behind(self.tex, span, commands.BEGINNINGS.get(name, "["))))
            if not self._has_text():
                self.end_paragraph()
        else:
            self._write_paragraph()
            self._table(name, span)

    def _has_text(self) -> bool:
        return self._text.last not in ("", " ")

    def _front(self, token: Token, cursor: Cursor) -> None:
        self.end_paragraph()
        span = cursor.skip_environment(token)
        if span is None:
            return
        if token.value == "abstract":
            self._labelled_section(_behind(self.tex, span, "["), gettext_noop("Abstract"))
        else:
            self._keywords(_behind(self.tex, span, "["))

    def _labelled_section(self, span: Span | None, label: str) -> None:
        self.end_paragraph()
        if span is None or self._nesting > _MAX_NESTING:
            return
        self.builder.end_sections()
        with self.builder.section(label):
            self.flow(span)
            self.builder.end_sections()

    def _keywords(self, span: Span | None) -> None:
        self.end_paragraph()
        self.builder.end_sections()
        with self.builder.section(gettext_noop("Keywords")):
            self.builder.paragraph(self.inline.text(span), split=False)

    def _heading(self, name: str, cursor: Cursor) -> None:
        is_starred = cursor.star()
        cursor.option()
        span = cursor.argument()
        self.end_paragraph()
        self._lists.clear()
        number = "" if is_starred else self.state.numbering.heading_number(name)
        heading = " ".join(part for part in (number, self.inline.text(span)) if part)
        if heading:
            self.builder.begin_section(SECTIONS[name] + 1, heading)

    def _begin_list(self, name: str, cursor: Cursor) -> None:
        option = cursor.option()
        depth = sum(each.name == name for each in self._lists[-_DEEPEST_LIST:])
        self._lists.append(listing(name, self.tex.text[slice(*option)] if option else "", depth))

    def _item(self, cursor: Cursor) -> None:
        self.end_paragraph()
        option = cursor.option()
        if option is not None:
            own = self.inline.text(option)
            self._prefix = (own, own)
        elif self._lists:
            sign, bare = self._lists[-1].next_sign()
            self._prefix = (sign, sign)
            self.state.numbering.name_item(bare)

    def _begin_theorem(self, name: str, cursor: Cursor) -> None:
        self.end_paragraph()
        theorem = self._theorems[name]
        title = self.inline.text(cursor.option())
        number = self.state.numbering.step(theorem.counter, theorem.title) if theorem.counter else ""
        label = " ".join(part for part in (theorem.title, number) if part)
        if name == "proof" and title:
            label, title = title, ""
        self._prefix = (f"{label} ({title})." if title else f"{label}.", label)

    def _equations(self, rows: list[Row], *, is_centred: bool) -> None:
        self._write_paragraph()
        for group in groups_of(rows):
            label = ""
            for row in group:
                if row.has_number:
                    number = row.number or f"({self.state.numbering.step('equation', 'Equation')})"
                    label = number
                    if row.number:
                        self.state.numbering.name_equation(row.number)
            for name in (name for row in group for name in row.labels):
                self.state.numbering.label(name)
            tex = drawn(group, is_centred=is_centred)
            with self.builder.compact(PassageKind.EQUATION, label):
                self.builder.write(" ".join(part for part in (f"$${tex}$$" if tex else "", label) if part))

    def _table(self, name: str, span: Span) -> None:
        inside = _behind(self.tex, span, commands.TABULARS[name])
        captions = _captions(self.tex, inside) if name in ("longtable", "xltabular", "longtabu") else []
        label = f"Table {self.state.numbering.step('table', 'Table')}" if captions else ""
        with self.builder.compact(PassageKind.TABLE, label):
            self.builder.write(label)
            for _position, words, _is_part in captions[:1]:
                self.builder.paragraph(*self._text_of(words))
            self._rows(inside)

    def _rows(self, span: Span) -> None:
        for row in written_rows(cells_of(self.inline, span)):
            self.builder.write(row)

    def _float(self, name: str, span: Span) -> None:
        """A float: its label and caption first, then what else it holds."""
        printed = commands.FLOATS[name]
        kind = PassageKind.TABLE if printed == "Table" else PassageKind.FIGURE
        outer = self._lists, self._prefix, self._subs
        self._lists, self._prefix, self._subs = [], ("", ""), []
        captions = [each for each in _captions(self.tex, span) if not each[2]]
        label = f"{printed} {self.state.numbering.step(printed.lower(), printed)}" if captions else ""
        with self.builder.compact(kind, label):
            self.builder.write(label)
            if captions:
                self._captions[captions[0][0]] = self.state.numbering.target
                self.builder.paragraph(*self._text_of(captions[0][1]))
            self._flow_in_float(span, kind)
        self._lists, self._prefix, self._subs = outer

    def _flow_in_float(self, span: Span, kind: PassageKind) -> None:
        """Rows of a table stand in it directly, not in a table of their own."""
        if kind is not PassageKind.TABLE:
            self.flow(span)
            return
        cursor = self.tex.cursor(span)
        start = span.start
        while token := cursor.next():
            if token.kind == "begin" and token.value in commands.TABULARS:
                inside = cursor.skip_environment(token)
                if inside:
                    self.flow(Span(start, token.start))
                    start = cursor.position
                    for row in written_rows(
                        cells_of(self.inline, _behind(self.tex, inside, commands.TABULARS[token.value]))
                    ):
                        self.builder.write(row)
        self.flow(Span(start, span.end))

    def _caption(self, cursor: Cursor) -> None:
        """A caption that is not the first of its float: a part's, or that of a second figure beside it."""
        position = cursor.position
        is_starred = cursor.star()
        cursor.option()
        span = cursor.argument()
        if position in self._captions:
            self.state.numbering.target = self._captions[position]
        if position in self._captions or span is None:
            return
        self._write_paragraph()
        text, shadow = self._text_of(span)
        if self._subs:
            self._write_part(text)
        elif is_starred:
            self.builder.paragraph(text, shadow)
        else:
            label = f"Figure {self.state.numbering.step('figure', 'Figure')}"
            self.builder.paragraph(f"{label}: {text}", label=label)

    def _sub_float(self, cursor: Cursor) -> None:
        r"""`\subfloat[words]{picture}`."""
        option = cursor.option()
        self._write_paragraph()
        self._write_part(self._text_of(option)[0] if option else "")

    def _write_part(self, text: str) -> None:
        sign = f"({letters(self.state.numbering.next_part()).lower()})"
        if text:
            self.builder.paragraph(f"{sign} {text}", label=sign)

    def _text_of(self, span: Span) -> tuple[str, str]:
        inline = Inline()
        self.inline.read(span, inline)
        return inline.take()

    def _code(self, lines: list[str]) -> None:
        self.builder.paragraph("\n".join(lines).strip("\n").rstrip(), split=False)


def _behind(tex: Tex, span: Span, arguments: str) -> Span:
    """What an environment holds behind its arguments."""
    cursor = tex.cursor(span)
    cursor.skip(arguments)
    return Span(cursor.position, span.end)


def _math_arguments(name: str) -> str:
    return {"alignat": "{", "xalignat": "{", "IEEEeqnarray": "[{"}.get(name.removesuffix("*"), "")


def _captions(tex: Tex, span: Span) -> list[tuple[int, Span, bool]]:
    r"""(where it stands, its words, is it a part's) of each `\caption` in a float."""
    found: list[tuple[int, Span, bool]] = []
    cursor = tex.cursor(span)
    parts_end = -1
    while token := cursor.next():
        if token.kind == "begin" and token.value in commands.SUB_FLOATS:
            parts_end = max(parts_end, cursor.close_of(token))
        elif token.kind == "command" and token.value == "caption":
            position = cursor.position
            is_starred = cursor.star()
            cursor.option()
            words = cursor.argument()
            if words and not is_starred:
                found.append((position, words, position < parts_end))
    return found
