"""Every paper has a date, and no predecessor is younger than its successor."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from evaluator.schema import DiffRecord, ObjectRecord, PaperRecord
from releases.audits.base import Auditing, Finding


class TemporalConsistency(Auditing):
    name = "temporal_consistency"

    def paper(self, paper: PaperRecord, text: str, genome: Sequence[ObjectRecord]) -> Iterator[Finding]:
        if not paper.published:
            yield Finding(_("The paper has no publication date. Add it on its page."), f"paper:{paper.id}")

    def diff(self, diff: DiffRecord) -> Iterator[Finding]:
        papers = self.scene.book.papers
        before, after = papers[diff.source].published, papers[diff.target].published
        if before and after and before > after:
            what = _("The predecessor (%(before)s) is younger than the successor (%(after)s).")
            yield Finding(what % {"before": before, "after": after}, f"pair:{diff.id}")
