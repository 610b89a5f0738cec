"""HTML: the pages of journals, PubMed Central and arXiv (LaTeXML), and pages saved from a browser.

Order of the text: the title, then the part of the page that is the paper as it is shown, without what belongs to the
site; last its footnotes and a list of references that is marked as such. Formulas are TeX: what the page says it made
them from, else what its MathML says.
"""

from dataclasses import replace

from genomes.ingest.document import Note, ParsedDocument, ParsedReference, UnreadableFile, gettext_noop
from genomes.ingest.outline import DocumentBuilder
from genomes.ingest.references import reference
from genomes.ingest.xml import descendants

from .body import BodyReader
from .decode import parse_page
from .inline import inline_text
from .metadata import Tags, read_metadata, tags_of, window_title
from .page import drop_site, keep_formulas, paper_of
from .references import number_items

# A message, a login or a list of links has less; the shortest papers, letters, have several times as much.
LEAST_TEXT = 400
LEAST_PAPER = 3_000


def read_html(data: bytes) -> ParsedDocument:
    """Read a page. Raises UnreadableFile for bytes that are no page, and for a page without the text of a paper."""
    root = parse_page(data)
    tags = tags_of(root)
    metadata = read_metadata(root, tags)
    is_locked = any(each.get("type") == "password" for each in descendants(root, "input"))
    keep_formulas(root)
    heading = next(descendants(root, "h1"), None)
    metadata = replace(metadata, title=metadata.title or inline_text(heading) or window_title(root))
    drop_site(root)
    number_items(root)
    builder = DocumentBuilder()
    reader = BodyReader(builder, metadata.title)
    with builder.section(metadata.title):
        builder.write(metadata.title)
        before = builder.length
        reader.flow(paper_of(root))
        builder.end_sections()
        reader.write_notes()
        length = builder.length - before
        reader.write_references()
    if length < LEAST_TEXT:
        raise _no_paper(length, is_locked)
    return builder.finish(metadata, reader.references or _tagged_references(tags), _notes(length))


def _no_paper(length: int, is_locked: bool) -> UnreadableFile:
    if is_locked:
        return UnreadableFile(
            gettext_noop(
                "The page asks for a password instead of showing the paper. Log in there, open the full text, save that"
                " page and import it."
            )
        )
    return UnreadableFile(
        gettext_noop(
            "The page shows only %(count)d characters, so it is not the text of a paper: it may be a landing page, a"
            " message, or filled in by a script. Open the full text, save it when it is shown, or download it as XML"
            " or PDF, and import that."
        ),
        count=max(length, 0),
    )


def _notes(length: int) -> list[Note]:
    if length >= LEAST_PAPER:
        return []
    return [
        Note(
            gettext_noop(
                "The page shows only %(count)d characters. Check that it is the whole paper and not only its abstract."
            ),
            {"count": length},
        )
    ]


def _tagged_references(tags: Tags) -> list[ParsedReference]:
    """Journals may list references in their tags: `citation_title=…; citation_author=…`."""
    found = []
    for content in tags.get("citation_reference", []):
        pairs = (part.partition("=") for part in content.split(";"))
        fields = {name.strip().lower(): value.strip() for name, _sign, value in reversed(list(pairs))}
        found.append(
            reference(
                "" if "citation_title" in fields else content,
                title=fields.get("citation_title", ""),
                first_author=fields.get("citation_author", ""),
                year=fields.get("citation_publication_date", "") or fields.get("citation_year", ""),
                doi=fields.get("citation_doi", ""),
                arxiv_id=fields.get("citation_arxiv_id", ""),
                other_ids={"pmid": fields.get("citation_pmid", "")},
            )
        )
    return found
