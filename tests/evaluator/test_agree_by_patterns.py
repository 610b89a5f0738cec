"""Agreement from counts of patterns is that of the labels, whatever the order, and so are its intervals."""

import json
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator.agreement import (
    ClusterPattern,
    Figure,
    Figures,
    Label,
    Undefined,
    cluster_pattern,
    figures,
    figures_of_patterns,
)
from evaluator.bootstrap import draws, quantile

units = st.lists(st.lists(st.sampled_from("abc"), min_size=2, max_size=4), min_size=0, max_size=4)
projects = st.lists(units, min_size=0, max_size=8)  # clusters × units × values


def labels_of(project: list[list[list[str]]]) -> tuple[list[Label], dict[str, str]]:
    """Labels of raters 0, 1, … and which cluster each unit is in."""
    labels: list[Label] = []
    clusters: dict[str, str] = {}
    for number, held in enumerate(project):
        for place, values in enumerate(held):
            clusters[f"{number}.{place}"] = str(number)
            labels += [(f"{number}.{place}", str(rater), value) for rater, value in enumerate(values)]
    return labels, clusters


def counts_of(project: list[list[list[str]]]) -> Counter[ClusterPattern]:
    return Counter(cluster_pattern(held) for held in project)


def exact(project: list[list[list[str]]]) -> dict[str, Fraction | None]:
    """The four figures as fractions, straight from their formulas over all pairs of labels."""
    found = [values for held in project for values in held]
    every = [value for values in found for value in values]
    pairs = [(a, b, len(v)) for v in found for i, a in enumerate(v) for j, b in enumerate(v) if i != j]
    undefined: dict[str, Fraction | None] = dict.fromkeys(("alpha", "raw_agreement", "ac1", "fleiss"))
    if not pairs:
        return undefined
    raw = Fraction(sum(a == b for a, b, _ in pairs), len(pairs))
    if len(set(every)) == 1:
        return undefined | {"raw_agreement": raw}
    n = len(every)
    observed = sum((Fraction(a != b, m - 1) for a, b, m in pairs), Fraction()) / n
    expected = Fraction(sum(a != b for a in every for b in every), n * (n - 1))
    shares = [sum((Fraction(v.count(c), len(v)) for v in found), Fraction()) / len(found) for c in set(every)]
    chance = sum((share * (1 - share) for share in shares), Fraction()) / (len(shares) - 1)
    mean = sum((Fraction(a == b, m * (m - 1)) for a, b, m in pairs), Fraction()) / len(found)
    fleiss = sum((Fraction(every.count(c) ** 2, n**2) for c in set(every)), Fraction())
    return {
        "alpha": 1 - observed / expected,
        "raw_agreement": raw,
        "ac1": (mean - chance) / (1 - chance),
        "fleiss": (raw - fleiss) / (1 - fleiss) if len({len(v) for v in found}) == 1 else None,
    }


@given(projects)
def test_counts_give_what_the_formulas_give(project: list[list[list[str]]]) -> None:
    found = figures_of_patterns(counts_of(project), total=100)
    for name, value in exact(project).items():
        figure = getattr(found, name)
        assert figure.value == (None if value is None else pytest.approx(float(value), abs=1e-12)), name
        assert (figure.value is None) == (figure.reason is not None)
        assert (figure.n_units, figure.n_units_used) == (100, sum(len(held) for held in project))


def values(found: Figures) -> list[object]:
    return [(f.value, f.interval) for f in (found.alpha, found.raw_agreement, found.ac1, found.fleiss)]


@settings(max_examples=50)
@given(projects, st.randoms(use_true_random=False))
def test_labels_and_counts_in_any_order_are_the_same_to_the_last_bit(
    project: list[list[list[str]]], shuffler: Random
) -> None:
    labels, clusters = labels_of(project)
    by_labels = figures(labels, clusters=clusters, bootstrap=20, seed=5)
    counted = list(counts_of(project).items())
    shuffler.shuffle(counted)
    shuffled = {tuple(shuffler.sample(cluster, len(cluster))): count for cluster, count in counted}
    for each in (dict(counted), shuffled):
        assert values(figures_of_patterns(each, total=1, bootstrap=20, seed=5)) == values(by_labels)


def ends(figure: Figure) -> tuple[float, float]:
    span = figure.interval
    assert span is not None
    assert span.low is not None
    assert span.high is not None
    return span.low, span.high


def width(figure: Figure) -> float:
    low, high = ends(figure)
    return high - low


