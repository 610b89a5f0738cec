"""Agreement: the published values, what is undefined and why, and what must not matter."""

import csv
import warnings
from collections.abc import Callable
from itertools import pairwise
from random import Random

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from evaluator.agreement import (
    Agreement,
    BadLabels,
    Label,
    Level,
    Undefined,
    agreement,
    confusion,
    fleiss_kappa,
    pairwise_kappas,
)
from evaluator.vocabulary import Dynamics
from tests.shared_data import SHARED_DATA, needs_shared_data

DATA = SHARED_DATA / "labels"

FOUR_RATERS = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")
THREE_RATERS = (".....34121133.3", "1.213343.......", "..21344.21133.4")


def labels_of(rows: tuple[str, ...], convert: Callable[[str], str | float] = float) -> list[Label]:
    """One row per rater, one character per unit, a dot for a blank."""
    return [
        (f"u{unit}", f"r{rater}", None if sign == "." else convert(sign))
        for rater, row in enumerate(rows)
        for unit, sign in enumerate(row)
    ]


@pytest.mark.parametrize(
    ("rows", "level", "alpha"),
    [
        # Computed as fractions from Krippendorff's formula; the first set is his example of 2011 with four observers.
        (FOUR_RATERS, Level.NOMINAL, 113 / 152),
        (FOUR_RATERS, Level.ORDINAL, 108577 / 133160),
        (FOUR_RATERS, Level.INTERVAL, 951 / 1120),
        (FOUR_RATERS, Level.RATIO, 0.797402774712),
        (THREE_RATERS, Level.NOMINAL, 56 / 81),
        (THREE_RATERS, Level.ORDINAL, 0.806721419941),
        (THREE_RATERS, Level.INTERVAL, 643 / 793),
    ],
)
def test_published_alphas_are_reached(rows: tuple[str, ...], level: Level, alpha: float) -> None:
    assert agreement(labels_of(rows), level).alpha == pytest.approx(alpha, abs=1e-12)


def test_counts_say_what_was_used() -> None:
    # The last unit has one label, so 11 of 12 are used; 48 cells less 7 blanks are 41 labels.
    found = agreement(labels_of(FOUR_RATERS))
    assert (found.n_units, found.n_units_used, found.n_labels, found.n_raters) == (12, 11, 41, 4)


def test_raw_agreement_is_the_share_of_agreeing_pairs() -> None:
    # Unit 1: a a b → 1 of 3 pairs agrees. Unit 2: a a → 1 of 1. Unit 3 has one label. Together 2 of 4.
    labels: list[Label] = [
        ("1", "x", "a"),
        ("1", "y", "a"),
        ("1", "z", "b"),
        ("2", "x", "a"),
        ("2", "y", "a"),
        ("3", "x", "b"),
    ]
    assert agreement(labels).raw_agreement == 0.5


@pytest.mark.parametrize(
    ("labels", "reason", "raw"),
    [
        ([], Undefined.NO_LABELS, None),
        ([("1", "x", None)], Undefined.NO_LABELS, None),
        ([("1", "x", "a"), ("2", "x", "b")], Undefined.ONE_RATER, None),
        ([("1", "x", "a"), ("2", "y", "a")], Undefined.NO_SHARED_UNITS, None),
        ([("1", "x", "a"), ("1", "y", "a"), ("2", "x", "a"), ("2", "y", "a")], Undefined.ONE_CATEGORY, 1.0),
        # The only other value stands alone on its unit, so nothing can be paired with it.
        ([("1", "x", "a"), ("1", "y", "a"), ("2", "x", "b")], Undefined.ONE_CATEGORY, 1.0),
    ],
)
def test_an_undefined_alpha_is_none_with_its_reason(labels: list[Label], reason: Undefined, raw: float | None) -> None:
    found = agreement(labels, bootstrap=10)
    assert (found.alpha, found.alpha_reason, found.interval) == (None, reason, None)
    assert found.raw_agreement == raw
    assert found.raw_agreement_reason == (reason if raw is None else None)


