from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genomes.extraction import Document, Section, parts_of
from tests.genomes.extraction.endpoint import document

PAPER = """---
title: Finder
---

## Introduction

Things move. They must be found.

## Method

One network looks once. It regresses boxes.

Then it stops. Nothing follows.

## References

1. Somebody. Something. 2019.
"""


def test_a_short_paper_is_one_part_without_its_references() -> None:
    (part,) = parts_of(document(PAPER), 10_000)
    assert "Nothing follows." in part.text
    assert "Somebody" not in part.text


def test_a_part_ends_before_a_section_that_begins_in_its_second_half() -> None:
    text = document(PAPER)
    first, second = parts_of(text, text.text.index("Then it") - 1)
    assert first.text.rstrip().endswith("They must be found.")
    assert second.text.startswith("Method")
    assert second.shown == second.start


def test_a_part_cut_inside_a_section_shows_the_sentences_before_the_cut() -> None:
    text = document("A first thing is said. A second thing is said. A third thing is said. A fourth thing is said.\n")
    first, second, *_rest = parts_of(text, 50)
    assert first.text.strip() == "A first thing is said. A second thing is said."
    assert text.text[second.start :].startswith("A third")
    assert second.text.startswith("A first")


def test_the_parts_of_a_paper_are_the_same_each_time() -> None:
    assert parts_of(document(PAPER), 60) == parts_of(document(PAPER), 60)


@settings(max_examples=50, deadline=None)
@given(
    st.text(alphabet="ab. \n한💩", min_size=1, max_size=120),
    st.lists(st.integers(0, 119), max_size=6),
    st.integers(1, 40),
)
def test_parts_hold_every_word_once_and_none_is_too_long(text: str, cuts: list[int], size: int) -> None:
    marks = sorted({cut for cut in cuts if cut < len(text)})
    spans = tuple((mark, min(mark + 1, len(text))) for mark in marks)
    whole = Document(text, tuple(Section(start, end, "x") for start, end in spans[:2]), spans, spans)
    parts = parts_of(whole, size)
    assert all(0 < part.end - part.start <= size and part.shown <= part.start for part in parts)
    assert all(one.end <= other.start for one, other in pairwise(parts))
    told = "".join(text[part.start : part.end] for part in parts)
    assert "".join(told.split()) == "".join(text.split())


@pytest.mark.parametrize("heading", ["References", "5. Acknowledgements", "참고문헌", "Data availability statement"])
def test_what_is_about_the_paper_is_left_out(heading: str) -> None:
    text = document(f"## Method\n\nA network.\n\n## {heading}\n\nThanks to all.\n")
    assert ["Thanks" in part.text for part in parts_of(text, 1000)] == [False]
