"""Positions of a browser (UTF-16 units) and of the server (code points), and the passage around a place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genomes.anchoring import AnchorError, code_point_to_utf16, innermost_passage, make_anchor, utf16_to_code_point
from genomes.ingest import read_document

# (text, words to select, UTF-16 start and end as a browser reports them), counted by hand.
CASES = [
    ("💩This is an annotation.", "annotation", 13, 23),  # the sign takes two units: 2 + len("This is an ")
    ("a𝒳b", "b", 3, 4),  # astral letter
    ("e\u0301te\u0301", "te\u0301", 2, 5),  # combining accents count one each
    ("שלום עולם", "עולם", 5, 9),  # right to left
    ("深度学习模型", "学习", 2, 4),
    ("co\u00adoperate now", "co\u00adoperate", 0, 10),  # soft hyphen counts
    ("e\ufb03cient", "\ufb03", 1, 2),  # the ligature ffi is one character
    ("one\u2028two", "two", 4, 7),  # line separator
    ("👩‍🔬 works", "works", 6, 11),  # two astral signs and a joiner: 2 + 1 + 2, and a blank
]


@pytest.mark.parametrize(("text", "words", "start", "end"), CASES)
def test_a_selection_of_the_browser_is_the_same_words_on_the_server(
    text: str, words: str, start: int, end: int
) -> None:
    first, last = utf16_to_code_point(text, start), utf16_to_code_point(text, end, field="end")
    assert make_anchor(text, first, last).quote == text[first:last] == words
    assert (code_point_to_utf16(text, first), code_point_to_utf16(text, last)) == (start, end)


def test_windows_line_ends_are_gone_before_anything_is_counted() -> None:
    text = read_document("one\r\ntwo 💩 three".encode(), "a.txt")[1].text
    start = utf16_to_code_point(text, len("one\ntwo 💩 ".encode("utf-16-le")) // 2)
    assert text[start:] == "three"


@pytest.mark.parametrize("offset", [-1, 4, 999_999])
def test_an_offset_outside_the_text_is_refused(offset: int) -> None:
    with pytest.raises(AnchorError) as refusal:
        utf16_to_code_point("a💩", offset, field="end")
    assert refusal.value.field == "end"
    with pytest.raises(AnchorError):
        code_point_to_utf16("a💩", offset)


def test_an_offset_inside_a_character_is_refused() -> None:
    with pytest.raises(AnchorError, match="inside a character"):
        utf16_to_code_point("💩x", 1)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])), st.data())
def test_every_position_converts_there_and_back(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    units = code_point_to_utf16(text, offset)
    assert utf16_to_code_point(text, units) == offset
    # One unit for each character, one more for each beyond the basic plane.
    assert units == offset + sum(ord(character) > 0xFFFF for character in text[:offset])


def test_the_innermost_passage_is_the_smallest_that_holds_the_whole_place() -> None:
    document = read_document(b"# T\n\n## A\n\nOne here. Two here.\n\nThree.\n", "a.md")[1]

    def around(words: str) -> tuple[str, str]:
        start = document.text.index(words)
        passage = innermost_passage(document.passages, start, start + len(words))
        assert passage is not None
        return passage.kind, document.text[passage.start : passage.end]

    assert around("Two") == ("sentence", "Two here.")
    assert around("here. Two") == ("paragraph", "One here. Two here.")
    assert around("Three.") == ("sentence", "Three.")  # its paragraph is just as long, but encloses it
    assert around("Two here.\n\nThree") == ("section", "A\n\nOne here. Two here.\n\nThree.")
    assert innermost_passage(document.passages, 0, len(document.text) + 1) is None
