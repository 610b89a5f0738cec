"""One file into the library, whatever it is: the text of a paper, metadata of works, or an archive of more files."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db import transaction

from annotation.models import Project, User
from genomes.ingest.examine import Examined
from genomes.ingest.formats import ARCHIVE
from genomes.ingest.isolation import Limits, examine_isolated
from genomes.ingest.reading import no_paper
from genomes.metadata import MetadataFile
from genomes.models import ImportFile, SourceVersion
from genomes.services.metadata import import_metadata
from genomes.services.papers import find_bytes, store_document
from genomes.services.texts import note_as_json

# A file of metadata may have a note for each entry; nobody reads more than these.
MAX_NOTES = 50

Examine = Callable[[bytes, str], Examined]
State = ImportFile.State


@dataclass(frozen=True, slots=True)
class FileResult:
    """What came of a file: a state of `ImportFile`, the source version that holds it, and counts (with "format").

    An archive is only recognised: its state is "opened", and the caller opens it.
    """

    state: str
    version: SourceVersion | None = None
    outcome: dict[str, Any] = field(default_factory=dict)


def examine_file(data: bytes, filename: str) -> Examined:
    """Read a file from outside in a process of its own, under the limits of the settings."""
    limits = Limits(seconds=settings.IMPORT_SECONDS, memory=settings.IMPORT_MEMORY_MIB)
    return examine_isolated(data, filename, limits=limits)


@transaction.atomic
def import_file(
    *,
    by: User,
    project: Project,
    data: bytes,
    filename: str,
    slug: str = "",
    is_member: bool = False,
    examine: Examine = examine_file,
) -> FileResult:
    """Read a file and write what it brings; all of it or nothing.

    `is_member` tells that it came out of an archive, in which no other archive is opened; `slug` names the paper that
    it is a text of, if that is known. Raises UnreadableFile or Refused with the reason.
    """
    known = find_bytes(project, data)
    if known is not None:
        return FileResult(State.KNOWN, known, _counts_of(known))
    found = examine(data, filename)
    if found.metadata is not None:
        return _import_metadata(by, project, found.metadata)
    if found.document is None:
        if is_member:
            raise no_paper(found.format)
        return FileResult(State.OPENED, outcome={"format": ARCHIVE})
    imported = store_document(
        by=by,
        project=project,
        data=data,
        filename=filename,
        format=found.format,
        document=found.document,
        slug=slug,
    )
    outcome = {**_counts_of(imported.version), "references": len(found.document.references)}
    return FileResult(State.IMPORTED if imported.is_new else State.KNOWN, imported.version, outcome)


def _counts_of(version: SourceVersion) -> dict[str, Any]:
    return {"format": version.format, "passages": version.passages.count(), "pages": len(version.page_starts)}


def _import_metadata(by: User, project: Project, found: MetadataFile) -> FileResult:
    outcome = import_metadata(by=by, project=project, records=found.records, origin=found.format)
    notes = [note_as_json(note) for note in found.notes[:MAX_NOTES]]
    return FileResult(State.METADATA, outcome={"format": found.format, **outcome.as_json(), "notes": notes})
