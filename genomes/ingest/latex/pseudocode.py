"""Algorithms as lines, a step on each."""

from genomes.ingest.inline import Inline

from .commands import ALGORITHM_WORDS
from .inline import InlineReader
from .scan import Span

_ASIDE = ("comment", "tcp", "tcc", "tcp*")
# The condition stands in the braces that follow; the rest of the line is what is done.
_WITH_CONDITION = frozenset((
    "if", "elsif", "elseif", "for", "forall", "foreach", "while", "until", "uif", "eif", "uelseif", "function",
    "procedure",
))  # fmt: skip


def lines_of(reader: InlineReader, span: Span) -> list[str]:
    lines: list[str] = []
    inline = Inline()

    def end_line() -> None:
        text = inline.take()[0]
        if text:
            lines.append(text)

    cursor = reader.tex.cursor(span)
    while token := cursor.next():
        word = token.value.lower() if token.kind == "command" else ""
        if word in ALGORITHM_WORDS:
            end_line()
            inline.add(f"{ALGORITHM_WORDS[word]} ")
            if word in _WITH_CONDITION:
                reader.read(cursor.argument(), inline)
                if word not in ("function", "procedure"):
                    end_line()
        elif word in _ASIDE:
            inline.add(" ▷ ")
        elif word in ("\\", ";", "par") or token.kind == "par":
            cursor.skip("*[" if word == "\\" else "")
            end_line()
        else:
            reader.step(token, cursor, inline)
    end_line()
    return lines
