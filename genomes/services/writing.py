"""What the services of objects have in common: an object under lock, its handle, and its evidence row by row."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from annotation.models import User
from annotation.refusal import Conflict, Fault, refused
from evaluator.vocabulary import ObjectType
from genomes.anchoring import TextAnchor
from genomes.models import Evidence, Genome, IdeaObject, Passage
from genomes.selectors import anchored
from genomes.services.payloads import Span


def locked_object(genome: Genome, pk: int, revision: int | None = None) -> IdeaObject:
    """The object under lock; Conflict when it is no longer at the revision that the person saw."""
    idea_object: IdeaObject | None = IdeaObject.objects.select_for_update().filter(genome=genome, pk=pk).first()
    if idea_object is None:
        raise refused("no_such_object", _("This object is not in the genome any more; reload the page."))
    if revision is not None and revision != idea_object.revision:
        message = _("The object was changed elsewhere since you opened it. Compare, then save again.")
        raise Conflict([Fault("changed_elsewhere", message, "revision")], current=idea_object)
    return idea_object


def next_handle(genome: Genome, object_type: str) -> str:
    """The letter of the type with the number after the highest one that is there."""
    letter = ObjectType(object_type).letter
    taken = genome.objects_all.filter(handle__startswith=letter).values_list("handle", flat=True)
    return f"{letter}{max((int(handle[1:]) for handle in taken), default=0) + 1}"


def take_type(idea_object: IdeaObject, object_type: str) -> None:
    """Give an object its type, and a handle that goes with it; a limitation is repaired by deltas alone."""
    if idea_object.type != object_type:
        idea_object.type = object_type
        idea_object.handle = next_handle(idea_object.genome, object_type)


def store_evidence(by: User, idea_object: IdeaObject, spans: Iterable[Span]) -> None:
    """Let the object rest on these places and no others; a place that stays keeps its row. `genome` must be at hand.

    Raises Refused when a place does not quote the text, naming it as `evidence[n]` among the new ones.
    """
    version = idea_object.genome.source_version
    wanted = {(span.start, span.end): span for span in spans}
    for row in list(idea_object.evidence.all()):
        if wanted.pop((row.start, row.end), None) is None:
            row.delete()
    for index, span in enumerate(wanted.values()):
        anchor, passage = anchored(
            version, start=span.start, end=span.end, quote=span.quote, field=f"evidence[{index}]"
        )
        rest_on(idea_object, anchor, passage, by=by)


def rest_on(
    idea_object: IdeaObject, anchor: TextAnchor, passage: Passage | None, *, by: User, is_confirmed: bool = True
) -> Evidence:
    """Let the object rest on one more place of its genome's text."""
    evidence: Evidence = Evidence.objects.create(
        idea_object=idea_object,
        source_version=idea_object.genome.source_version,
        passage=passage,
        start=anchor.start,
        end=anchor.end,
        quote=anchor.quote,
        prefix=anchor.prefix,
        suffix=anchor.suffix,
        text_sha256=anchor.text_sha256,
        is_confirmed=is_confirmed,
        created_by=by,
    )
    return evidence


def spans_of(idea_object: IdeaObject) -> list[Span]:
    """The places that the object rests on."""
    rows = idea_object.evidence.order_by("start", "end")
    return [Span(start=row.start, end=row.end, quote=row.quote) for row in rows]
