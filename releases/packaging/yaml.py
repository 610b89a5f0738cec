"""YAML for front matter and CITATION.cff: maps, lists and scalars only, so that its bytes depend on no library.

Strings are written as in JSON, which YAML reads the same; what YAML takes for a line end is escaped.
"""

import json
import re
from collections.abc import Mapping, Sequence

YamlValue = str | int | bool | Sequence["YamlValue"] | Mapping[str, "YamlValue"]

_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*")
_WORDS = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"}


def yaml_text(value: Mapping[str, YamlValue]) -> str:
    """The document of a map, without markers of its start or end."""
    return "\n".join(_lines(value)) + "\n"


def _lines(value: YamlValue) -> list[str]:
    if isinstance(value, Mapping):
        return [line for key, item in value.items() for line in _entry(f"{_scalar(key)}:", item)]
    if isinstance(value, str | int):
        return [_scalar(value)]
    found = []
    for item in value:
        first, *rest = _lines(item) or ["{}"]
        found += [f"- {first}", *(f"  {line}" for line in rest)]
    return found


def _entry(key: str, item: YamlValue) -> list[str]:
    if isinstance(item, str | int):
        return [f"{key} {_scalar(item)}"]
    if not item:
        return [f"{key} {'{}' if isinstance(item, Mapping) else '[]'}"]
    return [key, *(f"  {line}" for line in _lines(item))]


def _scalar(value: str | int) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", json.dumps(value, ensure_ascii=False))
