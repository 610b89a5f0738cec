"""Reading web pages: journals, arXiv's LaTeXML, and pages that are no paper."""

from datetime import date

import pytest

from genomes.ingest import ParsedDocument, UnreadableFile
from genomes.ingest.document import ParsedReference
from genomes.ingest.html import read_html

from .documents import assert_sound, labels, quotes
from .papers import HTML, LATEXML

FILLER = "Here the words of the demo go on for a while, so that the page is long enough to be one."


@pytest.fixture(scope="module")
def page() -> ParsedDocument:
    return read_html(HTML.encode())


@pytest.fixture(scope="module")
def latexml() -> ParsedDocument:
    return read_html(LATEXML.encode())


def inside(body: str) -> list[str]:
    """The blocks of a page whose body is the given HTML, without the filler that makes it long enough."""
    document = read_html(f"<meta charset=utf-8><body>{body}<p>{FILLER * 6}</p>".encode())
    assert_sound(document)
    return document.text.removesuffix(FILLER * 6).strip("\n").split("\n\n")


def test_the_text_is_what_a_reader_of_the_page_reads(page: ParsedDocument) -> None:
    assert_sound(page)
    assert page.text == "\n\n".join(
        [
            "Finding things at home",
            "We find things. It works.",
            "1 Introduction",
            f"Things hide \u00a0well1, as in Fig. 2.2 The rate is 10^−3 of H2O. A line. {FILLER}",
            "$$E=mc^2$$",
            f"where $c$ is fast and $x_i$ slow. {FILLER}",
            "Data",
            "3. third thing",
            "4. fourth thing",
            "more of it",
            "loose thing",
            "Seek.",
            "for x in y:\n    print(x)",
            "Figure 1. A view. It is near.",
            "Table 1: Counts by place.\nPlace | Count | \n | old | new\nsea | 1 | 2",
            "References",
            "1. Fox, A., Hen, B. (2001). Foxes. link",
            "2. B. Hen, “On hens and other birds,” Birds, 1999.",
            "1 A note on water.",
        ]
    )


def test_metadata_is_read_from_tags_and_linked_data(page: ParsedDocument) -> None:
    metadata = page.metadata
    assert metadata.title == "Finding things at home"
    assert metadata.authors == ("Ann Berg", "雷 李")
    assert metadata.published == date(2016, 5, 9)
    assert metadata.venue == "Journal of Tests"
    assert metadata.doi == "10.1234/test.3"
    assert metadata.licence == "CC-BY-4.0"
    assert metadata.language == "en"


def test_headings_make_sections_and_floats_carry_their_labels(page: ParsedDocument) -> None:
    assert [(p.level, p.label) for p in page.passages if p.kind == "section"] == [
        (0, "Finding things at home"),
        (1, "Abstract"),
        (1, "1 Introduction"),
        (2, "Data"),
        (1, "References"),
        (1, "Footnotes"),
    ]
    assert labels(page, "figure") == ["Figure 1"]
    assert labels(page, "table") == ["Table 1"]


def test_a_citation_mark_neither_hides_nor_makes_the_end_of_a_sentence(page: ParsedDocument) -> None:
    sentences = quotes(page, "sentence")
    assert "Things hide \u00a0well1, as in Fig. 2.2" in sentences
    assert "The rate is 10^−3 of H2O." in sentences


def test_the_references_of_a_page_are_records(page: ParsedDocument) -> None:
    assert page.references == (
        ParsedReference(
            raw="Fox, A., Hen, B. (2001). Foxes. link", first_author="A. Fox", year=2001, doi="10.1234/fox"
        ),
        ParsedReference(
            raw="B. Hen, “On hens and other birds,” Birds, 1999.",
            title="On hens and other birds",
            first_author="B. Hen",
            year=1999,
        ),
    )


