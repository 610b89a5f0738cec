"""Batches of files: each is read on its own, in the worker; one bad file never fails the rest."""

import logging
import time
from collections.abc import Iterable

from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import Project, User
from annotation.refusal import Refused, refused
from genomes.ingest.archive import Member, members, skipped_members
from genomes.ingest.document import Note, UnreadableFile, gettext_noop
from genomes.ingest.isolation import failed
from genomes.ingest.reading import refuse_by_size
from genomes.models import ImportBatch, ImportFile, Paper
from genomes.services.importing import Examine, examine_file, import_file
from genomes.services.texts import note_as_json

logger = logging.getLogger(__name__)

# A file whose reading ends the worker itself, every time, is not tried for ever.
MAX_TRIES = 3
State = ImportFile.State


@transaction.atomic
def start_import(
    *, by: User, project: Project, files: Iterable[tuple[str, bytes]], paper: Paper | None = None
) -> ImportBatch:
    """Keep the files as a batch of waiting rows, one at a time; the caller sends each to the worker.

    Empty files and those too large are refused at once, and not kept. With `paper`, the files are texts of that paper,
    whatever they say of themselves. Raises Refused without files.
    """
    batch = ImportBatch.objects.create(project=project, created_by=by)
    number = 0
    for number, (name, data) in enumerate(files, start=1):  # noqa: B007  # the last number is the count
        _keep(ImportFile(batch=batch, paper=paper, filename=name[:300], size=len(data)), data)
    if not number:
        raise refused("no_files", _("Choose at least one file to import."), "files")
    return batch


def _keep(row: ImportFile, data: bytes, problem: UnreadableFile | None = None) -> None:
    try:
        if problem is not None:
            raise problem
        refuse_by_size(data)
    except UnreadableFile as error:
        _refuse(row, error)
    else:
        row.data = data
    row.save(force_insert=True)


def read_import_file(*, import_file_id: int, examine: Examine = examine_file) -> ImportFile:
    """Import one waiting file and record what came of it.

    Run again, it changes nothing. Run twice at once, the second leaves the file to the first. Of an archive it makes
    a waiting row for each file, which the caller sends to the worker. A file that has ended its worker MAX_TRIES
    times is refused.
    """
    if _count_try(import_file_id):
        _read(import_file_id, examine)
    return ImportFile.objects.defer("data").get(pk=import_file_id)


@transaction.atomic
def _count_try(import_file_id: int) -> bool:
    """Write down, before anything can go wrong, that the file is tried; False when it must not be."""
    waiting = ImportFile.objects.select_for_update(skip_locked=True).defer("data")
    row = waiting.filter(pk=import_file_id, state=State.WAITING).first()
    if row is None:
        return False
    if row.tries >= MAX_TRIES:
        _refuse(row, _given_up())
        row.save(update_fields=["state", "reason", "reason_params", "data", "finished_at"])
        return False
    row.tries += 1
    row.save(update_fields=["tries"])
    return True


@transaction.atomic
def _read(import_file_id: int, examine: Examine) -> None:
    waiting = ImportFile.objects.select_for_update(skip_locked=True, of=("self",))
    row = (
        waiting.filter(pk=import_file_id, state=State.WAITING)
        .select_related("batch__project", "batch__created_by", "paper")
        .first()
    )
    if row is None:
        return
    data, row.data = bytes(row.data), b""  # the text is kept as a source version; the bytes are not needed twice
    started = time.monotonic()
    try:
        with transaction.atomic():
            _import(row, data, examine)
    except UnreadableFile as error:
        _refuse(row, error)
    except Refused as error:
        _refuse(row, UnreadableFile(str(error)))
    except (OperationalError, InterfaceError):
        raise  # the database is away: the task is tried again
    except Exception:
        logger.exception("Importing %r failed", row.filename)
        _refuse(row, failed())
    row.seconds = round(time.monotonic() - started, 2)
    row.finished_at = timezone.now()
    row.save()


def _import(row: ImportFile, data: bytes, examine: Examine) -> None:
    result = import_file(
        by=row.batch.created_by,
        project=row.batch.project,
        data=data,
        filename=row.filename,
        slug=row.paper.slug if row.paper else "",
        is_member=row.parent_id is not None,
        examine=examine,
    )
    row.state, row.source_version, row.outcome = result.state, result.version, result.outcome
    if row.state == State.OPENED:
        _open(row, data)


def _open(row: ImportFile, data: bytes) -> None:
    """Make a waiting row of each file in the archive, all or none of them."""
    count = 0
    for count, member in enumerate(members(data), start=1):  # noqa: B007  # the last number is the count
        _keep_member(row, member)
    skipped = skipped_members(data)
    row.outcome["files"] = count
    if skipped:
        note = Note(
            gettext_noop("Files left aside, because they are hidden or pictures: %(count)d."), {"count": skipped}
        )
        row.outcome["notes"] = [note_as_json(note)]


def _keep_member(archive: ImportFile, member: Member) -> None:
    row = ImportFile(batch=archive.batch, parent=archive, filename=member.name, size=len(member.data))
    _keep(row, member.data, member.problem)


def _refuse(row: ImportFile, error: UnreadableFile) -> None:
    """The reason is kept in its parts, and put into words in the language of whoever looks."""
    row.state, row.reason, row.reason_params = State.REFUSED, error.template, error.params
    row.data, row.finished_at = b"", timezone.now()


def _given_up() -> UnreadableFile:
    return UnreadableFile(
        gettext_noop(
            "Reading the file was broken off %(tries)d times, each time together with the worker. Import the paper in"
            " another format, and tell whoever runs this site, who finds the details in the log of the worker."
        ),
        tries=MAX_TRIES,
    )
