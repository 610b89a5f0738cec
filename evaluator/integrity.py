"""Are a release's files the ones that were frozen? Checksums, manifest, canonical form, shipped schemas."""

import re
from collections.abc import Iterator, Mapping

from evaluator.canonical import canonical_bytes
from evaluator.convert import from_json
from evaluator.faults import DataFaults, Fault
from evaluator.files import is_safe
from evaluator.manifest import TABLES, Manifest
from evaluator.measure import Measure
from evaluator.schema import SCHEMA_VERSION
from evaluator.strictjson import BadJson, parse
from evaluator.twins import parquet_faults
from evaluator.write import CHECKSUMS, MANIFEST, schema_files

Files = Mapping[str, bytes]
Measures = Mapping[str, Measure]

REQUIRED = (
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    MANIFEST,
    CHECKSUMS,
    "spec/domains.json",
    "spec/score.json",
    "spec/tasks.json",
    "spec/trace_rendering.json",
)
ROWS = ("data/", "history/")  # their rows hold the canary, each its own
_CHECKSUM_LINE = re.compile(r"([0-9a-f]{64})  (.+)")
_TABLE_PATH = re.compile(r"data/jsonl/([^/]+)/([a-z][a-z0-9_]*)\.jsonl")
_VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
_UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")


def table_paths(files: Files) -> dict[str, tuple[str, str]]:
    """Path of each JSONL table → (table, split), sorted by path."""
    matches = ((path, _TABLE_PATH.fullmatch(path)) for path in sorted(files))
    return {path: (match[1], match[2]) for path, match in matches if match}


def checksum_faults(files: Files, measures: Measures) -> Iterator[Fault]:
    """checksums.sha256 against the files: every file listed once, none missing, none changed."""
    if CHECKSUMS not in files:
        return
    listed: dict[str, str] = {}
    data = files[CHECKSUMS]
    for number, line in enumerate(data.decode("utf-8", "replace").split("\n")[:-1], start=1):
        match = _CHECKSUM_LINE.fullmatch(line)
        if match is None or not is_safe(match[2]):
            yield Fault(
                message="must read `<sha256>  <path>` with a path inside the release", path=CHECKSUMS, line=number
            )
        elif match[2] in listed:
            yield Fault(message=f"{match[2]} is listed twice", path=CHECKSUMS, line=number)
        else:
            listed[match[2]] = match[1]
    if not data.endswith(b"\n"):
        yield Fault(message="must end with a line feed", path=CHECKSUMS)
    for path in sorted({*listed, *files} - {CHECKSUMS}):
        if path not in files:
            yield Fault(message=f"is listed in {CHECKSUMS} but is not there", path=path)
        elif path not in listed:
            yield Fault(message=f"is not listed in {CHECKSUMS}", path=path)
        elif measures[path].sha256 != listed[path]:
            yield Fault(message=f"was changed: its SHA-256 is not the one in {CHECKSUMS}", path=path)


def read_manifest(files: Files) -> tuple[Manifest | None, list[Fault]]:
    """The manifest, when it can be read, and what is wrong with it as a file."""
    if MANIFEST not in files:
        return None, []
    try:
        value = parse(files[MANIFEST])
        manifest = from_json(Manifest, value)
    except BadJson as error:
        return None, [Fault(message=str(error), path=MANIFEST)]
    except DataFaults as error:
        return None, [Fault(message=fault.message, path=MANIFEST, field=fault.path) for fault in error.faults]
    if canonical_bytes(value) != files[MANIFEST]:
        return manifest, [Fault(message="is not canonical JSON (RFC 8785)", path=MANIFEST)]
    return manifest, []


def manifest_faults(manifest: Manifest, measures: Measures) -> Iterator[Fault]:
    """The manifest against the files: what it lists, their size, hash and rows."""
    seen: set[str] = set()
    for entry in manifest.files:
        if entry.path in seen:
            yield Fault(message=f"{entry.path} is listed twice", path=MANIFEST, field="files")
        seen.add(entry.path)
        found = measures.get(entry.path)
        if found is None:
            yield Fault(message="is listed in the manifest but is not there", path=entry.path)
            continue
        if (entry.size, entry.sha256) != (found.size, found.sha256):
            yield Fault(message="was changed: its size or SHA-256 is not the manifest's", path=entry.path)
        if entry.rows != found.rows and not (found.rows is None and entry.path.endswith(".parquet")):
            yield Fault(message=f"has {found.rows} rows, the manifest says {entry.rows}", path=entry.path)
    for path in sorted(set(measures) - seen - {MANIFEST, CHECKSUMS}):
        yield Fault(message="is not listed in the manifest", path=path)
    yield from _version_faults(manifest)


def _version_faults(manifest: Manifest) -> Iterator[Fault]:
    def wrong(field: str, message: str) -> Fault:
        return Fault(message=message, path=MANIFEST, field=field)

    if manifest.schema_version != SCHEMA_VERSION:
        message = f"is {manifest.schema_version}, but this evaluator reads {SCHEMA_VERSION}: use another version of it"
        yield wrong("schema_version", message)
    if not _VERSION.fullmatch(manifest.release):
        yield wrong("release", "must be a version such as 1.0.0")
    if not _UTC.fullmatch(manifest.created):
        yield wrong("created", "must be a time in UTC such as 2025-01-31T12:00:00Z")
    if not manifest.canary:
        yield wrong("canary", "is empty")
    if manifest.previous is not None and manifest.previous.release == manifest.release:
        yield wrong("previous.release", "is the release itself")


def layout_faults(files: Files, measures: Measures, canary: str) -> Iterator[Fault]:
    """What a release must hold, its JSON files in canonical form, and the canary in every file of words."""
    schemas = schema_files(canary)
    for path in (*REQUIRED, *schemas):
        if path not in files:
            yield Fault(message="is missing", path=path)
    for path, data in schemas.items():
        if canary and path in files and files[path] != data:
            yield Fault(message=f"is not the schema of version {SCHEMA_VERSION} with the canary", path=path)
    tables = {table for table, _ in table_paths(files).values()}
    for table in sorted(tables.symmetric_difference(TABLES)):
        what = (
            "is missing: no table of this name"
            if table in TABLES
            else f"is no table; the tables are {', '.join(TABLES)}"
        )
        yield Fault(message=what, path=f"data/jsonl/{table}")
    yield from parquet_faults(files, measures, canary)
    for path in sorted(files):
        if not path.startswith(ROWS) and path not in (MANIFEST, CHECKSUMS):
            yield from _word_faults(path, files[path], canary)


def _word_faults(path: str, data: bytes, canary: str) -> Iterator[Fault]:
    if canary and canary.encode() not in data:
        yield Fault(message="does not hold the canary string of the manifest", path=path)
    if path.endswith(".json"):
        yield from _json_faults(path, data)


def _json_faults(path: str, data: bytes) -> Iterator[Fault]:
    try:
        if canonical_bytes(parse(data)) != data.removesuffix(b"\n"):
            yield Fault(message="is not canonical JSON (RFC 8785)", path=path)
    except BadJson as error:
        yield Fault(message=str(error), path=path)
