"""Reading TEI: what GROBID makes of papers, and texts that scholars encode."""

from datetime import date

import pytest

from genomes.ingest import ParsedDocument, UnreadableFile
from genomes.ingest.document import ParsedReference
from genomes.ingest.tei import read_tei
from tests.shared_data import SHARED_DATA, needs_shared_data

from .documents import assert_sound, labels, quotes
from .papers import POEM, TEI


@pytest.fixture(scope="module")
def paper() -> ParsedDocument:
    return read_tei(TEI.encode())


def inside(body: str) -> ParsedDocument:
    document = read_tei(f'<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body>{body}</body></text></TEI>'.encode())
    assert_sound(document)
    return document


def test_the_text_is_what_a_reader_reads_in_reading_order(paper: ParsedDocument) -> None:
    assert_sound(paper)
    assert paper.text == "\n\n".join(
        [
            "Finding things twice",
            "We find things. It works.",
            "finding; things",
            "1 Introduction",
            "Things hide [1], as in Fig. 2.1 The next line ends.",
            "E = mc 2 (1)",
            "where c is fast and $x_i$ slow.",
            "1.1 Data",
            "We took 10^-3 of them.",
            "1. first thing",
            "2. second thing",
            "2 Results",
            "They were found.",
            "Figure 1: A view. It is near.",
            "Table 1\nCounts by place.\nPlace | Count | \nsea | 1 | 2",
            "Thanks",
            "To all.",
            "1 A note on hiding.",
            "2 A late note.",
            "B Hen (1999). On hens. Birds, 3, 4–9. DOI 10.1234/HENS.",
            "[2] A. Fox, Foxes, 2001.",
        ]
    )


def test_metadata_is_read_from_the_header(paper: ParsedDocument) -> None:
    metadata = paper.metadata
    assert metadata.title == "Finding things twice"
    assert metadata.authors == ("Ann B Berg", "Li")
    assert metadata.published == date(2016, 5, 1)
    assert metadata.venue == "Journal of Tests"
    assert metadata.doi == "10.1234/test.2"
    assert metadata.arxiv_id == "1506.02640"
    assert metadata.licence == "CC-BY-4.0"
    assert metadata.language == "en"


def test_divs_side_by_side_nest_by_their_numbers(paper: ParsedDocument) -> None:
    assert [(p.level, p.label) for p in paper.passages if p.kind == "section"] == [
        (0, "Finding things twice"),
        (1, "Abstract"),
        (1, "Keywords"),
        (1, "1 Introduction"),
        (2, "1.1 Data"),
        (1, "2 Results"),
        (1, "Acknowledgements"),
        (2, "Thanks"),
        (1, "Footnotes"),
        (1, "References"),
    ]


def test_a_note_mark_neither_hides_nor_makes_the_end_of_a_sentence(paper: ParsedDocument) -> None:
    paragraph = next(p for p in quotes(paper, "paragraph") if p.startswith("Things"))
    assert [s for s in quotes(paper, "sentence") if s in paragraph] == [
        "Things hide [1], as in Fig. 2.1",
        "The next line ends.",
    ]


def test_figures_tables_equations_and_notes_carry_their_labels(paper: ParsedDocument) -> None:
    assert labels(paper, "figure") == ["Figure 1"]
    assert labels(paper, "table") == ["Table 1"]
    assert labels(paper, "equation") == ["(1)"]
    assert [label for label in labels(paper, "paragraph") if label] == ["1.", "2.", "1", "2"]


def test_the_references_are_records_to_match_by(paper: ParsedDocument) -> None:
    assert paper.references == (
        ParsedReference(
            raw="B Hen (1999). On hens. Birds, 3, 4–9. DOI 10.1234/HENS.",
            title="On hens",
            first_author="B Hen",
            year=1999,
            doi="10.1234/hens",
        ),
        ParsedReference(raw="[2] A. Fox, Foxes, 2001.", title="Foxes", first_author="A Fox", year=2001),
    )


def test_a_text_with_verse_speech_and_readings_is_read() -> None:
    document = read_tei(POEM.encode())
    assert_sound(document)
    assert document.text.split("\n\n") == [
        "Sea songs",
        "Seek.",
        "One",
        "The sea is wide,",
        "the sky is Blue.",
        "Prose",
        "She said: go. We went.",
        "Two",
        "FOX",
        "Well met.",
        "Late at night.",
    ]
    assert [(p.level, p.label) for p in document.passages if p.kind == "section"][1:] == [
        (1, "One"),
        (2, "Prose"),
        (1, "Two"),
        (1, "Footnotes"),
    ]


@needs_shared_data
def test_the_sample_of_the_shared_data_is_read_whole() -> None:
    document = read_tei((SHARED_DATA / "exports" / "tei_sample.xml").read_bytes())
    assert_sound(document)
    assert document.metadata.title == "Homer: The Odyssey"
    paragraphs = quotes(document, "paragraph")
    assert len(paragraphs) == 7  # nine <p> in the file, two of them in its header
    assert paragraphs[0].startswith("Tell me, O muse, of that ingenious hero who travelled far and wide after he had")


def test_mathml_and_displayed_tex_become_equations() -> None:
    document = inside(
        '<p>Let <formula><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math></formula> be'
        '<formula notation="tex" rend="display" n="(2)">\\begin{document}$$a=b$$\\end{document}</formula></p>'
    )
    assert document.text == "Let $x$ be\n\n$$a=b$$ (2)"


def test_nothing_but_the_layout_is_changed() -> None:
    kept = "soft\u00adhyphen \ufb01 e\u0301 \u2028 \u00a0 💩"
    assert inside(f"<p>a\n\t {kept}\r\n b</p>").text == f"a {kept} b"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("<TEI/>", "holds no text"),
        ("<TEI><teiHeader><fileDesc><titleStmt><title>T</title></titleStmt></fileDesc></teiHeader></TEI>", "no text"),
        ("<article/>", "outermost element is <article>"),
        ("<teiCorpus><TEI/><TEI/></teiCorpus>", "holds 2 texts"),
        ("<TEI><text>", "not well-formed"),
        ('<!DOCTYPE TEI [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]><TEI><text><p>&b;</p></text></TEI>', "entity of its"),
        ("<TEI>" + "<div>" * 200 + "</div>" * 200 + "</TEI>", "nested more than 100"),
    ],
)
def test_what_is_no_text_is_refused_with_the_reason(source: str, said: str) -> None:
    with pytest.raises(UnreadableFile, match=said):
        read_tei(source.encode())


def test_the_only_text_of_a_corpus_is_read() -> None:
    source = "<teiCorpus><teiHeader/><TEI><text><body><p>Here.</p></body></text></TEI></teiCorpus>"
    assert read_tei(source.encode()).text == "Here."


def test_cells_that_claim_to_cover_everything_do_not_swell_the_text() -> None:
    row = "<row><cell rows='100' cols='100'>a</cell></row>"
    document = inside(f"<table>{row * 2000}</table>")
    assert len(document.text) < 20 * 2000 * len(row)
    assert document.text.endswith("\na")


def test_an_id_that_stands_twice_is_no_fault_of_the_text() -> None:
    assert inside('<p xml:id="a">One.</p><p xml:id="a">Two.</p>').text == "One.\n\nTwo."
