"""Small PDFs of our own, each with what it must read as derived by hand."""

from datetime import date

import pytest

from evaluator.vocabulary import PassageKind
from genomes.ingest import ParsedDocument, UnreadableFile
from genomes.ingest.pdf import pages, read_pdf
from genomes.ingest.pdf.hyphens import Words, join_lines

from .documents import assert_sound, labels, quotes
from .pdfs import BOLD, CODE, Sheet, column, pdf, text

# Lines as wide as a column of two (about 240 points at size 10).
LEFT = [
    "The first column begins with this line of words,",
    "and it goes on with a second line of more words,",
    "then comes the third line of the column as well,",
    "and the fourth line of the left one says hello,",
    "before the column ends in the middle of a very",
]
RIGHT = [
    "long sentence that the right column carries on.",
    "  A new paragraph begins here with its indent,",
    "and its second line is as long as all the rest,",
    "then comes a third line in the second column,",
    "and the fourth and last line ends it all at last.",
]
PARAGRAPHS = [
    "The first column begins with this line of words, and it goes on with a second line of more words, then comes the"
    " third line of the column as well, and the fourth line of the left one says hello, before the column ends in the"
    " middle of a very long sentence that the right column carries on.",
    "A new paragraph begins here with its indent, and its second line is as long as all the rest, then comes a third"
    " line in the second column, and the fourth and last line ends it all at last.",
]
TITLE = "A Wide Title over Two Columns of Text"


def read(*sheets: Sheet | str, info: dict[str, str] | None = None) -> ParsedDocument:
    document = read_pdf(pdf(*sheets, info=info))
    assert_sound(document)
    return document


def said(document: ParsedDocument) -> list[str]:
    return [note.template % note.params for note in document.notes]


def two_columns(*, row_by_row: bool) -> str:
    if not row_by_row:
        return column(54, 600, LEFT) + column(318, 600, RIGHT)
    return "".join(
        column(54, 600 - 12 * n, [left]) + column(318, 600 - 12 * n, [right])
        for n, (left, right) in enumerate(zip(LEFT, RIGHT, strict=True))
    )


@pytest.mark.parametrize("row_by_row", [False, True])
def test_two_columns_under_a_wide_title_are_read_one_after_the_other(row_by_row: bool) -> None:
    document = read(text(120, 700, TITLE, size=20) + two_columns(row_by_row=row_by_row))
    assert document.text.split("\n\n") == [TITLE, *PARAGRAPHS]
    assert document.metadata.title == TITLE
    assert labels(document, PassageKind.SECTION) == [TITLE]
    assert quotes(document, PassageKind.PARAGRAPH) == PARAGRAPHS


def test_a_wide_figure_between_columns_does_not_cut_the_paragraph() -> None:
    caption = "Figure 1. A caption that reaches from the left column over the gutter to the right column of the page."
    above = column(54, 760, ["Words above the figure are cut by it at the end"]) + text(318, 760, "of this line.")
    document = read(above + text(54, 700, caption) + two_columns(row_by_row=False))
    assert document.text.split("\n\n") == [
        "Words above the figure are cut by it at the end of this line.",
        caption,
        *PARAGRAPHS,
    ]
    assert labels(document, PassageKind.FIGURE) == ["Figure 1"]


def test_a_figure_waits_until_the_paragraph_that_goes_on_behind_it_has_ended() -> None:
    caption = "Figure 7. What stands at the top of a column."
    document = read(column(54, 600, LEFT) + text(318, 640, caption) + column(318, 600, RIGHT))
    assert document.text.split("\n\n") == [PARAGRAPHS[0], caption, PARAGRAPHS[1]]


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("turned", [0, 90])
def test_a_page_reads_the_same_however_it_is_turned(turn: int, turned: int) -> None:
    # Two lines one under the other in the direction of writing.
    steps = {0: (0, -12), 90: (12, 0), 180: (0, 12), 270: (-12, 0)}
    x, y = steps[turn]
    lines = ["A line of a page that lies on its", "side or stands upon its head."]
    content = "".join(text(300 + x * n, 400 + y * n, line, turn=turn) for n, line in enumerate(lines))
    assert read(Sheet(content, turned)).text == "A line of a page that lies on its side or stands upon its head."


