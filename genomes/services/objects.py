"""Write idea objects: every object that is kept points into its text, checked here and by the database."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.models import User
from annotation.refusal import Conflict, Fault, refused
from evaluator.vocabulary import ObjectType
from genomes.models import Evidence, Genome, IdeaObject, SourceVersion
from genomes.selectors import anchored
from genomes.services.decisions import note_decisions
from genomes.services.holding import genome_in_hand
from genomes.services.payloads import ObjectPayload, Span, read_payload, repaired_limitations


@transaction.atomic
def save_object(
    *, by: User, genome: Genome, payload: Mapping[str, Any], idea_object: IdeaObject | None = None
) -> IdeaObject:
    """Make an object of the genome, or change one.

    `payload` is JSON in the shape of ObjectPayload. The same new object sent twice, also at once, is one object that
    both callers get. Raises Refused with every fault, each naming its field, and Conflict when the object was changed
    since `revision`.
    """
    genome = genome_in_hand(by=by, genome=genome)
    wish = read_payload(payload, genome.source_version)
    repairs = repaired_limitations(by, genome, wish.repairs)
    is_new = idea_object is None
    if idea_object is None:
        sent_before = _same_object(by, genome, wish, repairs)
        if sent_before is not None:
            return sent_before
        idea_object = IdeaObject(genome=genome, created_by=by)
    else:
        idea_object = _locked(genome, idea_object.pk, wish.revision)
        idea_object.revision += 1
    if idea_object.type != wish.type:
        idea_object.type = wish.type
        idea_object.handle = _next_handle(genome, wish.type)
    idea_object.content = wish.content.strip()
    idea_object.constraint = wish.constraint.strip()
    idea_object.contribution_role = wish.contribution_role
    idea_object.lineage_relevant = wish.lineage_relevant
    idea_object.state, idea_object.reject_reason = IdeaObject.State.ACCEPTED, ""
    idea_object.save()
    if repairs or not is_new:
        idea_object.repairs.set(repairs)
    known = [] if is_new else list(idea_object.evidence.all())
    _store_evidence(by, idea_object, genome.source_version, wish.evidence, known)
    if not is_new:
        note_decisions(by=by, objects=[idea_object])
    return idea_object


@transaction.atomic
def reject_object(*, by: User, idea_object: IdeaObject, reason: str = "") -> IdeaObject:
    """Take an object out of its genome; it stays in the record with the reason."""
    genome = genome_in_hand(by=by, genome=idea_object.genome)
    idea_object = _locked(genome, idea_object.pk, None)
    idea_object.state, idea_object.reject_reason = IdeaObject.State.REJECTED, reason.strip()[:300]
    idea_object.revision += 1
    idea_object.save(update_fields=["state", "reject_reason", "revision", "changed_at"])
    note_decisions(by=by, objects=[idea_object])
    return idea_object


@transaction.atomic
def restore_object(*, by: User, idea_object: IdeaObject) -> IdeaObject:
    """Take a rejected object back into its genome, as it was."""
    genome = genome_in_hand(by=by, genome=idea_object.genome)
    idea_object = _locked(genome, idea_object.pk, None)
    idea_object.state, idea_object.reject_reason = IdeaObject.State.ACCEPTED, ""
    idea_object.revision += 1
    idea_object.save(update_fields=["state", "reject_reason", "revision", "changed_at"])
    note_decisions(by=by, objects=[idea_object])
    return idea_object


def _same_object(by: User, genome: Genome, wish: ObjectPayload, repairs: Sequence[IdeaObject]) -> IdeaObject | None:
    """The object that this very wish has made already: nobody means to have the same one twice."""
    alike = IdeaObject.objects.filter(
        genome=genome,
        created_by=by,
        state=IdeaObject.State.ACCEPTED,
        type=wish.type,
        content=wish.content.strip(),
        constraint=wish.constraint.strip(),
        contribution_role=wish.contribution_role,
        lineage_relevant=wish.lineage_relevant,
    )
    places, repaired = {(span.start, span.end) for span in wish.evidence}, {each.pk for each in repairs}
    for each in alike.prefetch_related("evidence", "repairs"):
        same_places = {(row.start, row.end) for row in each.evidence.all()} == places
        if same_places and {row.pk for row in each.repairs.all()} == repaired:
            found: IdeaObject = each
            return found
    return None


def _locked(genome: Genome, pk: int, revision: int | None) -> IdeaObject:
    """The object under lock; Conflict when it is no longer at the revision that the person saw."""
    idea_object: IdeaObject | None = IdeaObject.objects.select_for_update().filter(genome=genome, pk=pk).first()
    if idea_object is None:
        raise refused("no_such_object", _("This object is not in the genome any more; reload the page."))
    if revision is not None and revision != idea_object.revision:
        message = _("The object was changed elsewhere since you opened it. Compare, then save again.")
        raise Conflict([Fault("changed_elsewhere", message, "revision")], current=idea_object)
    return idea_object


def _next_handle(genome: Genome, object_type: ObjectType) -> str:
    letter = object_type.letter
    taken = genome.objects_all.filter(handle__startswith=letter).values_list("handle", flat=True)
    return f"{letter}{max((int(handle[1:]) for handle in taken), default=0) + 1}"


def _store_evidence(
    by: User, idea_object: IdeaObject, version: SourceVersion, spans: tuple[Span, ...], known: list[Evidence]
) -> None:
    wanted = {(span.start, span.end): span for span in spans}
    for row in known:
        if wanted.pop((row.start, row.end), None) is None:
            row.delete()
    for index, span in enumerate(wanted.values()):
        anchor, passage = anchored(
            version, start=span.start, end=span.end, quote=span.quote, field=f"evidence[{index}]"
        )
        Evidence.objects.create(
            idea_object=idea_object,
            source_version=version,
            passage=passage,
            start=anchor.start,
            end=anchor.end,
            quote=anchor.quote,
            prefix=anchor.prefix,
            suffix=anchor.suffix,
            text_sha256=anchor.text_sha256,
            created_by=by,
        )
