"""Ratings from battles: values by hand and as published, and nothing that order, names or sides could change."""

import csv
import json
import subprocess
import sys
from math import log, log10, sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator.battles import Battle, Ties, Unrateable, rate
from evaluator.battles.told import battles_json
from evaluator.faults import FileFaults
from tests.shared_data import SHARED_DATA, needs_shared_data


def met(wins: int, losses: int, ties: int = 0, one: str = "x", other: str = "y") -> list[Battle]:
    return [Battle(one, other, "a")] * wins + [Battle(one, other, "b")] * losses + [Battle(one, other, "tie")] * ties


def gap(battles: list[Battle], ties: Ties = Ties.HALF) -> float:
    found = {each.system: each.rating for each in rate(battles, ties=ties).ratings}
    assert sum(found.values()) == pytest.approx(2000)
    return found["x"] - found["y"]


def test_two_systems_are_as_far_apart_as_their_odds() -> None:
    assert gap(met(3, 1)) == pytest.approx(190.848502, abs=1e-6)  # 400 log10(3)
    assert gap(met(3, 1, 2)) == pytest.approx(120.411998, abs=1e-6)  # half wins, 4 to 2: 400 log10(2)
    assert gap(met(10, 1)) == pytest.approx(400, abs=1e-6)
    assert gap(met(1, 1, 98)) == pytest.approx(0, abs=1e-6)
    assert gap(met(3, 1, 2), Ties.DROP) == pytest.approx(400 * log10(3), abs=1e-6)


def test_four_systems_as_worked_out_elsewhere() -> None:
    """The case of four players among the project's values to reach."""
    meetings = [("A", "B", 2, 3), ("A", "D", 1, 4), ("B", "C", 5, 3), ("C", "D", 1, 3)]
    battles = [each for one, other, won, lost in meetings for each in met(won, lost, one=one, other=other)]
    found = {each.system: each.rating for each in rate(battles).ratings}
    expected = [922.427147, 1007.366081, 927.767609, 1142.439163]
    assert [found[name] for name in "ABCD"] == pytest.approx(expected, abs=1e-6)


def test_davidson_keeps_the_odds_and_says_how_often_equals_draw() -> None:
    found = rate(met(3, 1, 2), ties=Ties.DAVIDSON)
    assert found.ratings[0].rating - found.ratings[1].rating == pytest.approx(190.848502, abs=1e-6)
    assert found.tie_parameter == pytest.approx(1.154701, abs=1e-6)  # ties over the root of wins times losses
    # 6 battles as likely as they happened: 3/6, 1/6 and 2/6.
    assert found.log_likelihood == pytest.approx(3 * log(1 / 2) + log(1 / 6) + 2 * log(1 / 3))
    assert rate(met(3, 1), ties=Ties.DAVIDSON).tie_parameter == 0


def test_a_cycle_is_level_and_the_robust_error_of_two_is_that_of_their_odds() -> None:
    cycle = [*met(3, 1, one="x", other="y"), *met(3, 1, one="y", other="z"), *met(3, 1, one="z", other="x")]
    assert [each.rating for each in rate(cycle).ratings] == pytest.approx([1000] * 3)
    # The log odds of 3 to 1 have variance 1/(n p q) = 4/3; half of their distance lies on either side of the mean.
    assert rate(met(3, 1)).ratings[0].robust == pytest.approx(1.959964 * 400 / log(10) * sqrt(4 / 3) / 2, rel=1e-5)


@pytest.mark.parametrize(
    ("battles", "reason"),
    [
        ([*met(1, 1), *met(1, 1, one="p", other="q")], "no battle joins p, q with the other systems"),
        (met(2, 0), "x never lost to, nor drew with, any other system"),
        ([*met(1, 1), *met(0, 2, one="a", other="x")], "a never won against, nor drew with, any other system"),
        ([*met(1, 1), *met(2, 0, one="z", other="x")], "x, y never won against, nor drew with, any other system"),
    ],
)
def test_what_has_no_maximum_is_refused_with_the_systems(battles: list[Battle], reason: str) -> None:
    with pytest.raises(Unrateable) as refusal:
        rate(battles)
    assert str(refusal.value) == reason


def test_only_ties_are_nothing_for_davidson() -> None:
    with pytest.raises(Unrateable, match="every battle is a tie"):
        rate(met(0, 0, 3), ties=Ties.DAVIDSON)
    assert gap(met(0, 0, 3)) == pytest.approx(0)


def season(seed: int, systems: int = 5, battles: int = 120) -> list[Battle]:
    rng = Random(seed)
    names = [f"s{number}" for number in range(systems)]
    pairs = [rng.sample(names, 2) for _ in range(battles)]
    return [Battle(one, other, rng.choice(["a", "b", "b", "tie"])) for one, other in pairs]


