"""The revision log of a release: what the previous release's log says, then what changed since."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from evaluator.write import record_line
from releases.models import Release, ReleaseFile
from releases.revisions import revisions
from releases.selectors.bytes_of import chunks_of, lines_of
from releases.selectors.reasons import Reasons
from releases.versions import ChangedRow

HISTORY = "history/revisions.jsonl"
SEALED_HISTORY = "sealed/revisions.jsonl"


def earlier_history(previous: Release | None, path: str) -> Iterator[bytes]:
    """The log of the previous release, part by part."""
    file = ReleaseFile.objects.filter(release=previous, path=path).first() if previous else None
    if file is not None:
        yield from chunks_of(file)


def history_lines(
    release: Release, previous: Release | None, rows: Iterable[ChangedRow], canary: str
) -> Iterator[tuple[str, bytes]]:
    """What changed since the previous release: the key of each gold row that differs, and its line of the log.

    Nothing for a first release: there was nothing to revise. `rows` come sorted by key.
    """
    if previous is None:
        return
    reasons = Reasons(release, previous)
    for revision in revisions(release.version, rows, reasons, canary):
        yield f"{revision.table}/{revision.record}", record_line(revision)


@dataclass(frozen=True)
class Revisions:
    """What a release changed: how many records of each kind, and the first of them."""

    previous: str
    counts: Mapping[str, int]
    rows: tuple[Mapping[str, Any], ...]
    left_out: int


MOST_SHOWN = 50


def revisions_of(release: Release, previous: str) -> Revisions | None:
    """What the release says of itself against the previous version; None for a first release."""
    return _revisions(release.manifest_sha256, release, previous) if previous else None


@lru_cache(maxsize=16)
def _revisions(_manifest_sha256: str, release: Release, previous: str) -> Revisions:
    file = ReleaseFile.objects.get(release=release, path=HISTORY)
    counts: Counter[str] = Counter()
    shown: list[Mapping[str, Any]] = []
    for line in lines_of(file):
        row = json.loads(line)
        if row["release"] == release.version:
            counts[row["kind"]] += 1
            if len(shown) < MOST_SHOWN:
                shown.append(row)
    return Revisions(previous, counts, tuple(shown), counts.total() - len(shown))
