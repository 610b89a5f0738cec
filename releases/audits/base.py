"""What an audit is: fed the records of a release one by one, it lists what fails. It changes nothing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

from evaluator.schema import DiffRecord, ExamInstance, ObjectRecord, PaperRecord, TraceRecord
from evaluator.vocabulary import Split
from releases.exam.book import Book
from releases.splits import Splits

MOST_FINDINGS = 1000  # are listed of one audit; all are counted


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that fails: what it is and what to do, and the record it concerns ("paper:yolo", "pair:a__b")."""

    what: str
    where: str


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found. One that does not stop a release only warns. `notes` say what it saw, good or bad."""

    name: str
    findings: tuple[Finding, ...]
    stops: bool = True
    count: int = 0
    notes: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        return not self.findings

    @property
    def fails(self) -> bool:
        """Whether it stops a release."""
        return self.stops and not self.passed

    def as_json(self) -> dict[str, Any]:
        """As it is kept with a release, for those who may freeze."""
        listed = [asdict(found) for found in self.findings]
        return {**self.in_the_open(), "findings": listed, "count": self.count, "notes": list(self.notes)}

    def in_the_open(self) -> dict[str, Any]:
        """As the files of a release state it: what is listed or counted could lead to what is sealed."""
        return {"name": self.name, "passed": self.passed, "stops": self.stops}


@dataclass(frozen=True)
class Scene:
    """What audits know besides the records they are fed: where to look others up, and facts of the project.

    `open_pairs` and `open_genomes` are keys of pairs and papers in scope with an open dispute; none when they are left
    out by name.
    """

    book: Book
    splits: Splits
    licence: str = ""
    domains: Mapping[str, Any] = field(default_factory=dict)
    open_pairs: Sequence[str] = ()
    open_genomes: Sequence[str] = ()


class Auditing:
    """One audit at work. It sees the tables in this order: papers with text and genome, diffs, traces, exam.

    What it must remember it keeps small: a release may hold a hundred thousand records.
    """

    name: ClassVar[str]
    stops: ClassVar[bool] = True
    needs_exam: ClassVar[bool] = False

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def paper(self, paper: PaperRecord, text: str, genome: Sequence[ObjectRecord]) -> Iterable[Finding]:
        return ()

    def diff(self, diff: DiffRecord) -> Iterable[Finding]:
        return ()

    def trace(self, trace: TraceRecord) -> Iterable[Finding]:
        return ()

    def instance(self, instance: ExamInstance, split: Split) -> Iterable[Finding]:
        """An exam instance with its gold, as it is before it is sealed."""
        return ()

    def end(self) -> Iterable[Finding]:
        return ()

    def notes(self) -> Iterator[str]:
        yield from ()