def test_running_heads_and_page_numbers_are_left_out_and_counted() -> None:
    sheets = [
        text(54, 760, f"Journal of Tests 12 (2020) {40 + n}")
        + column(54, 600, [f"{word} page says."])
        + text(300, 30, str(40 + n))
        for n, word in enumerate(["First", "Second", "Third"])
    ]
    document = read(*sheets)
    assert document.text == "First page says.\n\nSecond page says.\n\nThird page says."
    assert said(document) == ["Running heads and feet, page and line numbers left out: 6 lines."]
    assert document.page_starts == (0, 18, 37)


def test_what_is_all_of_a_page_is_never_taken_for_its_head() -> None:
    assert read(*[text(54, 760, "Same words.")] * 3).text == "Same words.\n\nSame words.\n\nSame words."


def test_numbers_that_do_not_count_with_the_pages_stay() -> None:
    document = read(*[text(54, 760, "7") + column(54, 600, [words]) for words in ("Some.", "More.", "Last.")])
    assert document.text == "7\n\nSome.\n\n7\n\nMore.\n\n7\n\nLast."


def test_line_numbers_in_the_margin_are_left_out() -> None:
    lines = [f"line number {word} of a manuscript" for word in "abcdefghi"]
    numbered = column(54, 700, [str(n) for n in range(1, 10)], size=8) + column(90, 700, lines)
    document = read(numbered)
    assert document.text == " ".join(lines)
    assert said(document) == ["Running heads and feet, page and line numbers left out: 9 lines."]


def test_a_page_without_text_is_named_and_begins_where_the_next_does() -> None:
    document = read(text(54, 700, "Before."), "", text(54, 700, "After."))
    assert document.text == "Before.\n\nAfter."
    assert said(document) == ["Pages without text, of which nothing is here: 2."]
    assert document.page_starts == (0, 9, 9)


def test_headings_are_told_by_number_size_and_weight() -> None:
    body = column(54, 640, ["Prose that fills a good part of the line, again and", "again, and then it ends."])
    content = (
        text(54, 740, "On Telling Headings Apart", size=18)
        + text(54, 700, "Abstract", size=12, font=BOLD)
        + column(54, 684, ["It works."])
        + text(54, 662, "1 Introduction", size=12, font=BOLD)
        + body
        + text(54, 600, "1.1 Earlier work", font=BOLD)
        + column(54, 584, ["Run-in words. They are no heading at all, as everybody", "can see who reads on."])
        + text(54, 540, "Acknowledgements", size=12, font=BOLD)
        + column(54, 524, ["We thank everybody who reads this far."])
    )
    document = read(content)
    sections = [(p.label, p.level) for p in document.passages if p.kind == PassageKind.SECTION]
    assert sections == [
        ("On Telling Headings Apart", 0),
        ("Abstract", 1),
        ("1 Introduction", 1),
        ("1.1 Earlier work", 2),
        ("Acknowledgements", 1),
    ]


def test_a_caption_is_a_figure_and_a_mention_is_none() -> None:
    content = (
        column(54, 700, ["Figure 1 shows a program, which we explain in", "the following lines of prose."])
        + column(54, 650, ["for x in y:", "  print(x)"], font=CODE, size=9, leading=10)
        + column(54, 620, ["Figure 1. A program. It prints."])
        + column(54, 580, ["Prose goes on after the figure as before, with more", "words than needed."])
    )
    document = read(content)
    # The second line of the program is indented by 24 points: four letters of Courier at 9 points (5.4 each).
    assert quotes(document, PassageKind.FIGURE) == ["for x in y:\n    print(x)\nFigure 1. A program. It prints."]
    assert labels(document, PassageKind.FIGURE) == ["Figure 1"]
    assert document.text.startswith("Figure 1 shows a program, which we explain in the following")


