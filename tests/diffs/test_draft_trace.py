"""The draft of a trace in the address of its builder: each press, and whatever else an address may hold."""

from urllib.parse import parse_qs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffs.trace_drafts import MOST_HELD, Draft, draft_of, press

THREE = Draft("Finders", ("a", "b", "c"), at=3)


@pytest.mark.parametrize(
    ("word", "papers", "at"),
    [
        ("add:d", "abcd", 4),
        ("remove:0", "bc", 2),
        ("remove:2", "ab", 2),
        ("up:2", "acb", 2),
        ("down:0", "bac", 2),
        ("swap:1", "acb", 3),
        ("at:1", "abc", 1),
        ("up:0", "abc", 3),
        ("down:2", "abc", 3),
        ("remove:3", "abc", 3),
        ("at:9", "abc", 3),
        ("add:", "abc", 3),
        ("fly:1", "abc", 3),
        ("remove:-1", "abc", 3),
        ("remove:²", "abc", 3),
        ("", "abc", 3),
    ],
)
def test_a_press_changes_the_papers_and_where_the_next_goes(word: str, papers: str, at: int) -> None:
    pressed = press(THREE, word)
    assert ("".join(pressed.papers), pressed.at, pressed.name) == (papers, at, "Finders")


def test_papers_are_put_in_one_after_the_other() -> None:
    draft = press(press(press(THREE, "at:1"), "add:x"), "add:y")
    assert ("".join(draft.papers), draft.at) == ("axybc", 3)


def test_what_was_searched_for_is_done_with_once_it_is_taken() -> None:
    assert press(draft_of("", ["a"], "", "dete"), "add:b").q == ""


WORDS = st.one_of(
    st.text(max_size=6),
    st.builds(
        "{}:{}".format, st.sampled_from(["add", "remove", "up", "down", "swap", "at", "find"]), st.integers(-1, 14)
    ),
)


@settings(max_examples=40)
@given(st.lists(st.sampled_from("abcdef"), max_size=20), st.text(max_size=5), st.lists(WORDS, max_size=8))
def test_whatever_is_pressed_the_draft_stays_one(papers: list[str], at: str, words: list[str]) -> None:
    draft = draft_of("Ünïcode & more", papers, at, "q")
    for word in words:
        draft = press(draft, word)
        assert 0 <= draft.at <= len(draft.papers) <= MOST_HELD


@given(
    st.lists(st.sampled_from(["a", "b-2", "c_3"]), max_size=9),
    st.integers(0, 9),
    st.text(max_size=9),
    st.text(max_size=9),
)
def test_an_address_holds_the_whole_draft(papers: list[str], at: int, name: str, q: str) -> None:
    draft = draft_of(name, papers, str(at), q, "1,2")
    read = parse_qs(draft.query)
    first = {key: values[0] for key, values in read.items()}
    again = draft_of(
        first.get("name", ""), read.get("paper", []), first.get("at", ""), first.get("q", ""), first["was"]
    )
    assert again == draft