def test_a_page_of_latexml_reads_like_the_paper(latexml: ParsedDocument) -> None:
    assert_sound(latexml)
    assert latexml.text == "\n\n".join(
        [
            "Counting demo things",
            "Abstract",
            "We count.",
            "1 Counting",
            "Theorem 1.",
            "All $n$ count.",
            "We see1 that [1] holds. " + " ".join([FILLER] * 4),
            "$$a=b$$ (1)",
            "$$c =d$$ (2)",
            "$$e$$",
            "Table 1: Counts.\na | b",
            "Appendix A More",
            "More counts.",
            "1 By eye.",
            "References",
            "[1] A. Fox and B. Hen (2001) Foxes at night. arXiv:1506.02640v3.",
        ]
    )
    assert labels(latexml, "equation") == ["(1)", "(2)", ""]
    assert [(p.level, p.label) for p in latexml.passages if p.kind == "section"][2:4] == [
        (1, "1 Counting"),
        (2, "Theorem 1."),
    ]
    assert latexml.references == (
        ParsedReference(
            raw="A. Fox and B. Hen (2001) Foxes at night. arXiv:1506.02640v3.",
            title="Foxes at night",
            first_author="A. Fox",
            year=2001,
            arxiv_id="1506.02640",
        ),
    )


@pytest.mark.parametrize(
    ("body", "blocks"),
    [
        ("loose<p>a<p>b</div></b>c", ["loose", "a", "bc"]),
        ("<p>a&nbsp;b&#150;c&alpha;&#x2028;&shy;</p>", ["a\u00a0b–cα\u2028\u00ad"]),
        ("<p>a<!-- not this --> b<script>x()</script> c</p>", ["a b c"]),
        ("<article><section><h2>A</h2><section><h2>B</h2><p>x</p></section></section></article>", ["A", "B", "x"]),
        ("<p><span class=katex><span class=katex-html aria-hidden=true>x</span></span>y</p>", ["y"]),
        ("<table role=presentation><tr><td><p>a</p></td><td>b</td></tr></table>", ["a", "b"]),
        ("<dl><dt>Fox</dt><dd>An animal.</dd></dl>", ["Fox", "An animal."]),
        ('<p>A <img class="mwe-math-image" alt="{\\displaystyle x}"> b</p>', ["A $x$ b"]),
    ],
)
def test_pages_as_they_are_found_are_read(body: str, blocks: list[str]) -> None:
    assert inside(body) == blocks


@pytest.mark.parametrize(
    ("data", "word"),
    [
        ("<meta charset=iso-8859-1><p>café " + FILLER * 6, "latin-1"),
        ("<meta http-equiv=content-type content='text/html; charset=shift_jis'><p>日本 " + FILLER * 6, "shift_jis"),
        ("<p>日本 café " + FILLER * 6, "utf-16"),
        ("<?xml version='1.0' encoding='utf-8'?><html><p>日本 café " + FILLER * 6, "utf-8"),
    ],
)
def test_the_declared_charset_is_obeyed(data: str, word: str) -> None:
    text = data[data.index("<p>") + 3 :].split(" ", maxsplit=1)[0]
    assert read_html(data.encode(word)).text.startswith(text)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"<html></html>", "only 0 characters"),
        (b"<!-- nothing -->", "no content at all"),
        (b"<p>Please wait while we check your browser.", "only 40 characters"),
        (b"<form><p>Log in to read on.</p><input type=password></form>", "asks for a password"),
        (b"<meta charset=utf-8><p>caf\xe9", "written in UTF-8, but byte 26 is not"),
        (b"<p>caf\xe9", "does not say its charset and is not UTF-8: byte 6"),
        (b"<meta charset=klingon><p>x", "klingon, which is not known"),
        (b"<meta charset=punycode><p>x", "punycode, which is not known"),
        (b"<p>a\0b", "NUL character"),
        (b"<b>" * 400 + b"x", "nested more than 150"),
    ],
)
def test_a_page_that_is_no_paper_is_refused_with_the_reason(data: bytes, said: str) -> None:
    with pytest.raises(UnreadableFile) as refusal:
        read_html(data)
    assert said in str(refusal.value)


def test_a_short_page_is_read_with_a_word_of_doubt() -> None:
    short = read_html(f"<p>{FILLER * 6}".encode())
    assert [note.params for note in short.notes] == [{"count": len(FILLER * 6)}]
    assert read_html(f"<p>{(FILLER + ' ') * 60}".encode()).notes == ()


def test_references_in_tags_count_where_the_page_lists_none() -> None:
    tag = '<meta name="citation_reference" content="citation_title=On hens; citation_author=B Hen; citation_year=1999">'
    document = read_html(f"{tag}<p>{FILLER * 6}".encode())
    assert document.references == (ParsedReference(title="On hens", first_author="B Hen", year=1999),)
