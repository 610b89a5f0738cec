"""Traces: ordered lineages of 3 to 7 papers, each step a pair."""

from collections.abc import Sequence
from itertools import pairwise

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.models import Project, User
from annotation.refusal import Fault, Refused
from diffs.models import PaperPair, Trace, TraceStep
from diffs.selectors import short_name
from genomes.models import Paper

FEWEST, MOST = 3, 7


@transaction.atomic
def create_trace(
    *, by: User, project: Project, name: str, papers: Sequence[Paper] = (), pairs: Sequence[PaperPair] = ()
) -> Trace:
    """Make a lineage from its papers in order, or from its pairs in order.

    Raises Refused with everything that is incoherent: too few or many papers, one that repeats, a step without a
    pair, dates that run backwards, a name that is taken.
    """
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # a name is never given twice at once
    name = name.strip()
    faults = _name_faults(project, name)
    papers = list(papers) or _papers_of(pairs)
    steps = list(pairs) or _steps(project, papers)
    faults += _paper_faults(project, papers)
    faults += _step_faults(papers, steps)
    chain = [step for step in steps if step is not None]
    if faults or len(chain) != len(steps):
        raise Refused(faults)
    trace: Trace = Trace.objects.create(project=project, name=name, created_by=by)
    TraceStep.objects.bulk_create(
        [TraceStep(trace=trace, position=number, pair=pair) for number, pair in enumerate(chain, start=1)]
    )
    return trace


def _name_faults(project: Project, name: str) -> list[Fault]:
    if not name:
        return [Fault("no_name", _("Give the trace a name."), "name")]
    if len(name) > 200:
        return [Fault("long_name", _("A name has at most 200 characters."), "name")]
    if Trace.objects.filter(project=project, name=name).exists():
        return [Fault("name_taken", _("There is a trace of this name already. Choose another."), "name")]
    return []


def _papers_of(pairs: Sequence[PaperPair]) -> list[Paper]:
    return [pair.source.paper for pair in pairs[:1]] + [pair.target.paper for pair in pairs]


def _steps(project: Project, papers: Sequence[Paper]) -> list[PaperPair | None]:
    """The newest pair from each paper to the next, None where there is none. One query."""
    made = (
        PaperPair.objects.filter(
            project=project, source__source_version__paper__in=papers, target__source_version__paper__in=papers
        )
        .with_papers()
        .order_by("pk")
    )
    known = {(pair.source.paper.pk, pair.target.paper.pk): pair for pair in made}
    return [known.get((first.pk, second.pk)) for first, second in pairwise(papers)]


def _paper_faults(project: Project, papers: Sequence[Paper]) -> list[Fault]:
    faults = []
    if not FEWEST <= len(papers) <= MOST:
        words = {"fewest": FEWEST, "most": MOST, "count": len(papers)}
        message = _("A trace has %(fewest)d to %(most)d papers; this one has %(count)d.") % words
        faults.append(Fault("wrong_length", message, "papers"))
    repeated = {paper.pk: paper for paper in papers if [each.pk for each in papers].count(paper.pk) > 1}
    for paper in repeated.values():
        message = _("%(paper)s stands in the trace more than once.") % {"paper": short_name(paper)}
        faults.append(Fault("repeated_paper", message, "papers"))
    if any(paper.project_id != project.pk for paper in papers):
        faults.append(Fault("other_project", _("All papers of a trace belong to its project."), "papers"))
    return faults


def _step_faults(papers: Sequence[Paper], steps: Sequence[PaperPair | None]) -> list[Fault]:
    faults = []
    for number, (first, second) in enumerate(pairwise(papers)):
        words = {"first": short_name(first), "second": short_name(second)}
        pair = steps[number]
        if pair is None:
            message = _("There is no pair %(first)s → %(second)s. Make the pair, then the trace.") % words
            faults.append(Fault("no_pair", message, f"papers[{number}]"))
        elif (pair.source.paper.pk, pair.target.paper.pk) != (first.pk, second.pk):
            message = _("The steps do not join: the step after %(first)s does not begin with it.") % words
            faults.append(Fault("broken_chain", message, f"pairs[{number}]"))
        if first.published and second.published and first.published > second.published:
            message = _("%(first)s is published later than %(second)s, which follows it.") % words
            faults.append(Fault("dates_run_backwards", message, f"papers[{number}]"))
    return faults
