"""Batches of files: each is read on its own, in the worker; one bad file never fails the rest."""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import Project, User
from annotation.refusal import Refused, refused
from genomes.models import ImportBatch, ImportFile
from genomes.services.papers import import_document


@transaction.atomic
def start_import(*, by: User, project: Project, files: Iterable[tuple[str, bytes]]) -> ImportBatch:
    """Keep the files as a batch of waiting rows; the caller sends each to the worker. Raises Refused without files."""
    batch = ImportBatch.objects.create(project=project, created_by=by)
    rows = [ImportFile(batch=batch, filename=name[:300], data=data) for name, data in files]
    if not rows:
        raise refused("no_files", _("Choose at least one file to import."), "files")
    ImportFile.objects.bulk_create(rows, batch_size=20)
    return batch


def read_import_file(*, import_file_id: int) -> ImportFile:
    """Import one waiting file and record what came of it. Run again, it changes nothing."""
    with transaction.atomic():
        row = (
            ImportFile.objects.select_for_update()
            .select_related("batch__project", "batch__created_by")
            .get(pk=import_file_id)
        )
        if row.state != ImportFile.State.WAITING:
            return row
        try:
            with transaction.atomic():
                result = import_document(
                    by=row.batch.created_by, project=row.batch.project, data=bytes(row.data), filename=row.filename
                )
        except Refused as error:
            row.state, row.reason = ImportFile.State.REFUSED, str(error)
        else:
            row.state = ImportFile.State.IMPORTED if result.is_new else ImportFile.State.KNOWN
            row.source_version = result.version
        row.data = b""  # the text is kept as a source version; the bytes are not needed twice
        row.finished_at = timezone.now()
        row.save(update_fields=["state", "reason", "source_version", "data", "finished_at"])
    return row
