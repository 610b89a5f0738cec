"""What every benchmark tells: the machine it ran on, a table for people, and the same as JSON for programs."""

import json
import os
import platform
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

BASE = Path(__file__).resolve().parents[2]


def machine() -> dict[str, Any]:
    """Numbers mean little without these; `load` shows whether others were at work meanwhile."""
    return {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": _commit(),
        "processor": _field("/proc/cpuinfo", "model name") or platform.processor(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_gib": round(int(_field("/proc/meminfo", "MemTotal").split()[0]) / 2**20, 1),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "load": [round(value, 2) for value in os.getloadavg()],
    }


def _field(path: str, name: str) -> str:
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        key, _, value = line.partition(":")
        if key.strip() == name:
            return value.strip()
    return ""


def _commit() -> str:
    asked = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=BASE, capture_output=True, text=True, check=False
    )
    return asked.stdout.strip()


def table(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """Text in columns; numbers to the right."""
    cells = [[f"{value:.2f}" if isinstance(value, float) else str(value) for value in row] for row in rows]
    widths = [max(len(text) for text in column) for column in zip(heads, *cells, strict=True)]
    right = [all(isinstance(row[n], int | float) for row in rows) for n in range(len(heads))]

    def line(texts: Sequence[str]) -> str:
        padded = zip(texts, widths, right, strict=True)
        return "  ".join(t.rjust(w) if r else t.ljust(w) for t, w, r in padded).rstrip()

    return "\n".join([line(heads), line(["-" * width for width in widths]), *map(line, cells)])


def tell(result: Mapping[str, Any], to: Path | None) -> None:
    """The result as JSON: into a file, or below the table."""
    text = json.dumps(result, indent=2, ensure_ascii=False) + "\n"
    if to is None:
        sys.stdout.write(f"\n{text}")
    else:
        to.write_text(text, encoding="utf-8")