def test_the_interval_is_that_of_clusters_drawn_one_by_one() -> None:
    # 300 clusters of one to three units: 40 of 300 labels differ or so. Many draws, so that quantiles settle.
    project = [[["a", "b"]]] * 60 + [[["a", "a"], ["a", "a"]]] * 140 + [[["b", "b"], ["a", "b"], ["b", "b"]]] * 100
    found = figures_of_patterns(counts_of(project), total=len(project), bootstrap=4000, seed=1)
    plain: dict[str, list[float]] = {"alpha": [], "raw_agreement": [], "ac1": [], "fleiss": []}
    kinds = [project[0], project[60], project[200]]
    for times in draws(300, replicates=500, seed=2):
        drawn = [sum(times[:60]), sum(times[60:200]), sum(times[200:])]
        again = figures_of_patterns(
            {cluster_pattern(kind): often for kind, often in zip(kinds, drawn, strict=True)}, total=300
        )
        for name, kept in plain.items():
            kept.append(getattr(again, name).value)
    for name, kept in plain.items():
        figure = getattr(found, name)
        low, high = quantile(sorted(kept), 0.025), quantile(sorted(kept), 0.975)
        # The spread of a 2.5 % quantile of 500 draws is some 9 % of the width of the interval: 3 of them.
        assert ends(figure) == pytest.approx((low, high), abs=0.27 * (high - low)), name
        assert (figure.interval.replicates_used, figure.interval.clusters) == (4000, 300)


def test_clusters_widen_the_interval() -> None:
    # Objects of one pair agree or part together: 40 pairs of 10 objects know less than 400 objects.
    same, apart = ("a", "a"), ("a", "b")
    together = figures_of_patterns({(same,) * 10: 30, (apart,) * 10: 10}, total=400, bootstrap=500)
    alone = figures_of_patterns({(same,): 300, (apart,): 100}, total=400, bootstrap=500)
    assert together.raw_agreement.value == alone.raw_agreement.value == 0.75
    # Standard errors √(.75·.25/40) = .068 and √(.75·.25/400) = .022.
    assert width(together.raw_agreement) == pytest.approx(2 * 1.96 * 0.0685, rel=0.15)
    assert width(alone.raw_agreement) == pytest.approx(2 * 1.96 * 0.0217, rel=0.15)


@pytest.mark.parametrize(
    ("counts", "raters", "reasons"),
    [
        ({}, None, [Undefined.NO_LABELS] * 4),
        ({(("a",),): 3}, 1, [Undefined.ONE_RATER] * 4),
        ({(("a",),): 3}, None, [Undefined.NO_SHARED_UNITS] * 4),
        ({(("a", "a"),): 3}, 2, [Undefined.ONE_CATEGORY, None, Undefined.ONE_CATEGORY, Undefined.ONE_CATEGORY]),
        ({(("a", "a"),): 3, (("a", "a", "b"),): 1}, 3, [None, None, None, Undefined.UNEQUAL_RATERS]),
        ({(("a", "b"),): 0}, None, [Undefined.NO_LABELS] * 4),
    ],
)
def test_what_is_undefined_says_why(
    counts: dict[ClusterPattern, int], raters: int | None, reasons: list[Undefined | None]
) -> None:
    found = figures_of_patterns(counts, total=5, bootstrap=10, raters=raters)
    each = [found.alpha, found.raw_agreement, found.ac1, found.fleiss]
    assert [figure.reason for figure in each] == reasons
    assert [figure.value is None for figure in each] == [figure.interval is None for figure in each]


def test_equal_patterns_are_added_up() -> None:
    apart = figures_of_patterns({(("a", "b"),): 1, (("b", "a"),): 2, (("a", "a"),): 3}, total=6)
    assert apart == figures_of_patterns({(("a", "b"),): 3, (("a", "a"),): 3}, total=6)
    assert apart.raw_agreement.value == 0.5


def test_draws_without_a_value_are_left_out_and_counted() -> None:
    # Three units: of 27 equally likely draws, two hold one of "a a" or "b b" alone, and so one category.
    span = figures_of_patterns({(("a", "a"),): 1, (("b", "b"),): 1, (("a", "b"),): 1}, total=3, bootstrap=2000).alpha
    assert span.interval.replicates == 2000
    assert span.interval.replicates_used == pytest.approx(2000 * 25 / 27, abs=4 * (2000 * 25 * 2 / 27**2) ** 0.5)


def test_what_is_no_count_of_clusters_is_refused() -> None:
    with pytest.raises(TypeError, match="a cluster is a tuple of such patterns"):
        figures_of_patterns({("a", "b"): 1}, total=1)  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="counted -1 times"):
        figures_of_patterns({(("a", "b"),): -1}, total=1)


def test_units_with_one_label_change_ac1_alone() -> None:
    # pa = 1/2; with the lone a: π_a = (1 + 1/2 + 1) / 3 = 5/6, pe = 2 · 5/36 = 5/18; (1/2 - 5/18) / (13/18) = 4/13.
    # Without it: π_a = 3/4, pe = 3/8, AC1 = (1/8) / (5/8) = 1/5.
    shared: dict[ClusterPattern, int] = {(("a", "a"),): 1, (("a", "b"),): 1}
    with_one, without = figures_of_patterns(shared | {(("a",),): 1}, total=3), figures_of_patterns(shared, total=3)
    assert with_one.ac1.value == pytest.approx(4 / 13)
    assert without.ac1.value == pytest.approx(1 / 5)
    assert with_one.alpha.value == without.alpha.value
    assert (with_one.ac1.n_units_used, with_one.ac1.n_labels) == (2, 5)


def test_naming_figures_does_not_load_numpy() -> None:
    code = "import json, sys, evaluator.agreement; print(json.dumps('numpy' in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert json.loads(done.stdout) is False
