"""Backslashes of WebAnno TSV: in texts, where control characters are escaped, and in values, where more is reserved."""

import re

# Values: \ [ ] | _ -> ; * and line breaks; "->" is one sign. Sentence texts and tokens: control characters alone.
_VALUE = re.compile(r"->|[\\\[\]|_;*\t\n\r]")
_TEXT = re.compile(r"[\\\t\n\r\f\b\x01-\x07\x0e-\x1f]")
_NAMED = {"\t": "\\t", "\n": "\\n", "\r": "\\r", "\f": "\\f", "\b": "\\b"}
_CHARACTERS = {escape[1]: character for character, escape in _NAMED.items()}
_ESCAPED = re.compile(r"\\(->|u[0-9A-Fa-f]{4}|.)", re.DOTALL)


def escape_value(value: str) -> str:
    return _VALUE.sub(lambda found: _NAMED.get(found[0], f"\\{found[0]}"), value)


def escape_text(text: str) -> str:
    return _TEXT.sub(lambda found: _NAMED.get(found[0], f"\\{found[0]}"), text)


def unescape_value(value: str) -> str:
    r"""The value itself; `\b` and `\f` are plain letters there."""
    named = {letter: _CHARACTERS[letter] for letter in "tnr"}
    return _ESCAPED.sub(lambda found: named.get(found[1], found[1]), value)


def unescape_text(text: str, *, is_java: bool = False) -> str:
    r"""The text itself; up to version 3.1 (`is_java`) any character may be written as \uXXXX."""

    def character(found: re.Match[str]) -> str:
        code = found[1]
        if code.startswith("u") and len(code) > 1:
            return chr(int(code[1:], 16)) if is_java and int(code[1:], 16) else code
        return _CHARACTERS.get(code, code)

    plain = _ESCAPED.sub(character, text)
    # Two escapes that are halves of one character meet here.
    return plain.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace") if is_java else plain


def split_value(value: str, separator: str) -> list[str]:
    """The parts of a value between separators that no backslash precedes, still escaped."""
    parts, current, position = [], "", 0
    while position < len(value):
        step = 2 if value[position] == "\\" else 1
        piece = value[position : position + step]
        if piece == separator:
            parts.append(current)
            current = ""
        else:
            current += piece
        position += step
    return [*parts, current]
