"""Real articles of many fields and publishers, counted by XPath apart from the reader."""

import re
from typing import cast

import pytest
from lxml import etree

from genomes.ingest import ParsedDocument, read_document
from tests.shared_data import SHARED_DATA, needs_shared_data

from .documents import assert_sound

FOLDER = SHARED_DATA / "jats"
FILES = sorted(path.name for path in FOLDER.glob("*ml")) if FOLDER.is_dir() else []

pytestmark = needs_shared_data

PARSER = etree.XMLParser(resolve_entities=False, no_network=True)
# Sections are what an article's outline shows; the title adds one for the document itself.
SECTIONS = (
    "//sec | //abstract | //trans-abstract | //kwd-group | //ack | //app | //ref-list | //sub-article"
    " | //back//fn-group | //boxed-text[title or caption/title]"
)
FIGURES = "//fig | //media[caption or label]"
TABLES = "//table-wrap"
EQUATIONS = "//disp-formula[.//tex-math or .//*[local-name()='math'] or normalize-space()]"
# Paragraphs whose text the reader passes on unchanged: no math, notes, floats or super- and subscripts inside.
SIMPLE_PARAGRAPHS = (
    "(//abstract | //body | //back)//p[not(.//*[self::inline-formula or self::disp-formula or self::fn or self::fig or"
    " self::table-wrap or self::sup or self::sub or self::list or self::media or self::supplementary-material or"
    " self::inline-graphic or self::fig-group or self::element-citation])][normalize-space()]"
)


def nodes(element: etree._Element, query: str) -> list[etree._Element]:
    return cast(list[etree._Element], element.xpath(query))


def words_of(element: etree._Element) -> str:
    return re.sub(r"[ \t\r\n]+", " ", "".join(cast(list[str], list(element.itertext())))).strip(" ")


def parts(name: str) -> tuple[etree._Element, ParsedDocument]:
    data = (FOLDER / name).read_bytes()
    kind, document = read_document(data, name)
    assert kind == "jats"
    return etree.fromstring(data, PARSER), document


def count(document: ParsedDocument, kind: str) -> int:
    return sum(passage.kind == kind for passage in document.passages)


def test_all_twelve_are_here() -> None:
    assert len(FILES) == 12


@pytest.mark.parametrize("name", FILES)
def test_every_section_figure_table_and_equation_of_the_xml_is_a_passage(name: str) -> None:
    root, document = parts(name)
    found = {kind: count(document, kind) for kind in ("section", "figure", "table", "equation")}
    assert found == {
        "section": 1 + len(nodes(root, SECTIONS)),
        "figure": len(nodes(root, FIGURES)),
        "table": len(nodes(root, TABLES)),
        "equation": len(nodes(root, EQUATIONS)),
    }
    assert_sound(document)


@pytest.mark.parametrize("name", FILES)
def test_every_plain_paragraph_of_the_xml_is_there_word_for_word(name: str) -> None:
    root, document = parts(name)
    paragraphs = nodes(root, SIMPLE_PARAGRAPHS)
    assert len(paragraphs) > 3
    for paragraph in paragraphs:
        assert words_of(paragraph) in document.text
    assert count(document, "sentence") > len(paragraphs)


@pytest.mark.parametrize("name", FILES)
def test_every_reference_and_table_row_is_there(name: str) -> None:
    root, document = parts(name)
    references = [p for p in document.passages if p.kind == "section" and p.label in ("References", "REFERENCES")]
    held = [p for p in document.passages if p.parent is not None and document.passages[p.parent] in references]
    assert len(held) == len(nodes(root, "//ref-list[title or parent::back]/ref"))
    rows = nodes(root, "//table-wrap//tr[count(td | th) > 1 or td/@colspan or th/@colspan]")
    lines = [
        line
        for p in document.passages
        if p.kind == "table"
        for line in document.text[p.start : p.end].split("\n")
        if " | " in line
    ]
    assert len(lines) == sum(bool(words_of(row)) for row in rows)


def test_metadata_of_real_papers() -> None:
    # As printed on the papers' first pages.
    _root, hansen = parts("climate_hansen_pone.0081648.xml")
    assert hansen.metadata.published is not None
    assert hansen.metadata.published.isoformat() == "2013-12-03"
    assert hansen.metadata.authors[0] == "James Hansen"
    assert len(hansen.metadata.authors) == 18
    assert hansen.metadata.licence == "CC0-1.0"
    _root, physics = parts("physics_ptep_ptag100.xml")
    assert physics.metadata.doi == "10.1093/ptep/ptag100"
    assert physics.metadata.licence == "CC-BY-4.0"


def test_a_display_formula_of_a_real_paper_reads_as_tex() -> None:
    # Equation (1) of the article: P(X_k(t, δt) = 1) = λ(E_k(t)) δt
    _root, document = parts("elife_14093_mathml.xml")
    assert "$$P(X_k(t,δt)=1)=λ(E_k(t))δt,$$ (1)" in document.text
