"""Which licences let a text be given out again. A rule of the domain, pure; see docs/adr/0014-redistribution.md."""

import re

_SPACES = re.compile(r"[\s_]+")
# The version, or the country, may follow: "CC-BY-4.0", "CC-BY-SA-3.0-IGO".
_FREE = re.compile(
    r"CC-?0(?:-.*)?|CC-BY(?:-SA)?(?:-\d.*)?|(?:CC-)?PDM(?:-.*)?|CC-PDDC|PDDL(?:-.*)?|PUBLIC-?DOMAIN(?:-.*)?"
)


def may_be_redistributed(licence: str) -> bool:
    """Whether a text under this SPDX-like licence may be given out, changed and sold: CC0, CC-BY, CC-BY-SA, public
    domain. A licence with NC or ND, an unknown one and none say no; an admin who knows better can say so.
    """
    return _FREE.fullmatch(_SPACES.sub("-", licence.strip()).upper()) is not None
