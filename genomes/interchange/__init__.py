"""Objects and evidence in and out: one module per format, each with `dump` and `load`; see `model` for the shapes.

A new format is one module and one line in FORMATS; docs/interchange.md lists what each counts in and what it loses.
"""

import io
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath

from evaluator.strictjson import BadJson, parse, parse_text
from genomes.interchange import brat, doccano, jsonl, label_studio, web_annotation, webanno
from genomes.interchange.model import AnnotatedText, EntryFault, Files, Reading, gettext_noop
from genomes.zips import DAMAGED_ZIP

__all__ = ["FORMATS", "MAX_BYTES", "Format", "load", "unpacked", "zipped"]

MAX_BYTES = 32 * 1024 * 1024  # of all files together, unpacked
MAX_FILES = 2_000


@dataclass(frozen=True, slots=True)
class Format:
    """A format that is written. `needs_text`: it holds the text itself; `can_join`: its files may be put together."""

    name: str
    title: str
    suffix: str
    media_type: str
    dump: Callable[[AnnotatedText], dict[str, bytes]]
    needs_text: bool
    can_join: bool = False


FORMATS = {
    each.name: each
    for each in (
        Format("jsonl", "JSONL", jsonl.SUFFIX, "application/x-ndjson", jsonl.dump, needs_text=False, can_join=True),
        Format(
            "web-annotation",
            "W3C Web Annotation",
            web_annotation.SUFFIX,
            "application/ld+json",
            web_annotation.dump,
            needs_text=False,
        ),
        Format(
            "label-studio", "Label Studio", label_studio.SUFFIX, "application/json", label_studio.dump, needs_text=True
        ),
        Format("brat", "brat", brat.SUFFIX, "text/plain; charset=utf-8", brat.dump, needs_text=True),
        Format("webanno", "WebAnno TSV 3", webanno.SUFFIX, "text/tab-separated-values", webanno.dump, needs_text=True),
    )
}

Load = Callable[[Files], Reading]


def load(files: Files) -> Reading:
    """Everything that the files hold, each format told by content. Files of no known format are listed as faults."""
    groups: dict[Load, dict[str, bytes]] = {}
    faults: list[EntryFault] = []
    for name, data in files.items():
        if b"\0" in data:
            faults.append(EntryFault(name, "", NUL))
            continue
        if name.endswith(brat.TEXT) and name.removesuffix(brat.TEXT) + brat.SUFFIX in files:
            groups.setdefault(brat.load, {})[name] = data
            continue
        reader = _reader_of(name, data)
        if reader is None:
            faults.append(EntryFault(name, "", UNKNOWN))
        else:
            groups.setdefault(reader, {})[name] = data
    readings = [reader(group) for reader, group in groups.items()]
    left_aside: dict[str, int] = {}
    for reading in readings:
        for what, number in reading.left_aside.items():
            left_aside[what] = left_aside.get(what, 0) + number
    return Reading(
        documents=tuple(each for reading in readings for each in reading.documents),
        faults=tuple(faults) + tuple(fault for reading in readings for fault in reading.faults),
        left_aside=left_aside,
        is_ours=bool(readings) and not faults and all(reading.is_ours for reading in readings),
        is_exact=set(groups) == {jsonl.load} and not faults,
    )


def _reader_of(name: str, data: bytes) -> Load | None:
    if name.endswith(brat.SUFFIX):
        return brat.load
    if data.removeprefix(b"\xef\xbb\xbf").startswith(webanno.HEADER):
        return webanno.load
    try:
        value = parse(data)
    except BadJson:
        return _reader_of_lines(data)
    first = value[0] if isinstance(value, list) and value else value
    kinds = (
        (jsonl.is_ours, jsonl.load),
        (label_studio.is_task, label_studio.load),
        (doccano.is_entry, doccano.load),
        (web_annotation.is_annotations, web_annotation.load),
    )
    return next((reader for is_kind, reader in kinds if is_kind(first)), None)


def _reader_of_lines(data: bytes) -> Load | None:
    """The reader of a file of JSON lines, by its first line that can be read."""
    for line in data[:MAX_BYTES].split(b"\n"):
        try:
            value = parse_text(line.decode("utf-8-sig"))
        except ValueError:
            continue
        return jsonl.load if jsonl.is_ours(value) else doccano.load if doccano.is_entry(value) else None
    return None


def unpacked(files: Files) -> tuple[dict[str, bytes], list[EntryFault]]:
    """The files, those in zip archives beside the others; and what could not be opened. No file hides another."""
    archives = {name: data for name, data in files.items() if data.startswith(b"PK\x03\x04")}
    found = {PurePosixPath(name).name: data for name, data in files.items() if name not in archives}
    faults: list[EntryFault] = []
    for name, data in archives.items():
        try:
            opened = _members(data)
        except DAMAGED_ZIP:
            faults.append(EntryFault(name, "", BAD_ZIP))
            continue
        is_new = found.keys().isdisjoint(opened)
        found |= opened if is_new else {f"{name}/{inner}": each for inner, each in opened.items()}
    if _is_too_much(files) or _is_too_much(found):
        return {}, [EntryFault("", "", TOO_MUCH, {"size": MAX_BYTES // 1024**2, "count": MAX_FILES})]
    return found, faults


def _is_too_much(files: Files) -> bool:
    return sum(map(len, files.values())) > MAX_BYTES or len(files) > MAX_FILES


def _members(data: bytes) -> dict[str, bytes]:
    """The files of an archive by their names, with their folders only where two would have the same name.

    Reading stops when more comes out than is read here.
    """
    found: dict[str, bytes] = {}
    left = MAX_BYTES + 1
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = [each for each in archive.infolist() if not each.is_dir() and not _is_aside(each.filename)]
        bare = [PurePosixPath(each.filename).name for each in members]
        names = bare if len(set(bare)) == len(bare) else [each.filename for each in members]
        for name, member in zip(names[: MAX_FILES + 1], members, strict=False):
            if left <= 0:
                break
            with archive.open(member) as file:
                found[name] = file.read(left)
            left -= len(found[name])
    return found


def _is_aside(name: str) -> bool:
    return PurePosixPath(name).name.startswith(".") or name.startswith("__MACOSX/")


def zipped(files: Files) -> bytes:
    """The files as an archive; the same files give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


UNKNOWN = gettext_noop(
    "This is none of the formats that are read here: our JSONL, W3C Web Annotation, Label Studio JSON, doccano, brat"
    " (.ann and .txt) or WebAnno TSV 3."
)
NUL = gettext_noop("The file holds a NUL character, so it is no text. Export it again.")
BAD_ZIP = gettext_noop("The archive is damaged or locked with a password. Pack it again without one.")
TOO_MUCH = gettext_noop(
    "The files hold more than %(size)d MiB, or there are more than %(count)d. Import them in smaller parts."
)
