"""Reading Markdown: what the rendered page shows, and the front matter."""

from datetime import date

import pytest

from genomes.ingest import ParsedDocument, UnreadableFile, read_document

from .documents import assert_sound, labels, quotes


def read(source: str) -> ParsedDocument:
    name, document = read_document(source.encode(), "notes.md")
    assert name == "markdown"
    assert_sound(document)
    return document


def test_signs_of_markup_are_gone_and_their_text_stays() -> None:
    document = read("**Bold** and *slanted* `code` [a link](http://x.org) ~~gone~~ &amp; x<br>y\nnext line")
    assert document.text == "Bold and slanted code a link gone & xy\nnext line"


def test_headings_nest_as_sections_and_the_first_is_the_title() -> None:
    document = read("# Paper\n\nLead.\n\n## A\n\ntext a\n\n### A1\n\ntext a1\n\n## B\n\ntext b\n")
    sections = [(p.level, p.label) for p in document.passages if p.kind == "section"]
    assert sections == [(0, "Paper"), (1, "A"), (2, "A1"), (1, "B")]
    assert document.metadata.title == "Paper"
    assert document.text == "Paper\n\nLead.\n\nA\n\ntext a\n\nA1\n\ntext a1\n\nB\n\ntext b"


def test_math_keeps_its_dollars_and_its_signs() -> None:
    document = read("Let $a_1*b_2*c$ be, at $5 and $6.\n\n$$\nE = mc^2 \\\\ x_1\n$$\n\nEnd.")
    assert quotes(document, "equation") == ["$$E = mc^2 \\\\ x_1$$"]
    assert document.text.startswith("Let $a_1*b_2*c$ be, at $5 and $6.\n\n$$E")
    assert quotes(document, "sentence") == ["Let $a_1*b_2*c$ be, at $5 and $6.", "End."]


def test_pipe_tables_images_lists_quotes_and_code_are_blocks() -> None:
    document = read(
        "| a | b |\n|---|---|\n| 1 | **2** |\n\n![Figure 3: The loop.](x.png)\n\n1. one\n2. two\n\n- dot\n\n> said\n\n"
        "```py\nx = 1\n\ny = 2\n```\n"
    )
    assert quotes(document, "table") == ["a | b\n1 | 2"]
    assert quotes(document, "figure") == ["Figure 3: The loop."]
    assert labels(document, "figure") == ["Figure 3"]
    assert quotes(document, "paragraph") == [
        "Figure 3: The loop.",
        "1. one",
        "2. two",
        "dot",
        "said",
        "x = 1\n\ny = 2",
    ]


def test_comments_are_not_read_and_footnotes_come_last() -> None:
    document = read("See[^1] this.\n\n[^1]: The note.\n\n<!-- hidden -->\n\nLast.")
    assert document.text == "See[1] this.\n\nLast.\n\n[1] The note."
    assert labels(document, "section") == ["", "Footnotes"]


def test_front_matter_gives_the_metadata_and_the_title_is_written_once() -> None:
    head = (
        "---\ntitle: You See\nauthors: Ann Berg; 李 雷\npublished: 2016-05\nvenue: CVPR\nlicence: CC-BY-4.0\n"
        "doi: 10.1/x\narxiv_id: 1506.02640\nlanguage: en\n---\n"
    )
    for body in ("# You  See\n\nWords.\n", "Words.\n"):
        document = read(head + body)
        assert document.text == "You See\n\nWords."
        metadata = document.metadata
        assert metadata.title == "You See"
        assert metadata.authors == ("Ann Berg", "李 雷")
        assert metadata.published == date(2016, 5, 1)
        assert (metadata.venue, metadata.licence, metadata.doi) == ("CVPR", "CC-BY-4.0", "10.1/x")
        assert (metadata.arxiv_id, metadata.language) == ("1506.02640", "en")


def test_authors_may_be_listed_line_by_line() -> None:
    assert read("---\nauthors:\n  - Berg, Ann\n  - Fox, A.\n---\nx").metadata.authors == ("Berg, Ann", "Fox, A.")


def test_a_rule_at_the_top_is_no_front_matter() -> None:
    assert read("---\n\nWords.\n\n---\n\nMore.").text == "Words.\n\nMore."


@pytest.mark.parametrize("value", ["soon", "2016-13", "2016-02-30", "05/2016"])
def test_a_date_that_is_none_is_refused_with_the_forms_that_work(value: str) -> None:
    with pytest.raises(UnreadableFile, match="Write it as YYYY, YYYY-MM or YYYY-MM-DD") as refusal:
        read(f"---\npublished: {value}\n---\nText.")
    assert value in str(refusal.value)


def test_markdown_that_shows_nothing_is_refused() -> None:
    with pytest.raises(UnreadableFile, match="shows no text"):
        read("<!-- only this -->")


def test_windows_line_ends_read_like_others() -> None:
    source = "# T\n\nOne.\nTwo.\n\n- a\n- b\n"
    assert read(source.replace("\n", "\r\n")) == read(source) == read(source.replace("\n", "\r"))
