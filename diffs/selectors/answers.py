"""The one check of an answer: for submissions, for drafts on their way, and for what an adjudicator decides."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from annotation.fault_words import faults_of
from annotation.refusal import Fault, Refused
from diffs.models import PaperPair
from diffs.rules import (
    Bringer,
    Derivation,
    Facts,
    Gap,
    Shared,
    derive,
    driver_bringers,
    facts_of,
    gaps,
    shared_settings,
)
from diffs.selectors.pointers import complete_pointers
from diffs.selectors.sides import Sides, sides_of
from diffs.wording import gap_fault
from evaluator.compare import JsonValue, decision, decision_key
from evaluator.convert import diff_answer_from_json
from evaluator.faults import DataFaults
from evaluator.schema import DiffAnswer, Provenance
from evaluator.vocabulary import Origin, ProvenanceKind
from genomes.models import Paper


@dataclass(frozen=True, slots=True)
class CheckedAnswer:
    """An answer whose shape is right, with all that is known about it.

    `answer` has its pointers completed and library lineages filled in. `gaps` is everything that keeps it from being
    submitted, in words; `missing` the same as the rules name it, without faults of evidence and provenance.
    `facts` and `derivation` are None while continuity or ecology is open. `bringers` and `shared` are facts of the
    record, which are there at any time: what brings a driver, and what the two settings have in common.
    """

    answer: DiffAnswer
    gaps: list[Fault]
    missing: list[Gap]
    facts: Facts | None
    derivation: Derivation | None
    bringers: list[Bringer]
    shared: dict[str, Shared]
    decision: dict[str, JsonValue]
    decision_key: str
    sides: Sides


def read_answer(payload: object) -> DiffAnswer:
    """An answer from JSON, unfinished or not. Raises Refused naming every field of the wrong shape."""
    try:
        return diff_answer_from_json(payload)
    except DataFaults as error:
        raise Refused(faults_of(error)) from error


def check_answer(pair: PaperPair, payload: Mapping[str, object] | DiffAnswer) -> CheckedAnswer:
    """Everything about an answer to this pair, in at most three queries.

    Raises Refused when the shape is wrong; what is missing, contradicts itself or quotes wrongly is in `gaps`.
    """
    answer = payload if isinstance(payload, DiffAnswer) else read_answer(payload)
    sides = sides_of(pair)
    answer, provenance_faults = _complete_provenance(pair, answer)
    answer, pointer_faults = complete_pointers(pair, answer)
    missing = gaps(answer, sides.source, sides.target)
    facts = facts_of(answer, sides.source, sides.target)
    return CheckedAnswer(
        answer=answer,
        gaps=[*(gap_fault(gap, sides.names) for gap in missing), *provenance_faults, *pointer_faults],
        missing=missing,
        facts=facts,
        derivation=None if facts is None else derive(facts),
        bringers=driver_bringers(answer, sides.source, sides.target),
        shared=shared_settings(answer.source_ecology, answer.target_ecology),
        decision=decision(answer),
        decision_key=decision_key(answer),
        sides=sides,
    )


def _complete_provenance(pair: PaperPair, answer: DiffAnswer) -> tuple[DiffAnswer, list[Fault]]:
    """Provenance of external objects only, with the lineage of a paper of the library taken from the library."""
    kept = {
        key: each
        for key, each in answer.provenance.items()
        if answer.origins.get(key, Origin.EXTERNAL) is Origin.EXTERNAL
    }
    slugs = {each.paper for each in kept.values() if each.kind is ProvenanceKind.PAPER and each.paper}
    papers = (
        {paper.slug: paper for paper in Paper.objects.filter(project=pair.project_id, slug__in=slugs)} if slugs else {}
    )
    faults: list[Fault] = []
    for key, each in kept.items():
        if each.kind is not ProvenanceKind.PAPER or not each.paper:
            continue
        paper = papers.get(each.paper)
        kept[key] = each if paper is None else _with_lineage(each, paper)
        fault = _provenance_fault(pair, paper, each.paper)
        if fault is not None:
            faults.append(Fault(fault[0], fault[1], f"provenance[{key}].paper"))
    return replace(answer, provenance=kept), faults


def _with_lineage(provenance: Provenance, paper: Paper) -> Provenance:
    return replace(provenance, lineage=paper.lineage or provenance.lineage)


def _provenance_fault(pair: PaperPair, paper: Paper | None, slug: str) -> tuple[str, str] | None:
    """What is wrong with naming this paper as the place where an object was imported from."""
    target = pair.target.paper
    if paper is None:
        return "unknown_paper", _("The library has no paper “%(paper)s”. Import it, or give a citation.") % {
            "paper": slug
        }
    if paper.pk in (pair.source.paper.pk, target.pk):
        return "provenance_of_the_pair", _("An external object comes from a third paper, not from one of the pair.")
    if paper.published and target.published and paper.published > target.published:
        return "provenance_later", _("“%(paper)s” is published later than the successor.") % {"paper": paper.title}
    return None
