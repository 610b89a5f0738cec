"""Which licences let a text be given out again. A rule of the domain, pure; see docs/adr/0014-redistribution.md."""

import re

_SPACES = re.compile(r"[\s_]+")
# The version, or the country, may follow: "CC-BY-4.0", "CC-BY-SA-3.0-IGO".
_FREE = re.compile(
    r"CC-?0(?:-.*)?|CC-BY(?:-SA)?(?:-\d.*)?|(?:CC-)?PDM(?:-.*)?|CC-PDDC|PDDL(?:-.*)?|PUBLIC-?DOMAIN(?:-.*)?"
)

_PROSE = re.compile(
    r"creative commons (attribution)((?:[\s,–-]+(?:non-?commercial|no-?deriv(?:ative)?s?(?: works)?|share-?alike))*)"
    r"(?:[\s-]+(?:international|generic|unported))?(?:[\s,(]+(?:version )?(\d\.\d))?",
    re.IGNORECASE,
)
_PARTS = (
    ("NC", re.compile(r"non-?commercial", re.I)),
    ("ND", re.compile(r"no-?deriv", re.I)),
    ("SA", re.compile(r"share-?alike", re.I)),
)


def licence_name(stated: str) -> str:
    """The SPDX-like name of a Creative Commons Attribution licence that is told in prose; else what is stated.

    Prose that speaks of a limit outside of the licence's name keeps its own words, so that nothing is taken for free.
    """
    found = _PROSE.search(stated)
    if found is None:
        return stated
    parts = [short for short, words in _PARTS if words.search(found[2])]
    if any(words.search(stated.replace(found[0], "")) for _short, words in _PARTS):
        return stated
    return "-".join(["CC-BY", *parts, *([found[3]] if found[3] else [])])


def may_be_redistributed(licence: str) -> bool:
    """Whether a text under this SPDX-like licence may be given out, changed and sold: CC0, CC-BY, CC-BY-SA, public
    domain. A licence with NC or ND, an unknown one and none say no; an admin who knows better can say so.
    """
    return _FREE.fullmatch(_SPACES.sub("-", licence.strip()).upper()) is not None
