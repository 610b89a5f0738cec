"""Carry a genome over to a new text of its paper: evidence is found again, proposed to a person, or orphaned."""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import User
from annotation.refusal import refused
from genomes.anchoring import TextAnchor, innermost_passage
from genomes.models import CarriedEvidence, Evidence, Genome, IdeaObject, Operation, Passage
from genomes.querysets import waits_for_reader
from genomes.reanchoring import Found, Outcome, find_again
from genomes.services.holding import genome_in_hand
from genomes.services.operations import record, state_of
from genomes.services.writing import rest_on

OLD = ("start", "end", "quote", "prefix", "suffix", "text_sha256")
COPIED = ("type", "handle", "content", "constraint", "contribution_role", "lineage_relevant", "created_by_id")
Decision = CarriedEvidence.Decision


@transaction.atomic
def carry_over(*, by: User, genome: Genome) -> int:
    """Copy the objects of the paper's last genome into this one, which has none; return how many were copied.

    Each keeps its handle and who made it. Its evidence is taken where it stands word for word, proposed where
    something alike stands, and listed as orphaned otherwise. Rejected objects and candidates stay behind.
    """
    older = _older_genome(genome)
    if older is None or genome.objects_all.exists():
        return 0
    old = list(older.objects_all.filter(state=IdeaObject.State.ACCEPTED).prefetch_related("evidence", "repairs"))
    copies = dict(zip([each.pk for each in old], _copies(old, genome), strict=True))
    for each in old:
        copies[each.pk].repairs.set([copies.get(limitation.pk, limitation) for limitation in each.repairs.all()])
    _carry_evidence(by, genome, old, copies)
    record(genome=genome, kind=Operation.Kind.CARRY, by=by, before={str(each.pk): None for each in copies.values()})
    return len(old)


def _older_genome(genome: Genome) -> Genome | None:
    older: Genome | None = (
        Genome.objects.filter(
            source_version__paper=genome.source_version.paper,
            source_version__number__lt=genome.source_version.number,
            objects_all__state=IdeaObject.State.ACCEPTED,
        )
        .exclude(waits_for_reader())  # whoever takes the new text might still become the old one's blind reader
        .order_by("-source_version__number")
        .first()
    )
    return older


def _copies(old: Iterable[IdeaObject], genome: Genome) -> list[IdeaObject]:
    rows = [
        IdeaObject(genome=genome, carried_from=each, **{name: getattr(each, name) for name in COPIED}) for each in old
    ]
    copies: list[IdeaObject] = IdeaObject.objects.bulk_create(rows)
    return copies


def _carry_evidence(by: User, genome: Genome, old: Iterable[IdeaObject], copies: dict[int, IdeaObject]) -> None:
    version = genome.source_version
    passages = list(version.passages.all())
    for each in old:
        taken: set[tuple[int, int]] = set()
        for row in each.evidence.all():
            found = find_again(_anchor_of(row), version.text, sha256=version.text_sha256)
            if found.anchor is not None and (found.anchor.start, found.anchor.end) in taken:
                found = Found(Outcome.ORPHAN, None, 0.0)  # two old places cannot both have become this one
            evidence = _new_evidence(by, copies[each.pk], found, passages)
            if evidence is not None:
                taken.add((evidence.start, evidence.end))
            CarriedEvidence.objects.create(
                idea_object=copies[each.pk],
                source=row,
                old={name: getattr(row, name) for name in OLD},
                evidence=evidence,
                outcome=found.outcome,
                score=found.score,
            )


def _anchor_of(row: Evidence) -> TextAnchor:
    return TextAnchor(row.start, row.end, row.quote, row.prefix, row.suffix, row.text_sha256)


def _new_evidence(by: User, copy: IdeaObject, found: Found, passages: list[Passage]) -> Evidence | None:
    anchor = found.anchor
    if anchor is None:
        return None
    passage = innermost_passage(passages, anchor.start, anchor.end)
    return rest_on(copy, anchor, passage, by=by, is_confirmed=found.outcome is Outcome.EXACT)


@transaction.atomic
def confirm_place(*, by: User, carried: CarriedEvidence) -> CarriedEvidence:
    """Say that the proposed place is the right one. Raises Refused when nothing is proposed, or it is settled."""
    carried, idea_object, before = _opened(by, carried)
    if carried.evidence is None:
        raise refused("no_place", _("No place is proposed for this evidence. Choose one in the text, or drop it."))
    carried.evidence.is_confirmed = True
    carried.evidence.save(update_fields=["is_confirmed"])
    return _settled(by, carried, idea_object, before, Decision.CONFIRMED)


@transaction.atomic
def drop_place(*, by: User, carried: CarriedEvidence) -> CarriedEvidence:
    """Let the evidence go: what is proposed is taken away, an orphan is no longer listed. Raises Refused."""
    carried, idea_object, before = _opened(by, carried)
    if carried.evidence is not None:
        carried.evidence.delete()
        carried.evidence = None
    return _settled(by, carried, idea_object, before, Decision.DROPPED)


def settle_carried(*, by: User, idea_object: IdeaObject) -> None:
    """After an object was saved with other evidence: what a person chose instead of a proposal is settled.

    A proposal whose place was taken out is replaced (or dropped, when nothing stands instead); an orphan is replaced
    by evidence that is newer than its listing. Call inside the transaction that saves.
    """
    newest = idea_object.evidence.order_by("-created_at").values_list("created_at", flat=True).first()
    for row in idea_object.carried_evidence.filter(decision=Decision.OPEN).exclude(outcome=Outcome.EXACT):
        added = newest is not None and newest > row.idea_object.created_at
        if row.evidence_id is None and (row.outcome == Outcome.PROPOSED or added):
            _decide(by, row, Decision.REPLACED if added else Decision.DROPPED)


def _opened(by: User, carried: CarriedEvidence) -> tuple[CarriedEvidence, IdeaObject, dict[str, object]]:
    """The row under its genome's lock, its object, and the object's state."""
    genome = genome_in_hand(by=by, genome=carried.idea_object.genome)
    carried = CarriedEvidence.objects.select_related("idea_object", "evidence").get(pk=carried.pk)
    idea_object = carried.idea_object
    idea_object.genome = genome
    if carried.decision != Decision.OPEN or carried.outcome == Outcome.EXACT:
        raise refused("settled", _("This evidence is settled already; reload the page."))
    return carried, idea_object, {str(idea_object.pk): state_of(idea_object)}


def _settled(
    by: User, carried: CarriedEvidence, idea_object: IdeaObject, before: dict[str, object], decision: str
) -> CarriedEvidence:
    _decide(by, carried, decision)
    idea_object.revision += 1
    idea_object.save(update_fields=["revision", "changed_at"])
    record(genome=idea_object.genome, kind=Operation.Kind.CONFIRM, by=by, before=before)
    return carried


def _decide(by: User, row: CarriedEvidence, decision: str) -> None:
    row.decision, row.decided_by, row.decided_at = decision, by, timezone.now()
    row.save(update_fields=["evidence", "decision", "decided_by", "decided_at"])
