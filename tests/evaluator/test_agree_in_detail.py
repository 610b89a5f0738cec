"""Cohen's κ with its interval, what units add to disagreement, sets, and stretches of text."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator.agreement import (
    BadLabels,
    Label,
    Level,
    SetDistance,
    Undefined,
    alpha_of_sets,
    character_f1,
    contributions,
    evidence_overlap,
    figures,
    kappa_of_patterns,
    kappas,
    set_distance,
    unitizing_alpha,
    unitizing_alpha_of_texts,
)
from evaluator.agreement.kappa import PairCluster
from tests.shared_data import SHARED_DATA, needs_shared_data


def labels_of(*units: str) -> list[Label]:
    """Units as words: one letter, or digit, of each rater."""
    return [(f"u{n}", f"r{rater}", sign) for n, unit in enumerate(units) for rater, sign in enumerate(unit)]


def test_kappa_from_labels_and_from_counts_is_the_same_with_its_interval() -> None:
    # 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: po = 35/50, pe = (25·30 + 25·20)/2500 = 1/2, κ = 2/5.
    counts: dict[PairCluster, int] = {(("y", "y"),): 20, (("y", "n"),): 5, (("n", "y"),): 10, (("n", "n"),): 15}
    labels = labels_of(*[first + second for ((first, second),), often in counts.items() for _ in range(often)])
    found = kappas(labels, bootstrap=300, seed=4)["r0", "r1"]
    counted = kappa_of_patterns(dict(reversed(counts.items())), total=50, bootstrap=300, seed=4)
    assert found == counted
    assert found.value == pytest.approx(0.4)
    # The delta method (Fleiss, Cohen and Everitt 1969) gives a standard error of 0.127 here: 0.15 to 0.65.
    assert (found.interval.low, found.interval.high) == pytest.approx((0.15, 0.65), abs=0.05)
    assert (found.n_units, found.n_units_used, found.n_labels, found.n_raters) == (50, 50, 100, 2)


def test_kappa_in_clusters_counts_units_that_both_labelled() -> None:
    labels = [*labels_of("aa", "ab", "bb", "bb"), ("u4", "r0", "a"), ("u5", "r1", "b")]
    found = kappas(labels, clusters={"u0": "p", "u1": "p", "u2": "q", "u3": "q", "u4": "q"}, bootstrap=20)["r0", "r1"]
    # po = 3/4, pe = (2·1 + 2·3)/16 = 1/2.
    assert found.value == pytest.approx(0.5)
    assert (found.n_units, found.n_units_used, found.n_labels, found.interval.clusters) == (6, 4, 10, 2)


def test_contributions_add_up_to_the_observed_disagreement() -> None:
    # Eleven labels. aab: 4 ordered pairs apart / 2 = 2; abc: 6/2 = 3; aa: 0; bbc: 2. Do = 7/11.
    found = contributions([*labels_of("aab", "abc", "aa", "bbc"), ("u9", "r0", "a")])
    assert [(each.unit, each.n_labels) for each in found] == [("u1", 3), ("u0", 3), ("u3", 3), ("u2", 2)]
    assert [each.observed for each in found] == pytest.approx([3 / 11, 2 / 11, 2 / 11, 0])
    assert [each.share for each in found] == pytest.approx([3 / 7, 2 / 7, 2 / 7, 0])


@settings(max_examples=60)
@given(st.lists(st.lists(st.integers(1, 4), min_size=2, max_size=4), min_size=1, max_size=6), st.sampled_from(Level))
def test_contributions_are_those_of_alpha_at_every_level(units: list[list[int]], level: Level) -> None:
    # α = 1 - Do / De, with De from all pairs of labels straight from the formula.
    labels: list[Label] = [(str(n), str(r), value) for n, unit in enumerate(units) for r, value in enumerate(unit)]
    every = [value for unit in units for value in unit]
    alpha = figures(labels, level).alpha.value
    observed = sum(each.observed for each in contributions(labels, level))
    if alpha is None:
        assert observed == 0
        return
    ranks = {v: sum(x < v for x in every) + Fraction(every.count(v), 2) for v in every}

    def apart(a: int, b: int) -> Fraction:
        found = {
            Level.NOMINAL: Fraction(a != b),
            Level.ORDINAL: (ranks[a] - ranks[b]) ** 2,
            Level.INTERVAL: Fraction((a - b) ** 2),
            Level.RATIO: Fraction(a - b, a + b) ** 2,
        }
        return found[level]

    expected = sum((apart(a, b) for a in every for b in every), Fraction()) / (len(every) * (len(every) - 1))
    assert 1 - observed / float(expected) == pytest.approx(alpha, abs=1e-9)


@pytest.mark.parametrize(
    ("first", "second", "jaccard", "masi"),
    [
        ("ab", "abcd", 1 / 2, 2 / 3),  # one holds the other: 1 - 1/2 · 2/3
        ("abc", "bcd", 1 / 2, 5 / 6),  # they overlap: 1 - 2/4 · 1/3
        ("ab", "ba", 0, 0),
        ("ab", "cd", 1, 1),
        ("", "ab", 1, 1),
        ("", "", 0, 0),
    ],
)
def test_distances_of_sets(first: str, second: str, jaccard: float, masi: float) -> None:
    pairs = ((set(first), set(second)), (set(second), set(first)))
    for a, b in pairs:
        assert set_distance(a, b, SetDistance.JACCARD) == pytest.approx(jaccard)
        assert set_distance(a, b, SetDistance.MASI) == pytest.approx(masi)


def test_alpha_of_sets_by_hand() -> None:
    # Unit 1: {a}, {a b}; unit 2: {c}, {c}. Ordered pairs of all labels: a–ab twice, the other eight that differ share
    # nothing. Jaccard: Do = 2·1/2 / 4, De = (2·1/2 + 8) / 12, α = 2/3. MASI: Do = 2·2/3 / 4, De = (4/3 + 8) / 12, 4/7.
    labels = [("1", "x", {"a"}), ("1", "y", {"a", "b"}), ("2", "x", {"c"}), ("2", "y", {"c"}), ("3", "x", {"d"})]
    assert alpha_of_sets(labels, SetDistance.JACCARD).value == pytest.approx(2 / 3)
    found = alpha_of_sets(labels, bootstrap=50)
    assert found.value == pytest.approx(4 / 7)
    assert (found.n_units, found.n_units_used, found.n_labels, found.interval.clusters) == (3, 2, 5, 2)


def test_undefined_alphas_of_sets() -> None:
    assert alpha_of_sets([]).reason is Undefined.NO_LABELS
    assert alpha_of_sets([("1", "x", {"a"})]).reason is Undefined.ONE_RATER
    assert alpha_of_sets([("1", "x", {"a"}), ("2", "y", {"a"})]).reason is Undefined.NO_SHARED_UNITS
    assert alpha_of_sets([("1", "x", set()), ("1", "y", set())], bootstrap=5).reason is Undefined.ONE_CATEGORY


def test_alpha_of_sets_of_one_element_is_nominal_alpha_with_its_interval() -> None:
    random = Random(3)
    labels = labels_of(*["".join(random.choices("abcd", k=3)) for _ in range(60)])
    nominal = figures(labels, bootstrap=100, seed=2).alpha
    found = alpha_of_sets([(unit, rater, {str(value)}) for unit, rater, value in labels], bootstrap=100, seed=2)
    assert found.value == pytest.approx(nominal.value)
    assert found.interval.low == pytest.approx(nominal.interval.low)
    assert found.interval.high == pytest.approx(nominal.interval.high)


@needs_shared_data
def test_two_coders_of_artstein_and_poesio() -> None:
    # Artstein & Poesio 2008, table 2: Ao = .88, π = .80 (nltk: .7995322), α = 1 - (1 - π)(2·100 - 1)/(2·100).
    lines = (SHARED_DATA / "labels" / "nltk_artstein_poesio_example.txt").read_text(encoding="utf-8").splitlines()
    rows = [(item, coder, value) for coder, item, value in (line.split() for line in lines)]
    labels: list[Label] = list(rows)
    found = figures(labels)
    assert found.raw_agreement.value == pytest.approx(0.88)
    assert found.fleiss.value == pytest.approx(0.7995322418977615, abs=1e-12)
    assert found.alpha.value == pytest.approx(1 - (1 - 0.7995322418977615) * 199 / 200, abs=1e-12)
    assert alpha_of_sets([(unit, rater, {value}) for unit, rater, value in rows]).value == pytest.approx(
        found.alpha.value
    )


def test_overlap_of_characters() -> None:
    # 0–10 and 8–12 are 0–12; with 20–24: 16 characters. 6–16: 10, of which 6 are shared. 2·6 / 26.
    assert character_f1([(8, 12), (0, 10), (20, 24)], [(6, 16)]) == pytest.approx(12 / 26)
    assert character_f1([(0, 4)], []) == 0.0
    assert character_f1([], []) is None
    with pytest.raises(BadLabels, match="from 4 to 4"):
        character_f1([(4, 4)], [])


def test_overlap_over_texts_weighs_by_what_was_marked() -> None:
    # 12/26 as above, 0 of 4, and a text without marks: 2·6 / 30.
    texts = {"one": ([(0, 12), (20, 24)], [(6, 16)]), "two": ([(0, 4)], []), "three": ([], [])}
    found = evidence_overlap(texts, bootstrap=100, seed=1)
    assert found.value == pytest.approx(12 / 30)
    assert (found.n_units, found.n_units_used, found.n_labels) == (3, 2, 4)
    assert (found.interval.low, found.interval.high) == pytest.approx((0, 12 / 26))
    assert evidence_overlap({"three": ([], [])}, bootstrap=10).reason is Undefined.NO_SPANS


def test_unitizing_alpha_of_krippendorff_s_example() -> None:
    # Krippendorff 2004: a continuum of 300, two observers. Do_c = .0144, De_c = .0532, Do_k = 0, De_k = .0490, each
    # rounded to four places; without rounding .7286 for c and .8587 for both, as the tests of DKPro Statistics have it.
    first = [(75, 145, "c"), (220, 250, "c"), (30, 90, "k"), (150, 200, "k")]
    second = [(70, 150, "c"), (205, 225, "c"), (250, 270, "c"), (30, 90, "k"), (150, 200, "k")]
    both = {"i": first, "j": second}
    assert unitizing_alpha(300, both, "c").value == pytest.approx(0.7286, abs=5e-5)
    assert unitizing_alpha(300, both, "k").value == 1.0
    found = unitizing_alpha(300, both)
    assert found.value == pytest.approx(0.8587, abs=5e-5)
    assert (found.n_labels, found.n_raters) == (9, 2)


def test_unitizing_alpha_of_three_people_by_hand() -> None:
    # A text of 4: two mark 0–2, one nothing. Do: two units in the gap of 4, both ways: 4 · 4 / (3·2·16) = 1/6.
    # De = 2/4 · 2 · ((2-1)/3 · (16 - 12 + 2) + 4 · ((2-2+1) + (2-2+1) + (4-2+1))) / (12·11 - 2·2·1) = 22/128.
    found = unitizing_alpha(4, {"x": [(0, 2, "a")], "y": [(0, 2, "a")], "z": []})
    assert found.value == pytest.approx(1 - Fraction(1, 6) / Fraction(22, 128))


def test_undefined_unitizing() -> None:
    assert unitizing_alpha(9, {"x": [(0, 2, "a")]}).reason is Undefined.ONE_RATER
    assert unitizing_alpha(9, {"x": [], "y": []}).reason is Undefined.NO_SPANS
    with pytest.raises(BadLabels, match="does not lie in a text of 9"):
        unitizing_alpha(9, {"x": [(0, 12, "a")], "y": []})


def test_unitizing_alpha_of_several_texts_has_an_interval_over_them() -> None:
    # The text of 4 above: L Do = 4/6, L De = 22/32. One where two people agree on 0–2 of 4: Do = 0; De = 2/4 · 2 ·
    # (1/3 · (16 - 12 + 2) + 4 · (2-2+1 + 2-2+1)) / (8·7 - 2·2·1) = 10/52, L De = 40/52. A third was read by one.
    agreed = (4, {"x": [(0, 2, "a")], "y": [(0, 2, "a")]})
    parted = (4, {**agreed[1], "z": []})
    texts = {"one": parted, "two": agreed, "alone": (9, {"x": [(0, 2, "a")]})}
    found = unitizing_alpha_of_texts(texts, bootstrap=400, seed=3)
    low = 1 - Fraction(4, 6) / Fraction(22, 32)
    assert found.value == pytest.approx(1 - Fraction(4, 6) / (Fraction(22, 32) + Fraction(40, 52)))
    assert (found.n_units, found.n_units_used, found.n_raters, found.n_labels) == (3, 2, 3, 5)
    assert found.interval is not None
    # A quarter of all draws take one text twice, another quarter the other: those are the ends.
    assert (found.interval.high, found.interval.clusters) == (1.0, 2)
    assert found.interval.low == pytest.approx(float(low))
    assert found.interval == unitizing_alpha_of_texts(dict(reversed(texts.items())), bootstrap=400, seed=3).interval
    one = unitizing_alpha_of_texts({"one": parted}, bootstrap=9)
    assert one.value == unitizing_alpha(*parted).value
    assert one.interval is not None
    assert one.interval.reason == "fewer than two clusters to resample"
    apart = {"one": (9, {"x": [(0, 2, "a")]}), "two": (9, {"y": [(0, 2, "a")]})}
    undefined = unitizing_alpha_of_texts(apart, bootstrap=9)
    assert (undefined.reason, undefined.interval, undefined.n_units_used) == (Undefined.NO_SHARED_UNITS, None, 0)
