"""What happened to gold records between two releases, field by field, each change with the reason given. Pure."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from evaluator.schema import FieldChange, RevisionRecord
from evaluator.vocabulary import RevisionKind
from releases.versions import ChangedRow

# Fields whose keys are ids, so that a path shows them in brackets: answer.fates[yolo:M1].
KEYED = frozenset({"answer.fates", "answer.origins", "answer.provenance"})
EDGES = "answer.alignments"
# A text lies whole in both releases, and text_sha256 tells that it is another.
TOLD_BY_HASH = frozenset({"text"})
_ABSENT: Any = object()


class Reason(NamedTuple):
    """Why a record changed: a code, the words given, the role of who gave them (never a name), and when."""

    code: str
    why: str
    role: str
    when: str


def revisions(
    release: str, rows: Iterable[ChangedRow], reason_of: Callable[[str, str], Reason], canary: str = ""
) -> Iterator[RevisionRecord]:
    """One record per changed row, in the order of the rows. `reason_of` is asked by table and id."""
    for row in rows:
        table, _sign, record = row.key.partition("/")
        reason = reason_of(table, record)
        yield RevisionRecord(
            id=f"{release}/{row.key}",
            release=release,
            table=table,
            record=record,
            kind=kind_of(row),
            changes=changes_of(row),
            reason_code=reason.code,
            why=reason.why,
            role=reason.role,
            when=reason.when,
            canary=canary,
        )


def kind_of(row: ChangedRow) -> RevisionKind:
    if row.before is None:
        return RevisionKind.ADDED
    return RevisionKind.WITHDRAWN if row.after is None else RevisionKind.CHANGED


def changes_of(row: ChangedRow) -> tuple[FieldChange, ...]:
    """Field by field, sorted. None of a record that came or went: it lies whole in the one release that has it."""
    if row.before is None or row.after is None:
        return ()
    return tuple(field_changes(json.loads(row.before), json.loads(row.after)))


def field_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[FieldChange]:
    """The smallest parts that differ: members of objects, and the edges of an alignment; any other list as a whole."""
    return _differences("", before, after)


def _differences(path: str, before: Any, after: Any) -> Iterator[FieldChange]:
    before, after = _parts(path, before), _parts(path, after)
    if before == after:
        return
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        yield FieldChange(field=path, before=_value(before), after=_value(after))
        return
    for name in sorted(before.keys() | after.keys()):
        if path or name not in TOLD_BY_HASH:
            yield from _differences(_inside(path, name), before.get(name, _ABSENT), after.get(name, _ABSENT))


def _parts(path: str, value: Any) -> Any:
    """The edges of an alignment by their ends; of two edges with the same ends, the later has a number."""
    if path != EDGES or not isinstance(value, list):
        return value
    edges: dict[str, Any] = {}
    for edge in value:
        ends = f"{edge['source']}→{edge['target']}"
        number = sum(key == ends or key.startswith(f"{ends} ") for key in edges) + 1
        edges[ends if number == 1 else f"{ends} {number}"] = edge
    return edges


def _inside(path: str, name: str) -> str:
    if path in KEYED or path == EDGES:
        return f"{path}[{name}]"
    return f"{path}.{name}" if path else name


def _value(value: Any) -> Any:
    return None if value is _ABSENT else value
