"""Split one object into several, or merge several into one (docs/adr/0016-split-merge-undo.md)."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from annotation.models import User
from annotation.refusal import refused
from evaluator.vocabulary import ContributionRole, ObjectType
from genomes.models import Genome, IdeaObject, Operation
from genomes.services.holding import genome_in_hand
from genomes.services.operations import record, state_of, states_of
from genomes.services.parts import MergePayload, Part, merge_faults, read_merge, read_split
from genomes.services.payloads import Span
from genomes.services.writing import locked_object, next_handle, spans_of, store_evidence, take_type

STRENGTH = (ContributionRole.DRIVER, ContributionRole.PASSENGER, ContributionRole.CONTEXT)


@transaction.atomic
def split_object(*, by: User, idea_object: IdeaObject, payload: Mapping[str, Any]) -> list[IdeaObject]:
    """Make two or more objects of one, in the shape of SplitPayload; returns them, the first being the object itself.

    It keeps its id, its handle unless its type changes, and the links to and from it. Each part has its words and its
    share of the evidence; a place may go to several. Raises Refused with every fault (also for a rejected object), and
    Conflict when the object was changed since `revision`.
    """
    genome = genome_in_hand(by=by, genome=idea_object.genome)
    version = genome.source_version
    wish = read_split(payload, idea_object, version)
    first = locked_object(genome, idea_object.pk, wish.revision)
    if first.state == IdeaObject.State.REJECTED:
        raise refused("is_rejected", _("%(handle)s is rejected; restore it first.") % {"handle": first.handle})
    first.genome = genome
    before: dict[str, Any] = {str(first.pk): state_of(first)}
    others = [_new_part(by, first, part) for part in wish.parts[1:]]
    _become(by, first, wish.parts[0])
    before |= {str(each.pk): None for each in others}
    names = ", ".join(each.handle for each in (first, *others))
    record(genome=genome, kind=Operation.Kind.SPLIT, by=by, before=before, why=f"→ {names}")
    return [first, *others]


def _new_part(by: User, whole: IdeaObject, part: Part) -> IdeaObject:
    kind = part.type or whole.type
    made = IdeaObject(
        genome=whole.genome,
        type=kind,
        handle=next_handle(whole.genome, kind),
        content=part.content.strip(),
        constraint=whole.constraint,
        contribution_role=part.contribution_role or whole.contribution_role,
        lineage_relevant=whole.lineage_relevant,
        created_by=by,
    )
    made.save()
    store_evidence(by, made, part.evidence)
    return made


def _become(by: User, whole: IdeaObject, part: Part) -> None:
    take_type(whole, part.type or whole.type)
    if whole.type != ObjectType.DELTA:
        whole.repairs.clear()
    whole.content = part.content.strip()
    whole.contribution_role = part.contribution_role or whole.contribution_role
    whole.state = IdeaObject.State.ACCEPTED
    whole.revision += 1
    whole.save()
    store_evidence(by, whole, part.evidence)


@transaction.atomic
def merge_objects(*, by: User, genome: Genome, payload: Mapping[str, Any]) -> IdeaObject:
    """Make one object of several, in the shape of MergePayload; returns the first, which stays.

    It has all their evidence, and the limitations that any of them repaired when it is a delta; deltas that repaired
    one of the others repair it from now on. The others are kept as rejected, saying where they went. Raises Refused
    with every fault, and Conflict when one was changed since its revision in `revisions`.
    """
    genome = genome_in_hand(by=by, genome=genome)
    wish = read_merge(payload)
    merged = _locked_all(genome, wish)
    spans = _united(merged)
    merge_faults(wish, merged, spans)
    kept, others = merged[0], merged[1:]
    before: dict[str, Any] = dict(states_of({*_deltas_here(genome, others), *(each.pk for each in merged)}))
    _unite_links(kept, others)
    _take_in(by, kept, others, wish, spans)
    for each in others:
        each.state, each.reject_reason = IdeaObject.State.REJECTED, _merged_into(kept)
        each.revision += 1
        each.save(update_fields=["state", "reject_reason", "revision", "changed_at"])
    names = ", ".join(each.handle for each in merged)
    record(genome=genome, kind=Operation.Kind.MERGE, by=by, before=before, why=f"{names} → {kept.handle}")
    return kept


def _deltas_here(genome: Genome, others: Sequence[IdeaObject]) -> list[int]:
    """Ids of the genome's deltas whose links follow; whoever has one of them open hears of it by its revision."""
    ids = [each.pk for each in others]
    deltas = IdeaObject.objects.filter(genome=genome, repairs__in=ids).exclude(pk__in=ids)
    found = list(deltas.values_list("pk", flat=True).distinct())
    IdeaObject.objects.filter(pk__in=found).update(revision=F("revision") + 1)
    return found


def _merged_into(kept: IdeaObject) -> str:
    return _("merged into %(handle)s") % {"handle": kept.handle}


def _locked_all(genome: Genome, wish: MergePayload) -> list[IdeaObject]:
    """The objects under lock, in the order in which they are named."""
    revisions = dict(zip(wish.objects, wish.revisions, strict=False))
    merged = [locked_object(genome, pk, revisions.get(pk)) for pk in wish.objects]
    for each in merged:
        each.genome = genome
    return merged


def _united(merged: Sequence[IdeaObject]) -> list[Span]:
    """Every place of any of them, once."""
    places = {(span.start, span.end): span for each in merged for span in spans_of(each)}
    return [places[place] for place in sorted(places)]


def _unite_links(kept: IdeaObject, others: Sequence[IdeaObject]) -> None:
    """What repaired one of the others repairs the one that stays, also from other papers; nothing repairs itself."""
    ids = {kept.pk, *(each.pk for each in others)}
    answers = {pk for each in (kept, *others) for pk in each.repairs.values_list("pk", flat=True)} - ids
    for each in others:
        for delta in each.repaired_by.exclude(pk__in=ids):
            delta.repairs.remove(each)
            delta.repairs.add(kept)
    kept.repairs.set(answers if kept.type == ObjectType.DELTA else ())


def _take_in(
    by: User, kept: IdeaObject, others: Sequence[IdeaObject], wish: MergePayload, spans: Sequence[Span]
) -> None:
    merged = (kept, *others)
    strongest = min((ContributionRole(each.contribution_role) for each in merged), key=STRENGTH.index)
    kept.content, kept.constraint = wish.content.strip(), wish.constraint.strip()
    kept.contribution_role = wish.contribution_role or strongest
    kept.lineage_relevant = any(each.lineage_relevant for each in merged)
    kept.state, kept.reject_reason = IdeaObject.State.ACCEPTED, ""
    kept.revision += 1
    kept.save()
    store_evidence(by, kept, spans)
