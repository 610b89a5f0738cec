"""Reading JATS: order, passages, markup, math, tables, notes, metadata."""

from datetime import date

import pytest

from genomes.ingest import ParsedDocument, read_document
from genomes.ingest.document import ParsedReference

from .documents import ARTICLE, assert_sound, labels, quotes


@pytest.fixture(scope="module")
def article() -> ParsedDocument:
    name, document = read_document(ARTICLE.encode(), "paper.xml")
    assert name == "jats"
    return document


def inside(body: str) -> ParsedDocument:
    """The document of an article whose body is the given XML."""
    source = (
        '<article xmlns:mml="http://www.w3.org/1998/Math/MathML" xmlns:xlink="http://www.w3.org/1999/xlink">'
        f"<body>{body}</body></article>"
    )
    document = read_document(source.encode(), "a.xml")[1]
    assert_sound(document)
    return document


def test_the_text_is_what_a_reader_reads_in_reading_order(article: ParsedDocument) -> None:
    assert_sound(article)
    assert article.text == "\n\n".join(
        [
            "Finding things once",
            "We find things. It works.",
            "Keywords",
            "finding; things",
            "1 Introduction",
            "Things hide \u00a0well, as in Fig. 2.1 The rate is 10^−3 yr^-1 of H2O*. We set $x. Y$ here:",
            "$$E=mc^2$$ (1)",
            "where c is fast. The end.",
            "Figure 1\nA view.\nLeft: near. Right: far.",
            "Data",
            "Table 1\nCounts by place.\nPlace | Count | \n | old | new\nsea | 1 | 2\na Since 1990.",
            "i. first thing",
            "second thing",
            "Seek.",
            "Box 1",
            "Boxed words.",
            "for x in y:\n    print(x)",
            "Thanks",
            "To all.",
            "* A note on water.",
            "References",
            "1 Fox A. Foxes. 2001.",
            "2 Hen B (1999). On hens. Birds, 3, 4–9.",
            "Decision letter",
            "We liked it.",
        ]
    )


def test_metadata_is_read_from_the_front(article: ParsedDocument) -> None:
    metadata = article.metadata
    assert metadata.title == "Finding things once"
    assert metadata.authors == ("Ann Berg", "李 雷", "The Test Group")
    assert metadata.published == date(2016, 5, 9)
    assert metadata.venue == "Journal of Tests"
    assert metadata.doi == "10.1234/test.1"
    assert metadata.arxiv_id == "1506.02640v5"
    assert metadata.licence == "CC-BY-SA-4.0"
    assert metadata.language == "en"


def test_sections_nest_and_notes_references_and_letters_stand_apart(article: ParsedDocument) -> None:
    sections = [(p.level, p.label) for p in article.passages if p.kind == "section"]
    assert sections == [
        (0, "Finding things once"),
        (1, "Abstract"),
        (1, "Keywords"),
        (1, "1 Introduction"),
        (2, "Data"),
        (3, "Box 1"),
        (1, "Thanks"),
        (1, "Footnotes"),
        (1, "References"),
        (1, "Decision letter"),
    ]


def test_a_citation_mark_and_a_formula_neither_hide_nor_make_the_end_of_a_sentence(article: ParsedDocument) -> None:
    paragraph = next(p for p in quotes(article, "paragraph") if p.startswith("Things"))
    sentences = [s for s in quotes(article, "sentence") if s in paragraph]
    assert sentences == [
        "Things hide \u00a0well, as in Fig. 2.1",
        "The rate is 10^−3 yr^-1 of H2O*.",
        "We set $x. Y$ here:",
    ]


def test_figures_tables_and_equations_carry_their_labels(article: ParsedDocument) -> None:
    assert labels(article, "figure") == ["Figure 1"]
    assert labels(article, "table") == ["Table 1"]
    assert labels(article, "equation") == ["(1)"]
    figure = next(index for index, p in enumerate(article.passages) if p.kind == "figure")
    captions = [p for p in article.passages if p.parent == figure]
    assert [article.text[p.start : p.end] for p in captions] == ["A view.", "Left: near. Right: far."]


