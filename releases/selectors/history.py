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


def history_of(release: Release, previous: Release | None, rows: Iterable[ChangedRow]) -> Iterator[bytes]:
    """The bytes of the log, part by part. Empty for a first release: there was nothing to revise.

    `rows` are the gold rows that differ between the previous release and this one, sorted by key.
    """
    if previous is None:
        return
    yield from chunks_of(ReleaseFile.objects.get(release=previous, path=HISTORY))
    reasons = Reasons(release, previous)
    for revision in revisions(release.version, rows, reasons):
        yield record_line(revision)


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
