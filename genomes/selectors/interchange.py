"""Genomes as annotated texts: what may leave, for whom, in a bounded amount of memory."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext

from annotation.fault_words import translated
from annotation.models import Project, User
from genomes.interchange.model import AnnotatedObject, AnnotatedText, EntryFault, Place
from genomes.models import Evidence, Genome, IdeaObject
from genomes.selectors.objects import handle_order, repairs_of

ACCEPTED, CANDIDATE = IdeaObject.State.ACCEPTED, IdeaObject.State.CANDIDATE
GENOMES_AT_ONCE = 10


def document_name(genome: Genome) -> str:
    """What a genome's text is called in files: the paper's short name and the number of the source version."""
    return f"{genome.paper.slug}.v{genome.source_version.number}"


def annotated_text(person: User, genome: Genome, with_candidates: bool = False) -> AnnotatedText | None:
    """One genome with its accepted objects, and its candidates if asked; None for who may not see it. Five queries."""
    return next(_read(person, [genome.pk], with_candidates), None)


def annotated_texts(person: User, project: Project, with_candidates: bool = False) -> Iterator[AnnotatedText]:
    """Every genome that a person may see, one after the other: five queries for every ten of them."""
    visible = Genome.objects.visible_to(person).filter(source_version__paper__project=project)
    ordered = visible.order_by("source_version__paper__slug", "source_version__number")
    keys = list(ordered.values_list("pk", flat=True))
    for first in range(0, len(keys), GENOMES_AT_ONCE):
        yield from _read(person, keys[first : first + GENOMES_AT_ONCE], with_candidates)


def _read(person: User, keys: list[int], with_candidates: bool) -> Iterator[AnnotatedText]:
    # Every relation is asked for with the reader's own eyes: a key of a hidden limitation would tell that it is there.
    visible = IdeaObject.objects.visible_to(person)
    repaired = visible.select_related("genome__source_version__paper").defer("genome__source_version__text")
    confirmed = Evidence.objects.filter(is_confirmed=True).order_by("start", "end")  # others are guesses yet
    objects = visible.filter(state__in=[ACCEPTED, CANDIDATE] if with_candidates else [ACCEPTED]).prefetch_related(
        Prefetch("evidence", confirmed), Prefetch("repairs", repaired)
    )
    genomes = (
        Genome.objects.visible_to(person)
        .filter(pk__in=keys)
        .select_related("source_version__paper")
        .prefetch_related(Prefetch("objects_all", objects, to_attr="leaving"))
        .order_by("source_version__paper__slug", "source_version__number")
    )
    for genome in genomes:
        text = _annotated(genome)
        yield text if genome.paper.redistributable else text.withheld()


def _annotated(genome: Any) -> AnnotatedText:
    version = genome.source_version
    return AnnotatedText(
        document=document_name(genome),
        text=version.text,
        text_sha256=version.text_sha256,
        objects=tuple(_object(each, genome.paper.slug) for each in sorted(genome.leaving, key=handle_order)),
    )


def _object(each: IdeaObject, slug: str) -> AnnotatedObject:
    return AnnotatedObject(
        key=f"{slug}:{each.handle}",
        type=each.type,
        content=each.content,
        constraint=each.constraint,
        contribution_role=each.contribution_role,
        lineage_relevant=each.lineage_relevant,
        state=each.state,
        repairs=tuple(sorted(other.key for other in repairs_of(each))),
        places=tuple(Place(row.start, row.end, row.quote, row.prefix, row.suffix) for row in each.evidence.all()),
    )


def entry_words(fault: EntryFault) -> str:
    """What is wrong with an entry of a file, in the reader's language."""
    if fault.shape is not None:
        return str(translated(fault.shape).message)
    return gettext(fault.template) % fault.params if fault.params else gettext(fault.template)