def test_references_are_paragraphs_without_sentences(article: ParsedDocument) -> None:
    index = next(i for i, p in enumerate(article.passages) if p.label == "References")
    children = [i for i, p in enumerate(article.passages) if p.parent == index]
    assert [article.passages[i].label for i in children] == ["1", "2"]
    assert not [p for p in article.passages if p.parent in children]


def test_the_references_are_records_to_match_by(article: ParsedDocument) -> None:
    assert article.references == (
        ParsedReference(raw="Fox A. Foxes. 2001.", first_author="A Fox", year=2001),
        ParsedReference(raw="Hen B (1999). On hens. Birds, 3, 4–9.", title="On hens", first_author="B Hen", year=1999),
    )


def test_a_reference_keeps_the_ids_that_others_gave_it() -> None:
    source = (
        '<article><body><p>Words.</p></body><back><ref-list><ref id="a"><label>[7]</label><mixed-citation>[7] Ox, C.'
        ' <source>Cattle</source> (2010)<pub-id pub-id-type="doi">https://doi.org/10.1234/OX.1</pub-id>'
        '<pub-id pub-id-type="pmid">123</pub-id> arXiv:1506.02640v2</mixed-citation></ref></ref-list></back></article>'
    )
    (found,) = read_document(source.encode(), "a.xml")[1].references
    assert found.raw == "Ox, C. Cattle (2010) https://doi.org/10.1234/OX.1 123 arXiv:1506.02640v2"
    assert (found.title, found.year, found.doi, found.arxiv_id) == ("Cattle", 2010, "10.1234/ox.1", "1506.02640")
    assert found.other_ids == {"pmid": "123"}


def test_only_the_layout_of_the_xml_is_collapsed() -> None:
    kept = "soft\u00adhyphen \ufb01 e\u0301 \u2028 \u3000 \u2009 💩 \u00a0"
    document = inside(f"<p>a\n\t {kept}\r\n  b</p>")
    assert document.text == f"a {kept} b"


@pytest.mark.parametrize(
    ("math", "tex"),
    [
        ("<mml:mfrac><mml:mn>1</mml:mn><mml:mi>n</mml:mi></mml:mfrac>", r"\frac{1}{n}"),
        ("<mml:msubsup><mml:mi>x</mml:mi><mml:mi>i</mml:mi><mml:mn>12</mml:mn></mml:msubsup>", "x_i^{12}"),
        ("<mml:msqrt><mml:mi>a</mml:mi><mml:mi>b</mml:mi></mml:msqrt>", r"\sqrt{ab}"),
        ("<mml:mover><mml:mi>s</mml:mi><mml:mo>^</mml:mo></mml:mover>", r"\hat{s}"),
        ("<mml:mover><mml:mi>s</mml:mi><mml:mo>\u0302</mml:mo></mml:mover>", r"\hat{s}"),
        ("<mml:mfenced open='['><mml:mi>a</mml:mi><mml:mi>b</mml:mi></mml:mfenced>", "[a,b)"),
        ("<mml:mi>sin</mml:mi><mml:mi>x</mml:mi>", r"\sin x"),
        ("<mml:mi>α</mml:mi><mml:mo>≤</mml:mo><mml:mi>tot</mml:mi>", r"α≤\mathrm{tot}"),
        ("<mml:mtext>5 % off</mml:mtext>", r"\text{5 \% off}"),
        (r"<mml:mn>20</mml:mn><mml:mtext>\degree</mml:mtext>", r"20\text{°}"),
        (r"<mml:mtext>a\b</mml:mtext>", r"\text{a\textbackslash b}"),
        (
            "<mml:mtable><mml:mtr><mml:mtd><mml:mi>a</mml:mi></mml:mtd><mml:mtd><mml:mi>b</mml:mi></mml:mtd></mml:mtr>"
            "<mml:mtr><mml:mtd><mml:mi>c</mml:mi></mml:mtd></mml:mtr></mml:mtable>",
            r"\begin{matrix} a & b \\ c \end{matrix}",
        ),
        (
            "<mml:semantics><mml:mi>q</mml:mi>"
            "<mml:annotation encoding='application/x-tex'>q_0</mml:annotation></mml:semantics>",
            "q_0",
        ),
    ],
)
def test_mathml_reads_as_tex(math: str, tex: str) -> None:
    document = inside(f"<p>Let <inline-formula><mml:math>{math}</mml:math></inline-formula> be.</p>")
    assert document.text == f"Let ${tex}$ be."


