"""Evidence is found again in a new text word for word where that is sure, else proposed, else it is an orphan."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genomes.anchoring import TextAnchor, check_anchor, make_anchor
from genomes.reanchoring import LEAST_LIKENESS, Outcome, find_again

OLD = "The finder looks once. It misses small things in groups. It is fast."


def anchored(text: str, quote: str) -> TextAnchor:
    start = text.index(quote)
    return make_anchor(text, start, start + len(quote))


def test_a_telling_quote_that_moved_is_found_whatever_stands_around_it() -> None:
    new = "A preface.\n\nMoreover: It misses small things in groups, as before."
    found = find_again(anchored(OLD, "It misses small things in groups"), new)
    assert (found.outcome, found.score) == (Outcome.EXACT, 1.0)
    assert new[found.anchor.start : found.anchor.end] == "It misses small things in groups"


def test_a_short_quote_needs_some_of_its_context() -> None:
    anchor = anchored(OLD, "is fast")
    assert find_again(anchor, "Now it is fast.").outcome is Outcome.EXACT  # "t " before and "." after are kept
    assert find_again(anchor, "What is fast?").outcome is Outcome.EXACT  # "t " before is kept
    assert find_again(anchor, "(is fast)").outcome is Outcome.PROPOSED  # nothing around it is kept


def test_of_several_places_the_one_that_keeps_all_of_its_context_is_meant() -> None:
    old = f"{'x' * 40} One row. The end. Two rows. The end. Three rows. {'y' * 40}"
    second = make_anchor(old, old.rindex("The end"), old.rindex("The end") + 7)
    moved = "Added.\n\n" + old
    assert find_again(second, moved).outcome is Outcome.EXACT
    assert find_again(second, moved).anchor.start == moved.rindex("The end")
    reworded = moved.replace("Three", "Four")  # the place is most likely the same, yet its context is not whole
    assert find_again(second, reworded).outcome is Outcome.PROPOSED
    assert find_again(second, reworded).anchor.start == reworded.rindex("The end")


def test_two_places_that_fit_alike_are_only_proposed() -> None:
    found = find_again(anchored("a b c", "b"), "b and b")
    assert found.outcome is Outcome.PROPOSED


def test_words_that_changed_are_proposed_with_their_likeness() -> None:
    new = "The finder looks once. It still misses the small things in groups. It is fast."
    found = find_again(anchored(OLD, "It misses small things in groups."), new)
    assert found.outcome is Outcome.PROPOSED
    assert LEAST_LIKENESS <= found.score < 1
    assert "misses the small things in groups" in found.anchor.quote


def test_what_is_gone_is_an_orphan() -> None:
    found = find_again(anchored(OLD, "It misses small things in groups."), "Wholly other words about chemistry.")
    assert (found.outcome, found.anchor, found.score) == (Outcome.ORPHAN, None, 0.0)


@pytest.mark.parametrize(
    "quote", ["💩 This", "e\u0301tat", "שלום עולם", "量子計算", "co\u00adoperate", "ﬁnd", "a\u2028b"]
)
def test_characters_of_every_kind_are_found_as_they_stand(quote: str) -> None:
    old, new = f"Before {quote} after.", f"𝔸 new preface. Before {quote} after."
    found = find_again(anchored(old, quote), new)
    assert found.outcome is Outcome.EXACT
    assert found.anchor.quote == quote


def test_a_normal_form_that_differs_is_never_exact() -> None:
    found = find_again(
        anchored("Un \u00e9tat stable de la chose", "\u00e9tat stable"), "Un e\u0301tat stable de la chose"
    )
    assert found.outcome is Outcome.PROPOSED


TEXT = st.text(alphabet="ab .\n💩é", max_size=60)


@given(before=TEXT, quote=st.text(alphabet="ab c💩", min_size=1, max_size=40).filter(str.strip), after=TEXT, new=TEXT)
@settings(max_examples=60, deadline=None)
def test_whatever_is_found_holds_in_the_new_text(before: str, quote: str, after: str, new: str) -> None:
    old = before + quote + after
    found = find_again(make_anchor(old, len(before), len(before) + len(quote)), new)
    if found.anchor is None:
        assert quote not in new
    else:
        check_anchor(new, found.anchor)
        assert found.outcome is not Outcome.EXACT or found.anchor.quote == quote
