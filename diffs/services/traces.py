"""Traces: ordered lineages of 3 to 7 papers, each step a pair."""

from collections.abc import Collection, Sequence
from itertools import pairwise

from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from annotation.models import Project, User
from annotation.refusal import Conflict, Fault, Refused
from diffs.coherence import Chain, Incoherence, Kind, Step, incoherences
from diffs.models import PaperPair, Trace, TraceStep
from diffs.selectors import short_name
from diffs.selectors.traces import stop_of
from diffs.trace_words import fault_words
from genomes.models import Paper

LONGEST_NAME = 200


@transaction.atomic
def create_trace(
    *, by: User, project: Project, name: str, papers: Sequence[Paper] = (), pairs: Sequence[PaperPair] = ()
) -> Trace:
    """Make a lineage from its papers in order, or from its pairs in order.

    Raises Refused with everything that is incoherent: too few or many papers, one that repeats, a step without a
    pair, dates that run backwards, a name that is taken.
    """
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # a name is never given twice at once
    steps = _sound_steps(project, name, papers, pairs)
    trace: Trace = Trace.objects.create(project=project, name=name.strip(), created_by=by)
    _write_steps(trace, steps)
    return trace


@transaction.atomic
def change_trace(
    *, by: User, trace: Trace, name: str, papers: Sequence[Paper], was: Sequence[int] | None = None
) -> Trace:
    """Give a trace another name, other papers, or both. Releases hold copies of their own, so none ever changes.

    `was` are the ids of the pairs that the change grew from. Raises Conflict when the trace has others by now, and
    Refused as `create_trace` does.
    """
    Project.objects.select_for_update(no_key=True).get(pk=trace.project_id)
    held: Trace = Trace.objects.select_for_update().get(pk=trace.pk)
    now = list(held.steps.order_by("position").values_list("pair", flat=True))
    if was is not None and list(was) != now:
        message = _("Somebody changed this trace meanwhile. Open it again, and change what stands now.")
        raise Conflict([Fault("changed_meanwhile", message, "papers")], current={"name": held.name, "pairs": now})
    steps = _sound_steps(held.project, name, papers, (), itself=held)
    if held.name != name.strip():
        held.name = name.strip()
        held.save(update_fields=["name"])
    if [pair.pk for pair in steps] != now:
        held.steps.all().delete()
        _write_steps(held, steps)
    return held


@transaction.atomic
def delete_trace(*, by: User, trace: Trace) -> None:
    """Take a trace out of the project. Its pairs stay, and so do the copies in frozen releases; the next release counts
    it as withdrawn."""
    Trace.objects.filter(pk=trace.pk).delete()


def _sound_steps(
    project: Project, name: str, papers: Sequence[Paper], pairs: Sequence[PaperPair], itself: Trace | None = None
) -> list[PaperPair]:
    """The pairs of a trace that can be written. Raises Refused."""
    papers = list(papers) or _papers_of(pairs)
    steps: list[PaperPair | None] = list(pairs) or [None] * max(0, len(papers) - 1)
    known: dict[tuple[int, int], PaperPair] = {}
    if not pairs:
        known = _newest_pairs(project, papers)
        steps = [known.get((first.pk, second.pk)) for first, second in pairwise(papers)]
    faults = [*_name_faults(project, name.strip(), itself), *_chain_faults(papers, steps, known.keys())]
    if any(paper.project_id != project.pk for paper in papers):
        faults.append(Fault("other_project", _("All papers of a trace belong to its project."), "papers"))
    chain = [step for step in steps if step is not None]
    if faults or len(chain) != len(steps):
        raise Refused(faults)
    return chain


def _write_steps(trace: Trace, pairs: Sequence[PaperPair]) -> None:
    TraceStep.objects.bulk_create(
        [TraceStep(trace=trace, position=number, pair=pair) for number, pair in enumerate(pairs, start=1)]
    )


def _name_faults(project: Project, name: str, itself: Trace | None) -> list[Fault]:
    if not name:
        return [Fault("no_name", _("Give the trace a name."), "name")]
    if len(name) > LONGEST_NAME:
        return [Fault("long_name", _("A name has at most 200 characters."), "name")]
    others = Trace.objects.filter(project=project, name=name)
    if itself is not None:
        others = others.exclude(pk=itself.pk)
    if others.exists():
        return [Fault("name_taken", _("There is a trace of this name already. Choose another."), "name")]
    return []


def _papers_of(pairs: Sequence[PaperPair]) -> list[Paper]:
    return [pair.source.paper for pair in pairs[:1]] + [pair.target.paper for pair in pairs]


def _newest_pairs(project: Project, papers: Sequence[Paper]) -> dict[tuple[int, int], PaperPair]:
    """The newest pair between any two of the papers, by the papers' ids. One query."""
    made = (
        PaperPair.objects.filter(
            project=project, source__source_version__paper__in=papers, target__source_version__paper__in=papers
        )
        .with_papers()
        .order_by("pk")
    )
    return {(pair.source.paper.pk, pair.target.paper.pk): pair for pair in made}


def _chain_faults(
    papers: Sequence[Paper], steps: Sequence[PaperPair | None], known: Collection[tuple[int, int]]
) -> list[Fault]:
    """What the rules of coherence refuse, each at its place in what was sent."""
    between = [
        _step(pair, has_reverse=(second.pk, first.pk) in known)
        for pair, (first, second) in zip(steps, pairwise(papers), strict=True)
    ]
    chain = Chain(tuple(stop_of(paper) for paper in papers), tuple(between))
    names = [short_name(paper) for paper in papers]
    dates = [date_format(paper.published) if paper.published else "–" for paper in papers]
    return [
        Fault(fault.kind.value, fault_words(fault, names, dates), _field(fault))
        for fault in incoherences(chain)
        if fault.is_refused
    ]


def _step(pair: PaperPair | None, *, has_reverse: bool) -> Step:
    if pair is None:
        return Step(has_reverse=has_reverse)
    return Step(pair.source.paper.slug, pair.target.paper.slug)


def _field(fault: Incoherence) -> str:
    if fault.kind in (Kind.LENGTH, Kind.REPEATED):
        return "papers"
    return f"{'pairs' if fault.kind is Kind.BROKEN else 'papers'}[{fault.at}]"