def told(battles: list[Battle], ties: Ties = Ties.HALF, bootstrap: int = 40) -> dict[str, Any]:
    lines = [json.dumps(each._asdict()) for each in battles]
    found: Any = battles_json("\n".join(lines).encode(), ties=ties.value, bootstrap=bootstrap, seed=3)
    ratings: dict[str, Any] = found["ratings"]
    return ratings


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(list(Ties)))
def test_order_names_and_sides_change_no_printed_digit(seed: int, ties: Ties) -> None:
    battles, rng = season(seed), Random(seed + 1)
    new = dict(zip([f"s{n}" for n in range(5)], rng.sample(["k", "z", "b", "m", "a"], 5), strict=True))
    other = {"a": "b", "b": "a", "tie": "tie"}
    mixed = rng.sample(battles, len(battles))
    changed = [Battle(new[each.system_b], new[each.system_a], other[each.winner]) for each in mixed]
    before, after = told(battles, ties), told(changed, ties)
    assert {new[name]: row for name, row in before.items()} == after


def test_twice_the_battles_give_the_same_ratings_and_narrower_intervals() -> None:
    once, twice = told(season(4), bootstrap=0), told(season(4) * 2, bootstrap=0)
    for name, row in once.items():
        assert twice[name]["rating"] == pytest.approx(row["rating"], abs=1e-5)
        assert twice[name]["high"] - twice[name]["low"] == pytest.approx((row["high"] - row["low"]) / sqrt(2), rel=1e-3)


def test_a_win_more_never_lowers_who_won() -> None:
    battles = season(9)
    assert told([*battles, Battle("s1", "s2", "a")])["s1"]["rating"] > told(battles)["s1"]["rating"]


def test_ranks_respect_intervals() -> None:
    rows = told([*met(300, 10, one="top", other="low"), *met(11, 10, one="low", other="end")], bootstrap=200)
    assert (rows["top"]["rank"], rows["low"]["rank"], rows["end"]["rank"]) == (1, 2, 2)


def test_every_fault_of_a_file_is_named() -> None:
    data = b'{"system_a":"x","system_b":"x","winner":"a"}\n{"system_a":1,"winner":"tie (inconsistent)"}\n[1]\n{"a":NaN}'
    with pytest.raises(FileFaults) as refusal:
        battles_json(data)
    assert [(fault.line, fault.field) for fault in refusal.value.faults] == [
        (1, "system_b"), (2, "system_a"), (2, "system_b"), (2, "winner"), (3, ""), (4, ""),
    ]  # fmt: skip
    assert "is 'tie (inconsistent)'; it must be a, b or tie" in str(refusal.value.faults[3])


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=60) | st.text(alphabet='{}[]":,abtiesym_ winner10\n', max_size=80).map(str.encode))
def test_no_file_ends_in_a_traceback(data: bytes) -> None:
    with pytest.raises(FileFaults) as refusal:
        battles_json(data)
    assert refusal.value.faults


def test_the_command_tells_json_and_refuses_what_cannot_be_rated(tmp_path: Path) -> None:
    file = tmp_path / "battles.jsonl"

    def run(battles: list[Battle], *options: str) -> subprocess.CompletedProcess[str]:
        file.write_text("\n".join(json.dumps(each._asdict()) for each in battles))
        command = [sys.executable, "-m", "evaluator", "battles", str(file), *options]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    done = run(met(3, 1, 2), "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["battles"], found["ties"], found["connected"]) == (0, 6, 2, True)
    assert found["ratings"]["x"]["rating"] - found["ratings"]["y"]["rating"] == pytest.approx(120.411998)
    assert run(met(3, 1, 2)).stdout.startswith("  1.   1060.2")
    refused = run(met(1, 0))
    assert (refused.returncode, "cannot be rated: x never lost" in refused.stderr) == (1, True)


@needs_shared_data
def test_citations_of_four_journals_as_published() -> None:
    """Log abilities with Biometrika at 0, as BradleyTerry2 gives them (citations counted by S. M. Stigler, 1994)."""
    rows = list(csv.reader((SHARED_DATA / "battles/bt2_citations_matrix.csv").read_text().splitlines()))
    names = rows[0][1:]
    battles = [
        Battle(cited, citing, "a")
        for cited, *counts in rows[1:]
        for citing, count in zip(names, counts, strict=True)
        if cited != citing
        for _ in range(int(count))
    ]
    found = {each.system: each.rating * log(10) / 400 for each in rate(battles).ratings}
    assert [found[name] - found["Biometrika"] for name in ("Comm Statist", "JASA", "JRSS-B")] == pytest.approx(
        [-2.9491, -0.4796, 0.2690], abs=1e-4
    )
