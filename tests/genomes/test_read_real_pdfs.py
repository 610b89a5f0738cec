"""Real PDFs, against what a person sees on their pages."""

import itertools

import pytest

from evaluator.vocabulary import PassageKind
from genomes.ingest import ParsedDocument, UnreadableFile
from genomes.ingest.pdf import read_pdf
from tests.shared_data import SHARED_DATA, needs_shared_data

from .documents import assert_sound, labels, quotes

pytestmark = needs_shared_data


def read(name: str) -> ParsedDocument:
    document = read_pdf((SHARED_DATA / "pdf" / name).read_bytes())
    assert_sound(document)
    return document


@pytest.fixture(scope="module")
def paper() -> ParsedDocument:
    """Fourteen pages in two columns, with figures in both and over both."""
    return read("twocol_tracemonkey_pldi09.pdf")


def test_title_and_authors_of_a_two_column_paper(paper: ParsedDocument) -> None:
    assert paper.metadata.title == "Trace-based Just-in-Time Type Specialization for Dynamic Languages"
    assert paper.text.startswith(paper.metadata.title + "\n\nAndreas Gal")
    assert paper.metadata.authors == (
        "Andreas Gal", "Brendan Eich", "Mike Shaver", "David Anderson", "David Mandelin", "Mohammad R. Haghighat",
        "Blake Kaplan", "Graydon Hoare", "Boris Zbarsky", "Jason Orendorff", "Jesse Ruderman", "Edwin Smith",
        "Rick Reitmaier", "Michael Bebenita", "Mason Chang", "Michael Franz",
    )  # fmt: skip


def test_sections_of_a_two_column_paper(paper: ParsedDocument) -> None:
    sections = [(p.level, p.label) for p in paper.passages if p.kind == PassageKind.SECTION]
    assert sections[1:] == [
        (1, "Abstract"),
        (1, "1. Introduction"),
        (1, "2. Overview: Example Tracing Run"),
        (1, "3. Trace Trees"),
        (2, "3.1 Traces"),
        (2, "3.2 Trace Trees"),
        (2, "3.3 Blacklisting"),
        (1, "4. Nested Trace Tree Formation"),
        (2, "4.1 Nesting Algorithm"),
        (2, "4.2 Blacklisting with Nesting"),
        (1, "5. Trace Tree Optimization"),
        (2, "5.1 Optimizations"),
        (2, "5.2 Register Allocation"),
        (1, "6. Implementation"),
        (2, "6.1 Calling Compiled Traces"),
        (2, "6.2 Trace Stitching"),
        (2, "6.3 Trace Recording"),
        (2, "6.4 Preemption"),
        (2, "6.5 Calling External Functions"),
        (2, "6.6 Correctness"),
        (1, "7. Evaluation"),
        (1, "8. Related Work"),
        (1, "9. Conclusions"),
        (1, "10. Future Work"),
        (1, "Acknowledgments"),
        (1, "References"),
        (1, "Footnotes"),
    ]


# Where the eye goes on: from a column to the next, from a page to the next, over figures, and within hyphens.
@pytest.mark.parametrize(
    "words",
    [
        "is the de facto standard for client-side web programming and is used for the application logic",
        "same types will occur in subsequent loop iterations. Hence, recording and compiling a trace speculates",
        "In Section 7 we evaluate our dynamic compiler based on a set of industry benchmarks.",
        "the first recorded trace may be a cycle through the inner loop, {i2, i3, i5, α}.",
        "if loops are nested to a depth k, and each loop is entered with m different type maps",
        "where each v is referred to. Then the heuristic selects v with minimum vm.",
        "difficult to compile than statically typed ones",
        "a mixed-mode execution approach",
        "Keywords JavaScript, just-in-time compilation, trace trees.",
        "inner loops become hot first), leading to much greater tail duplication.",
        "In TraceMonkey, objects’ representations are assigned an integer key",
        "endorsements, either expressed or implied, of the National Science foundation",
    ],
)
def test_the_columns_of_a_paper_are_read_in_order(paper: ParsedDocument, words: str) -> None:
    assert words in paper.text


def test_figures_of_a_two_column_paper(paper: ParsedDocument) -> None:
    # In the order of the pages: Figure 11 stands before 10 and 13 before 12.
    assert labels(paper, PassageKind.FIGURE) == [
        f"Figure {n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 10, 13, 12)
    ]  # fmt: skip
    figures = quotes(paper, PassageKind.FIGURE)
    assert figures[0].startswith("1 for (var i = 2; i < 100; ++i) {\n2   if (!primes[i])\n3     continue;\n")
    assert figures[0].endswith("array of 100 false values on entry to this code snippet.")
    assert figures[1].startswith("Figure 2. State machine describing")  # its labels are part of the drawing
    rows = figures[11].split("\n")
    assert len(rows) == 28  # a head, 26 programs, the caption
    assert rows[13] == "crypto-aes | 50 | 72 | 78 | 19 | 0 | 1.4 | 1.1 | 1.6 | 1.64x"


