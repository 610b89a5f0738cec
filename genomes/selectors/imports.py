"""How an import is getting on."""

from dataclasses import dataclass

from annotation.workers import Queue, queue_state
from genomes.models import ImportBatch, ImportFile


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """Files and counts of a batch; `queue` says whether somebody is there to read what waits."""

    batch: ImportBatch
    files: list[ImportFile]
    queue: Queue

    @property
    def total(self) -> int:
        return len(self.files)

    @property
    def waiting(self) -> int:
        return self._count(ImportFile.State.WAITING)

    @property
    def done(self) -> int:
        return self.total - self.waiting

    @property
    def imported(self) -> int:
        return self._count(ImportFile.State.IMPORTED)

    @property
    def known(self) -> int:
        return self._count(ImportFile.State.KNOWN)

    @property
    def refused(self) -> int:
        return self._count(ImportFile.State.REFUSED)

    @property
    def is_stuck(self) -> bool:
        """Files wait and nobody is there to read them."""
        return self.waiting > 0 and self.queue is not Queue.WORKING

    @property
    def state(self) -> str:
        if not self.waiting:
            return "done"
        return "stuck" if self.is_stuck else "running"

    def _count(self, state: str) -> int:
        return sum(row.state == state for row in self.files)


def import_progress(batch: ImportBatch) -> ImportProgress:
    """One query, and a look at the queue when files wait."""
    files = list(batch.files.select_related("source_version__paper").defer("data", "source_version__text"))
    waits = any(row.state == ImportFile.State.WAITING for row in files)
    return ImportProgress(batch, files, queue_state() if waits else Queue.WORKING)
