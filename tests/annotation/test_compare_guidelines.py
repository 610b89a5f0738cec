"""Two versions of the guideline compared by line and by word."""

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from annotation.comparison import Line, Piece, compare_texts
from annotation.services import publish_guideline
from tests.cast import Cast


def kinds(lines: list[Line]) -> list[str]:
    return [f"{line.kind} {line.folded}" if line.kind == "folded" else line.kind for line in lines]


def test_a_changed_line_shows_its_words_and_what_is_far_from_it_is_folded() -> None:
    old = "\n".join(["a", "b", "c", "d", "The driver is kept.", "e", "f", "g", "h", "i"])
    new = old.replace("kept", "inherited")
    lines = compare_texts(old, new)
    # Two unchanged lines stand on either side of the change; the two before and the three after them are folded.
    assert kinds(lines) == ["folded 2", "same", "same", "changed", "same", "same", "folded 3"]
    assert lines[3].pieces == (
        Piece("same", "The driver is "),
        Piece("gone", "kept"),
        Piece("new", "inherited"),
        Piece("same", "."),
    )


def test_a_line_with_little_in_common_is_taken_out_and_another_added() -> None:
    assert kinds(compare_texts("wholly other words", "nothing alike here now")) == ["gone", "new"]
    assert compare_texts("the same", "the same") == []
    assert kinds(compare_texts("", "a line")) == ["new"]


few_lines = st.lists(st.sampled_from(["a", "b", "c d", "c e", ""]), max_size=12).map("\n".join)


@given(few_lines, few_lines)
def test_without_the_new_pieces_it_is_the_old_text_and_without_the_gone_ones_the_new(old: str, new: str) -> None:
    lines = compare_texts(old, new)
    if old == new:
        assert lines == []
        return
    assert rebuilt(lines, "new", old) == old.splitlines()
    assert rebuilt(lines, "gone", new) == new.splitlines()


def rebuilt(lines: list[Line], left_out: str, whole: str) -> list[str]:
    """The lines of one version, the folded ones taken from it."""
    found: list[str] = []
    for line in lines:
        if line.kind == "folded":
            found += whole.splitlines()[len(found) : len(found) + line.folded]
        elif line.kind != left_out:
            found.append("".join(piece.text for piece in line.pieces if piece.kind != left_out))
    return found


@pytest.mark.django_db
def test_any_two_versions_are_compared_and_the_notes_between_them_are_told(cast: Cast, client: Client) -> None:
    for number in (2, 3):
        publish_guideline(by=cast.admin, project=cast.project, body=f"# Rule {number} & more", note=f"Note {number}.")
    client.force_login(cast.annotator1)
    page = client.get("/projects/demo/guidelines/compare/?from=1&to=3").content.decode()
    assert "From guideline 1 to 3" in page
    assert "Note 2." in page
    assert "Note 3." in page
    assert (
        "# Rule <del>2</del><ins>3</ins> &amp; more"
        in client.get("/projects/demo/guidelines/compare/").content.decode()
    )
    assert client.get("/projects/demo/guidelines/compare/?from=1&to=9").status_code == 404
    assert client.get("/projects/demo/guidelines/compare/?from=x").status_code == 404
