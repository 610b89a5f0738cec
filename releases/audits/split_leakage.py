"""No lineage, text or object stands in two splits: what is sealed or held out must not be known from the open part."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evaluator.compare import lineage_key
from evaluator.schema import DiffRecord, ObjectRecord, PaperRecord, TraceRecord
from evaluator.vocabulary import Split
from releases.audits.base import Auditing, Finding, Scene
from releases.audits.duplicates import folded, hash_of
from releases.splits import is_lineage, paper_of, papers_of

SENTENCE = re.compile(r"(?<=[.!?。])\s*|\n+")
SHORTEST_SENTENCE = 40  # signs: shorter ones stand in many texts
SKETCH = 32  # sentences of a text that stand for it, those with the least hashes
FEWEST_WORDS = 5  # of an object: shorter ones are alike by chance
Seen = dict[bytes, list[tuple[str, Split]]]


class SplitLeakage(Auditing):
    name = "split_leakage"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._is_split = len(scene.splits.used) > 1
        self._lineages: dict[str, Split] = {}
        self._sentences: dict[bytes, list[str]] = {}
        self._sizes: dict[str, int] = {}
        self._said: dict[bytes, tuple[str, Split]] = {}
        self._crossing = 0

    def paper(self, paper: PaperRecord, text: str, genome: Sequence[ObjectRecord]) -> Iterator[Finding]:
        if not self._is_split:
            return
        split = self.scene.splits.of_paper[paper.id]
        if paper.lineage.strip() and self._lineages.setdefault(lineage_key(paper.lineage), split) is not split:
            what = _("The lineage “%(name)s” has papers in two splits.") % {"name": paper.lineage}
            yield Finding(what, f"paper:{paper.id}")
        for other in self._alike(paper.id, text):
            what = _("Half of the text, or more, stands in %(paper)s too, which is in another split.") % {
                "paper": other
            }
            yield Finding(what, f"paper:{paper.id}")
        for record in genome:
            yield from self._of_object(record, split)

    def _alike(self, paper: str, text: str) -> list[str]:
        """Papers of other splits, seen before, that share half of the shorter sketch."""
        splits, sketch = self.scene.splits.of_paper, sketch_of(text)
        shared = Counter(other for each in sketch for other in self._sentences.get(each, ()))
        self._sizes[paper] = len(sketch)
        for each in sketch:
            self._sentences.setdefault(each, []).append(paper)
        return [
            other
            for other, count in sorted(shared.items())
            if splits[other] is not splits[paper] and 2 * count >= min(len(sketch), self._sizes[other])
        ]

    def _of_object(self, record: ObjectRecord, split: Split) -> Iterator[Finding]:
        if self._crosses([record.paper, *map(paper_of, record.repairs)]):
            yield Finding(_("The object repairs one of another split."), f"object:{record.id}")
        words = sorted(set(re.findall(r"[^\W\d_]+", folded(record.content))))
        if len(words) < FEWEST_WORDS:
            return
        other, its = self._said.setdefault(hash_of(" ".join(words)), (record.id, split))
        if its is not split:
            what = _("The object says in the same words what %(object)s says, which is in another split.")
            yield Finding(what % {"object": other}, f"object:{record.id}")

    def diff(self, diff: DiffRecord) -> Iterator[Finding]:
        if self._crosses(papers_of(diff)):
            if is_lineage(diff):
                yield Finding(_("The diff is of a lineage, yet leads from one split to another."), f"pair:{diff.id}")
            else:
                self._crossing += 1

    def trace(self, trace: TraceRecord) -> Iterator[Finding]:
        if self._crosses(trace.papers):
            yield Finding(_("The trace leads from one split to another."), f"trace:{trace.id}")

    def _crosses(self, papers: Iterable[str]) -> bool:
        of_paper = self.scene.splits.of_paper
        return self._is_split and len({of_paper[paper] for paper in papers if paper in of_paper}) > 1

    def notes(self) -> Iterator[str]:
        if self._crossing:
            message = ngettext(
                "%(count)d diff of rivals joins two splits: it goes with the more guarded one and feeds no exam item.",
                "%(count)d diffs of rivals join two splits: they go with the more guarded one and feed no exam item.",
                self._crossing,
            )
            yield message % {"count": self._crossing}


def sketch_of(text: str) -> list[bytes]:
    """The least hashes of the sentences of a text."""
    sentences = (folded(each) for each in SENTENCE.split(text))
    return sorted({hash_of(each) for each in sentences if len(each) >= SHORTEST_SENTENCE})[:SKETCH]
