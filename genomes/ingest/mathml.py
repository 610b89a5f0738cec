"""Formulas as TeX: the TeX that the file gives, else a readable TeX-like line made from its MathML.

Symbols stay as they are (α, ≤, ∑): people read them and TeX engines of today accept them.
"""

import re
from collections.abc import Iterable

from lxml import etree

from .xml import XML_SPACE, children, collapse, descendants, name_of, plain_text, raw_text

_DOCUMENT = re.compile(r"\\begin\{document\}(.*?)\\end\{document\}", re.DOTALL)
_COMMENT = re.compile(r"(?<!\\)%[^\n]*(\n?)")
_SPACE = re.compile(r"[ \t\n\r]+")
_TEXT_RUN = re.compile(r"\\text\{[^{}]*\}(?: ?\\text\{[^{}]*\})+")
_TEXT_SEAM = re.compile(r"\}( ?)\\text\{")
# Environments that KaTeX does not know, by those that draw the same.
_NOT_DRAWN = {
    f"\\{edge}{{{old}{star}}}": f"\\{edge}{{{new}}}"
    for edge in ("begin", "end")
    for old, new in (("eqnarray", "aligned"), ("multline", "gathered"))
    for star in ("", "*")
}
_DELIMITERS = (("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"), ("$", "$"))
_ESCAPES = {"{": r"\{", "}": r"\}", "%": r"\%", "#": r"\#", "$": r"\$", "&": r"\&", "_": r"\_", "\\": r"\backslash "}
# Words of MathML that are left-over commands; a backslash as such is a command of its own inside of \text.
_COMMAND_IN_WORDS = re.compile(r"\\([A-Za-z]+)")
_MEANT = {"degree": "°", "degrees": "°", "textdegree": "°", "circ": "°", "percent": "%", "celsius": "°C"}
_TEXT_ESCAPES = _ESCAPES | {"\\": r"\textbackslash "}
_INVISIBLE = dict.fromkeys(map(ord, "\u2061\u2062\u2063\u2064"))
_ACCENTS = {
    "^": r"\hat", "ˆ": r"\hat", "~": r"\tilde", "˜": r"\tilde", "¯": r"\bar", "‾": r"\bar", "_": r"\bar", "¨": r"\ddot",
    "˙": r"\dot", ".": r"\dot", "→": r"\vec", "⃗": r"\vec", "ˇ": r"\check", "⏞": r"\overbrace", "˘": r"\breve",
    "´": r"\acute", "`": r"\grave", "\u0300": r"\grave", "\u0301": r"\acute", "\u0302": r"\hat", "\u0303": r"\tilde",
    "\u0304": r"\bar", "\u0305": r"\bar", "\u0306": r"\breve", "\u0307": r"\dot", "\u0308": r"\ddot",
    "\u030c": r"\check",
}  # fmt: skip
_FUNCTIONS = frozenset((
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "det", "dim", "exp", "gcd",
    "hom", "inf", "ker", "lg", "lim", "liminf", "limsup", "ln", "log", "max", "min", "Pr", "sec", "sin", "sinh",
    "sup", "tan", "tanh"
))  # fmt: skip
_CONTAINERS = frozenset(["math", "mrow", "mstyle", "mpadded", "merror", "mtd", "menclose", "mlabeledtr", "maction"])


def tex_of(element: etree._Element) -> str:
    """TeX of a formula element (or of the one formula inside it), without delimiters; "" when it is only an image."""
    given = next(descendants(element, "tex-math"), None)
    if given is not None:
        return bare_tex(raw_text(given))
    math = next(descendants(element, "math"), None)
    if math is None:
        return ""
    for note in descendants(math, "annotation"):
        if "tex" in str(note.get("encoding", "")).lower():
            return bare_tex(raw_text(note))
    tex = collapse(_linear(math)).strip(XML_SPACE)
    return _TEXT_RUN.sub(lambda run: _TEXT_SEAM.sub(r"\1", run[0]), tex)


def bare_tex(tex: str) -> str:
    """TeX without the frame of a document, comments, delimiters and blank lines."""
    found = _DOCUMENT.search(tex)
    tex = _COMMENT.sub(_drop_comment, found[1] if found else tex).strip(XML_SPACE)
    for opening, closing in _DELIMITERS:
        if len(tex) >= len(opening) + len(closing) and tex.startswith(opening) and tex.endswith(closing):
            tex = tex[len(opening) : -len(closing)].strip(XML_SPACE)
            break
    for old, new in _NOT_DRAWN.items():
        tex = tex.replace(old, new)
    return _SPACE.sub(lambda run: "\n" if "\n" in run[0] or "\r" in run[0] else run[0], tex)


