"""The difference between any two releases of a project: gold records, and exam items whose answer is another."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from heapq import merge
from typing import Any, NamedTuple

from evaluator.canonical import canonical_bytes
from evaluator.convert import to_json
from evaluator.schema import FieldChange
from evaluator.strictjson import parse
from evaluator.vocabulary import RevisionKind
from releases.models import Release, ReleaseFile
from releases.revisions import changes_of, kind_of
from releases.selectors.bytes_of import lines_of, public_files
from releases.selectors.content import table
from releases.selectors.gold import GOLD_TABLES, NOT_GOLD
from releases.versions import ChangedRow, changed_rows

COMPARED = (*GOLD_TABLES, "exam")
KEPT = 8
_ANSWER = ("gold",)  # null of a sealed item: whether that changed is nobody's business before it is opened


class Entry(NamedTuple):
    """A record that is not the same in both releases."""

    table: str
    record: str
    kind: RevisionKind


@dataclass(frozen=True)
class Shown:
    """A record with what differs in it, as a page or a program is told."""

    table: str
    record: str
    kind: RevisionKind
    changes: tuple[FieldChange, ...]

    def as_json(self) -> dict[str, Any]:
        changes = [to_json(change) for change in self.changes]
        return {"table": self.table, "record": self.record, "kind": self.kind.value, "changes": changes}


def differing(before: Release, after: Release) -> Iterator[Shown]:
    """Every record that differs, by table and id, read side by side: a line of each file is in memory at a time."""
    for name in sorted(COMPARED):
        for row in changed_rows(_rows(before, name), _rows(after, name)):
            if name != "exam" or (row.before is not None and row.after is not None):
                yield _shown(row)


def entries(before: Release, after: Release) -> tuple[Entry, ...]:
    """What differs, without the fields: found once for two releases, then kept."""
    return _entries(before.manifest_sha256, after.manifest_sha256, before, after)


@lru_cache(maxsize=KEPT)
def _entries(_before: str, _after: str, before: Release, after: Release) -> tuple[Entry, ...]:
    return tuple(Entry(row.table, row.record, row.kind) for row in differing(before, after))


def counts_of(found: tuple[Entry, ...]) -> dict[str, dict[str, int]]:
    """Table → kind → how many records."""
    counted = Counter((entry.table, entry.kind.value) for entry in found)
    return {name: {kind.value: counted[name, kind.value] for kind in RevisionKind} for name in COMPARED}


def in_detail(before: Release, after: Release, entry: Entry) -> Shown:
    """One record of the difference, field by field."""
    rows = [table(release, entry.table).get(entry.record) for release in (before, after)]
    old, new = (None if row is None else _told(entry.table, row) for row in rows)
    return _shown(ChangedRow(f"{entry.table}/{entry.record}", old, new))


def _shown(row: ChangedRow) -> Shown:
    name, _sign, record = row.key.partition("/")
    return Shown(name, record, kind_of(row), changes_of(row))


def _rows(release: Release, name: str) -> Iterator[tuple[str, bytes]]:
    """The rows of a table in order of their ids, over all splits, each as it is compared."""
    files = public_files(release).filter(path__startswith=f"data/jsonl/{name}/")
    return merge(*(_rows_of(file, name) for file in files), key=lambda row: row[0])


def _rows_of(file: ReleaseFile, name: str) -> Iterator[tuple[str, bytes]]:
    for line in lines_of(file):
        row = parse(line)
        if not isinstance(row, Mapping):
            raise TypeError(f"{file.path}: a row is a JSON object")
        yield f"{name}/{row['id']}", _told(name, row)


def _told(name: str, row: Mapping[str, Any]) -> bytes:
    """A row without what is not compared: who labelled it when, and of an exam item everything but its answer."""
    if name == "exam":
        return canonical_bytes({key: row[key] for key in _ANSWER})
    return canonical_bytes({key: NOT_GOLD.get(key, value) for key, value in row.items()})
