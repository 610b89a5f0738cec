"""Write idea objects: every object that is kept points into its text, checked here and by the database.

Each service takes the genome under its lock, changes rows, and records its step (`operations.record`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from annotation.models import User
from annotation.refusal import Conflict
from evaluator.vocabulary import ObjectType
from genomes.models import Genome, IdeaObject, Operation
from genomes.services.carrying import settle_carried
from genomes.services.holding import genome_in_hand
from genomes.services.operations import record, state_of
from genomes.services.payloads import ObjectPayload, read_payload, read_type, repaired_limitations
from genomes.services.writing import locked_object, store_evidence, take_type

Kind, State = Operation.Kind, IdeaObject.State


@transaction.atomic
def save_object(
    *, by: User, genome: Genome, payload: Mapping[str, Any], idea_object: IdeaObject | None = None
) -> IdeaObject:
    """Make an object of the genome, or change one.

    `payload` is JSON in the shape of ObjectPayload. What is sent twice, also at once, is done once, and both callers
    get the object. Raises Refused with every fault, each naming its field, and Conflict when the object was changed
    since `revision`.
    """
    genome = genome_in_hand(by=by, genome=genome)
    wish = read_payload(payload, genome.source_version)
    repairs = repaired_limitations(by, genome, wish.repairs)
    if idea_object is None:
        sent_before = _same_object(by, genome, wish, repairs)
        return sent_before or _made(by, genome, wish, repairs)
    try:
        standing = locked_object(genome, idea_object.pk, wish.revision)
    except Conflict as conflict:
        if _says_the_same(conflict.current, wish, repairs):
            return idea_object  # the answer to the first sending was lost on its way
        raise
    standing.genome = genome
    before = {str(standing.pk): state_of(standing)}
    kind = Kind.ACCEPT if standing.state == State.CANDIDATE else Kind.EDIT
    standing.revision += 1
    _write(by, standing, wish, repairs)
    record(genome=genome, kind=kind, by=by, before=before)
    return standing


def _made(by: User, genome: Genome, wish: ObjectPayload, repairs: Sequence[IdeaObject]) -> IdeaObject:
    made = IdeaObject(genome=genome, created_by=by)
    _write(by, made, wish, repairs)
    record(genome=genome, kind=Kind.CREATE, by=by, before={str(made.pk): None})
    return made


def _write(by: User, idea_object: IdeaObject, wish: ObjectPayload, repairs: Sequence[IdeaObject]) -> None:
    is_new = idea_object.pk is None
    take_type(idea_object, wish.type)
    idea_object.content = wish.content.strip()
    idea_object.constraint = wish.constraint.strip()
    idea_object.contribution_role = wish.contribution_role
    idea_object.lineage_relevant = wish.lineage_relevant
    idea_object.state, idea_object.reject_reason = State.ACCEPTED, ""
    idea_object.save()
    if repairs or not is_new:
        idea_object.repairs.set(repairs)
    store_evidence(by, idea_object, wish.evidence)
    settle_carried(by=by, idea_object=idea_object)


@transaction.atomic
def retype_object(*, by: User, idea_object: IdeaObject, type: str, revision: int | None = None) -> IdeaObject:
    """Give an object another type, and with it another handle. Links to it follow; a former delta repairs nothing.

    Raises Refused when there is no such type, and Conflict when the object was changed since `revision`.
    """
    genome = genome_in_hand(by=by, genome=idea_object.genome)
    wanted = read_type(type)
    idea_object = locked_object(genome, idea_object.pk, revision)
    idea_object.genome = genome
    before = {str(idea_object.pk): state_of(idea_object)}
    take_type(idea_object, wanted)
    if wanted is not ObjectType.DELTA:
        idea_object.repairs.clear()
    idea_object.revision += 1
    idea_object.save(update_fields=["type", "handle", "revision", "changed_at"])
    record(genome=genome, kind=Kind.RETYPE, by=by, before=before)
    return idea_object


def reject_object(*, by: User, idea_object: IdeaObject, reason: str = "") -> IdeaObject:
    """Take an object out of its genome; it stays in the record with the reason."""
    return _moved(by, idea_object, State.REJECTED, reason.strip()[:300])


def restore_object(*, by: User, idea_object: IdeaObject) -> IdeaObject:
    """Take a rejected object back into its genome, as it was, or accept a candidate."""
    return _moved(by, idea_object, State.ACCEPTED, "")


@transaction.atomic
def _moved(by: User, idea_object: IdeaObject, state: str, reason: str) -> IdeaObject:
    genome = genome_in_hand(by=by, genome=idea_object.genome)
    idea_object = locked_object(genome, idea_object.pk)
    before = state_of(idea_object)
    idea_object.state, idea_object.reject_reason = state, reason
    idea_object.revision += 1
    idea_object.save(update_fields=["state", "reject_reason", "revision", "changed_at"])
    taken_back = Kind.ACCEPT if before["state"] == State.CANDIDATE else Kind.RESTORE
    kind = Kind.REJECT if state == State.REJECTED else taken_back
    record(genome=genome, kind=kind, by=by, before={str(idea_object.pk): before}, why=reason)
    return idea_object


def _same_object(by: User, genome: Genome, wish: ObjectPayload, repairs: Sequence[IdeaObject]) -> IdeaObject | None:
    """The object that this very wish has made already: nobody means to have the same one twice."""
    alike = IdeaObject.objects.filter(
        genome=genome, created_by=by, state=State.ACCEPTED, type=wish.type, content=wish.content.strip()
    )
    same = (each for each in alike.prefetch_related("evidence", "repairs") if _says_the_same(each, wish, repairs))
    return next(same, None)


def _says_the_same(idea_object: IdeaObject, wish: ObjectPayload, repairs: Sequence[IdeaObject]) -> bool:
    said = (
        idea_object.state,
        idea_object.type,
        idea_object.content,
        idea_object.constraint,
        idea_object.contribution_role,
        idea_object.lineage_relevant,
        {(row.start, row.end) for row in idea_object.evidence.all()},
        {row.pk for row in idea_object.repairs.all()},
    )
    wished = (
        State.ACCEPTED,
        wish.type,
        wish.content.strip(),
        wish.constraint.strip(),
        wish.contribution_role,
        wish.lineage_relevant,
        {(span.start, span.end) for span in wish.evidence},
        {each.pk for each in repairs},
    )
    return said == wished
