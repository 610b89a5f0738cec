"""What a release keeps back: rows of its sealed files, read for admins and never put into a download."""

import json
from collections.abc import Iterator, Mapping

from releases.models import Release, ReleaseFile
from releases.selectors.bytes_of import lines_of
from releases.selectors.content import Row, table


class Rows:
    """The tables of a release; with `sealed`, a row that is in no public file is looked for in the sealed ones."""

    def __init__(self, release: Release, *, sealed: bool = False) -> None:
        self.release, self.sealed = release, sealed

    def of(self, name: str) -> Mapping[str, Row]:
        public = table(self.release, name)
        return _WithSealed(public, self.release, name) if self.sealed else public


class _WithSealed(Mapping[str, Row]):
    def __init__(self, public: Mapping[str, Row], release: Release, name: str) -> None:
        self._public, self._release, self._name = public, release, name

    def __getitem__(self, key: str) -> Row:
        if key in self._public:
            return self._public[key]
        found = sealed_row(self._release, self._name, key)
        if found is None:
            raise KeyError(key)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._public)

    def __len__(self) -> int:
        return len(self._public)


def sealed_row(release: Release, name: str, key: str) -> Row | None:
    """A row of a sealed JSONL file whose path names the table; None where none has the id. A chunk at a time."""
    files = ReleaseFile.objects.filter(release=release, is_sealed=True, path__endswith=".jsonl", path__contains=name)
    mark = json.dumps(key, ensure_ascii=False).encode()
    for file in files.order_by("path"):
        for line in lines_of(file):
            if mark in line:
                row: Row = json.loads(line)
                if row["id"] == key:
                    return row
    return None
