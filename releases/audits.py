"""The audits that a release must pass. Each lists what fails, with the place to mend it; none changes anything."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudication.selectors import disputes, genome_disputes
from annotation.models import Project
from diffs.coherence import OF_GOLD, OF_TIME, Chain, Gold, Step, Stop, incoherences
from diffs.rules import Idea, Side, derive, facts_of, gaps
from diffs.trace_words import fault_words
from evaluator.schema import DiffRecord, ExamInstance
from evaluator.vocabulary import Fate
from releases.exam.book import Book
from releases.records import Scope

TITLES = {
    "schema_validity": gettext_lazy("Schema validity"),
    "answer_contract": gettext_lazy("Answer contract"),
    "temporal_consistency": gettext_lazy("Temporal consistency"),
    "anonymization_leakage": gettext_lazy("Anonymization leakage"),
    "trace_coherence": gettext_lazy("Trace coherence"),
    "open_disputes": gettext_lazy("Open disputes"),
    "licences": gettext_lazy("Licences"),
    "domain_mapping": gettext_lazy("Domain mapping"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that fails: what it is and what to do, and the record it concerns ("paper:yolo", "pair:a__b")."""

    what: str
    where: str


@dataclass(frozen=True, slots=True)
class Audit:
    name: str
    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        return not self.findings

    def as_json(self) -> dict[str, Any]:
        return {"name": self.name, "passed": self.passed, "findings": [asdict(found) for found in self.findings]}


def run_audits(
    project: Project, scope: Scope, instances: Sequence[ExamInstance], *, leave_out_disputes: bool
) -> list[Audit]:
    """All audits, in the order of TITLES."""
    book = scope.book
    found = {
        "schema_validity": _schema(scope, instances),
        "answer_contract": _contract(book),
        "temporal_consistency": _time(book),
        "anonymization_leakage": _leakage(book, instances),
        "trace_coherence": _traces(book),
        "open_disputes": iter(()) if leave_out_disputes else _disputes(project),
        "licences": _licences(project, book),
        "domain_mapping": _domains(project, book),
    }
    return [Audit(name, tuple(found[name])) for name in TITLES]


def _schema(scope: Scope, instances: Sequence[ExamInstance]) -> Iterator[Finding]:
    """Evidence quotes its text; every gold answer fits its own answer schema."""
    # Imported late: the library takes a noticeable part of a second of every start.
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

    for record in scope.book.objects.values():
        if not record.evidence:
            yield Finding(
                _("The object has no evidence. Open the genome and point it into the text."), f"object:{record.id}"
            )
        for pointer in record.evidence:
            if scope.texts[pointer.paper][pointer.start : pointer.end] != pointer.quote:
                yield Finding(_("The evidence does not quote its text."), f"object:{record.id}")
    for instance in instances:
        try:
            Draft202012Validator(dict(instance.answer_schema)).validate(dict(instance.answer))
        except ValidationError as error:
            yield Finding(
                _("The gold answer breaks its schema: %(why)s") % {"why": error.message}, f"exam:{instance.id}"
            )


def _contract(book: Book) -> Iterator[Finding]:
    """Every gold answer is complete and derives the label that is recorded with it."""
    for diff in book.diffs.values():
        source, target = _side(book, diff.source), _side(book, diff.target)
        for gap in gaps(diff.answer, source, target):
            yield Finding(
                _("The gold answer misses something: %(code)s. Reopen the case and resolve it anew.")
                % {"code": gap.code},
                f"pair:{diff.id}",
            )
        facts = facts_of(diff.answer, source, target)
        if facts is not None and derive(facts).dynamics is not diff.derived_dynamics:
            yield Finding(_("The rules derive another label than the recorded one."), f"pair:{diff.id}")


def _side(book: Book, paper: str) -> Side:
    objects = book.genomes.get(paper, ())
    return Side(
        paper=paper,
        lineage=book.papers[paper].lineage,
        objects={o.id: Idea(o.type, o.contribution_role) for o in objects},
    )


def _time(book: Book) -> Iterator[Finding]:
    for paper in book.papers.values():
        if not paper.published:
            yield Finding(_("The paper has no publication date. Add it on its page."), f"paper:{paper.id}")
    for diff in book.diffs.values():
        before, after = book.papers[diff.source].published, book.papers[diff.target].published
        if before and after and before > after:
            words = {"before": before, "after": after}
            yield Finding(
                _("The predecessor (%(before)s) is younger than the successor (%(after)s).") % words, f"pair:{diff.id}"
            )


def _leakage(book: Book, instances: Sequence[ExamInstance]) -> Iterator[Finding]:
    for instance in instances:
        for name in sorted(set(book.names.leaks("\n".join(_texts(instance.context))))):
            yield Finding(_("The context still shows “%(name)s”.") % {"name": name}, f"exam:{instance.id}")


def _texts(value: object) -> Iterator[str]:
    """Every text in a context, keys and labels aside."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)


def _traces(book: Book) -> Iterator[Finding]:
    """Every trace is coherent by the rules of the trace's own page. What its dates say stands in the audit of time."""
    for trace in book.traces.values():
        papers = [book.papers[paper] for paper in trace.papers]
        chain = Chain(
            stops=tuple(Stop(paper.id, paper.published) for paper in papers),
            steps=tuple(_step(book.diffs[step]) for step in trace.diffs),
        )
        names, dates = [paper.id for paper in papers], [paper.published for paper in papers]
        for fault in incoherences(chain):
            words = fault_words(fault, names, dates)
            if fault.kind in OF_GOLD and fault.at is not None:  # the pair's own, so that it is hidden where the pair is
                yield Finding(words, f"pair:{trace.diffs[fault.at]}")
            elif fault.kind not in OF_TIME:
                yield Finding(words, f"trace:{trace.id}")


def _step(diff: DiffRecord) -> Step:
    answer = diff.answer
    shared = {edge.source for edge in answer.alignments if answer.fates.get(edge.source) is not Fate.LOST}
    is_lineage = answer.dynamics is not None and answer.dynamics.is_lineage
    return Step(diff.source, diff.target, is_told=True, gold=Gold(is_lineage, len(shared)))


def _disputes(project: Project) -> Iterator[Finding]:
    for pair in disputes(project):
        yield Finding(_("The labels differ and nobody has resolved them yet."), f"pair:{pair.key}")
    for reading in genome_disputes(project):
        yield Finding(
            _("Author and second reader type objects differently, and nobody has decided yet."),
            f"genome:{reading.genome.paper.slug}",
        )


def _licences(project: Project, book: Book) -> Iterator[Finding]:
    if not project.licence.strip():
        yield Finding(_("The project names no licence for its releases. Set it in the settings."), "project")
    for paper in book.papers.values():
        if not paper.licence.strip():
            yield Finding(_("The paper's text has no recorded licence."), f"paper:{paper.id}")


def _domains(project: Project, book: Book) -> Iterator[Finding]:
    for domain in sorted({paper.domain for paper in book.papers.values()}):
        if domain not in project.domains:
            yield Finding(_("The domain “%(name)s” is not in the domain mapping.") % {"name": domain}, "project")
