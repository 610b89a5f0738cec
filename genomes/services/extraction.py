"""Extraction passes: started and cancelled by people; what they proposed is theirs to decide."""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import Project, User
from annotation.permissions import can_administer
from annotation.refusal import Fault, Refused, refused
from evaluator.vocabulary import ObjectType
from genomes.models import Candidate, ExtractionPass, Genome, IdeaObject, Operation
from genomes.selectors import hold_of
from genomes.selectors.providers import endpoint_fault, provider_facts
from genomes.services.holding import genome_in_hand
from genomes.services.operations import record, states_of

State = ExtractionPass.State


@transaction.atomic
def start_passes(*, by: User, genome: Genome, types: Iterable[str], provider: str) -> list[ExtractionPass]:
    """A waiting pass for each type; the caller hands them to the worker. One that is open already is returned as it is.

    For the genome's holder and the project's admins. Raises Refused with everything that is wrong.
    """
    genome = (
        Genome.objects.select_for_update(of=("self",))
        .select_related("source_version__paper__project", "unit")
        .defer("source_version__text")
        .get(pk=genome.pk)
    )
    wanted = list(dict.fromkeys(types))
    faults = _faults(by, genome, wanted, provider)
    if faults:
        raise Refused(faults)
    standing = {each.type: each for each in genome.passes.filter(type__in=wanted, state__in=ExtractionPass.OPEN_STATES)}
    facts = provider_facts(provider)
    return [
        standing.get(each) or ExtractionPass.objects.create(genome=genome, type=each, started_by=by, **facts)
        for each in wanted
    ]


def _faults(by: User, genome: Genome, types: list[str], provider: str) -> list[Fault]:
    faults = []
    project: Project = genome.paper.project
    if genome.handed_in_at is not None:
        faults.append(Fault("handed_in", _("This genome is handed in; it can no longer be changed.")))
    elif not (hold_of(by, genome).can_edit or can_administer(by, project)):
        message = _("Only who holds this genome and admins start a pass. Take the genome first.")
        faults.append(Fault("not_yours", message))
    unknown = [each for each in types if each not in set(ObjectType)]
    if unknown or not types:
        faults.append(Fault("types", _("Choose at least one type of object."), "types"))
    if provider not in ExtractionPass.Provider.values:
        faults.append(Fault("provider", _("Choose who proposes."), "provider"))
    elif provider == ExtractionPass.Provider.ENDPOINT:
        fault = endpoint_fault(project, genome.paper)
        faults += [fault] if fault else []
    return faults


@transaction.atomic
def cancel_pass(*, by: User, extraction: ExtractionPass) -> ExtractionPass:
    """Ask a pass to end; one that waits ends at once, one that runs after the part in hand. It keeps its proposals.

    For whoever started it, who holds the genome, and admins. Raises Refused for others. A pass that has ended stays as
    it is.
    """
    extraction = ExtractionPass.objects.select_for_update().get(pk=extraction.pk)
    genome = Genome.objects.select_related("unit__project").get(pk=extraction.genome_id)
    may = by.pk == extraction.started_by_id or hold_of(by, genome).is_mine or can_administer(by, genome.unit.project)
    if not may:
        raise refused("not_yours", _("Only who holds this genome and admins cancel a pass."))
    if not extraction.is_open:
        return extraction
    extraction.is_cancel_asked = True
    if extraction.state == State.WAITING:
        extraction.state, extraction.finished_at = State.CANCELLED, timezone.now()
    extraction.save(update_fields=["is_cancel_asked", "state", "finished_at"])
    return extraction


@transaction.atomic
def reject_open_candidates(*, by: User, extraction: ExtractionPass, reason: str = "") -> list[IdeaObject]:
    """Reject all of a pass that nobody has decided yet, as one step that can be undone; for who holds the genome.

    Raises Refused when it is handed in, or in somebody else's hands.
    """
    genome = genome_in_hand(by=by, genome=extraction.genome)
    still_open = Candidate.objects.filter(extraction=extraction, decision=Candidate.Decision.OPEN)
    found = list(
        IdeaObject.objects.select_for_update().filter(
            genome=genome, pk__in=still_open.values("idea_object_id"), state=IdeaObject.State.CANDIDATE
        )
    )
    why = reason.strip()[:300] or _("Rejected with the rest of its pass.")
    before = states_of([each.pk for each in found])
    for each in found:
        each.state, each.reject_reason = IdeaObject.State.REJECTED, why
        each.revision += 1
        each.save(update_fields=["state", "reject_reason", "revision", "changed_at"])
    record(genome=genome, kind=Operation.Kind.REJECT, by=by, before=before, why=why)
    return found
