"""What makes two records the same work. Pure functions; no Django."""

import re
import unicodedata
from functools import lru_cache

TITLE_KEY_LENGTH = 300
LONGEST_TITLE = 500  # that a paper has; longer ones are not kept in memory
_ARXIV = re.compile(r"(?:arxiv\s*:\s*|https?://(?:www\.)?arxiv\.org/(?:abs|pdf)/)?(.+?)(?:\.pdf)?", re.IGNORECASE)
_ARXIV_ID = re.compile(r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Za-z]{2})?/\d{7})(?:v(\d{1,3}))?")
_DOI_ADDRESS = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi\s*:\s*)", re.IGNORECASE)


# arXiv, bioRxiv and medRxiv, Research Square, ChemRxiv, PsyArXiv, Authorea, Preprints.org, SSRN.
_PREPRINTS = ("10.48550/", "10.1101/", "10.21203/", "10.26434/", "10.31234/", "10.22541/", "10.20944/", "10.2139/")


def title_key(title: str) -> str:
    """The title's letters and digits alone, without case, at most 300; "" for a title without any.

    Compatibility forms (ligatures, full width) and accents count as their plain letters.
    """
    return _kept_key(title) if len(title) <= LONGEST_TITLE else _key(title)


def _key(title: str) -> str:
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", title).casefold())
    return "".join(char for char in plain if char.isalnum())[:TITLE_KEY_LENGTH]


# The titles of a library are compared again and again, and this is most of the time that takes.
_kept_key = lru_cache(maxsize=65_536)(_key)


def split_arxiv(stated: str) -> tuple[str, int | None]:
    """The arXiv id without its version, and the version where one is named; ("", None) for what is no arXiv id."""
    found = _ARXIV.fullmatch(stated.strip())
    parts = _ARXIV_ID.fullmatch(found[1]) if found else None
    return (parts[1], int(parts[2]) if parts[2] else None) if parts else ("", None)


def plain_doi(stated: str) -> str:
    """A DOI without the address or "doi:" before it, in small letters, as DOIs are compared."""
    return _DOI_ADDRESS.sub("", stated.strip(), count=1).lower()


def is_preprint_doi(doi: str) -> bool:
    """Whether a server of preprints gave this DOI; the published work has another."""
    return plain_doi(doi).startswith(_PREPRINTS)


def family_name(name: str) -> str:
    """The key of a person's family name, from "Family, Given" or "Given Family"."""
    words = name.split()
    family = name.partition(",")[0] if "," in name else (words[-1] if words else "")
    return title_key(family)
