"""How often the right target is among the first suggestions: `python -m tests.benchmarks.bench_suggestions`.

The reference are the aligned edges of the demo's pairs: the adjudicated answer, else the first label. An edge is found
at k when its target stands among the first k of its source's list. Beside the suggestions stand the measures that they
are the mean of, plain token_sort_ratio over the contents, and what a random order would find, which is exact:
min(k, n) / n for a source with n targets of its type. Nothing was fitted to these pairs but the choice of the mean.
Ratios hold on every machine; needs no server.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from rapidfuzz import fuzz, process

from diffs.suggesting import ByWords, Matrix, Suggester, Thing, letters, rare_words
from tests.benchmarks.report import BASE, machine, table, tell

DEMO = BASE / "fixtures" / "demo"
KS = (1, 3, 5)


class Plain(Suggester):
    """The named measure alone, in the same lists."""

    def __init__(self, name: str, likeness: Callable[[Sequence[str], Sequence[str]], Matrix]) -> None:
        self.name = name
        self._likeness = likeness

    def likeness(self, sources: Sequence[str], targets: Sequence[str]) -> Matrix:
        return self._likeness(sources, targets)


def token_sort(sources: Sequence[str], targets: Sequence[str]) -> Matrix:
    """As rapidfuzz gives it, letters and commands as they are."""
    ratios: Matrix = np.asarray(process.cdist(sources, targets, scorer=fuzz.token_sort_ratio), dtype=np.float64) / 100
    return ratios


def things(slug: str, *, contents_only: bool = False) -> list[Thing]:
    objects = json.loads((DEMO / "genomes" / f"{slug}.json").read_text(encoding="utf-8"))["objects"]
    return [
        Thing(
            f"{slug}:{each['handle']}",
            each["type"],
            f"{each['content']} {each['constraint']}".strip(),
            "" if contents_only else " ".join(each["evidence"]),
        )
        for each in objects
    ]


def edges(pair: dict[str, Any]) -> list[tuple[str, str]]:
    """The alignment that stands, or the first label's where nothing was adjudicated."""
    resolution = pair["resolution"] or {}
    answer = resolution.get("answer") or pair["labels"][0]["answer"]
    return [(each["source"], each["target"]) for each in answer["alignments"]]


def pairs() -> list[dict[str, Any]]:
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted((DEMO / "pairs").glob("*.json"))]


def found(suggester: Suggester, *, contents_only: bool = False) -> tuple[list[int], float]:
    """The rank of each edge's target, 0 where it is not listed; and the seconds that ranking took."""
    ranks, seconds = [], 0.0
    for pair in pairs():
        old, new = (things(pair[side], contents_only=contents_only) for side in ("source", "target"))
        began = perf_counter()
        rows = suggester.rank(old, new)
        seconds += perf_counter() - began
        known = {(each.source, each.target): each.rank for each in rows}
        ranks += [known.get(edge, 0) for edge in edges(pair)]
    return ranks, seconds


def by_chance() -> dict[int, float]:
    """The mean over all edges of min(k, n) / n."""
    numbers = []
    for pair in pairs():
        types = {each.key: each.type for each in [*things(pair["source"]), *things(pair["target"])]}
        targets = [types[each.key] for each in things(pair["target"])]
        numbers += [targets.count(types[source]) for source, _target in edges(pair)]
    return {k: sum(min(k, n) / n for n in numbers) / len(numbers) for k in KS}


def recall(ranks: Sequence[int]) -> dict[int, float]:
    return {k: sum(0 < rank <= k for rank in ranks) / len(ranks) for k in KS}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    ways: dict[str, tuple[Suggester, bool]] = {
        "words (the mean)": (ByWords(), False),
        "letters alone": (Plain("letters", letters), False),
        "rare words alone": (Plain("rare words", rare_words), False),
        "token_sort_ratio of contents": (Plain("token_sort", token_sort), True),
    }
    chance = by_chance()
    result: dict[str, Any] = {"machine": machine(), "random order": chance}
    rows: list[list[Any]] = [["random order", *chance.values(), 0.0, *(1.0 for _k in KS)]]
    for name, (suggester, contents_only) in ways.items():
        ranks, seconds = found(suggester, contents_only=contents_only)
        rates = recall(ranks)
        result[name] = {"edges": len(ranks), "recall": rates, "seconds": seconds}
        rows.insert(-1, [name, *rates.values(), seconds, *(rates[k] / chance[k] for k in KS)])
    print(f"{len(edges_of_all())} aligned edges of {len(pairs())} pairs")
    print(table(["way", *(f"recall@{k}" for k in KS), "seconds", *(f"@{k} to random" for k in KS)], rows))
    tell(result, chosen.json)


def edges_of_all() -> list[tuple[str, str]]:
    return [edge for pair in pairs() for edge in edges(pair)]


if __name__ == "__main__":
    main()
