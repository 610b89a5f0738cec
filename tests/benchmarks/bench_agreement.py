"""α with its interval over many labels, beside the plain way: `python -m tests.benchmarks.bench_agreement`.

The plain way is `krippendorff.alpha` in a loop over resampled units, from a table raters × units. It is run for a few
rounds only and the rest extrapolated: rounds cost the same. Ours is timed from (unit, rater, value) tuples to all four
figures with their intervals, and from counts of patterns as a dashboard keeps them. Each case runs in a process of its
own, so that its peak memory is its own. The plain way holds units × values × values numbers; where these are more than
MOST_BYTES it is left out. Ratios hold on every machine; needs no server.
"""

import argparse
import json
import resource
import subprocess
import sys
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Literal

import numpy as np

from tests.benchmarks.report import BASE, machine, table, tell

RATERS = 3
MOST_BYTES = 4 * 2**30
LevelName = Literal["nominal", "ordinal", "interval"]
CASES: dict[str, tuple[LevelName, int, int]] = {  # name: level, distinct values, units in a cluster
    "six categories": ("nominal", 6, 1),
    "six categories, clusters of 8": ("nominal", 6, 8),
    "five grades": ("ordinal", 5, 1),
    "percentages": ("interval", 101, 1),
}


def values(labels: int, distinct: int) -> "np.ndarray[Any, np.dtype[np.int64]]":
    """Units × raters; a label is what the unit is in seven of ten cases, else anything."""
    random = np.random.RandomState(1)
    units = labels // RATERS
    truth = random.randint(0, distinct, (units, 1))
    noise = random.randint(0, distinct, (units, RATERS))
    return np.where(random.random_sample((units, RATERS)) < 0.7, truth, noise)


def from_labels(case: str, labels: int, rounds: int) -> dict[str, float]:
    from evaluator.agreement import Level, figures

    level, distinct, size = CASES[case]
    given = [
        (f"u{unit}", f"r{rater}", f"v{value}" if level == "nominal" else float(value))
        for unit, row in enumerate(values(labels, distinct).tolist())
        for rater, value in enumerate(row)
    ]
    clusters = {f"u{unit}": f"c{unit // size}" for unit in range(labels // RATERS)} if size > 1 else None
    before = peak()
    began, computed = perf_counter(), process_time()
    found = figures(given, Level(level), clusters=clusters, bootstrap=rounds, seed=1)
    return timed(began, computed, 1) | {"alpha": found.alpha.value or 0.0, "input_mib": before}


def from_patterns(case: str, labels: int, rounds: int) -> dict[str, float]:
    from collections import Counter

    from evaluator.agreement import cluster_pattern, figures_of_patterns

    _, distinct, size = CASES[case]
    rows = [[f"v{value}" for value in row] for row in values(labels, distinct).tolist()]
    counts = Counter(cluster_pattern(rows[start : start + size]) for start in range(0, len(rows), size))
    before = peak()
    began, computed = perf_counter(), process_time()
    found = figures_of_patterns(counts, total=len(rows), bootstrap=rounds, seed=1)
    return timed(began, computed, 1) | {"alpha": found.alpha.value or 0.0, "input_mib": before}


def plain(case: str, labels: int, rounds: int) -> dict[str, float]:
    """A few rounds, with whole clusters drawn where there are any; the seconds are those of all `rounds`."""
    import krippendorff

    level, distinct, size = CASES[case]
    data = values(labels, distinct).T.astype(np.float64)
    before = peak()
    random = np.random.RandomState(1)
    few = 3
    began, computed = perf_counter(), process_time()
    for _ in range(few):
        drawn = random.randint(0, data.shape[1] // size, data.shape[1] // size)
        units = (drawn[:, None] * size + np.arange(size)).ravel()
        krippendorff.alpha(reliability_data=data[:, units], level_of_measurement=level)
    spent = timed(began, computed, rounds / few)
    alpha = float(krippendorff.alpha(reliability_data=data, level_of_measurement=level))
    return spent | {"alpha": alpha, "input_mib": before}


def timed(began: float, computed: float, times: float) -> dict[str, float]:
    """Seconds by the clock, and of computing by all threads, which hardly depend on neighbours."""
    return {"seconds": (perf_counter() - began) * times, "computing": (process_time() - computed) * times}


def peak() -> float:
    """The most memory that this process has held so far, in MiB (Linux)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(case: str, way: str, labels: int, rounds: int) -> dict[str, Any]:
    """One case in a process of its own."""
    command = [
        sys.executable,
        "-m",
        __spec__.name,
        "--one",
        case,
        way,
        "--labels",
        str(labels),
        "--rounds",
        str(rounds),
    ]
    done = subprocess.run(command, cwd=BASE, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--labels", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--json", type=Path, help="write the result here instead of below the table")
    parser.add_argument("--one", nargs=2, metavar=("CASE", "WAY"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        case, way = options.one
        run = {"labels": from_labels, "patterns": from_patterns, "plain": plain}[way]
        print(json.dumps(run(case, options.labels, options.rounds) | {"peak_mib": peak()}))
        return
    result: dict[str, Any] = {"machine": machine(), "labels": options.labels, "rounds": options.rounds, "cases": {}}
    rows = []
    for case, (level, distinct, _) in CASES.items():
        fits = options.labels // RATERS * distinct**2 * 8 <= MOST_BYTES
        ways = ["labels", *(["patterns"] if level == "nominal" else []), *(["plain"] if fits else [])]
        results = {way: measure(case, way, options.labels, options.rounds) for way in ways}
        result["cases"][case] = results
        for way, each in results.items():
            ratio = round(results["plain"]["computing"] / each["computing"]) if fits else "does not fit"
            spent = [round(each["seconds"], 2), round(each["computing"], 2)]
            rows.append([case, way, *spent, ratio, round(each["peak_mib"]), round(each["input_mib"])])
        assert len({round(each["alpha"], 9) for each in results.values()}) == 1, results
    print(f"{options.labels} labels, {options.rounds} rounds; plain: 3 rounds, extrapolated\n")
    print(table(["labels are", "from", "seconds", "computing", "plain / this", "peak MiB", "of which before"], rows))
    tell(result, options.json)


if __name__ == "__main__":
    main()
