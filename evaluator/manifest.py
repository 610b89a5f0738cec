"""The manifest of a release: what it holds, from what, made by what. Its SHA-256 is the release's hash.

The manifest lists every file but itself and checksums.sha256; that one lists every file but itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

TABLES = ("papers", "objects", "diffs", "alignments", "traces", "exam")


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestFile:
    """A file of the release. `size` in bytes; `rows` of a JSONL or Parquet table, else null."""

    path: str
    sha256: str
    size: int = field(metadata={"minimum": 0})
    rows: int | None = field(metadata={"minimum": 0})


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceVersionEntry:
    """The text of a paper that the release's offsets count in."""

    paper: str
    format: str
    file_sha256: str
    text_sha256: str
    imported: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Rows per table, over all splits; of a sealed split only those whose rows are in the files."""

    papers: int
    objects: int
    diffs: int
    alignments: int
    traces: int
    exam: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeVersion:
    version: str
    commit: str
    dirty: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviousRelease:
    release: str
    manifest_sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """Expected accuracy (0–1) of guessing at random, and of always giving the most frequent answer."""

    random: float = field(metadata={"minimum": 0, "maximum": 1})
    majority: float = field(metadata={"minimum": 0, "maximum": 1})


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """`release` is its version, such as "1.0.0". `splits` maps a split's name to what is said of it.

    `sealed_files` are kept by the server and in no download; their hashes show later that they were not exchanged.
    `tools` names the libraries whose version the bytes depend on. `participants` are systems and `judges` snapshots of
    models that took part in what the release holds; none before an arena is released.
    """

    release: str
    project: str
    schema_version: str
    evaluator_version: str
    rules_version: str
    created: str
    canary: str
    seed: int
    licence: str
    cutoff: str | None
    files: tuple[ManifestFile, ...]
    sealed_files: tuple[ManifestFile, ...]
    counts: Counts
    splits: Mapping[str, object]
    domains: Mapping[str, object]
    trace_rendering: Mapping[str, object]
    source_versions: tuple[SourceVersionEntry, ...]
    guideline_versions: tuple[str, ...]
    code: CodeVersion
    tools: Mapping[str, str]
    participants: tuple[str, ...]
    judges: Mapping[str, object]
    previous: PreviousRelease | None
    baselines: Mapping[str, Baseline]
