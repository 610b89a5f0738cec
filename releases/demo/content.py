"""Read the files of fixtures/demo. A quote stands in them without its place; the place is found in the text."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

DEMO = Path(__file__).resolve().parent.parent.parent / "fixtures" / "demo"
VERSION = "1.0.0"  # of the demo's first release
PREDICTIONS = DEMO / "predictions"


@dataclass(frozen=True)
class DemoPaper:
    slug: str
    data: bytes
    facts: Mapping[str, Any]


def project_facts() -> dict[str, Any]:
    return _json(DEMO / "project.json")


def guideline() -> str:
    return (DEMO / "guideline.md").read_text(encoding="utf-8")


def papers() -> list[DemoPaper]:
    """The papers by date of publication, so that what a paper repairs is there before it."""
    found = [_paper(path) for path in sorted((DEMO / "papers").glob("*.md"))]
    return sorted(found, key=lambda paper: (paper.facts["published"], paper.slug))


def genome(slug: str) -> dict[str, Any] | None:
    path = DEMO / "genomes" / f"{slug}.json"
    return _json(path) if path.exists() else None


def readings() -> dict[str, Any]:
    """`waiting`: papers whose reading is left open; `differences`: where a reader says something else."""
    return _json(DEMO / "readings.json")


def pairs() -> Iterator[dict[str, Any]]:
    for path in sorted((DEMO / "pairs").glob("*.json")):
        yield _json(path)


def calibration() -> dict[str, Any]:
    """`known`: pairs whose gold is known, and why; `newcomer`: who qualifies on them; `numbers`: how people do."""
    return _json(DEMO / "calibration.json")


def systems() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((DEMO / "systems.json").read_text(encoding="utf-8"))
    return found


def with_places(value: Any, texts: Mapping[str, str]) -> Any:
    """The same data with every pointer's start and end filled in: a quote occurs once in its paper's text."""
    if isinstance(value, list):
        return [with_places(item, texts) for item in value]
    if not isinstance(value, dict):
        return value
    if set(value) == {"paper", "quote"}:
        return {**value, **place(texts[value["paper"]], value["quote"])}
    return {key: with_places(item, texts) for key, item in value.items()}


def place(text: str, quote: str) -> dict[str, int]:
    start = text.index(quote)
    return {"start": start, "end": start + len(quote)}


def _paper(path: Path) -> DemoPaper:
    data = path.read_bytes()
    _fence, front, _body = data.decode().split("---\n", 2)
    lines = dict(line.split(":", 1) for line in front.splitlines() if ":" in line)
    named = {key.strip(): value.strip() for key, value in lines.items()}
    facts = {
        "published": date.fromisoformat(named["published"]),
        "domain": named["domain"],
        "lineage": named["lineage"],
        "aliases": [alias.strip() for alias in named.get("aliases", "").split(";") if alias.strip()],
        "licence": named["licence"],
        "redistributable": True,
    }
    return DemoPaper(path.stem, data, facts)


def _json(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found
