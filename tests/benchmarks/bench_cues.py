"""How often the built-in cues are right: `python -m tests.benchmarks.bench_cues`.

The reference are the genomes of the demo papers, made by hand. A proposal is right when it overlaps the evidence of an
object of its type; an object is found when a proposal does. The words and weights were chosen while looking at the
papers of TUNED alone; the others are held out. Beside the cues stand two that know less: the first sentences of the
paper, as many as were proposed, and the cues without their headings. Needs no server.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from evaluator.vocabulary import ObjectType
from genomes.extraction import Document
from genomes.extraction.cues import CueProvider
from genomes.ingest import read_document
from tests.benchmarks.report import BASE, machine, table, tell

DEMO = BASE / "fixtures" / "demo"
TUNED = frozenset({"bert", "clip", "deformable-detr", "deit", "detr", "fast-rcnn", "faster-rcnn", "yolo"})
Spans = list[tuple[int, int]]
Way = Callable[[Document, ObjectType], Spans]


class NoLedger:
    """The cues cost nothing and are never cancelled."""

    def keep(self, exchange: object) -> None:
        raise AssertionError(exchange)

    def tokens_left(self) -> int | None:
        return None

    def is_cancelled(self) -> bool:
        return False


def by_cues(document: Document, object_type: ObjectType) -> Spans:
    provider = CueProvider()
    found = [provider.propose(part, object_type, NoLedger()).found for part in provider.parts(document)]
    return [(place.start, place.end) for part in found for each in part for place in each.places]


def without_headings(document: Document, object_type: ObjectType) -> Spans:
    return by_cues(replace(document, sections=()), object_type)


def first_sentences(document: Document, object_type: ObjectType) -> Spans:
    return list(document.sentences[: len(by_cues(document, object_type))])


WAYS: dict[str, Way] = {"cues": by_cues, "no headings": without_headings, "first sentences": first_sentences}


def read(paper: Path) -> Document:
    _format, parsed = read_document(paper.read_bytes(), paper.name)
    return Document.of(parsed.text, ((p.kind, p.start, p.end, p.label, p.level) for p in parsed.passages))


def reference(text: str, slug: str) -> dict[str, list[Spans]]:
    """Type to the places of each object of the genome."""
    objects = json.loads((DEMO / "genomes" / f"{slug}.json").read_text(encoding="utf-8"))["objects"]
    places: dict[str, list[Spans]] = {each.value: [] for each in ObjectType}
    for each in objects:
        quotes = each["evidence"]
        places[each["type"]].append([(text.index(quote), text.index(quote) + len(quote)) for quote in quotes])
    return places


def meets(one: Iterable[tuple[int, int]], other: Iterable[tuple[int, int]]) -> bool:
    others = list(other)
    return any(a < d and c < b for a, b in one for c, d in others)


def count(slugs: Iterable[str], way: Way) -> dict[str, Counter[str]]:
    """Type to counts of what was proposed, right, there and found."""
    counts = {each.value: Counter[str]() for each in ObjectType}
    for slug in slugs:
        document = read(DEMO / "papers" / f"{slug}.md")
        wanted = reference(document.text, slug)
        for each in ObjectType:
            proposed = way(document, each)
            evidence = [span for spans in wanted[each] for span in spans]
            counts[each]["proposed"] += len(proposed)
            counts[each]["right"] += sum(meets([span], evidence) for span in proposed)
            counts[each]["objects"] += len(wanted[each])
            counts[each]["found"] += sum(meets(spans, proposed) for spans in wanted[each])
    return counts


def rates(counts: Counter[str]) -> dict[str, float | int | None]:
    return {
        **counts,
        "precision": counts["right"] / counts["proposed"] if counts["proposed"] else None,
        "recall": counts["found"] / counts["objects"] if counts["objects"] else None,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    every = {path.stem for path in (DEMO / "genomes").glob("*.json")}
    result: dict[str, Any] = {"machine": machine()}
    for name, slugs in (("tuned on", sorted(TUNED)), ("held out", sorted(every - TUNED))):
        counted = {way: count(slugs, function) for way, function in WAYS.items()}
        result[name] = {way: {kind: rates(each) for kind, each in kinds.items()} for way, kinds in counted.items()}
        print(f"\n{name}: {len(slugs)} papers")
        heads = ["type", "objects"]
        for way in WAYS:
            heads += [f"{way}: n", "precision", "recall"]
        rows = [row(kind, counted) for kind in [*ObjectType, "all"]]
        print(table(heads, rows))
    tell(result, chosen.json)


def row(kind: str, counted: dict[str, dict[str, Counter[str]]]) -> list[Any]:
    cells: list[Any] = [str(kind)]
    for way, kinds in counted.items():
        counts = sum(kinds.values(), Counter[str]()) if kind == "all" else kinds[kind]
        figures = rates(counts)
        cells += [counts["objects"]] if way == "cues" else []
        cells += [counts["proposed"], *(figures[name] or 0.0 for name in ("precision", "recall"))]
    return cells


if __name__ == "__main__":
    main()
