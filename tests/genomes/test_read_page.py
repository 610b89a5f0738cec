"""The text on the page: exact characters, marks split at their edges, tables and formulas, in a constant time."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from genomes.models import Genome, SourceVersion
from genomes.selectors.marks import Mark, in_lanes
from genomes.selectors.reading import Reading, reading_of
from genomes.services import import_document
from genomes.templatetags.reading import with_formulas
from tests.cast import Cast
from tests.factories import a_genome, a_paper, an_object
from tests.genomes.documents import ARTICLE

MIXED = """---
title: Mixed
---

# Mixed

Words before 💩 a *formula* $a < b$ and after. Another sentence.

## Findings

| Name | Value |
| --- | --- |
| YOLO & co | 63.4 |
| Fast |  |

![Figure 1. A grid.](grid.png)

$$
\\frac{a}{b}
$$
"""


def reading(cast: Cast, text: str) -> Reading:
    return reading_of(SourceVersion.objects.get(paper=a_paper(cast, text=text, title="Mixed")))


def page_of(client: Client, cast: Cast, genome: Genome) -> str:
    client.force_login(genome.author or cast.annotator1)
    answer = client.get(reverse("genomes:paper", args=["demo", genome.paper.slug]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_character_stands_in_a_run_or_in_the_gap_before_one(cast: Cast) -> None:
    found = reading(cast, MIXED)
    runs = [run for block in found.blocks for run in block.all_runs()]
    text = found.text
    assert "".join(run.gap + text[run.start : run.end] for run in runs) == text


def test_blocks_are_named_as_people_point_at_them(cast: Cast) -> None:
    found = reading(cast, MIXED)
    assert [(block.kind, block.name or block.number) for block in found.blocks] == [
        ("heading", "Mixed"),
        ("paragraph", "¶1"),
        ("heading", "Findings"),
        ("table", "1"),
        ("figure", "Figure 1"),
        ("equation", "1"),
    ]


def test_a_table_is_split_into_rows_and_cells(cast: Cast) -> None:
    found = reading(cast, MIXED)
    table = next(block for block in found.blocks if block.kind == "table")
    text = found.text
    assert [[text[cell.start : cell.end] for cell in row] for row in table.rows] == [
        ["Name", "Value"],
        ["YOLO & co", "63.4"],
        ["Fast", ""],
    ]


def runs_on(page: str) -> list[tuple[int, int, str]]:
    """(start, end, text) of the runs that hold no formula, as a browser reads them."""
    found = re.findall(r'<(\w+)[^>]* data-run data-start="(\d+)" data-end="(\d+)"[^>]*>(.*?)</\1>', page, re.DOTALL)
    plain = [(int(start), int(end), re.sub(r"<[^>]+>", "", inner)) for _tag, start, end, inner in found]
    return [(start, end, html.unescape(inner)) for start, end, inner in plain]


def test_the_page_shows_the_exact_characters_at_their_offsets(cast: Cast, client: Client) -> None:
    genome = a_genome(cast, text=MIXED, title="Mixed")
    an_object(genome, "before 💩 a formula $a < b$", by=cast.annotator1)
    an_object(genome, "formula $a < b$ and after. Another", by=cast.annotator1, type="claim")
    page = page_of(client, cast, genome)
    text = genome.source_version.text
    shown = [run for run in runs_on(page) if "Words" in run[2] or "YOLO" in run[2]]
    assert len(shown) == 2
    for start, end, words in shown:
        assert words == text[start:end]


def test_marks_are_split_where_they_overlap(cast: Cast, client: Client) -> None:
    genome = a_genome(cast, text="Title\n\nOne two three four.", title="T")
    first = an_object(genome, "One two three", by=cast.annotator1)
    second = an_object(genome, "two three four", by=cast.annotator1, type="claim")
    page = page_of(client, cast, genome)
    paragraph = re.search(r'<p data-run data-start="\d+" data-end="\d+">.*?</p>', page)
    assert paragraph is not None
    m1 = f'<mark class="mark" data-object="{first.pk}" data-type="mechanism"'
    c1 = f'<mark class="mark" data-object="{second.pk}" data-type="claim" data-lane="2"'
    inner = paragraph[0].partition(">")[2]
    sentence = re.sub(r"</?span[^>]*>", "", inner).removesuffix("</p>")
    assert sentence == (
        f'{m1} data-letter="M1">One </mark>{m1}>{c1} data-letter="C1">two three</mark></mark>{c1}> four</mark>.'
    )


def test_lanes_are_used_again_once_they_are_free() -> None:
    def mark(start: int, end: int) -> Mark:
        return Mark(start, end, start, "claim", "C1", "accepted")

    marks = [mark(0, 10), mark(2, 4), mark(3, 12), mark(5, 9), mark(12, 20)]
    # 0–10 takes 1, 2–4 takes 2, 3–12 takes 3; at 5 lane 2 is free again, at 12 all are.
    assert [each.lane for each in in_lanes(marks)] == [1, 2, 3, 2, 1]


def test_money_in_plain_text_is_no_formula(cast: Cast, client: Client) -> None:
    from genomes.services import import_document

    data = b"Prices\n\nIt costs $5 and sells for $6 a piece."
    version = import_document(by=cast.admin, project=cast.project, data=data, filename="a.txt").version
    page = page_of(client, cast, version.genome)
    assert 'class="math"' not in page.split("data-reading")[1]


def test_formulas_in_an_object_s_words_are_drawn_and_its_markup_is_not() -> None:
    drawn = with_formulas("<b> costs $5, $a<b$ lasts; $$x\\,y$$")
    assert drawn == (
        '&lt;b&gt; costs $5, <span class="math" data-tex="a&lt;b">$a&lt;b$</span> lasts; '
        '<span class="math" data-tex="x\\,y" data-display>$$x\\,y$$</span>'
    )


def test_markup_in_a_paper_stays_words(cast: Cast, client: Client) -> None:
    genome = a_genome(cast, text="Title\n\n`<script>alert(1)</script>` is shown.", title="<b>T</b>")
    page = page_of(client, cast, genome)
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


@pytest.mark.parametrize("state", ["in_hand", "handed_in"])
def test_the_page_asks_as_often_for_many_objects_as_for_few(
    cast: Cast, client: Client, django_assert_max_num_queries: Any, state: str
) -> None:
    sentences = " ".join(f"Idea {number} stands here alone." for number in range(30))
    genome = a_genome(cast, text=f"Title\n\n{sentences}", handed_in=False)
    for number in range(30):
        an_object(genome, f"Idea {number} stands here alone.", by=cast.annotator1, type="delta")
    if state == "handed_in":
        Genome.objects.filter(pk=genome.pk).update(handed_in_at="2026-01-01T00:00Z")
    client.force_login(cast.annotator1)
    address = reverse("genomes:paper", args=["demo", genome.paper.slug])
    client.get(address)
    with django_assert_max_num_queries(23):  # three of them for what was released of it
        assert client.get(address).status_code == 200


def test_a_heading_that_is_not_printed_does_not_hide_its_paragraph(cast: Cast, client: Client) -> None:
    # the abstract of a JATS article has no title of its own: its name and its first paragraph begin in one place
    version = import_document(by=cast.admin, project=cast.project, data=ARTICLE.encode(), filename="a.xml").version
    genome: Genome = Genome.objects.get(source_version=version)
    page = page_of(client, cast, genome)
    assert page.count(">Abstract</h3>") == 1
    assert "We find things." in html.unescape(re.sub(r"<[^>]+>", "", page))
