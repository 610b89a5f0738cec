"""Ratings of 20 systems from 25,938 battles with 1,000 resamples: `python -m tests.benchmarks.bench_battles`.

Against the plain way: each round draws the battles again, counts them and fits the model anew. A few rounds of it are
timed and extrapolated, since all of them would take minutes.
"""

import argparse
import time
from pathlib import Path
from random import Random

from evaluator.battles import Battle, rate
from tests.benchmarks.report import machine, tell

BATTLES, SYSTEMS, ROUNDS, PLAIN = 25_938, 20, 1_000, 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    battles = season(Random(1))
    rate(battles)  # numpy and scipy are loaded
    started = time.perf_counter()
    rate(battles, bootstrap=ROUNDS, seed=1)
    ours = time.perf_counter() - started
    started, rng = time.perf_counter(), Random(2)
    for _round in range(PLAIN):
        rate(rng.choices(battles, k=len(battles)))
    plain = (time.perf_counter() - started) * ROUNDS / PLAIN
    print(f"{ROUNDS} resamples of {BATTLES} battles of {SYSTEMS} systems: {ours:.2f} s")
    print(f"a plain refit each round: {plain:.0f} s (from {PLAIN} rounds), {plain / ours:.0f} times as long")
    tell({"machine": machine(), "seconds": ours, "plain_seconds": plain, "ratio": plain / ours}, options.json)


def season(rng: Random) -> list[Battle]:
    """Systems a tenth of a unit apart; one battle in five is a tie."""
    found = []
    for _battle in range(BATTLES):
        one, other = rng.sample(range(SYSTEMS), 2)
        wins = rng.random() < 1 / (1 + 2.718281828 ** ((one - other) / 10))
        winner = "tie" if rng.random() < 0.2 else "a" if wins else "b"
        found.append(Battle(f"system {one}", f"system {other}", winner))
    return found


if __name__ == "__main__":
    main()
