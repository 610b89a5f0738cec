"""One reference of the list: as the line that a reader sees, and as a record."""

from lxml import etree

from genomes.ingest.document import ParsedReference
from genomes.ingest.references import Work, reference
from genomes.ingest.xml import children, descendants, first, href, name_of, plain_text

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
    def field(name: str) -> str:
        return inline_text(first(citation, name))

    identifiers = [f"{node.get('pub-id-type', '')} {plain_text(node)}".strip() for node in children(citation, "pub-id")]
    others = [inline_text(node) for node in children(citation, "comment", "ext-link", "uri", "conf-name", "edition")]
    return Work(
        people=_people(citation),
        year=field("year"),
        titles=(field("article-title"), field("chapter-title"), field("data-title"), field("part-title")),
        source=field("source"),
        volume=field("volume"),
        issue=field("issue"),
        pages="–".join(part for part in (field("fpage"), field("lpage")) if part) or field("elocation-id"),
        publisher=": ".join(part for part in (field("publisher-loc"), field("publisher-name")) if part),
        others=(*others, *identifiers),
    ).printed()


def _people(citation: etree._Element) -> str:
    groups = [*children(citation, "person-group")] or [citation]
    people = []
    for group in groups:
        named = children(group, "name", "string-name", "collab", "etal")
        people += [inline_text(node) or ("et al." if name_of(node) == "etal" else "") for node in named]
    return ", ".join(person for person in people if person)


def parsed_reference(ref: etree._Element) -> ParsedReference:
    """The entry as a record; its fields come from the first citation in it that has them."""
    label, text = reference_text(ref)
    titles = [*descendants(ref, "article-title", "chapter-title", "data-title")]
    if next(descendants(ref, "volume"), None) is None:  # the source of an article is its journal, not a title
        titles += descendants(ref, "source")
    years = [plain_text(node) for node in descendants(ref, "year")]
    ids = {str(node.get("pub-id-type", "")).lower(): plain_text(node) for node in descendants(ref, "pub-id")}
    links = [href(node) for node in descendants(ref, "ext-link", "uri")]
    return reference(
        text[len(label) :].lstrip(" .") if label and text.startswith(label) else text,
        title=inline_text(titles[0]) if titles else "",
        first_author=_first_author(ref),
        year=years[0] if years else "",
        doi=ids.get("doi", "") or next((link for link in links if "doi.org/" in link.lower()), ""),
        arxiv_id=ids.get("arxiv", "") or next((link for link in links if "arxiv.org/" in link.lower()), ""),
        other_ids={"pmid": ids.get("pmid", ""), "pmcid": ids.get("pmcid", "") or ids.get("pmc", "")},
    )


def _first_author(ref: etree._Element) -> str:
    for node in descendants(ref, "name", "string-name", "collab"):
        surname = plain_text(first(node, "surname"))
        spoken = " ".join(part for part in (plain_text(first(node, "given-names")), surname) if part)
        return spoken if surname else inline_text(node)
    return ""
