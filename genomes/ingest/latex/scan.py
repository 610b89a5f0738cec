r"""TeX source as tokens, with its braces, environments and formulas matched once.

One pass finds every partner, so that an argument or environment that never closes costs nothing later: parsers that
try again take exponential time on sources that are cut off (pylatexenc's does: `\frac{` sixteen times is seconds).
"""

import re
from typing import NamedTuple

_VERB = r"\\(?:verb|lstinline)\*?(?P<mark>[^A-Za-z0-9\s*{\[\\])(?P<verb>[^\n]{0,500}?)(?P=mark)"
_BEGIN = r"\\begin[ \t]{0,9}\{(?P<begin>[^{}\\\n]{1,60})\}"
_END = r"\\end[ \t]{0,9}\{(?P<end>[^{}\\\n]{1,60})\}"
_PARTNER = re.compile(rf"{_BEGIN}|{_END}|{_VERB}|\\.|\$\$?|[{{}}]|\n[ \t]*\n", re.DOTALL)
_TOKEN = re.compile(
    rf"""{_BEGIN}|{_END}|{_VERB}
    |\\(?P<word>[A-Za-z]+)(?:[ \t]+|[ \t]*\n(?![ \t]*\n)[ \t]*)?
    |\\(?P<sign>.|$)
    |(?P<dollar>\$\$?)
    |(?P<par>\n[ \t]*\n\s*)
    |(?P<brace>[{{}}])
    |(?P<special>---?|``?|''?|\?`|!`|[&~])
    |(?P<text>[^\\${{}}&~\n`'\-?!]+|.)""",
    re.VERBOSE | re.DOTALL,
)
_BLANKS = re.compile(r"[ \t]*(?:\n(?![ \t]*\n)[ \t]*)?")
_OPTION = re.compile(r"[\[\]{}]|\n[ \t]*\n|\\.", re.DOTALL)
_LONGEST_OPTION = 2_000
_DEEPEST_OPTION = 8

# What stands in these is not TeX: program text, or drawings that nobody reads.
VERBATIM = frozenset(["verbatim", "verbatim*", "Verbatim", "Verbatim*", "BVerbatim", "lstlisting", "minted", "alltt"])
DROPPED = frozenset((
    "comment", "filecontents", "filecontents*", "tikzpicture", "tikzcd", "pgfpicture", "pspicture", "picture", "forest",
    "CCSXML", "asy", "circuitikz", "axis", "psfrags", "overpic", "pycode", "luacode", "diagram",
))  # fmt: skip
RAW = VERBATIM | DROPPED


class Span(NamedTuple):
    start: int
    end: int


class Token(NamedTuple):
    r"""A piece of source. `inner` is what a formula holds.

    kind   "text", "par", "special", "brace", "verb", "begin", "end", "command", "math" or "display".
    value  the text, or the name of the command or environment.
    """

    kind: str
    value: str
    start: int
    end: int
    inner: Span = Span(0, 0)


class Tex:
    """A source and the partner of each position where a group, an environment or a formula opens.

    In definitions an environment may begin in one and end in another: there `by_groups` looks at braces alone.
    """

    def __init__(self, text: str, *, by_groups: bool = False) -> None:
        self.text = text
        self._by_groups = by_groups
        self.closing: dict[int, int] = {}
        self._stack: list[tuple[str, int]] = []
        self._open: dict[str, int] = {}
        self._dollar: tuple[str, int, int] | None = None
        self._bracket: dict[str, int] = {}
        self._match()

    def cursor(self, span: Span | None = None) -> "Cursor":
        return Cursor(self, *(span or Span(0, len(self.text))))

    def _match(self) -> None:
        position, endless = 0, set[str]()
        while found := _PARTNER.search(self.text, position):
            position = found.end()
            name = found["begin"]
            if name in RAW and name not in endless:
                end = self.text.find(f"\\end{{{name}}}", position)
                if end >= 0:
                    self.closing[found.start()] = position = end
                    position += len(f"\\end{{{name}}}")
                else:
                    endless.add(name)
            else:
                position = self._pair(found)

    def _pair(self, found: re.Match[str]) -> int:
        """Note what this piece closes or opens; return where to go on."""
        piece, start = found[0], found.start()
        if found["begin"] or found["end"]:
            self._pair_environment(found["begin"], found["end"], start)
        elif piece == "{":
            self._push("{", start)
        elif piece == "}":
            self._pop_group(start)
        elif piece[0] == "$":
            return self._pair_dollar(piece, start)
        elif piece in ("\\[", "\\("):
            self._bracket[piece] = start
        elif piece in ("\\]", "\\)"):
            opened = self._bracket.pop("\\[" if piece == "\\]" else "\\(", -1)
            if opened >= 0:
                self.closing[opened] = start
        elif piece[0] == "\n":
            self._dollar = None
        return found.end()

    def _pair_environment(self, begun: str | None, ended: str | None, start: int) -> None:
        if self._by_groups:
            return
        if begun:
            self._push(begun, start)
        elif ended:
            self._pop_environment(ended, start)

    def _push(self, name: str, start: int) -> None:
        self._stack.append((name, start))
        self._open[name] = self._open.get(name, 0) + 1

    def _pop(self) -> tuple[str, int]:
        name, start = self._stack.pop()
        self._open[name] -= 1
        return name, start

    def _pop_environment(self, name: str, end: int) -> None:
        while self._open.get(name, 0):
            popped, start = self._pop()
            if popped == name:
                self.closing[start] = end
                break

    def _pop_group(self, end: int) -> None:
        if self._stack and self._stack[-1][0] == "{":
            _name, start = self._pop()
            self.closing[start] = end
            if self._dollar and self._dollar[2] > len(self._stack):
                self._dollar = None  # a formula does not reach out of its group

    def _pair_dollar(self, piece: str, start: int) -> int:
        depth = len(self._stack)
        if self._dollar is None:
            self._dollar = (piece, start, depth)
            return start + len(piece)
        opening, opened, opened_depth = self._dollar
        if depth > opened_depth or (opening == "$$" and piece == "$"):
            return start + len(piece)  # a formula inside of words inside of the formula
        self.closing[opened] = start
        self._dollar = None
        return start + len(opening)


