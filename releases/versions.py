"""The version rule: the least that a release must be called, given the gold of the one before it. Pure."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import NamedTuple

Row = tuple[str, bytes]
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


class ChangedRow(NamedTuple):
    """A gold row that is not the same in two releases: `key` is "table/id", None stands where there is no such row."""

    key: str
    before: bytes | None
    after: bytes | None


def changed_rows(before: Iterable[Row], after: Iterable[Row]) -> Iterator[ChangedRow]:
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


class GoldHash:
    """SHA-256 of gold rows that come sorted by key: equal exactly when no row came, changed or went."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()

    def over(self, rows: Iterable[Row]) -> Iterator[Row]:
        """The rows as they come; once they are gone through, `hexdigest` is that of all."""
        for key, row in rows:
            self._digest.update(f"{len(key)}:{key}{len(row)}:".encode())
            self._digest.update(row)
            yield key, row

    def hexdigest(self) -> str:
        return self._digest.hexdigest()


def parse_version(text: str) -> Version | None:
    """ "1.2.3" as a Version; None when it is not of that form."""
    match = _VERSION.fullmatch(text)
    return Version(*(int(part) for part in match.groups())) if match else None


class CountedRows:
    """Rows that differ, counted as they pass."""

    def __init__(self, rows: Iterable[ChangedRow]) -> None:
        self._rows = iter(rows)
        self._kinds: Counter[tuple[bool, bool]] = Counter()

    def __iter__(self) -> Iterator[ChangedRow]:
        for row in self._rows:
            self._kinds[row.before is None, row.after is None] += 1
            yield row

    def changes(self) -> Changes:
        """How many rows came, differ and went; goes through those that are left."""
        for _row in self:
            continue
        return Changes(
            added=self._kinds[True, False], changed=self._kinds[False, False], withdrawn=self._kinds[False, True]
        )


def bump_demanded(found: Changes) -> Bump:
    """PATCH: same gold. MINOR: gold added. MAJOR: gold changed or withdrawn."""
    if found.changed or found.withdrawn:
        return Bump.MAJOR
    return Bump.MINOR if found.added else Bump.PATCH


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