def _drop_comment(found: re.Match[str]) -> str:
    """A comment ends with its line; a last line without an end is left as it is."""
    return "" if found[1] else found[0]


def _linear(node: etree._Element) -> str:
    """One MathML element as TeX-like text."""
    name = name_of(node)
    if name in ("mi", "mn", "mo", "mtext", "ms"):
        return _token(name, node)
    if name in _CONTAINERS:
        return _join(_linear(child) for child in children(node))
    if name == "semantics":
        return next((_linear(child) for child in children(node)), "")
    if name in _TWO_AND_MORE:
        return _scripted(name, [_linear(child) for child in children(node)])
    if name == "mtable":
        rows = [" & ".join(_linear(cell) for cell in children(row)) for row in children(node, "mtr", "mlabeledtr")]
        if len(rows) == 1 and " & " not in rows[0]:  # a table of one cell only centres a formula
            return rows[0]
        return r"\begin{matrix} " + r" \\ ".join(rows) + r" \end{matrix}"
    if name in ("msqrt", "mfenced"):
        return _wrapped(name, node)
    if name == "mspace":
        return " "
    if name in ("mphantom", "annotation", "annotation-xml", "none", "mprescripts", "maligngroup", "malignmark"):
        return ""
    return _join(_linear(child) for child in children(node)) or _escape(plain_text(node))


def _token(name: str, node: etree._Element) -> str:
    text = plain_text(node).translate(_INVISIBLE)
    if name in ("mtext", "ms"):
        text = _COMMAND_IN_WORDS.sub(lambda found: _MEANT.get(found[1], found[0]), text)
        return r"\text{" + _escape(text, _TEXT_ESCAPES) + "}" if text.strip() else " "
    if name == "mi" and text in _FUNCTIONS:
        return f"\\{text} "
    if name == "mi" and len(text) > 1 and text.isascii() and text.isalpha():
        return r"\mathrm{" + text + "}"
    return _escape(text)


def _escape(text: str, escapes: dict[str, str] = _ESCAPES) -> str:
    return "".join(escapes.get(character, character) for character in text)


def _join(pieces: Iterable[str]) -> str:
    """Set pieces side by side; a TeX command that ends in a letter keeps apart from a letter that follows."""
    line = ""
    for piece in pieces:
        if piece[:1].isalpha() and re.search(r"\\[A-Za-z]+$", line):
            line += " "
        line += piece
    return line


def _group(tex: str) -> str:
    tex = tex.strip()
    return tex if len(tex) == 1 else "{" + tex + "}"


def _script(sign: str, tex: str) -> str:
    return sign + _group(tex) if tex.strip() else ""


_TWO_AND_MORE = {
    "msub": 2, "msup": 2, "msubsup": 3, "mfrac": 2, "mroot": 2, "mover": 2, "munder": 2, "munderover": 3,
    "mmultiscripts": 1,
}  # fmt: skip


def _scripted(name: str, parts: list[str]) -> str:
    if len(parts) < _TWO_AND_MORE[name]:
        return _join(parts)
    base = parts[0] if len(parts[0].strip()) <= 1 or parts[0].startswith("\\") else _group(parts[0])
    match name:
        case "mfrac":
            return r"\frac" + "".join("{" + part.strip() + "}" for part in parts[:2])
        case "mroot":
            return rf"\sqrt[{parts[1].strip()}]" + "{" + parts[0].strip() + "}"
        case "mover" if parts[1].strip() in _ACCENTS:
            return _ACCENTS[parts[1].strip()] + "{" + parts[0].strip() + "}"
        case "mover" | "msup":
            return base + _script("^", parts[1])
        case "munder" | "msub":
            return base + _script("_", parts[1])
        case "msubsup" | "munderover":
            return base + _script("_", parts[1]) + _script("^", parts[2])
        case _:
            return base + "".join(_group(part) for part in parts[1:] if part)


def _wrapped(name: str, node: etree._Element) -> str:
    parts = [_linear(child) for child in children(node)]
    if name == "msqrt":
        return r"\sqrt{" + _join(parts).strip() + "}"
    opening, closing = str(node.get("open", "(")), str(node.get("close", ")"))
    separators = str(node.get("separators", ",")).strip() or ""
    line = parts[0] if parts else ""
    for index, part in enumerate(parts[1:]):
        line += (separators[min(index, len(separators) - 1)] if separators else "") + part
    return _escape(opening) + line + _escape(closing)