class Cursor:
    """Goes through a span token by token. Commands of words take the blanks behind them, as TeX does."""

    def __init__(self, tex: Tex, start: int, end: int) -> None:
        self.tex, self.position, self.end = tex, start, end

    def next(self) -> Token | None:
        if self.position >= self.end:
            return None
        start = self.position
        found = _TOKEN.match(self.tex.text, start, self.end)
        if found is None:  # cannot be: the last branch takes any character
            self.position = self.end
            return None
        self.position = found.end()
        kind = str(found.lastgroup)
        if kind == "dollar":
            return self._math(start, found[0], found[0])
        if kind == "sign":
            if found["sign"] in ("[", "("):
                return self._math(start, found[0], "\\]" if found["sign"] == "[" else "\\)")
            return Token("command", found["sign"], start, found.end())
        if kind == "word":
            return Token("command", found["word"], start, found.end())
        return Token(kind, found[kind], start, found.end())

    def _math(self, start: int, opening: str, closing: str) -> Token:
        end = self.tex.closing.get(start, self.end)
        if end + len(closing) > self.end and opening == "$$":
            opening = closing = "$"
        if end + len(closing) > self.end:
            self.position = start + len(opening)
            return Token("text", opening if opening == "$" else "", start, self.position)
        if opening == "$$" and not self.tex.text.startswith("$$", end):
            closing = "$"
        self.position = end + len(closing)
        kind = "display" if opening in ("$$", "\\[") else "math"
        return Token(kind, "", start, self.position, Span(start + len(opening), end))

    def close_of(self, token: Token) -> int:
        """Where the environment that begins here ends (its `\\end`); -1 when it does not, in this span."""
        end = self.tex.closing.get(token.start, -1)
        return end if end <= self.end else -1

    def skip_environment(self, token: Token) -> Span | None:
        """Go behind an environment that begins here and return what it holds; None when it never ends."""
        end = self.close_of(token)
        if end < 0:
            return None
        found = re.compile(_END).match(self.tex.text, end)
        self.position = found.end() if found else end
        return Span(token.end, end)

    def skip_blanks(self) -> None:
        found = _BLANKS.match(self.tex.text, self.position, self.end)
        self.position = found.end() if found else self.position

    def star(self) -> bool:
        is_starred = self.position < self.end and self.tex.text[self.position] == "*"
        self.position += is_starred
        return is_starred

    def argument(self) -> Span | None:
        """The next group's inside, or the next single token; None where nothing can be an argument."""
        before = self.position
        self.skip_blanks()
        start = self.position
        if start < self.end and self.tex.text[start] == "{":
            end = self.tex.closing.get(start, self.end)
            if end < self.end:
                self.position = end + 1
                return Span(start + 1, end)
        elif start < self.end and self.tex.text[start] not in "}&\n":
            token = self.next()
            if token and token.kind == "text":
                self.position = start + 1
            return Span(start, self.position)
        self.position = before
        return None

    def option(self) -> Span | None:
        """What stands in `[…]` here; None where there is none."""
        before = self.position
        self.skip_blanks()
        start, depth, inner = self.position, 0, 0
        if start < self.end and self.tex.text[start] == "[":
            for found in _OPTION.finditer(self.tex.text, start, min(self.end, start + _LONGEST_OPTION)):
                piece = found[0]
                inner += piece == "["
                if piece[0] == "\n" or inner > _DEEPEST_OPTION:
                    break
                depth += {"{": 1, "}": -1}.get(piece, 0)
                if piece == "]" and depth == 0:
                    self.position = found.end()
                    return Span(start + 1, found.start())
        self.position = before
        return None

    def skip(self, spec: str) -> None:
        """Go behind arguments: "*" a star, "[" an option, "{" a group or token."""
        for sign in spec:
            if sign == "*":
                self.star()
            elif sign == "[":
                self.option()
            else:
                self.argument()
