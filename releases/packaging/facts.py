"""Everything that the describing files of a release say: their bytes depend on this alone."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from evaluator.manifest import TABLES, Baseline, CodeVersion, ManifestFile, PreviousRelease
from releases.packaging.work import SourcePaper, WorkDone

_SPDX_ID = re.compile(r"[A-Za-z0-9.+-]+")
_TABLE = re.compile(r"data/(parquet|jsonl)/([a-z]+)/([a-z][a-z0-9_]*)\.\1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A file of a table: of which table and split, as "parquet" or "jsonl"."""

    format: str
    table: str
    split: str
    file: ManifestFile

    @property
    def rows(self) -> int:
        return self.file.rows or 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """A split as the files show it: exam instances, and what is said of it in one sentence."""

    name: str
    instances: int
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Yield:
    """What a task gave, of how many anchors tried, and why not more: code of `releases.exam.lacks` → how often."""

    instances: int = 0
    anchors: int = 0
    tried: int = 0
    lacks: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """`files` are those already written: data, audits, history, in any order. Nothing here names a person.

    `papers` and `work` (see `releases.packaging.work.Work`) cover what stands in the files: nothing of a sealed split.
    `url` is where the release can be had, empty when it has no address; `created` is UTC with Z.
    """

    project: str
    name: str
    description: str
    version: str
    licence: str
    created: str
    canary: str
    seed: int
    rules_version: str
    cutoff: str | None = None
    notes: str = ""
    url: str = ""
    files: tuple[ManifestFile, ...]
    splits: tuple[Split, ...]
    papers: tuple[SourcePaper, ...]
    work: tuple[WorkDone, ...]
    guidelines: tuple[str, ...]
    domains: Mapping[str, object]
    yields: Mapping[str, Yield]
    baselines: Mapping[str, Baseline]
    trace_rendering: Mapping[str, object]
    score_rule: Mapping[str, object]
    code: CodeVersion
    previous: PreviousRelease | None

    @property
    def title(self) -> str:
        return f"{self.name} {self.version}"

    @property
    def licence_url(self) -> str:
        """Where the licence can be read: by its SPDX id; the file of the release where it is an expression or other."""
        return f"https://spdx.org/licenses/{self.licence}" if _SPDX_ID.fullmatch(self.licence) else "LICENSE"

    @property
    def authors(self) -> str:
        """Who made it, as one body: a release names no people."""
        return f"The annotators of {self.name}"

    @property
    def about(self) -> str:
        """One sentence, also where the project has none."""
        said = " ".join(self.description.split())
        return said or f"Ideas of papers and how they descend, labelled by people: the project {self.name}."

    @property
    def day(self) -> str:
        """The date of the release, such as 2025-01-31."""
        return self.created[:10]

    @property
    def places(self) -> list[Place]:
        """Every file of a table, sorted by path."""
        matches = [(_TABLE.fullmatch(file.path), file) for file in sorted(self.files, key=lambda file: file.path)]
        return [Place(format=m[1], table=m[2], split=m[3], file=file) for m, file in matches if m is not None]

    def of(self, format: str) -> list[Place]:
        """The tables' files in one format, in the order of TABLES, then by split."""
        return sorted((place for place in self.places if place.format == format), key=_order)

    def rows(self, table: str) -> int:
        """Rows of a table over all splits in the files."""
        return sum(place.rows for place in self.places if place.format == "jsonl" and place.table == table)


def _order(place: Place) -> tuple[int, str, str]:
    known = TABLES.index(place.table) if place.table in TABLES else len(TABLES)
    return known, place.table, place.split