def test_complete_disagreement_is_a_number() -> None:
    # Two units, each a b: Do = 1; De = 2·2·2 / (4·3) = 2/3; α = 1 - 3/2.
    labels: list[Label] = [("1", "x", "a"), ("1", "y", "b"), ("2", "x", "b"), ("2", "y", "a")]
    found = agreement(labels)
    assert found.alpha == pytest.approx(-0.5)
    assert found.raw_agreement == 0.0


def test_a_label_given_twice_is_refused() -> None:
    with pytest.raises(BadLabels, match="labelled unit '1' twice"):
        agreement([("1", "x", "a"), ("1", "x", "b")])


@pytest.mark.parametrize(
    ("level", "value", "says"),
    [
        (Level.ORDINAL, "high", "needs numbers"),
        (Level.INTERVAL, float("nan"), "needs numbers"),
        (Level.RATIO, -1.0, "true zero"),
    ],
)
def test_values_that_do_not_fit_the_level_are_refused(level: Level, value: str | float, says: str) -> None:
    with pytest.raises(BadLabels, match=says):
        agreement([("1", "x", value), ("1", "y", 1.0)], level)


def test_values_beyond_computing_are_refused_rather_than_nan() -> None:
    with pytest.raises(BadLabels, match="too large, or too close together"):
        agreement([("1", "x", 1e200), ("1", "y", -1e200)], Level.INTERVAL)


def test_a_label_in_nfc_agrees_with_itself_in_nfd() -> None:
    assert agreement([("1", "x", "caf\u00e9"), ("1", "y", "cafe\u0301")]).raw_agreement == 1.0


ratings = st.lists(
    st.lists(st.none() | st.integers(0, 4), min_size=3, max_size=3), min_size=1, max_size=8
)  # units × three raters


def named(rows: list[list[int | None]], names: tuple[str, str, str] = ("x", "y", "z")) -> list[Label]:
    return [(f"u{unit}", name, value) for unit, row in enumerate(rows) for name, value in zip(names, row, strict=True)]


@given(ratings, st.sampled_from(Level))
def test_alpha_is_that_of_the_krippendorff_package(rows: list[list[int | None]], level: Level) -> None:
    found = agreement(named(rows), level)
    assume(found.alpha is not None)
    columns = np.array([[np.nan if row[r] is None else row[r] for row in rows] for r in range(3)], dtype=float)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = krippendorff.alpha(reliability_data=columns, level_of_measurement=level.value)
    assert found.alpha == pytest.approx(theirs, abs=1e-9)


@given(ratings, st.sampled_from(Level), st.permutations(("x", "y", "z")), st.randoms(use_true_random=False))
def test_names_of_raters_and_order_of_labels_do_not_matter(
    rows: list[list[int | None]], level: Level, names: list[str], shuffler: Random
) -> None:
    renamed = named(rows, (names[0], names[1], names[2]))
    shuffler.shuffle(renamed)
    ours, theirs = (agreement(labels, level, bootstrap=20, seed=3) for labels in (named(rows), renamed))
    assert ours.alpha == pytest.approx(theirs.alpha, abs=1e-12)
    assert ours.alpha_reason == theirs.alpha_reason
    assert ours.raw_agreement == theirs.raw_agreement


@given(ratings, st.sampled_from(Level))
def test_a_figure_or_a_reason_and_never_nan(rows: list[list[int | None]], level: Level) -> None:
    found = agreement(named(rows), level)
    assert (found.alpha is None) == (found.alpha_reason is not None)
    assert (found.raw_agreement is None) == (found.raw_agreement_reason is not None)
    assert found.alpha is None or -1.0 - 1e-9 <= found.alpha <= 1.0


def test_the_interval_is_seeded_and_holds_alpha() -> None:
    def at(seed: int) -> Agreement:
        return agreement(labels_of(FOUR_RATERS), bootstrap=200, seed=seed)

    one = at(1).interval
    assert one == at(1).interval
    assert one != at(2).interval
    assert one is not None
    assert one.low is not None
    assert one.high is not None
    assert one.low < 113 / 152 < one.high
    assert (one.replicates, one.clusters) == (200, 11)


