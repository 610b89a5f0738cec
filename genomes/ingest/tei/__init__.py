"""TEI: what GROBID makes of a PDF, and texts that scholars encode.

Order of the text: title, abstract, keywords, front, body and back; then the notes that were called on the way, and
last the lists of references. What the header says of the file itself stays in the metadata.
"""

from lxml import etree

from genomes.ingest.document import ParsedDocument, UnreadableFile, gettext_noop
from genomes.ingest.outline import DocumentBuilder
from genomes.ingest.xml import children, descendants, first, name_of, parse_xml

from .body import BodyReader, entries_of
from .inline import inline_text
from .metadata import read_metadata
from .references import parsed_reference


def read_tei(data: bytes) -> ParsedDocument:
    """Read a TEI file with one text. Raises UnreadableFile for what is no TEI, holds several texts, or none."""
    tei = _single(parse_xml(data))
    metadata = read_metadata(tei)
    builder = DocumentBuilder()
    reader = BodyReader(builder)
    with builder.section(metadata.title):
        builder.write(metadata.title)
        titled = builder.length
        _write_front(tei, builder, reader)
        for text in children(tei, "text"):
            reader.flow(text)
        builder.end_sections()
        reader.write_notes()
        reader.write_references()
    if builder.length == titled:
        raise UnreadableFile(
            gettext_noop(
                "The TEI file holds no text: its <text> is empty or missing, as when only the header of a paper was"
                " processed. Process the full text, and import that file."
            )
        )
    references = (parsed_reference(entry) for listing in reader.closing for entry in entries_of(listing))
    return builder.finish(metadata, references)


def _single(root: etree._Element) -> etree._Element:
    """The one text, or the only one of a corpus."""
    if name_of(root) in ("TEI", "TEI.2"):
        return root
    found = list(children(root, "TEI", "TEI.2")) if name_of(root) == "teiCorpus" else list(descendants(root, "TEI"))
    if len(found) == 1:
        return found[0]
    if found:
        raise UnreadableFile(
            gettext_noop(
                "The TEI file holds %(count)d texts. Save each <TEI> element as a file of its own and import those."
            ),
            count=len(found),
        )
    raise UnreadableFile(
        gettext_noop(
            "The XML is not TEI: its outermost element is <%(root)s> where <TEI> is expected. Check that the right file"
            " was chosen, and import it in the format that it has."
        ),
        root=name_of(root),
    )


def _write_front(tei: etree._Element, builder: DocumentBuilder, reader: BodyReader) -> None:
    profile = first(tei, "teiHeader", "profileDesc")
    if profile is None:
        return
    for abstract in children(profile, "abstract"):
        with builder.section(gettext_noop("Abstract")):
            reader.flow(abstract)
            builder.end_sections()
    for keywords in children(profile, "textClass") if first(profile, "textClass", "keywords") is not None else ():
        words = [inline_text(term) for term in descendants(keywords, "term")]
        with builder.section(gettext_noop("Keywords")):
            builder.paragraph("; ".join(word for word in words if word), split=False)
