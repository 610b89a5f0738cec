"""Idea objects: as pages list them, as records, and as the facts that the rules judge."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence
from operator import itemgetter
from typing import Any, Protocol

from django.db.models import Prefetch, QuerySet

from annotation.models import Project, User
from annotation.refusal import Fault
from evaluator.schema import Pointer
from evaluator.vocabulary import ObjectType
from genomes import rules
from genomes.models import Evidence, Genome, IdeaObject
from genomes.wording import GAP_FIELDS, gap_words, reason_words


def idea_object_by_key(*, by: User, project: Project, key: str) -> IdeaObject | None:
    """The object with this id ("yolo:M1") among those that the person may see, of the newest genome that has it."""
    slug, _colon, handle = key.partition(":")
    found: IdeaObject | None = (
        IdeaObject.objects.visible_to(by)
        .exclude(state=IdeaObject.State.REJECTED)
        .filter(genome__source_version__paper__project=project, genome__source_version__paper__slug=slug, handle=handle)
        .order_by("-genome__source_version__number")
        .first()
    )
    return found


def genome_objects(genome: Genome) -> list[IdeaObject]:
    """The objects that make up the genome, with evidence and repairs at hand, in order of their handles. 3 queries."""
    return sorted(_with_evidence(genome.objects_all.accepted()), key=handle_order)


def objects_of_genomes(genomes: Collection[int]) -> list[IdeaObject]:
    """The objects that make up several genomes, genome by genome, each in order of its handles. 3 queries."""
    found = _with_evidence(IdeaObject.objects.accepted().filter(genome__in=genomes))
    return sorted(found, key=lambda each: (each.genome_id, handle_order(each)))


def standing_objects(genome: Genome) -> list[IdeaObject]:
    """Every object of the genome, also candidates, metadata and rejected ones, in order of their handles. 3 queries."""
    return sorted(_with_evidence(genome.objects_all.all()), key=handle_order)


def _with_evidence(objects: QuerySet[Any]) -> QuerySet[Any]:
    return (
        objects.select_related("genome__source_version__paper", "candidate__extraction")
        .defer("genome__source_version__text")
        .prefetch_related(
            Prefetch("evidence", Evidence.objects.order_by("start")),
            Prefetch(
                "repairs",
                IdeaObject.objects.select_related("genome__source_version__paper").defer(
                    "genome__source_version__text"
                ),
            ),
        )
    )


def mergeable_with(idea_object: IdeaObject) -> list[IdeaObject]:
    """What may be merged into an object: all that stands, first those of its type, and of these the nearest."""
    here = _at(idea_object)
    others = (
        IdeaObject.objects.filter(genome_id=idea_object.genome_id)
        .exclude(pk=idea_object.pk)
        .exclude(state=IdeaObject.State.REJECTED)
        .prefetch_related("evidence")
    )
    return sorted(others, key=lambda each: (each.type != idea_object.type, abs(_at(each) - here), each.pk))


def _at(idea_object: IdeaObject) -> int:
    return min((row.start for row in idea_object.evidence.all()), default=0)


class HasHandle(Protocol):
    @property
    def handle(self) -> str: ...


def handle_order(idea_object: HasHandle) -> tuple[int, int]:
    """Types in the vocabulary's order, then by number."""
    return "NMOLDC".index(idea_object.handle[0]), int(idea_object.handle[1:])


def pointers_of(idea_object: IdeaObject) -> tuple[Pointer, ...]:
    """The evidence of an object as records."""
    slug = idea_object.genome.source_version.paper.slug
    return tuple(
        Pointer(
            paper=slug,
            start=row.start,
            end=row.end,
            quote=row.quote,
            prefix=row.prefix,
            suffix=row.suffix,
            text_sha256=row.text_sha256,
        )
        for row in idea_object.evidence.all()
    )


def repairs_of(idea_object: IdeaObject) -> list[IdeaObject]:
    """The limitations that a delta answers. One that was rejected or retyped since is left out."""
    return [
        each
        for each in idea_object.repairs.all()
        if each.type == ObjectType.LIMITATION and each.state != IdeaObject.State.REJECTED
    ]


def facts_of(idea_object: IdeaObject, sentences: Sequence[tuple[int, int]] = ()) -> rules.ObjectFacts:
    """What the rules need to know of an object; `sentences` are the (start, end) of the text's sentences, in order.

    Stored evidence resolves: the database refuses any that does not quote its text.
    """
    return rules.ObjectFacts(
        key=idea_object.handle,
        type=idea_object.type,
        content=idea_object.content,
        evidence=tuple(
            rules.EvidenceFacts(
                version=row.text_sha256,
                start=row.start,
                end=row.end,
                confirmed=row.is_confirmed,
                sentences=touched(sentences, row.start, row.end),
            )
            for row in idea_object.evidence.all()
        ),
        constraint=idea_object.constraint,
        contribution_role=idea_object.contribution_role,
        lineage_relevant=idea_object.lineage_relevant,
        repairs=len(repairs_of(idea_object)),
        state=idea_object.state,
    )


def touched(sentences: Sequence[tuple[int, int]], start: int, end: int) -> tuple[int, ...]:
    """Numbers of the sentences that a place touches; they stand in order and do not overlap."""
    first = bisect_right(sentences, start, key=itemgetter(1))
    return tuple(range(first, bisect_left(sentences, end, key=itemgetter(0))))


def genome_gaps_of(genome: Genome, facts: Iterable[rules.ObjectFacts] | None = None) -> list[Fault]:
    """Everything that keeps the genome from being handed in. `field` names the object to open, or what is asked for.

    `facts` are those of every object, when they are at hand.
    """
    known = [facts_of(each) for each in standing_objects(genome)] if facts is None else facts
    faults = []
    for gap in rules.genome_gaps(known):
        if gap.code is rules.GapCode.INVALID_OBJECT:
            faults += [
                Fault(reason.code, f"{gap.key}: {reason_words(reason)}", f"{gap.key}.{reason.field}")
                for reason in gap.reasons
            ]
        else:
            faults.append(Fault(gap.code, gap_words(gap), gap.key or GAP_FIELDS.get(gap.code, "objects")))
    return faults
