"""Majority, Dawid-Skene and MACE: small cases by hand, people of known habits, and real labels."""

import csv
import math
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator.agreement import BadLabels, Label, Undefined
from evaluator.crowd import Estimate, dawid_skene, mace, majority
from tests.shared_data import SHARED_DATA, needs_shared_data


def labels_of(*units: str) -> list[Label]:
    """Units as words: one letter of each rater, a dot for a blank."""
    return [
        (f"u{n:03d}", f"r{rater}", None if sign == "." else sign)
        for n, unit in enumerate(units)
        for rater, sign in enumerate(unit)
    ]


def test_majority_by_hand() -> None:
    found = majority(labels_of("aab", "abb", "ab.", "b.."))
    assert dict(found.choices()) == {"u000": "a", "u001": "b", "u002": None, "u003": "b"}
    assert found.posteriors["u000"] == {"a": pytest.approx(2 / 3), "b": pytest.approx(1 / 3)}
    # r0: a b(no) tie b → 2 of 4; r1: 2 of 3; r2: 1 of 2.
    assert [rater.competence for rater in found.raters.values()] == pytest.approx([2 / 4, 2 / 3, 1 / 2])
    assert (found.iterations, found.converged, found.reason) == (None, None, None)


def test_one_step_of_dawid_and_skene_by_hand() -> None:
    # Votes: u0 a 1; u1 a 1/2, b 1/2. Shares a 3/4, b 1/4. r0 said a, a: in class a always a; in class b: a.
    # r1 said a, b: in class a 1 : 1/2, so a 2/3, b 1/3; in class b: b.
    # u1 = (a, b): a 3/4 · 1 · 1/3 = 1/4, b 1/4 · 1 · 1 = 1/4 → 1/2 again; u0 = (a, a): a 3/4 · 2/3, b 0. It stands.
    found = dawid_skene(labels_of("aa", "ab"))
    assert found.posteriors["u001"] == {"a": pytest.approx(0.5), "b": pytest.approx(0.5)}
    assert found.choice("u001") is None
    assert (found.iterations, found.converged) == (1, True)
    assert found.shares == {"a": pytest.approx(3 / 4), "b": pytest.approx(1 / 4)}
    assert found.raters["r1"].confusion["a"] == pytest.approx({"a": 2 / 3, "b": 1 / 3})
    # Both units: log(3/4 · 2/3) + log(1/4 + 1/4).
    assert found.log_likelihood == pytest.approx(2 * math.log(1 / 2))


def crowd(accuracies: list[float], *, units: int, seed: int) -> tuple[list[Label], dict[str, str]]:
    """Three classes; each rater is right that often, else says one of the others."""
    random = Random(seed)
    truth = {f"u{n:03d}": random.choice("abc") for n in range(units)}
    labels: list[Label] = [
        (unit, f"r{rater}", true if random.random() < accuracy else random.choice("abc".replace(true, "")))
        for unit, true in truth.items()
        for rater, accuracy in enumerate(accuracies)
    ]
    return labels, truth


def right(found: Estimate, truth: dict[str, str]) -> int:
    return sum(found.choice(unit) == true for unit, true in truth.items())


def competences(found: Estimate) -> list[float]:
    return [rater.competence for rater in found.raters.values() if rater.competence is not None]


def test_two_good_raters_are_found_among_spammers() -> None:
    labels, truth = crowd([0.95, 0.95, 0.34, 0.34, 0.34], units=300, seed=2)
    by_votes, by_errors, by_trust = majority(labels), dawid_skene(labels), mace(labels, restarts=2)
    assert right(by_votes, truth) < 0.85 * len(truth)
    for found in (by_errors, by_trust):
        assert found.converged
        assert right(found, truth) > 0.93 * len(truth)
        assert min(competences(found)[:2]) > 0.85
        assert max(competences(found)[2:]) < 0.5


def test_dawid_skene_learns_which_classes_a_rater_confuses() -> None:
    # The last one calls every b an a; the posteriors know it, and so an a of theirs tells little.
    units = ["aaaa", "bbba", "cccc"] * 20
    found = dawid_skene(labels_of(*units))
    last = found.raters["r3"]
    assert last.confusion["b"] == pytest.approx({"a": 1, "b": 0, "c": 0})
    assert last.competence == pytest.approx(2 / 3)
    assert found.shares == {name: pytest.approx(1 / 3) for name in "abc"}


def test_mace_tells_what_a_guesser_guesses() -> None:
    # Three know everything, one says a whatever it is.
    found = mace(labels_of(*["aaaa", "bbba", "ccca"] * 30))
    guesser = found.raters["r3"]
    assert competences(found)[3] < 0.1
    assert guesser.guesses["a"] > 0.7
    assert sum(guesser.guesses.values()) == pytest.approx(1)
    assert competences(found)[0] > 0.95


