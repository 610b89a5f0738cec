"""Lists of references on a page: where they are, and each entry as a line and as a record."""

import re
from urllib.parse import unquote

from lxml import etree

from genomes.ingest.document import ParsedReference
from genomes.ingest.references import from_blocks
from genomes.ingest.xml import children, descendants

from .inline import inline_text
from .page import classes, role

_LISTS = frozenset((
    "ltx_bibliography", "references", "ref-list", "reference-list", "citation-list", "bibliography", "csl-bib-body",
    "c-article-references", "reflist",
))  # fmt: skip
HEADINGS = frozenset((
    "references", "reference", "bibliography", "literature cited", "works cited", "references and notes",
    "literature", "cited literature",
))  # fmt: skip
_NUMBERED_HEADING = re.compile(r"^[\dIVX]{1,4}\.?\s+")
_LABEL = re.compile(r"\[[^\[\]]{1,30}\]|\d{1,4}\.(?=\s)")
_PMID = re.compile(r"(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov/pubmed)/(\d{1,9})\b")
_ITEMS = ("li", "dd")
_SHOWN = "shown-number"


def is_list(element: etree._Element) -> bool:
    """Whether the element is marked as the list of references."""
    return bool(classes(element) & _LISTS) or role(element) == "doc-bibliography"


def is_heading(text: str) -> bool:
    return _NUMBERED_HEADING.sub("", text.lower()).strip(" .:") in HEADINGS


def entries_of(listing: etree._Element) -> list[etree._Element]:
    """The entries of a list: its items, or the paragraphs where it has none."""
    items = [each for each in descendants(listing, *_ITEMS) if sum(1 for _ in descendants(each, *_ITEMS)) == 1]
    marked = [each for each in listing.iter() if "ltx_bibitem" in classes(each) or "csl-entry" in classes(each)]
    return marked or items or list(descendants(listing, "p"))


def reference_text(entry: etree._Element, number: int = 0) -> tuple[str, str]:
    """Return (label, text) of an entry; `number` is the one that its list shows before it, 0 for none."""
    text = inline_text(entry)
    found = _LABEL.match(text)
    if found:
        return found[0], text
    return (f"{number}.", f"{number}. {text}") if number and text else ("", text)


def number_items(root: etree._Element) -> None:
    """Note at each item of a numbered list which number a browser shows before it."""
    for listing in descendants(root, "ol"):
        start = str(listing.get("start", "1"))
        number = int(start) if re.fullmatch(r"[0-9]{1,5}", start) else 1
        if "none" not in str(listing.get("style", "")):
            for item in children(listing, "li"):
                item.set(_SHOWN, str(number))
                number += 1


def number_of(item: etree._Element) -> int:
    """The number that `number_items` noted, 0 where none is shown."""
    noted = str(item.get(_SHOWN, ""))
    return int(noted) if re.fullmatch(r"[0-9]{1,8}", noted) else 0


def parsed_reference(entry: etree._Element) -> ParsedReference:
    label, text = reference_text(entry)
    blocks = [inline_text(each) for each in entry.iter() if "ltx_bibblock" in classes(each)]
    links = [unquote(str(each.get("href", ""))) for each in descendants(entry, "a")]
    return from_blocks(
        blocks or [text[len(label) :]],
        doi=next((link for link in links if "doi.org/" in link.lower()), ""),
        arxiv_id=next((link for link in links if "arxiv.org/" in link.lower()), ""),
        pmid=next((found[1] for found in map(_PMID.search, links) if found), ""),
    )
