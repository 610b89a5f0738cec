"""LaTeX in bibliographies to the characters that it means, and back. Formulas stay TeX, as in the texts of papers."""

import re

from pylatexenc.latex2text import LatexNodes2Text
from pylatexenc.latexwalker import LatexWalkerError

# Characters that mean something to LaTeX and mostly stand for themselves in the bibliographies people have.
_BARE = re.compile(r"(?<!\\)(?:\\\\)*[%&#]")
# Commands that pylatexenc does not know, in words that it does.
_FURTHER = {
    "textbraceleft": r"\{",
    "textbraceright": r"\}",
    "textasciicircum": "^",
    "LaTeX": "LaTeX",
    "TeX": "TeX",
    "BibTeX": "BibTeX",
}
_FURTHER_COMMAND = re.compile(rf"\\({'|'.join(_FURTHER)})(?![A-Za-z])\s?(?:\{{\}})?")
_COMMAND = re.compile(r"\\[A-Za-z]+\s?|[{}\\]")
_SPECIAL = re.compile(r"[\\{}$~`'<>?!&%#]|--")

# A formula opens before and closes after something, as in the texts of papers: "$5 and $6" is money.
_FORMULA = re.compile(r"\$(?=\S)([^$%&#]+)(?<=[^\s\\])\$(?!\d)")
_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",  # BibTeX counts every brace, also an escaped one
    "}": r"\textbraceright{}",
    "$": r"\$",
    "%": r"\%",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}
# Signs that LaTeX joins with the next to another: "--" is a dash, "<<" a quotation mark.
_JOINED = re.compile(r"(?<=-)(?=-)|(?<=`)(?=`)|(?<=')(?=')|(?<=<)(?=<)|(?<=>)(?=>)|(?<=[?!])(?=`)|(?<=,)(?=,)")

_TO_TEXT = LatexNodes2Text(math_mode="verbatim", strict_latex_spaces=True, keep_comments=True)


def decode(text: str) -> str:
    r"""LaTeX as characters: `{\"o}` is “ö”, braces go, `$x^2$` stays. What cannot be understood loses its commands."""
    if not _SPECIAL.search(text):
        return text
    prepared = _BARE.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", text)
    prepared = _FURTHER_COMMAND.sub(lambda found: _FURTHER[found[1]], prepared)
    try:
        # Not tolerant: the parser would try again what is cut off, twice as long for each command around it.
        return str(_TO_TEXT.latex_to_text(prepared, tolerant_parsing=False))
    except (LatexWalkerError, RecursionError, IndexError, ValueError):
        return _COMMAND.sub("", text)


def encode(text: str) -> str:
    """Characters as LaTeX that `decode` reads back; a formula between dollars stays a formula."""
    parts, at = [], 0
    for formula in _FORMULA.finditer(text):
        if _is_balanced(formula[1]):
            parts += [_escaped(text[at : formula.start()]), formula[0]]
            at = formula.end()
    return "".join([*parts, _escaped(text[at:])])


def _escaped(text: str) -> str:
    """Every character for itself."""
    return "".join(_ESCAPES.get(char, char) for char in _JOINED.sub("\N{NULL}", text)).replace("\N{NULL}", "{}")


def _is_balanced(formula: str) -> bool:
    r"""Whether a formula's braces pair up and it ends no command, so that its dollars hold it together."""
    depth = 0
    for sign in re.findall(r"\\.|[{}]", formula):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if depth < 0:
            return False
    return depth == 0
