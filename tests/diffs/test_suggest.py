"""Suggestions are a short, steady list: five at most, of one type, in an order that depends on the objects alone."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffs.suggesting import (
    EMBEDDINGS,
    WORDS,
    ByVectors,
    ByWords,
    Suggested,
    Suggester,
    Thing,
    Unavailable,
    letters,
    suggester_of,
)


def hashed_trigrams(texts: Any) -> Any:
    """A small real encoder: how often each trigram of letters occurs, folded into 64 places."""
    vectors = np.zeros((len(texts), 64))
    for row, text in enumerate(texts):
        for at in range(len(text) - 2):
            vectors[row, sum(ord(letter) * 31**n for n, letter in enumerate(text[at : at + 3])) % 64] += 1
    return vectors


SUGGESTERS: list[Suggester] = [ByWords(), ByVectors("trigrams", hashed_trigrams)]
BY_WORDS = SUGGESTERS[0]
EACH = pytest.mark.parametrize("suggester", SUGGESTERS, ids=lambda each: each.name)

WORD = st.sampled_from(["grid", "cell", "anchor", "box", "검출을", "학습", "深度学习", "\\alpha", "the", "", "é", "x1"])
TEXT = st.lists(WORD, max_size=6).map(" ".join)
TYPE = st.sampled_from(["mechanism", "limitation", "claim"])


def genome(slug: str) -> st.SearchStrategy[list[Thing]]:
    """Up to twelve objects, each with an id of its own; many are alike."""
    parts = st.lists(st.tuples(TYPE, TEXT, TEXT), max_size=12)
    return parts.map(
        lambda rows: [Thing(f"{slug}:{kind[0].upper()}{n}", kind, *texts) for n, (kind, *texts) in enumerate(rows, 1)]
    )


@EACH
@settings(max_examples=40, deadline=None)
@given(sources=genome("old"), targets=genome("new"), mixed=st.randoms(use_true_random=False))
def test_the_list_is_total_short_of_one_type_and_steady(
    suggester: Suggester, sources: list[Thing], targets: list[Thing], mixed: Any
) -> None:
    found = suggester.rank(sources, targets)
    types = {each.key: each.type for each in [*sources, *targets]}
    assert all(types[each.source] == types[each.target] for each in found)
    assert all(0 <= each.score <= 1 for each in found)
    for source in sources:
        own = [each for each in found if each.source == source.key]
        fitting = sum(each.type == source.type for each in targets)
        assert [each.rank for each in own] == list(range(1, min(5, fitting) + 1))
        assert len({each.target for each in own}) == len(own)
        # The order is total: by score, and of equal scores the object that comes first in its genome.
        places = [(-each.score, len(each.target), each.target) for each in own]
        assert places == sorted(places)
    mixed.shuffle(sources)
    mixed.shuffle(targets)
    assert suggester.rank(sources, targets) == found


@EACH
@settings(max_examples=25, deadline=None)
@given(sources=genome("old"), targets=genome("new"))
def test_no_target_left_out_is_more_alike_than_one_that_is_listed(
    suggester: Suggester, sources: list[Thing], targets: list[Thing]
) -> None:
    found = suggester.rank(sources, targets)
    if not found:
        return
    likeness = suggester.likeness([each.text for each in sources], [each.text for each in targets])
    for row, source in enumerate(sources):
        own = {each.target: each.score for each in found if each.source == source.key}
        left = [n for n, each in enumerate(targets) if each.type == source.type and each.key not in own]
        # 0.0002: two roundings to four places
        assert all(likeness[row][n] <= min(own.values()) + 2e-4 for n in left)


def things(slug: str, *texts: str) -> list[Thing]:
    return [Thing(f"{slug}:M{number}", "mechanism", text) for number, text in enumerate(texts, 1)]


def test_the_same_words_in_another_order_are_the_most_alike() -> None:
    """Both measures are 1 when two texts have the same words: the letters are sorted by word, and the cosine is 1."""
    found = BY_WORDS.rank(things("old", "boxes from grid cells"), things("new", "one pass", "grid cells from boxes"))
    assert found[0] == Suggested("old:M1", "new:M2", 1, 1.0, ("boxes", "cells", "grid"))


def test_of_equal_scores_the_object_that_comes_first_in_its_genome_stands_first() -> None:
    """M2 before M10, which the order of letters would turn round; five of eleven are kept."""
    found = BY_WORDS.rank(things("old", "grid"), things("new", *["grid cell"] * 11))
    assert [each.target for each in found] == [f"new:M{number}" for number in (1, 2, 3, 4, 5)]
    last = BY_WORDS.rank(things("old", "grid"), things("new", *["grid cell"] * 11)[1::8])
    assert [each.target for each in last] == ["new:M2", "new:M10"]


def test_shared_words_are_those_that_name_something_the_contents_first() -> None:
    old = [Thing("old:M1", "mechanism", "The grid is used for this", "It rests on regression")]
    new = [Thing("new:M1", "mechanism", "Each grid and this", "A regression of the loss")]
    (found,) = BY_WORDS.rank(old, new)
    assert found.words == ("grid", "regression")


def test_commands_of_formulas_name_nothing() -> None:
    (found,) = BY_WORDS.rank(things("old", "\\mathrm \\mathbf"), things("new", "\\mathrm \\mathbf"))
    assert (found.words, found.score) == ((), 0.0)
    assert letters(["\\mathrm grid"], ["grid"])[0][0] == 1.0


@pytest.mark.parametrize(
    ("old", "new", "shared"),
    [
        ("深度学习模型", "深度学习方法", {"深度", "度学", "学习"}),
        ("객체를 검출하는 격자", "격자는 객체가", {"격자", "객체"}),
    ],
)
def test_scripts_without_blanks_and_with_endings_share_pairs_of_characters(
    old: str, new: str, shared: set[str]
) -> None:
    (found,) = BY_WORDS.rank(things("old", old), things("new", new))
    assert set(found.words) == shared


def test_vectors_without_length_or_with_holes_are_alike_to_nothing() -> None:
    """Of (0, 0) and (NaN, 1) no cosine is defined; the third points the same way as the source, (1, 1) · (2, 2)."""
    vectors = {"source": (1, 1), "empty": (0, 0), "hole": (float("nan"), 1), "same": (2, 2)}
    by_table = ByVectors("a table", lambda texts: [vectors[text.strip()] for text in texts])
    found = by_table.rank(things("old", "source"), things("new", "empty", "hole", "same"))
    assert [(each.target, each.score) for each in found] == [("new:M3", 1.0), ("new:M1", 0.0), ("new:M2", 0.0)]


def test_a_name_of_a_provider_fits_its_column() -> None:
    assert len(ByVectors("embeddings:" + "m" * 60, hashed_trigrams).name) == 40


def test_the_settings_choose_words_and_what_cannot_be_had_is_refused_with_what_to_do() -> None:
    assert suggester_of(WORDS, "").name == "words/1"
    with pytest.raises(Unavailable, match="neither “words” nor “embeddings”"):
        suggester_of("guesses", "")
    with pytest.raises(Unavailable, match="sentence-transformers is not installed"):
        suggester_of(EMBEDDINGS, "any/model")  # the extra is in no lock, so it is not here