def test_a_class_that_a_rater_never_met_is_not_told() -> None:
    found = dawid_skene(labels_of("aaa.", "bbb.", "ccca", "ccc.") + labels_of("...."))
    assert found.raters["r3"].confusion == {"a": None, "b": None, "c": {"a": 1.0, "b": 0.0, "c": 0.0}}
    assert found.raters["r3"].competence == 0.0


@pytest.mark.parametrize("estimate", [dawid_skene, mace])
def test_what_cannot_be_estimated_says_why(estimate) -> None:  # type: ignore[no-untyped-def]
    for labels, reason in (
        ([], Undefined.NO_LABELS),
        (labels_of(".."), Undefined.NO_LABELS),
        (labels_of("a", "b"), Undefined.ONE_RATER),
        (labels_of("a.", ".b"), Undefined.NO_SHARED_UNITS),
        (labels_of("aa", "aa"), Undefined.ONE_CATEGORY),
    ):
        found = estimate(labels)
        assert (found.reason, found.posteriors, found.converged) == (reason, {}, None)
    with pytest.raises(BadLabels, match="labelled unit '1' twice"):
        estimate([("1", "x", "a"), ("1", "x", "b")])
    assert majority([]).reason is Undefined.NO_LABELS


def test_an_estimate_that_is_stopped_early_says_so() -> None:
    labels, _ = crowd([0.8, 0.6, 0.5], units=60, seed=5)
    for found in (dawid_skene(labels, iterations=2), mace(labels, iterations=2, restarts=1)):
        assert (found.iterations, found.converged) == (2, False)


@settings(max_examples=25)
@given(
    st.lists(st.text("ab.", min_size=3, max_size=3), min_size=1, max_size=8),
    st.integers(0, 2**53 - 1),
    st.randoms(use_true_random=False),
)
def test_order_does_not_matter_and_posteriors_are_probabilities(units: list[str], seed: int, shuffler: Random) -> None:
    labels = labels_of(*units)
    shuffled = shuffler.sample(labels, len(labels))
    for estimate in (majority, dawid_skene, lambda given: mace(given, restarts=2, iterations=40, seed=seed)):
        found = estimate(labels)
        assert found == estimate(shuffled)
        for posterior in found.posteriors.values():
            assert all(0 <= each <= 1 for each in posterior.values())
            assert sum(posterior.values()) == pytest.approx(1)
        assert all(0 <= each <= 1 for each in competences(found))


# Published with CrowdTruth (tutorial/data/results, commit 6c80ac4), made by the authors' own program: the probability
# of "true" of the first 15 items, and the competence of the first 20 workers.
PUBLISHED_TRUE = """9.2638e-06 1.3538e-06 0.9999999894 5.8954e-07 0.9999985793 0.9999656960 0.9999981072 0.9999993218
0.9395304735 8.2129e-07 0.0011548251 1.3260e-06 0.9999890109 0.9999979041 0.0061221086"""
PUBLISHED_COMPETENCE = """0.8042523708 0.8551975291 0.6904290914 0.4734489819 0.3481403433 0.7975533777 0.0079000147
0.0681179966 0.6560087179 0.0133964741 0.2094276064 0.7951642176 0.0043825526 0.98496779 0.8804644211 0.6912635248
0.8027015759 0.7880238583 0.7795827357 0.9703724975"""


def numbers(text: str) -> list[float]:
    return [float(each) for each in text.split()]


@needs_shared_data
def test_entailments_come_out_as_published() -> None:
    """The authors stop after 50 iterations, these run on until nothing moves: hence the tolerances."""
    path = SHARED_DATA / "labels" / "crowdtruth_mace_rte.standardized.csv"
    with path.open(encoding="utf-8", newline="") as file:
        labels: list[Label] = [
            (f"{item:03d}", f"{worker:03d}", value or None)
            for item, row in enumerate(csv.reader(file))
            for worker, value in enumerate(row)
        ]
    found = mace(labels, restarts=2)
    assert (len(found.posteriors), len(found.raters), found.converged) == (800, 164, True)
    true = [posterior["1"] for posterior in found.posteriors.values()]
    assert true[:15] == pytest.approx(numbers(PUBLISHED_TRUE), abs=0.003)
    assert competences(found)[:20] == pytest.approx(numbers(PUBLISHED_COMPETENCE), abs=0.012)
    # What crowd-kit 1.4.1 gives (docs/adr/0029): its share of class 1, and the choices in which its two methods differ.
    errors = dawid_skene(labels)
    assert errors.converged
    assert errors.shares["1"] == pytest.approx(0.48220, abs=5e-6)
    differing = [unit for unit, value in errors.choices() if value != found.choice(unit)]
    assert len(differing) == 5
