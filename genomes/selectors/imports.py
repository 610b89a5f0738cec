"""How an import is getting on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext

from annotation.models import Project
from annotation.workers import Queue, queue_state
from genomes.ingest.formats import LABELS
from genomes.models import ImportBatch, ImportFile
from genomes.wording import words_of

FILES_PER_PAGE = 100
RECENT = 10
State = ImportFile.State


@dataclass(frozen=True, slots=True)
class FileRow:
    """What came of one file, in the language of the moment. `outcome` holds counts; see `ImportFile.outcome`."""

    file: ImportFile
    format: str
    reason: str
    notes: list[str]
    outcome: Mapping[str, Any]

    @property
    def is_child(self) -> bool:
        """Whether it came out of an archive of this batch."""
        return self.file.parent_id is not None


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """Counts of a batch by state, and some or all of its files; `queue` says whether somebody is there to read.

    An opened archive is no file to be read any more: it counts through the files that came out of it.
    """

    batch: ImportBatch
    counts: Mapping[str, int]
    queue: Queue
    files: list[FileRow]
    page: Page[ImportFile] | None = None
    chosen: str = ""
    states: dict[str, tuple[str, int]] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return sum(self.counts.values()) - self._count(State.OPENED)

    @property
    def waiting(self) -> int:
        return self._count(State.WAITING)

    @property
    def done(self) -> int:
        return self.total - self.waiting

    @property
    def imported(self) -> int:
        return self._count(State.IMPORTED)

    @property
    def known(self) -> int:
        return self._count(State.KNOWN)

    @property
    def refused(self) -> int:
        return self._count(State.REFUSED)

    @property
    def metadata(self) -> int:
        return self._count(State.METADATA)

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
        return self.counts.get(state, 0)


def import_progress(batch: ImportBatch) -> ImportProgress:
    """Every file of a batch. Two queries, and a look at the queue when files wait."""
    counts, queue = _counts(batch)
    return ImportProgress(batch, counts, queue, [_row(each) for each in _files(batch)])


def import_page(batch: ImportBatch, *, state: str = "", number: int | str = 1) -> ImportProgress:
    """One page of the files of a batch, or of those in one state. Three queries, and a look at the queue."""
    counts, queue = _counts(batch)
    files = _files(batch)
    chosen = state if state in counts else ""
    page = Paginator(files.filter(state=chosen) if chosen else files, FILES_PER_PAGE).get_page(number)
    states = {each.value: (str(each.label), counts[each.value]) for each in State if each.value in counts}
    return ImportProgress(batch, counts, queue, [_row(each) for each in page], page, chosen, states)


def recent_imports(project: Project) -> QuerySet[ImportBatch]:
    """The last batches of a project with `total`, `waiting` and `refused`; an opened archive counts by its files."""
    files = Q(files__isnull=False) & ~Q(files__state=State.OPENED)
    batches: QuerySet[ImportBatch] = project.imports.select_related("created_by").annotate(
        total=Count("files", filter=files),
        waiting=Count("files", filter=Q(files__state=State.WAITING)),
        refused=Count("files", filter=Q(files__state=State.REFUSED)),
    )
    return batches[:RECENT]


def _counts(batch: ImportBatch) -> tuple[dict[str, int], Queue]:
    rows = batch.files.order_by().values_list("state").annotate(Count("pk"))
    counts = dict(rows)
    return counts, queue_state() if counts.get(State.WAITING) else Queue.WORKING


def _files(batch: ImportBatch) -> QuerySet[ImportFile]:
    """In the order in which they came, those of an archive behind it; without what is large."""
    return (
        batch.files.select_related("source_version__paper")
        .defer("data", "source_version__text", "source_version__page_starts", "source_version__paper__abstract")
        .order_by(Coalesce("parent_id", "id"), "id")
    )


def _row(file: ImportFile) -> FileRow:
    outcome = {**file.outcome}
    notes = [*outcome.pop("notes", []), *(file.source_version.notes if file.source_version else [])]
    label = LABELS.get(outcome.pop("format", ""), "")
    return FileRow(
        file=file,
        format=gettext(label) if label else "",
        reason=words_of(file.reason, file.reason_params) if file.reason else "",
        notes=[words_of(note["template"], note["params"]) for note in notes],
        outcome=outcome,
    )
