"""Characters that commands stand for, from pylatexenc's tables."""

import unicodedata
from functools import cache

from pylatexenc.latex2text import get_default_latex_context_db

SPECIALS = {
    "---": "—", "--": "–", "``": "“", "''": "”", "`": "‘", "'": "’", "?`": "¿", "!`": "¡", "~": "\u00a0",
    "&": " ", "-": "-",
}  # fmt: skip
_ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a", "d": "\u0323",
    "b": "\u0331", "t": "\u0361",
}  # fmt: skip
ACCENTS = frozenset(_ACCENTS)
_OWN = {
    "&": "&", "%": "%", "$": "$", "#": "#", "_": "_", "{": "{", "}": "}", " ": " ", "\n": " ", "\t": " ", "\\": " ",
    ",": "\u2009", ";": " ", ":": " ", ">": " ", "!": "", "/": "", "-": "", "@": "", "|": "‖", "thinspace": "\u2009",
    "quad": " ", "qquad": " ", "space": " ", "newline": " ", "linebreak": " ", "enspace": " ",
    "nobreakspace": "\u00a0",
    "textasciicircum": "^", "textasciitilde": "~", "textbackslash": "\\", "textbar": "|", "textless": "<",
    "textgreater": ">", "textquotesingle": "'", "textquotedbl": '"', "TeX": "TeX", "LaTeX": "LaTeX",
    "LaTeXe": "LaTeX2e",
    "BibTeX": "BibTeX", "XeTeX": "XeTeX", "ldots": "…", "dots": "…", "textellipsis": "…", "S": "§", "P": "¶",
    "copyright": "©", "textregistered": "®", "texttrademark": "™", "dag": "†", "ddag": "‡", "pounds": "£", "slash": "/",
    "textbullet": "•", "textunderscore": "_", "textdollar": "$", "textpercent": "%", "lq": "‘", "rq": "’",
    "degree": "°",
    "celsius": "°C", "micro": "µ", "ohm": "Ω", "and": ", ", "tabularnewline": " ", "newblock": " ", "hfill": " ",
    "textvisiblespace": "␣", "today": "", "hspace": " ", "sep": "; ",
}  # fmt: skip
_TABLES = ["latex-base", "advanced-symbols"]


@cache
def symbol(name: str) -> str | None:
    """The character or word that a command without arguments stands for; None for any other command."""
    if name in _OWN:
        return _OWN[name]
    spec = _known().get_macro_spec(name)
    text = getattr(spec, "simplify_repl", None)
    is_plain = isinstance(text, str) and spec.macroname == name and "%" not in text and bool(text.strip())
    return text if is_plain and isinstance(text, str) else None


@cache
def _known():  # type: ignore[no-untyped-def]  # pylatexenc has no types
    return get_default_latex_context_db().filter_context(keep_categories=_TABLES)


def accented(accent: str, text: str) -> str:
    """Text with the accent on its first letter; the accent alone where there is no letter."""
    if not text:
        return accent if accent in "^~`'\"" else ""
    base = {"ı": "i", "ȷ": "j"}.get(text[0], text[0])
    return unicodedata.normalize("NFC", base + _ACCENTS[accent]) + text[1:]
