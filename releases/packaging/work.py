"""What people did for a release, by role, and the papers that it rests on: gathered record by record."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from evaluator.schema import DiffRecord, PaperRecord
from evaluator.vocabulary import GoldSource


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcePaper:
    """A paper as a source: where it can be found again, and whether its text is in the files."""

    id: str
    title: str
    doi: str
    arxiv_id: str
    licence: str
    redistributable: bool
    text_sha256: str
    file_sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkDone:
    """`count` acts of one kind by people in one role, between two moments ("" when none is known)."""

    kind: str
    role: str
    count: int
    first: str
    last: str
    guidelines: tuple[str, ...] = ()


@dataclass(slots=True)
class _Tally:
    count: int = 0
    first: str = ""
    last: str = ""
    guidelines: set[str] = field(default_factory=set)

    def add(self, moment: str, guidelines: Iterable[str] = ()) -> None:
        self.count += 1
        self.guidelines.update(guidelines)
        if moment:
            self.first = min(self.first or moment, moment)
            self.last = max(self.last, moment)


KINDS = {
    "genomes": "author of a genome",
    "second_readings": "second reader",
    "labels": "annotator",
    "resolutions": "adjudicator",
}


class Work:
    """Give it every record of papers and diffs that the files hold, once, in any order."""

    def __init__(self) -> None:
        self._tallies = {kind: _Tally() for kind in KINDS}
        self._papers: list[SourcePaper] = []

    def paper(self, record: PaperRecord) -> None:
        self._papers.append(
            SourcePaper(
                id=record.id,
                title=record.title,
                doi=record.doi,
                arxiv_id=record.arxiv_id,
                licence=record.licence,
                redistributable=record.redistributable,
                text_sha256=record.text_sha256,
                file_sha256=record.file_sha256,
            )
        )
        self._tallies["genomes"].add(record.annotated.first)
        if record.annotated.last:
            self._tallies["second_readings"].add(record.annotated.last, record.annotated.guidelines)

    def diff(self, record: DiffRecord) -> None:
        for label in record.labels:
            self._tallies["labels"].add(label.submitted, [label.guideline])
        if record.gold_source is GoldSource.ADJUDICATED:
            self._tallies["resolutions"].add(record.annotated.decided)

    @property
    def papers(self) -> tuple[SourcePaper, ...]:
        """By id."""
        return tuple(sorted(self._papers, key=lambda paper: paper.id))

    @property
    def done(self) -> tuple[WorkDone, ...]:
        """Each kind of work that happened."""
        return tuple(
            WorkDone(
                kind=kind,
                role=KINDS[kind],
                count=tally.count,
                first=tally.first,
                last=tally.last,
                guidelines=tuple(sorted(tally.guidelines)),
            )
            for kind, tally in self._tallies.items()
            if tally.count
        )
