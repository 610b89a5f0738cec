"""Markdown: the canonical text is what a reader of the rendered page reads.

Signs of markup are gone (of headings, emphasis, links, quotes, lists); links and emphasis stay as their text.
A numbered list keeps its numbers. Math keeps its dollars, `$…$` and `$$…$$`, with the TeX as written.
Code keeps its layout, without the fence. An image alone in its paragraph is a figure, captioned by its text.
Table rows are written like those of every other format. Comments are not read. Footnotes come last.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from evaluator.vocabulary import PassageKind

from .document import ParsedDocument, ParsedMetadata, UnreadableFile, gettext_noop
from .front_matter import split_front_matter
from .outline import DocumentBuilder
from .tables import CELL_SEPARATOR
from .text import decode_text, newlines

_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_IMAGE_NUMBER = re.compile(r"((?:Figure|Fig\.?|Table|Tab\.?)\s*\w{1,6})\b", re.IGNORECASE)


def read_markdown(data: bytes) -> ParsedDocument:
    metadata, source = split_front_matter(decode_text(data))
    tokens = _parser().parse(source)
    title = _leading_title(tokens)
    if not metadata.title:
        metadata = replace(metadata, title=title)
    writer = _MarkdownWriter(metadata)
    if title and title.split() == metadata.title.split():
        tokens = tokens[3:]  # the heading that opens the file is the title, which is written once
    return writer.document(tokens)


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parser.use(dollarmath_plugin, allow_space=False, allow_digits=False, double_inline=True)
    return parser.use(footnote_plugin, inline=False)


def _leading_title(tokens: list[Token]) -> str:
    if len(tokens) > 1 and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        return _text(tokens[1].children or [])
    return ""


class _MarkdownWriter:
    """Writes tokens block by block; headings open and close sections by their depth."""

    def __init__(self, metadata: ParsedMetadata) -> None:
        self.metadata = metadata
        self.builder = DocumentBuilder()
        self._prefix = ""
        self._single: dict[str, Callable[[Token], None]] = {
            "fence": self._code,
            "code_block": self._code,
            "html_block": self._html,
            "math_block": self._equation,
            "math_block_label": self._equation,
            "footnote_block_open": self._footnotes,
            "footnote_open": self._footnote,
            "list_item_open": self._item,
            "list_item_close": self._item_end,
        }

    def document(self, tokens: list[Token]) -> ParsedDocument:
        with self.builder.section(self.metadata.title):
            self.builder.write(self.metadata.title)
            position = 0
            while position < len(tokens):
                position = self._step(tokens, position)
            self.builder.end_sections()
        if self.builder.is_empty:
            raise UnreadableFile(
                gettext_noop(
                    "The Markdown shows no text at all. Check that the right file was chosen, and import again."
                )
            )
        return self.builder.finish(self.metadata)

    def _step(self, tokens: list[Token], position: int) -> int:
        """Write the block that begins here; return the place behind it."""
        token = tokens[position]
        if token.type == "heading_open":
            self._heading(int(token.tag[1]), _text(tokens[position + 1].children or []))
            return position + 3
        if token.type == "table_open":
            end = next(i for i in range(position, len(tokens)) if tokens[i].type == "table_close")
            self._table(tokens[position:end])
            return end + 1
        if token.type == "inline":
            self._paragraph(token.children or [])
        elif token.type in self._single:
            self._single[token.type](token)
        return position + 1

    def _heading(self, depth: int, text: str) -> None:
        self.builder.begin_section(depth, text)

    def _paragraph(self, inline: list[Token]) -> None:
        shown = [token for token in inline if not (token.type == "text" and not token.content.strip())]
        if len(shown) == 1 and shown[0].type == "image":
            self._figure(_text(shown))
        elif len(shown) == 1 and shown[0].type == "math_inline_double":
            self._equation(shown[0])
        else:
            text = _text(inline).strip(" \t\n")
            if text.strip():
                self.builder.paragraph(self._prefix + text, label=self._prefix.strip())
                self._prefix = ""

    def _figure(self, caption: str) -> None:
        number = _IMAGE_NUMBER.match(caption)
        with self.builder.compact(PassageKind.FIGURE, number[1] if number else ""):
            self.builder.paragraph(caption)

    def _equation(self, token: Token) -> None:
        tex = token.content.strip(" \t\n")
        number = f"({token.info})" if token.type == "math_block_label" else ""
        if tex:
            with self.builder.compact(PassageKind.EQUATION, number):
                self.builder.write(f"$${tex}$$" + (f" {number}" if number else ""))

    def _table(self, tokens: list[Token]) -> None:
        rows: list[list[str]] = []
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(_text(token.children or []))
        with self.builder.compact(PassageKind.TABLE):
            for row in rows:
                if any(cell.strip() for cell in row):
                    self.builder.write(CELL_SEPARATOR.join(row))

    def _code(self, token: Token) -> None:
        self.builder.paragraph(token.content.strip("\n"), split=False)

    def _html(self, token: Token) -> None:
        self.builder.paragraph(_TAG.sub("", _without_comments(token.content)).strip(" \t\n"))

    def _item(self, token: Token) -> None:
        self._prefix = f"{token.info}{token.markup} " if token.info else ""

    def _item_end(self, _token: Token) -> None:
        self._prefix = ""

    def _footnotes(self, _token: Token) -> None:
        self.builder.end_sections()
        self.builder.begin_section(1, "", label=gettext_noop("Footnotes"))

    def _footnote(self, token: Token) -> None:
        self._prefix = f"[{token.meta.get('label') or token.meta['id'] + 1}] "


def _without_comments(html: str) -> str:
    """Drop `<!-- … -->`; by search, as a pattern would take quadratic time on comments that never close."""
    kept, position = [], 0
    while (opened := html.find("<!--", position)) >= 0 and (closed := html.find("-->", opened)) >= 0:
        kept.append(html[position:opened])
        position = closed + len("-->")
    return "".join(kept) + html[position:]


def _text(tokens: list[Token]) -> str:
    """What a reader reads of inline tokens; line breaks of the source stay."""
    pieces = []
    for token in tokens:
        match token.type:
            case "softbreak" | "hardbreak":
                pieces.append("\n")
            case "image":
                pieces.append(_text(token.children or []))
            case "math_inline":
                pieces.append(f"${token.content}$")
            case "math_inline_double":
                pieces.append(f"$${token.content}$$")
            case "footnote_ref":
                pieces.append(f"[{token.meta.get('label') or token.meta['id'] + 1}]")
            case "html_inline" | "footnote_anchor":
                pass
            case _:
                pieces.append(token.content)
    return newlines("".join(pieces))  # a character reference may stand for a carriage return
