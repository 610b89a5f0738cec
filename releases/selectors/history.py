"""The revision log of a release: what the previous release's log says, then what changed since."""

from collections.abc import Iterable, Iterator

from evaluator.write import record_line
from releases.models import Release, ReleaseFile
from releases.revisions import revisions
from releases.selectors.bytes_of import chunks_of
from releases.selectors.reasons import Reasons
from releases.versions import ChangedRow

HISTORY = "history/revisions.jsonl"


def history_of(release: Release, previous: Release | None, rows: Iterable[ChangedRow]) -> Iterator[bytes]:
    """The bytes of the log, part by part. Empty for a first release: there was nothing to revise.

    `rows` are the gold rows that differ between the previous release and this one, sorted by key.
    """
    if previous is None:
        return
    yield from chunks_of(ReleaseFile.objects.get(release=previous, path=HISTORY))
    reasons = Reasons(release, previous)
    for revision in revisions(release.version, rows, reasons):
        yield record_line(revision)
