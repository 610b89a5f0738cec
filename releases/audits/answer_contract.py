"""Every gold answer is complete and derives the label that is recorded with it."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from diffs.rules import Idea, Side, derive, facts_of, gaps
from evaluator.schema import DiffRecord
from releases.audits.base import Auditing, Finding


class AnswerContract(Auditing):
    name = "answer_contract"

    def diff(self, diff: DiffRecord) -> Iterator[Finding]:
        source, target, where = self._side(diff.source), self._side(diff.target), f"pair:{diff.id}"
        for gap in gaps(diff.answer, source, target):
            what = _("The gold answer misses something: %(code)s. Reopen the case and resolve it anew.")
            yield Finding(what % {"code": gap.code}, where)
        facts = facts_of(diff.answer, source, target)
        if facts is not None and derive(facts).dynamics is not diff.derived_dynamics:
            yield Finding(_("The rules derive another label than the recorded one."), where)

    def _side(self, paper: str) -> Side:
        book = self.scene.book
        objects = book.genomes.get(paper, ())
        return Side(
            paper=paper,
            lineage=book.papers[paper].lineage,
            objects={o.id: Idea(o.type, o.contribution_role) for o in objects},
        )
