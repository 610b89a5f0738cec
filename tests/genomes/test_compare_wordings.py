"""Before and after are compared word by word."""

from hypothesis import given
from hypothesis import strategies as st

from genomes.differences import Piece, word_changes

WORDING = st.text(alphabet="ab .é💩\n", max_size=30)


def test_words_that_changed_are_told_from_those_that_stayed() -> None:
    assert word_changes("It looks once.", "It looks twice, fast.") == [
        Piece("same", "It looks "),
        Piece("gone", "once"),
        Piece("new", "twice, fast"),
        Piece("same", "."),
    ]


def test_a_wording_that_is_too_long_is_compared_as_a_whole() -> None:
    old, new = "a " * 3000, "b " * 3000
    assert [piece.kind for piece in word_changes(old, new)] == ["gone", "new"]
    assert word_changes(old, old) == [Piece("same", old)]


@given(WORDING, WORDING)
def test_both_wordings_can_be_read_from_the_pieces(old: str, new: str) -> None:
    pieces = word_changes(old, new)
    assert "".join(piece.text for piece in pieces if piece.kind != "new") == old
    assert "".join(piece.text for piece in pieces if piece.kind != "gone") == new
