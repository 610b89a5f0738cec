"""Write the files of a release: the same input gives the same bytes, wherever and whenever."""

import zipfile
from collections.abc import Iterable, Mapping
from typing import BinaryIO

from evaluator.canonical import JsonValue, canonical_bytes, sha256_hex
from evaluator.convert import to_json
from evaluator.files import open_file
from evaluator.jsonschemas import json_schemas
from evaluator.manifest import Manifest
from evaluator.measure import PART, manifest_entry

__all__ = [
    "checksum_lines",
    "closing_files",
    "complete_files",
    "deterministic_zip",
    "json_file",
    "json_schemas",
    "manifest_entry",
    "record_line",
    "records_file",
    "schema_files",
]

MANIFEST = "manifest.json"
CHECKSUMS = "checksums.sha256"
_FIXED_DATE = (1980, 1, 1, 0, 0, 0)
_FILE_MODE = 0o100644 << 16
_UNIX = 3


def record_line(record: object) -> bytes:
    """A record as one JSONL line: RFC 8785 and a line feed."""
    return canonical_bytes(to_json(record)) + b"\n"


def records_file(records: Iterable[object]) -> bytes:
    """Records as a JSONL file, in the order given; sort them by id first."""
    return b"".join(record_line(record) for record in records)


def json_file(value: JsonValue) -> bytes:
    """A JSON value as a file: RFC 8785 and a line feed. (manifest.json is RFC 8785 alone.)"""
    return canonical_bytes(value) + b"\n"


def schema_files(canary: str = "") -> dict[str, bytes]:
    """Path → bytes of every `schema/<name>.schema.json`, each with the canary as its comment."""
    comment = {"$comment": f"Canary: {canary}"} if canary else {}
    return {f"schema/{name}.schema.json": json_file({**schema, **comment}) for name, schema in json_schemas().items()}


def checksum_lines(hashes: Mapping[str, str]) -> bytes:
    """Of path → SHA-256 a line `<sha256>  <path>` each, sorted by path, as `sha256sum -c` reads them."""
    return b"".join(f"{sha256}  {path}\n".encode() for path, sha256 in sorted(hashes.items()))


def closing_files(manifest: Manifest) -> dict[str, bytes]:
    """manifest.json, and checksums.sha256 of it and of every file that it lists."""
    data = canonical_bytes(to_json(manifest))
    hashes = {entry.path: entry.sha256 for entry in manifest.files}
    return {MANIFEST: data, CHECKSUMS: checksum_lines({**hashes, MANIFEST: sha256_hex(data)})}


def complete_files(files: Mapping[str, bytes], manifest: Manifest) -> dict[str, bytes]:
    """The whole release: `files` with manifest.json and checksums.sha256 beside them.

    `manifest.files` must list exactly `files` (`manifest_entry` of each). Raises ValueError otherwise.
    """
    if sorted(entry.path for entry in manifest.files) != sorted(files):
        raise ValueError("the manifest must list every file of the release, and no others")
    return {**files, **closing_files(manifest)}


def deterministic_zip(files: Mapping[str, bytes], out: BinaryIO) -> None:
    """Write path → bytes as a zip whose bytes depend on them alone: sorted, dated 1980-01-01, mode 0644.

    Files are stored uncompressed: what deflate makes of them differs between builds of zlib. They are read part by
    part where `files` can (see `evaluator.files.Files`); `out` must be seekable.
    """
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(path, date_time=_FIXED_DATE)
            entry.create_system = _UNIX
            entry.external_attr = _FILE_MODE
            with open_file(files, path) as file, archive.open(entry, "w", force_zip64=True) as into:
                while part := file.read(PART):
                    into.write(part)
