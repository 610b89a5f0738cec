"""Page-shaped reads of papers and genomes, and the check that a pointer points where it says."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from annotation.fault_words import faults_of
from annotation.models import Project, User
from annotation.refusal import Fault, Refused, refused
from evaluator.convert import from_json
from evaluator.faults import DataFaults
from evaluator.schema import Pointer
from genomes import rules
from genomes.anchoring import AnchorError, TextAnchor, make_anchor
from genomes.models import Evidence, Genome, IdeaObject, Passage, SourceVersion
from genomes.wording import anchor_words, gap_words


def anchored(
    version: SourceVersion, *, start: int, end: int, quote: str, field: str
) -> tuple[TextAnchor, Passage | None]:
    """The checked anchor of a selection and the innermost passage around it. Raises Refused naming the part of `field`."""
    try:
        anchor = make_anchor(version.text, start, end)
    except AnchorError as error:
        raise Refused([Fault("bad_anchor", anchor_words(error), f"{field}.{error.field}")]) from error
    if anchor.quote != quote:
        message = _("The text at %(start)d–%(end)d reads “%(found)s”, not “%(quote)s”. Select the place again.")
        words = {"start": start, "end": end, "found": anchor.quote[:80], "quote": quote[:80]}
        raise refused("quote_differs", message % words, f"{field}.quote")
    passage: Passage | None = (
        version.passages.filter(start__lte=start, end__gte=end).order_by("-start", "end", "-position").first()
    )
    return anchor, passage


def resolve_pointer(*, version: SourceVersion, data: Mapping[str, Any] | Pointer, field: str) -> Pointer:
    """A pointer as people hand it in, checked against the text and completed with context and hash.

    Raises Refused when it has the wrong shape or does not quote the text.
    """
    try:
        pointer = data if isinstance(data, Pointer) else from_json(Pointer, data, partial=True)
    except DataFaults as error:
        raise Refused(faults_of(error)) from error
    anchor, _passage = anchored(version, start=pointer.start, end=pointer.end, quote=pointer.quote, field=field)
    return Pointer(
        paper=version.paper.slug,
        start=anchor.start,
        end=anchor.end,
        quote=anchor.quote,
        prefix=anchor.prefix,
        suffix=anchor.suffix,
        text_sha256=anchor.text_sha256,
    )


def idea_object_by_key(*, by: User, project: Project, key: str) -> IdeaObject | None:
    """The object with this id ("yolo:M1") among those that the person may see, of the newest genome that has it."""
    slug, _colon, handle = key.partition(":")
    found: IdeaObject | None = (
        IdeaObject.objects.visible_to(by)
        .filter(
            genome__source_version__paper__project=project, genome__source_version__paper__slug=slug, handle=handle
        )
        .order_by("-genome__source_version__number")
        .first()
    )
    return found


def genome_objects(genome: Genome) -> list[IdeaObject]:
    """The objects that make up the genome, with evidence and repairs at hand, in order of their handles. 3 queries."""
    objects = (
        genome.objects_all.accepted()
        .select_related("genome__source_version__paper")
        .prefetch_related(
            Prefetch("evidence", Evidence.objects.order_by("start")),
            Prefetch("repairs", IdeaObject.objects.select_related("genome__source_version__paper")),
        )
    )
    return sorted(objects, key=handle_order)


def handle_order(idea_object: IdeaObject) -> tuple[int, int]:
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