def test_rows_of_a_table_have_bars_between_their_cells() -> None:
    rows = [("Place", "Old", "New"), ("sea", "1", "2"), ("land", "10", "20")]
    cells = "".join(text(60 + 90 * n, 660 - 12 * k, cell) for k, row in enumerate(rows) for n, cell in enumerate(row))
    prose = column(54, 600, ["Prose that follows the table and is long enough to be", "told from it."])
    document = read(text(54, 690, "Table 2: Counts by place.") + cells + prose)
    table = "Table 2: Counts by place.\nPlace | Old | New\nsea | 1 | 2\nland | 10 | 20"
    assert quotes(document, PassageKind.TABLE) == [table]
    assert labels(document, PassageKind.TABLE) == ["Table 2"]


def test_a_numbered_line_of_signs_is_an_equation() -> None:
    content = (
        column(54, 700, ["The energy of a body at rest is known to everybody as"])
        + text(140, 676, "E = mc")
        + text(300, 676, "(3)")
        + column(54, 652, ["where c is the speed of light, as long as this line is."])
    )
    document = read(content)
    assert quotes(document, PassageKind.EQUATION) == ["E = mc (3)"]
    assert labels(document, PassageKind.EQUATION) == ["(3)"]


def test_a_footnote_stands_apart_at_the_end() -> None:
    note = text(54, 63, "1", size=5) + text(57, 60, "Its small print.", size=8)
    document = read(
        column(54, 700, ["Words that have a note are found on the second page", "of two pages."]),
        column(54, 100, ["Words that lie at the foot of the second page here."]) + note,
    )
    assert labels(document, PassageKind.SECTION) == ["", "Footnotes"]
    assert quotes(document, PassageKind.PARAGRAPH)[1:] == [
        "Words that lie at the foot of the second page here.",
        "1Its small print.",
    ]


def test_references_are_entries_with_what_is_sure() -> None:
    entries = [
        "[1] A. Fox and B. Hen. On foxes and hens. In Birds and",
        "  Beasts, pages 1-9, 2001. doi:10.1234/abc.5.",
        "[2] C. Cat. Sleeping all day. arXiv:2001.01234, 2020.",
        "[3] Some web page, http://example.org/1999/.",
    ]
    document = read(
        column(54, 700, ["The body of the paper is short but it is there."])
        + text(54, 670, "References", size=12, font=BOLD)
        + column(54, 650, entries, size=9, leading=11)
    )
    first, second, third = document.references
    assert first.raw == (
        "[1] A. Fox and B. Hen. On foxes and hens. In Birds and Beasts, pages 1-9, 2001. doi:10.1234/abc.5."
    )
    assert (first.title, first.first_author, first.year) == ("On foxes and hens", "A. Fox", 2001)
    assert first.doi == "10.1234/abc.5"
    assert (second.title, second.arxiv_id, second.year) == ("Sleeping all day", "2001.01234", 2020)
    assert (third.title, third.first_author, third.year, third.doi) == ("", "", None, "")
    paragraphs = [
        (p.label, document.text[p.start : p.end]) for p in document.passages if p.kind == PassageKind.PARAGRAPH
    ]
    assert paragraphs[1:] == [("1", first.raw), ("2", second.raw), ("3", third.raw)]