def test_given_tex_is_taken_before_mathml_and_loses_its_document_frame() -> None:
    document = inside(
        "<disp-formula><alternatives><tex-math>"
        "\\documentclass{minimal}\\begin{document}$$a\n\n b$$\\end{document}</tex-math>"
        "<mml:math><mml:mi>z</mml:mi></mml:math></alternatives></disp-formula>"
    )
    assert quotes(document, "equation") == ["$$a\nb$$"]


def test_environments_that_cannot_be_drawn_are_written_as_those_that_can() -> None:
    document = inside("<disp-formula><tex-math>\\begin{eqnarray*}a\\end{eqnarray*}</tex-math></disp-formula>")
    assert quotes(document, "equation") == ["$$\\begin{aligned}a\\end{aligned}$$"]


def test_a_figure_without_any_words_is_left_out() -> None:
    document = inside("<p>Words.</p><fig><graphic xlink:href='a.png'/></fig>")
    assert quotes(document, "figure") == []


def test_entities_of_the_public_dtd_are_read() -> None:
    source = '<!DOCTYPE article SYSTEM "a.dtd"><article><body><p>5&nbsp;&alpha;&ndash;&lt;</p></body></article>'
    assert read_document(source.encode(), "a.xml")[1].text == "5\u00a0α–<"


def test_the_declared_encoding_is_obeyed() -> None:
    source = '<?xml version="1.0" encoding="ISO-8859-1"?><article><body><p>caf\u00e9</p></body></article>'
    assert read_document(source.encode("latin-1"), "a.xml")[1].text == "café"
    utf16 = '<?xml version="1.0" encoding="UTF-16"?><article><body><p>café</p></body></article>'
    assert read_document(utf16.encode("utf-16"), "a.xml")[1].text == "café"


def test_an_article_in_its_default_namespace_or_in_a_wrapper_is_read() -> None:
    source = (
        '<set><article xmlns="https://jats.nlm.nih.gov/ns/archiving/1.3/"><body><p>Here.</p></body></article></set>'
    )
    assert read_document(source.encode(), "oai.xml")[1].text == "Here."


def test_without_a_full_date_the_year_counts_from_its_first_day() -> None:
    source = (
        "<article><front><article-meta><title-group><article-title>T</article-title></title-group>"
        "<pub-date><year>2014</year></pub-date></article-meta></front></article>"
    )
    assert read_document(source.encode(), "a.xml")[1].metadata.published == date(2014, 1, 1)


def test_a_table_that_is_only_an_image_has_its_label_and_caption() -> None:
    document = inside(
        "<table-wrap><label>Table 1</label><caption><p>Counts.</p></caption>"
        "<alternatives><graphic xlink:href='t.png'/></alternatives></table-wrap>"
    )
    assert quotes(document, "table") == ["Table 1\nCounts."]


def test_a_section_inside_a_figure_becomes_paragraphs_of_it() -> None:
    document = inside("<fig><label>Figure 1</label><p>a</p><sec><title>Part</title><p>b</p></sec></fig>")
    assert quotes(document, "paragraph") == ["a", "Part", "b"]
    assert len(quotes(document, "section")) == 1
