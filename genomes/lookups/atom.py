"""What arXiv answers: an Atom feed, one entry for each work."""

from collections.abc import Iterator

from lxml import etree

from genomes.metadata import Record, clean

_NAMESPACES = {"a": "http://www.w3.org/2005/Atom", "x": "http://arxiv.org/schemas/atom"}


def read_atom(data: bytes) -> list[Record]:
    """A record for each entry that is a work. Raises ValueError for what is no feed."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        feed = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise ValueError(str(error)) from error
    if etree.QName(feed).localname != "feed":
        raise ValueError(f"<{etree.QName(feed).localname}> instead of <feed>")
    return list(_records(feed))


def _records(feed: etree._Element) -> Iterator[Record]:
    for entry in feed.iterfind("a:entry", _NAMESPACES):
        address = _text(entry, "a:id")
        identifier = clean.arxiv_id(address)
        if not identifier:  # arXiv tells of its errors in an entry
            continue
        yield Record(
            key=identifier,
            type="preprint",
            title=clean.line(_text(entry, "a:title")),
            authors=clean.names(clean.line(_text(each, "a:name")) for each in entry.iterfind("a:author", _NAMESPACES)),
            published=clean.iso_day(_text(entry, "a:published")[:10]),
            venue=clean.line(_text(entry, "x:journal_ref")) or "arXiv",
            doi=clean.doi(_text(entry, "x:doi")),
            arxiv_id=identifier,
            abstract=clean.paragraphs(_text(entry, "a:summary")),
        )


def _text(node: etree._Element, path: str) -> str:
    found = node.find(path, _NAMESPACES)
    return "".join(str(part) for part in found.itertext()) if found is not None else ""
