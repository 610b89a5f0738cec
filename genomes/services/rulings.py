"""Apply to a genome what a third person decided about an object: its type and role, or that it leaves the genome.

The step is recorded like any other, so that what the author had said stays in the object's history.
"""

from django.db import transaction

from annotation.models import User
from genomes.models import Genome, IdeaObject, Operation
from genomes.services.operations import record, states_of
from genomes.services.writing import next_handle

RULED = (Operation.Kind.RETYPE, Operation.Kind.REJECT)


@transaction.atomic
def apply_ruling(*, by: User, idea_object: IdeaObject, type: str, contribution_role: str, why: str) -> IdeaObject:
    """Let a handed-in object have this type and role; an empty type takes it out of its genome, with `why` as reason.

    A new type brings a new handle, and what is no delta repairs nothing. What is so already is left as it is.
    """
    genome, idea_object = _locked(idea_object)
    before = states_of([idea_object.pk])
    if not type:
        idea_object.state, idea_object.reject_reason = IdeaObject.State.REJECTED, why.strip()[:300]
    else:
        if idea_object.type != type:
            idea_object.handle = next_handle(genome, type)
            idea_object.repairs.clear()
        idea_object.type, idea_object.contribution_role = type, contribution_role
    kind = Operation.Kind.RETYPE if type else Operation.Kind.REJECT
    return _written(by, genome, idea_object, kind, before, why)


@transaction.atomic
def take_ruling_back(*, by: User, idea_object: IdeaObject, why: str) -> IdeaObject:
    """Let the object be again as its author typed it, if a ruling changed it; that is a further step.

    Its old handle returns with it, unless another ruling has given it away.
    """
    genome, idea_object = _locked(idea_object)
    pk = str(idea_object.pk)
    steps = Operation.objects.filter(genome=genome, kind__in=RULED, after__has_key=pk, at__gt=genome.handed_in_at)
    step = steps.filter(undone_by__isnull=True).order_by("-number").first()
    if step is None:
        return idea_object
    before, then = states_of([idea_object.pk]), step.before[pk]
    for name in ("type", "contribution_role", "state", "reject_reason"):
        setattr(idea_object, name, then[name])
    if idea_object.handle != then["handle"]:
        is_free = not genome.objects_all.filter(handle=then["handle"]).exists()
        idea_object.handle = then["handle"] if is_free else next_handle(genome, then["type"])
    idea_object.repairs.set(IdeaObject.objects.filter(pk__in=[each["id"] for each in then["repairs"]]))
    return _written(by, genome, idea_object, Operation.Kind.RESTORE, before, why, undoes=step)


def _locked(idea_object: IdeaObject) -> tuple[Genome, IdeaObject]:
    genome: Genome = Genome.objects.select_for_update(of=("self",)).get(pk=idea_object.genome_id)
    return genome, IdeaObject.objects.select_for_update().get(pk=idea_object.pk)


def _written(
    by: User,
    genome: Genome,
    idea_object: IdeaObject,
    kind: str,
    before: dict[str, dict[str, object]],
    why: str,
    undoes: Operation | None = None,
) -> IdeaObject:
    idea_object.revision += 1
    idea_object.save()
    if record(genome=genome, kind=kind, by=by, before=before, why=why, undoes=undoes) is not None:
        genome.revision += 1
        genome.save(update_fields=["revision"])
    return idea_object
