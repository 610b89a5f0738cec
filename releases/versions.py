"""The version rule: the least that a release must be called, given the gold of the one before it. Pure."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from typing import NamedTuple

Rows = Mapping[str, bytes]
_VERSION = re.compile(r"(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})")


class Bump(IntEnum):
    """Ordered: a higher bump may always be chosen, a lower one never."""

    PATCH = 1
    MINOR = 2
    MAJOR = 3


class Version(NamedTuple):
    major: int
    minor: int
    patch: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"


FIRST = Version(1, 0, 0)


class Changes(NamedTuple):
    """How many gold rows came, differ and went between two releases."""

    added: int
    changed: int
    withdrawn: int


def changes(before: Rows, after: Rows) -> Changes:
    """Rows by id, compared byte for byte."""
    kept = before.keys() & after.keys()
    return Changes(
        added=len(after) - len(kept),
        changed=sum(before[key] != after[key] for key in kept),
        withdrawn=len(before) - len(kept),
    )


class ChangedRow(NamedTuple):
    """A gold row that is not the same in two releases: `key` is "table/id", None stands where there is no such row."""

    key: str
    before: bytes | None
    after: bytes | None


def changed_rows(before: Iterable[tuple[str, bytes]], after: Iterable[tuple[str, bytes]]) -> Iterator[ChangedRow]:
    """The rows that differ. Both sides come sorted by key, each key once; one row of each is in memory at a time."""
    ends = (iter(before), iter(after))
    old, new = (next(end, None) for end in ends)
    while old is not None or new is not None:
        if new is None or (old is not None and old[0] < new[0]):
            yield ChangedRow(old[0], old[1], None)  # type: ignore[index]  # one of both is there
            old = next(ends[0], None)
        elif old is None or new[0] < old[0]:
            yield ChangedRow(new[0], None, new[1])
            new = next(ends[1], None)
        else:
            if old[1] != new[1]:
                yield ChangedRow(old[0], old[1], new[1])
            old, new = next(ends[0], None), next(ends[1], None)


def gold_hash(rows: Iterable[tuple[str, bytes]]) -> str:
    """SHA-256 of gold rows that come sorted by key: equal exactly when no row came, changed or went."""
    digest = hashlib.sha256()
    for key, row in rows:
        digest.update(f"{len(key)}:{key}{len(row)}:".encode())
        digest.update(row)
    return digest.hexdigest()


def parse_version(text: str) -> Version | None:
    """ "1.2.3" as a Version; None when it is not of that form."""
    match = _VERSION.fullmatch(text)
    return Version(*(int(part) for part in match.groups())) if match else None


def bump_demanded(before: Rows, after: Rows) -> Bump:
    """PATCH: same gold. MINOR: gold added. MAJOR: gold changed or withdrawn. Rows are gold by id."""
    if any(after.get(key) != row for key, row in before.items()):
        return Bump.MAJOR
    return Bump.MINOR if len(after) > len(before) else Bump.PATCH


def bump_between(before: Version, after: Version) -> Bump | None:
    """Which bump leads from one version to the other; None when the other is not later."""
    if after <= before:
        return None
    if after.major > before.major:
        return Bump.MAJOR
    return Bump.MINOR if after.minor > before.minor else Bump.PATCH


def least_version(before: Version, bump: Bump) -> Version:
    """The lowest version that satisfies a bump."""
    if bump is Bump.MAJOR:
        return Version(before.major + 1, 0, 0)
    if bump is Bump.MINOR:
        return Version(before.major, before.minor + 1, 0)
    return Version(before.major, before.minor, before.patch + 1)
