"""Many pairs from a table: what each line would make, what is wrong with it, and making those that are right."""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _

from annotation.models import Project, Stage, Unit, User
from annotation.refusal import Fault, refused
from annotation.rules import HIGHEST_PRIORITY, MOST_LABELS
from diffs.models import PaperPair
from diffs.selectors import short_name
from diffs.services.pairs import genome_faults, order_faults
from diffs.services.suggestions import ask_for_all_suggestions
from diffs.tables import Line, UnreadableTable, read_table
from genomes.models import Genome, Paper

COLUMNS = ("source", "target", "stage", "priority", "due", "overlap")
NEEDED = ("source", "target")
AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class LineFault:
    """What is wrong with a line, and in which column."""

    line: int
    field: str
    message: str


@dataclass(frozen=True, slots=True)
class NewPair:
    """A pair that a line makes."""

    line: int
    source: Genome
    target: Genome
    stage: Stage | None
    priority: int
    due: datetime.date | None
    overlap: int

    @property
    def title(self) -> str:
        return f"{short_name(self.source.paper)} → {short_name(self.target.paper)}"


@dataclass(slots=True)
class TablePlan:
    """What a table comes to: pairs to make, lines whose pair exists already, and every fault."""

    new: list[NewPair] = field(default_factory=list)
    existing: list[int] = field(default_factory=list)
    faults: list[LineFault] = field(default_factory=list)
    made: int = 0


def plan_pairs(*, project: Project, text: str) -> TablePlan:
    """Read a table of pairs without making any. Raises Refused when it is none, or longer than is read at once."""
    try:
        head, lines = read_table(text, COLUMNS, NEEDED)
        return _Planner(project).plan(lines, head.unknown)
    except UnreadableTable as error:
        raise refused(error.code, table_words(error), "table") from error


@transaction.atomic
def make_pairs(*, by: User, project: Project, text: str) -> TablePlan:
    """Make the pairs of a table; lines with a fault are left out, and sent again it makes nothing twice."""
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # as `create_pair`
    plan = plan_pairs(project=project, text=text)
    for start in range(0, len(plan.new), AT_ONCE):
        part = plan.new[start : start + AT_ONCE]
        units = Unit.objects.bulk_create(_unit(project, each) for each in part)
        PaperPair.objects.bulk_create(
            PaperPair(project=project, source=each.source, target=each.target, unit=unit, created_by=by)
            for each, unit in zip(part, units, strict=True)
        )
    plan.made = len(plan.new)
    if plan.made:
        ask_for_all_suggestions(project)
    return plan


def _unit(project: Project, new: NewPair) -> Unit:
    return Unit(
        project=project,
        kind=Unit.Kind.PAIR,
        title=new.title[:500],
        domain=new.target.paper.domain,
        stage=new.stage,
        overlap=new.overlap,
        priority=new.priority,
        due=new.due,
    )


