"""Texts are alike by the words that they share, the rarer the more."""

from math import log, sqrt

import pytest

from diffs.similarity import Alike, alike

TEXTS = ["grid cells regression", "grid cells anchors", "protein folding energy", "protein energy landscape"]


def test_the_score_is_the_cosine_of_weighted_words() -> None:
    # "regression" stands in one text alone and is left out, so both vectors hold grid and cells with equal weights
    assert list(alike(TEXTS)) == [
        Alike(0, 1, 1.0, ("cells", "grid")),
        Alike(2, 3, 1.0, ("energy", "protein")),
    ]


def test_rare_words_weigh_more() -> None:
    texts = ["model grid", "model cell", "model grid cell"]
    found = {(each.first, each.second): each for each in alike(texts, floor=0)}
    common, rare = log(4 / 4) + 1, log(4 / 3) + 1
    expected = (common**2 + rare**2) / (sqrt(common**2 + rare**2) * sqrt(common**2 + 2 * rare**2))
    assert found[0, 2].score == pytest.approx(expected, abs=5e-5)
    assert found[0, 2].words == ("grid", "model")
    assert found[0, 1].words == ("model",)


def test_scripts_without_blanks_share_pairs_of_characters() -> None:
    (found,) = alike(["深度学习模型", "深度学习方法"])
    assert set(found.words) == {"深度", "度学", "学习"}


@pytest.mark.parametrize("texts", [[], [""], ["", "a b"], ["word"]])
def test_nothing_is_alike_where_no_two_texts_share_a_word(texts: list[str]) -> None:
    assert list(alike(texts)) == []


def test_only_the_most_alike_are_named() -> None:
    # Of nine equal texts each names the first two others: 0–1, 0–2, 1–2, and for each of 3 to 8 the pairs with 0 and 1.
    assert sum(1 for _ in alike(["common words here"] * 9, top=2)) == 3 + 2 * 6


def test_words_of_most_texts_and_commands_of_formulas_tell_nothing() -> None:
    texts = ["the grid \\mathrm{loss}", "the grid \\mathrm{cell}", *(f"the word{letter}" for letter in "abcdefgh")]
    (found,) = alike(texts)
    assert (found.first, found.second, found.words) == (0, 1, ("grid",))
