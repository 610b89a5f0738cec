"""JATS (and its NLM forerunners): the XML that journals and PubMed Central give out.

Order of the text: title, abstracts, keywords, body, back matter, footnotes, references; then each
sub-article (review, reply) as a section of its own. Names, affiliations and funding stay in the metadata:
they are about the paper, not of it.
"""

from lxml import etree

from genomes.ingest.document import ParsedDocument, UnreadableFile, gettext_noop
from genomes.ingest.outline import DocumentBuilder
from genomes.ingest.xml import children, descendants, first, name_of, parse_xml

from .body import DEFAULT_LABELS, BodyReader
from .inline import inline_text
from .metadata import read_metadata
from .references import parsed_reference

_OTHER_ROOTS = {
    "html": gettext_noop("a web page (HTML)"),
    "TEI": gettext_noop("TEI, not JATS"),
    "rss": gettext_noop("a news feed"),
    "book": gettext_noop("a book (BITS), not an article"),
}


def read_jats(data: bytes) -> ParsedDocument:
    article = _article(parse_xml(data))
    metadata = read_metadata(article)
    builder = DocumentBuilder()
    with builder.section(metadata.title):
        _write_article(article, builder, first(article, "front", "article-meta"))
        for sub in children(article, "sub-article", "response"):
            _write_sub_article(sub, builder)
    if builder.is_empty:
        raise UnreadableFile(
            gettext_noop(
                "The article holds no text: neither a title nor a body. It may be only a metadata record;"
                " download the full text and import that."
            )
        )
    references = (parsed_reference(ref) for back in children(article, "back") for ref in descendants(back, "ref"))
    return builder.finish(metadata, references)


def _article(root: etree._Element) -> etree._Element:
    """The article itself, or the single one in a wrapper as archives send it."""
    if name_of(root) == "article":
        return root
    if name_of(root) not in _OTHER_ROOTS:
        found = [node for node in root.iter() if name_of(node) == "article"]
        if len(found) == 1:
            return found[0]
    raise UnreadableFile(
        gettext_noop(
            "The XML is not a JATS article: its outermost element is <%(root)s> (%(what)s) where <article> is"
            " expected. Download the full text as JATS XML, or import it as text or Markdown."
        ),
        root=name_of(root),
        what=_OTHER_ROOTS.get(name_of(root), gettext_noop("no kind that is read here")),
    )


def _write_article(article: etree._Element, builder: DocumentBuilder, meta: etree._Element | None) -> None:
    """One article or sub-article inside its open section: front, body, back, notes, references."""
    reader = BodyReader(builder)
    backs = list(children(article, "back"))
    for kind in ("fn-group", "ref-list"):
        reader.closing += [part for back in backs for part in children(back, kind)]
    if meta is not None:
        _write_front(meta, builder, reader)
    for name in ("body", "floats-group", "back"):
        for part in children(article, name):
            if name == "floats-group":
                reader.section(part, DEFAULT_LABELS[name])
            else:
                reader.flow(part)
    closing, reader.closing = reader.closing, []
    reader.write_notes(DEFAULT_LABELS["fn-group"])
    for part in closing:
        reader.section(part, DEFAULT_LABELS[name_of(part)])


def _write_front(meta: etree._Element, builder: DocumentBuilder, reader: BodyReader) -> None:
    titles = first(meta, "title-group")
    if titles is not None:
        builder.write(inline_text(first(titles, "article-title")))
        for subtitle in children(titles, "subtitle"):
            builder.paragraph(inline_text(subtitle))
        for translated in children(titles, "trans-title-group"):
            builder.paragraph(inline_text(first(translated, "trans-title")))
    for abstract in children(meta, "abstract", "trans-abstract"):
        reader.section(abstract, DEFAULT_LABELS["abstract"])
    for group in children(meta, "kwd-group"):
        heading = inline_text(first(group, "title"))
        with builder.section(heading or DEFAULT_LABELS["kwd-group"]):
            builder.write(heading)
            words = (inline_text(word) for word in children(group, "kwd", "compound-kwd"))
            builder.paragraph("; ".join(word for word in words if word), split=False)


def _write_sub_article(sub: etree._Element, builder: DocumentBuilder) -> None:
    meta = first(sub, "front-stub")
    if meta is None:
        meta = first(sub, "front", "article-meta")
    title = inline_text(first(meta, "title-group", "article-title"))
    with builder.section(title or DEFAULT_LABELS[name_of(sub)]):
        _write_article(sub, builder, meta)
        for inner in children(sub, "sub-article", "response"):
            _write_sub_article(inner, builder)