def test_references_of_a_two_column_paper(paper: ParsedDocument) -> None:
    assert [reference.raw.split("]")[0] for reference in paper.references] == [f"[{n}" for n in range(1, 20)]
    assert paper.references[0].raw.endswith("http://lua-users.org/lists/lua-l/2008-02/msg00051.html.")
    eighth, last = paper.references[7], paper.references[18]
    assert eighth.title.endswith("Efficient Dispatch Technique for Virtual Machine Interpreters")
    assert (eighth.first_author, eighth.year) == ("M. Berndl", 2005)
    assert (last.title, last.year) == ("YETI: A graduallY Extensible Trace Interpreter", 2007)
    assert paper.references[13].title == ""  # "Personal communication" is no title


def test_pages_of_a_two_column_paper(paper: ParsedDocument) -> None:
    assert len(paper.page_starts) == 14
    assert all(a < b for a, b in itertools.pairwise(paper.page_starts))
    begins = {1: "Hence, recording", 3: "i=4. On this iteration", 7: "5.1 Optimizations", 13: "not be interpreted"}
    for page, words in begins.items():
        assert paper.text[paper.page_starts[page] :].startswith(words)


def test_footnotes_of_a_two_column_paper_stand_last(paper: ParsedDocument) -> None:
    notes = paper.text[paper.text.index("Permission to make digital") :].split("\n\n")
    assert [note[:20] for note in notes] == [
        "Permission to make d", "PLDI’09, June 15–20,", "Copyright c 2009 ACM",
        "1 Arrays are actuall", "2 Instead of abortin",
    ]  # fmt: skip


def test_a_paper_in_narrow_columns_with_a_table() -> None:
    document = read("latex_multicolumn.pdf")
    assert document.metadata.title == "Two-Column Document with Lorem Ipsum"
    assert labels(document, PassageKind.SECTION) == [document.metadata.title, "Abstract"]
    assert "Vivamus viverra fermentum felis. Donec nonummy pellentesque ante." in document.text
    assert quotes(document, PassageKind.TABLE) == [
        "Table 1: EU Countries Information\n"
        "Country | Population (millions) | Area (km2) | Capital | Official Language\n"
        "Austria | 8.9 | 83,879 | Vienna | German\n"
        "Belgium | 11.5 | 30,689 | Brussels | Dutch, French, German\n"
        "Czech Republic | 10.7 | 78,866 | Prague | Czech\n"
        "Denmark | 5.8 | 42,951 | Copenhagen | Danish\n"
        "Finland | 5.5 | 338,424 | Helsinki | Finnish, Swedish"
    ]
    # Name and date; the sentence under "Abstract" and ten paragraphs of filling; the caption.
    assert len(quotes(document, PassageKind.PARAGRAPH)) == 2 + 1 + 10 + 1


def test_turned_pages_are_read_upright() -> None:
    document = read("rotation_mixed.pdf")
    assert document.text.split("\n\n") == [
        "This is my first page with normal layout. This is the second line on the page.",
        "This is my second page. It will have a landscape layout. Second line here.",
    ]
    turned = read("habibi_rtl_rotated_combining.pdf")
    # The word stands once on each page; the file gives its letters twice. In logical order, with its vowel sign.
    assert turned.text.split(" ")[0] == "habibi"
    assert turned.text.count("habibi") == 4
    assert turned.text.count("\u062d\u064e\u0628\u064a\u0628\u064a") == 8
    assert len(turned.page_starts) == 4


def test_a_damaged_but_readable_file_is_read() -> None:
    document = read("zen_corrupted.pdf")
    lines = document.text.split("\n\n")
    assert lines[2:5] == [
        "Beautiful is better than ugly.", "Explicit is better than implicit.", "Simple is better than complex.",
    ]  # fmt: skip
    assert "Namespaces are one honking great idea −− let’s do more of those!" in lines


def test_ligatures_come_as_their_letters() -> None:
    assert read("ligatures_all.pdf").text == "abcdeffffiflffifflſtstghijklmno"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("password_openpassword.pdf", "locked with a password"),
        ("scanned_4_rotations.pdf", r"scanned: its 4 pages .* `ocrmypdf"),
        ("stub_184bytes.pdf", "cut off: it breaks off after 184 bytes"),
        ("zero_pages.pdf", "no pages"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_to_do(name: str, reason: str) -> None:
    with pytest.raises(UnreadableFile, match=reason):
        read(name)
