"""Write what a machine proposed as candidates: real, checked evidence, and never the same place twice."""

from collections.abc import Iterable

from annotation.models import User
from evaluator.vocabulary import ObjectType
from genomes.extraction import Place, Proposal
from genomes.models import Candidate, ExtractionPass, Genome, IdeaObject
from genomes.selectors import anchored
from genomes.services.writing import rest_on

LONGEST_WHY = 300


def add_candidates(extraction: ExtractionPass, genome: Genome, proposals: Iterable[Proposal]) -> tuple[int, int]:
    """Candidates for the proposals; returns how many were new, and how many stand where one of the type stands already.

    A place that a person has rejected before counts as known: nobody is asked twice. Call it with the genome locked.
    """
    known = _known_places(genome, extraction.type)
    number = _last_number(genome, extraction.type)
    new = repeated = 0
    for proposal in proposals:
        places = frozenset((each.start, each.end) for each in proposal.places)
        if places in known:
            repeated += 1
            continue
        known.add(places)
        new += 1
        _add(extraction, genome, proposal, f"{ObjectType(extraction.type).letter}{number + new}")
    return new, repeated


def _known_places(genome: Genome, object_type: str) -> set[frozenset[tuple[int, int]]]:
    objects = genome.objects_all.filter(type=object_type).prefetch_related("evidence")
    return {frozenset((row.start, row.end) for row in each.evidence.all()) for each in objects}


def _last_number(genome: Genome, object_type: str) -> int:
    letter = ObjectType(object_type).letter
    taken = genome.objects_all.filter(handle__startswith=letter).values_list("handle", flat=True)
    return max((int(handle[1:]) for handle in taken), default=0)


def _add(extraction: ExtractionPass, genome: Genome, proposal: Proposal, handle: str) -> None:
    starter: User = extraction.started_by
    idea_object = IdeaObject.objects.create(
        genome=genome,
        type=extraction.type,
        handle=handle,
        content=proposal.content,
        state=IdeaObject.State.CANDIDATE,
        created_by=starter,
    )
    for place in proposal.places:
        _add_evidence(idea_object, genome, place, starter)
    Candidate.objects.create(
        idea_object=idea_object,
        extraction=extraction,
        content=proposal.content,
        places=sorted([each.start, each.end] for each in proposal.places),
        why=proposal.why if len(proposal.why) <= LONGEST_WHY else proposal.why[: LONGEST_WHY - 1] + "…",
        confidence=proposal.confidence,
    )


def _add_evidence(idea_object: IdeaObject, genome: Genome, place: Place, by: User) -> None:
    version = genome.source_version
    quote = version.text[place.start : place.end]
    anchor, passage = anchored(version, start=place.start, end=place.end, quote=quote, field="evidence")
    rest_on(idea_object, anchor, passage, by=by)