class _Planner:
    """Everything that lines are held against, read once: a long table costs no more queries than a short one,
    but for the genomes whose second readings are looked at once each."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.papers = {paper.slug: paper for paper in Paper.objects.filter(project=project).defer("abstract")}
        handed_in = Genome.objects.handed_in().filter(source_version__paper__project=project)
        rows = handed_in.select_related("source_version__paper").defer("source_version__text")
        self.genomes = {each.paper.slug: each for each in rows.order_by("source_version__number")}
        self.stages = {stage.name.lower(): stage for stage in project.stages.all()}
        known = PaperPair.objects.filter(project=project).values_list("source", "target")
        self.known = set(known)
        self.seen: dict[tuple[int, int], int] = {}
        self.checked: dict[int, list[Fault]] = {}

    def plan(self, lines: Iterator[Line], unknown: Sequence[str]) -> TablePlan:
        plan = TablePlan()
        for name in unknown:
            words = {"name": name, "known": ", ".join(COLUMNS)}
            message = _("The column “%(name)s” means nothing here and is left out. Columns are %(known)s.") % words
            plan.faults.append(LineFault(1, name, message))
        for line in lines:
            self._line(line, plan)
        return plan

    def _line(self, line: Line, plan: TablePlan) -> None:
        faults: list[LineFault] = []
        source, target = (self._genome(line, name, faults) for name in NEEDED)
        stage = self._stage(line, faults)
        default = stage.overlap if stage else self.project.overlap
        priority = _number(line, "priority", 0, -HIGHEST_PRIORITY, HIGHEST_PRIORITY, faults)
        overlap = _number(line, "overlap", default, 1, MOST_LABELS, faults)
        due = _date(line, faults)
        if source is None or target is None or faults:
            plan.faults += faults
            return
        key = (source.pk, target.pk)
        if key in self.known:
            plan.existing.append(line.number)
            return
        faults += self._pair_faults(line, source, target)
        if faults:
            plan.faults += faults
            return
        self.seen[key] = line.number
        plan.new.append(NewPair(line.number, source, target, stage, priority, due, overlap))

    def _genome(self, line: Line, name: str, faults: list[LineFault]) -> Genome | None:
        slug = line.cells[name]
        genome = self.genomes.get(slug)
        if not slug:
            faults.append(LineFault(line.number, name, _("Give the short name of a paper.")))
        elif slug not in self.papers:
            message = _("The library has no paper “%(paper)s”. Import it, or mend the short name.") % {"paper": slug}
            faults.append(LineFault(line.number, name, message))
        elif genome is None:
            message = _("The genome of %(paper)s is not handed in yet. Its author hands it in first; then pair it.")
            faults.append(LineFault(line.number, name, message % {"paper": short_name(self.papers[slug])}))
        return genome

    def _stage(self, line: Line, faults: list[LineFault]) -> Stage | None:
        name = line.cells.get("stage", "")
        stage = self.stages.get(name.lower())
        if name and stage is None:
            message = _("There is no stage “%(name)s”. Make it in the settings, or leave the cell empty.")
            faults.append(LineFault(line.number, "stage", message % {"name": name[:60]}))
        return stage

    def _pair_faults(self, line: Line, source: Genome, target: Genome) -> list[LineFault]:
        twin = self.seen.get((source.pk, target.pk))
        if twin is not None:
            return [LineFault(line.number, "source", _("The same pair stands in line %(line)s.") % {"line": twin})]
        found = [("source", each) for each in self._faults_of(source)]
        found += [("target", each) for each in self._faults_of(target)]
        found = found or [(each.field, each) for each in order_faults(source.paper, target.paper)]
        return [LineFault(line.number, name, str(fault.message)) for name, fault in found]

    def _faults_of(self, genome: Genome) -> list[Fault]:
        """Looked at once for each genome, however many lines name it."""
        if genome.pk not in self.checked:
            self.checked[genome.pk] = genome_faults(self.project, genome, "")
        return self.checked[genome.pk]


def _number(line: Line, name: str, default: int, low: int, high: int, faults: list[LineFault]) -> int:
    text = line.cells.get(name, "")
    if not text:
        return default
    digits = text.removeprefix("-")
    number = int(text) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else None
    if number is None or not low <= number <= high:
        message = _("Give a whole number from %(low)s to %(high)s.") % {"low": low, "high": high}
        faults.append(LineFault(line.number, name, message))
        return default
    return number


def _date(line: Line, faults: list[LineFault]) -> datetime.date | None:
    text = line.cells.get("due", "")
    if not text:
        return None
    try:
        day = parse_date(text)
    except ValueError:
        day = None
    if day is None:
        message = _("Give the date as year-month-day, such as 2026-03-31, or none.")
        faults.append(LineFault(line.number, "due", message))
    return day


def table_words(error: UnreadableTable) -> str:
    """Why a file is no table, in words."""
    words: Mapping[str, str] = {
        "too_large": _("The file is larger than %(most)s MB. Split it, then bring the parts one after the other."),
        "not_text": _("This is no table: byte or character %(place)s is no text. Save it as CSV in UTF-8."),
        "no_column": _("The first line names no column %(columns)s. Take the template, or name the columns."),
        "column_twice": _("The first line names a column twice: %(columns)s."),
        "broken": _("Line %(line)s cannot be read: a quotation mark is not closed, or stands where none may."),
        "too_many": _("More than %(most)s lines are not read at once. Split the table."),
        "long_cell": _("A cell of line %(line)s has more than %(most)s characters."),
    }
    return words[error.code] % error.params