def test_an_interval_from_one_unit_is_undefined() -> None:
    found = agreement([("1", "x", "a"), ("1", "y", "b")], bootstrap=50).interval
    assert found is not None
    assert (found.low, found.high, found.reason) == (None, None, "fewer than two clusters to resample")


def test_cohens_kappa_of_two_raters() -> None:
    # 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: po = 35/50, pe = (25·30 + 25·20)/2500 = 0.5, κ = 0.4.
    counts = [("yes", "yes", 20), ("yes", "no", 5), ("no", "yes", 10), ("no", "no", 15)]
    pairs = [(a, b) for a, b, count in counts for _ in range(count)]
    labels = [
        (str(unit), rater, value) for unit, pair in enumerate(pairs) for rater, value in zip("xy", pair, strict=True)
    ]
    (kappa,) = pairwise_kappas(labels)
    assert kappa.kappa == pytest.approx(0.4)
    assert (kappa.raters, kappa.n_units) == (("x", "y"), 50)


def test_an_undefined_kappa_says_why() -> None:
    apart = pairwise_kappas([("1", "x", "a"), ("2", "y", "a"), ("1", "z", "a")])
    assert [(each.kappa, each.kappa_reason) for each in apart] == [
        (None, Undefined.NO_SHARED_UNITS),
        (None, Undefined.ONE_CATEGORY),
        (None, Undefined.NO_SHARED_UNITS),
    ]


def test_confusion_does_not_ask_who_said_which() -> None:
    pairs = [("mutation", "speciation"), ("speciation", "mutation"), ("mutation", "mutation")]
    cells = confusion(pairs, order=list(Dynamics))
    assert cells["mutation", "speciation"] == 2
    assert cells["mutation", "mutation"] == 1
    assert sum(cells.values()) == 3
    assert len(cells) == 6 * 7 / 2
    assert all(list(Dynamics).index(Dynamics(a)) <= list(Dynamics).index(Dynamics(b)) for a, b in cells)


def rows_of(name: str) -> list[list[str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))[1:]


@needs_shared_data
def test_four_raters_of_irrcac() -> None:
    labels: list[Label] = [
        (row[0], str(rater), float(value) if value else None)
        for row in rows_of("irrCAC_cac.raw4raters.csv")
        for rater, value in enumerate(row[1:])
    ]
    assert agreement(labels, Level.NOMINAL).alpha == pytest.approx(0.743421, abs=5e-7)
    assert agreement(labels, Level.INTERVAL).alpha == pytest.approx(0.849107, abs=5e-7)


@needs_shared_data
def test_diagnoses_of_fleiss() -> None:
    labels: list[Label] = [
        (row[0], str(rater), value) for row in rows_of("irr_diagnoses.csv") for rater, value in enumerate(row[1:])
    ]
    kappa, reason = fleiss_kappa(labels)
    assert reason is None
    assert kappa == pytest.approx(0.43024, abs=5e-6)
    assert agreement(labels).alpha == pytest.approx(0.4334, abs=5e-5)


def test_fleiss_kappa_needs_equal_numbers_of_labels() -> None:
    labels: list[Label] = [("1", "x", "a"), ("1", "y", "b"), ("2", "x", "a")]
    assert fleiss_kappa(labels) == (None, Undefined.UNEQUAL_RATERS)


def test_ten_thousand_units_of_a_hundred_values_fit_in_memory() -> None:
    # Units × values × values would be 800 MB here.
    labels: list[Label] = [
        (str(unit), rater, (unit * step) % 101) for unit in range(10_000) for rater, step in (("x", 7), ("y", 11))
    ]
    found = agreement(labels, Level.ORDINAL)
    assert found.alpha is not None
    assert all(a <= b for a, b in pairwise((-1.0, found.alpha, 1.0)))
