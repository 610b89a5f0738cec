"""One reference of the list as the line that a reader sees."""

from lxml import etree

from genomes.ingest.xml import children, descendants, first, name_of, plain_text

from .inline import inline_text

CITATIONS = ("mixed-citation", "citation", "nlm-citation", "element-citation")


def reference_text(ref: etree._Element) -> tuple[str, str]:
    """Return (label, text) of a `ref`; the text begins with the label, when there is one."""
    label = inline_text(first(ref, "label"))
    body = " ".join(text for text in (citation_text(c) for c in _shown(ref)) if text)
    notes = " ".join(inline_text(note) for note in children(ref, "note"))
    # The number often stands in the printed form as well.
    shown = "" if body.startswith(label) else label
    text = " ".join(part for part in (shown, body, notes) if part)
    return label, text


def _shown(ref: etree._Element) -> list[etree._Element]:
    """The printed form when there is one; the same work's fielded form beside it says nothing new."""
    found = list(descendants(ref, *CITATIONS))
    printed = [node for node in found if name_of(node) != "element-citation" and _is_prose(node)]
    return printed or found


def _is_prose(citation: etree._Element) -> bool:
    loose = [citation.text or "", *(child.tail or "" for child in citation)]
    return any(not character.isspace() for text in loose for character in text)


def citation_text(citation: etree._Element) -> str:
    """A citation as printed, or put together from its fields."""
    return inline_text(citation) if _is_prose(citation) else _from_fields(citation)


def _from_fields(citation: etree._Element) -> str:
    """Authors (year). Title. Source, volume(issue), pages. Identifiers."""

    def field(name: str) -> str:
        return inline_text(first(citation, name))

    year = field("year")
    issue = field("issue")
    volume = field("volume") + (f"({issue})" if issue else "")
    pages = "–".join(part for part in (field("fpage"), field("lpage")) if part) or field("elocation-id")
    where = ", ".join(part for part in (field("source"), volume, pages) if part)
    publisher = ": ".join(part for part in (field("publisher-loc"), field("publisher-name")) if part)
    identifiers = [f"{node.get('pub-id-type', '')} {plain_text(node)}".strip() for node in children(citation, "pub-id")]
    others = [inline_text(node) for node in children(citation, "comment", "ext-link", "uri", "conf-name", "edition")]
    head = " ".join(part for part in (_people(citation), f"({year})" if year else "") if part)
    titles = [field("article-title"), field("chapter-title"), field("data-title"), field("part-title")]
    parts = [head, *titles, where, publisher, *others, *identifiers]
    return " ".join(part if part[-1] in ".?!" else f"{part}." for part in parts if part)


def _people(citation: etree._Element) -> str:
    groups = [*children(citation, "person-group")] or [citation]
    people = []
    for group in groups:
        named = children(group, "name", "string-name", "collab", "etal")
        people += [inline_text(node) or ("et al." if name_of(node) == "etal" else "") for node in named]
    return ", ".join(person for person in people if person)