def test_metadata_come_from_the_first_page_and_the_stamp_leaves_it() -> None:
    content = (
        text(20, 200, "arXiv:1506.02640v5  [cs.CV]  9 May 2016", size=16, turn=90)
        + text(120, 720, "You Only Look at This Once", size=18)
        + text(120, 690, "Ann Berg, Lei Li* and The Hu", size=11)
        + text(54, 660, "Abstract", size=12, font=BOLD)
        + column(
            54, 640, ["We look. See https://doi.org/10.5555/look.1, once. Its", "words are as plain as they can be."]
        )
    )
    document = read(content, info={"Title": "paper.dvi", "Author": "root"})
    assert document.metadata.title == "You Only Look at This Once"
    assert document.metadata.authors == ("Ann Berg", "Lei Li", "The Hu")
    assert document.metadata.arxiv_id == "1506.02640v5"
    assert document.metadata.published == date(2016, 5, 9)
    assert document.metadata.doi == "10.5555/look.1"
    assert "arXiv" not in document.text


@pytest.mark.parametrize(
    ("given", "title"),
    [("A Title of Its Own", "A Title of Its Own"), ("Microsoft Word - draft.doc", ""), ("untitled", ""), ("a.tex", "")],
)
def test_the_stated_title_counts_where_no_line_is_larger_and_a_program_s_does_not(given: str, title: str) -> None:
    document = read(column(54, 700, ["Only prose is here,", "and all of one size."]), info={"Title": given})
    assert document.metadata.title == title


WORDS = Words.of(
    [f"x inherited type-stable naive {' '.join(f'w{chr(97 + n // 26)}{chr(97 + n % 26)}' for n in range(676))} x"]
)


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        (["was inher-", "ited by"], "was inherited by"),  # the whole word stands elsewhere
        (["a type-", "stable loop"], "a type-stable loop"),  # the word with its hyphen stands elsewhere
        (["com-", "pile"], "compile"),  # neither half is a word of the document
        (["naive-", "looking"], "naive-looking"),  # one half is
        (["non-", "trivial"], "non-trivial"),  # begins two-part words
        (["2x-", "20x"], "2x-20x"),
        (["soft\u00ad", "hyphen"], "softhyphen"),  # a soft hyphen at the end of a line is a broken word
        (["in\u00adside", "stays"], "in\u00adside stays"),
        (["a \ufb01ne", "line\u00a0here"], "a \ufb01ne line\u00a0here"),
        (["pages 291\u2013", "300"], "pages 291\u2013300"),
        (["這是", "文字"], "這是文字"),
        (["see https://a.org/", "b-c."], "see https://a.org/b-c."),
        (["a dash -", "here"], "a dash - here"),
    ],
)
def test_lines_meet_as_a_reader_reads_them(lines: list[str], joined: str) -> None:
    text, starts = join_lines(lines, WORDS)
    assert text == joined
    assert starts[0] == 0
    assert text[starts[1] :] == lines[1]


def test_hyphens_that_nothing_decides_are_kept_and_counted() -> None:
    document = read(
        column(54, 700, ["A short text says little of its long and rare comp-", "ounds, so it keeps them."])
    )
    assert document.text == "A short text says little of its long and rare comp-ounds, so it keeps them."
    assert said(document) == ["Hyphens at line ends kept because nothing shows whether the words have them: 1."]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"plain words", "not a PDF"),
        (pdf(text(54, 700, "Words."))[:100], "cut off"),
        (b"%PDF-1.4\n" + b"junk " * 100 + b"\n%%EOF\n", "damaged beyond repair"),
        (pdf(), "no pages"),
        (pdf(""), "hold no text"),
    ],
)
def test_what_is_no_readable_pdf_is_refused_with_what_to_do(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableFile, match=reason) as refusal:
        read_pdf(data)
    assert str(refusal.value).endswith((".", "ending."))


def test_too_many_pages_or_characters_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data = pdf(*[text(54, 700, "Some words.")] * 3)
    monkeypatch.setattr(pages, "MAX_CHARACTERS", 15)
    with pytest.raises(UnreadableFile, match="more than 15 characters by page 2"):
        read_pdf(data)
    monkeypatch.setattr(pages, "MAX_PAGES", 2)
    with pytest.raises(UnreadableFile, match="3 pages, more than the 2"):
        read_pdf(data)
