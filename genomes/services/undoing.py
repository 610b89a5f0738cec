"""Undo and redo: a further step that puts back what an earlier one found, refused where that is no longer possible."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.models import User
from annotation.refusal import Conflict, Fault, Refused, refused
from genomes.models import Evidence, Genome, IdeaObject, Operation
from genomes.selectors.steps import steps_of
from genomes.services.holding import genome_in_hand
from genomes.services.operations import FIELDS, State, is_same, record, states_of
from genomes.services.payloads import Span
from genomes.services.writing import store_evidence


@transaction.atomic
def undo_step(*, by: User, genome: Genome, number: int | None = None) -> Operation:
    """Take back the person's last step that stands; `number` names the one they mean, if they saw it.

    Asked twice for the same step, it is done once. Raises Refused when there is none, and Conflict, with what stands
    as `current`, when a later step has changed one of its objects, or something rests on an object that it made.
    """
    genome = genome_in_hand(by=by, genome=genome)
    nothing = refused("nothing_to_undo", _("You have no step here that could be undone."))
    return _go_back(by, genome, Operation.Kind.UNDO, number, steps_of(by, genome).to_undo, nothing)


@transaction.atomic
def redo_step(*, by: User, genome: Genome, number: int | None = None) -> Operation:
    """Do again what the person undid last, until they take a new step. `number` is that of the undoing, if seen."""
    genome = genome_in_hand(by=by, genome=genome)
    nothing = refused("nothing_to_redo", _("You have undone nothing that could be done again."))
    return _go_back(by, genome, Operation.Kind.REDO, number, steps_of(by, genome).to_redo, nothing)


def _go_back(by: User, genome: Genome, kind: str, meant: int | None, last: int | None, nothing: Refused) -> Operation:
    sent_before = _answer_to(by, genome, meant)
    if sent_before is not None:
        return sent_before
    if last is None:
        raise nothing
    if meant is not None and meant != last:
        raise Conflict([Fault("not_the_last", _("This is not your last step any more; reload the page."), "number")])
    return _take_back(by, genome, Operation.objects.get(genome=genome, number=last), kind)


def _answer_to(by: User, genome: Genome, number: int | None) -> Operation | None:
    """The step with which the person has taken back the one of this number already."""
    if number is None:
        return None
    found: Operation | None = Operation.objects.filter(genome=genome, by=by, undoes__number=number).first()
    return found


def _take_back(by: User, genome: Genome, step: Operation, kind: str) -> Operation:
    """From the state `after` the step to that `before` it, for each object that it touched."""
    ids = [int(pk) for pk in step.before]
    list(IdeaObject.objects.select_for_update().filter(pk__in=ids))
    standing: dict[str, Any] = {pk: states_of(ids).get(pk) for pk in step.before}
    _same_as_then(genome, step, standing)
    for pk, state in sorted(step.before.items(), key=lambda item: item[1] is not None):
        _put(by, genome, int(pk), state)  # what goes leaves its handle free first
    _put_links(genome, step)
    taken_back = record(genome=genome, kind=kind, by=by, before=standing, undoes=step)
    if taken_back is None:
        raise RuntimeError("an undoing is always recorded")
    return taken_back


def _same_as_then(genome: Genome, step: Operation, standing: dict[str, Any]) -> None:
    """Conflict when an object is not as the step left it, or its old handle is in use, or others rest on it."""
    faults = []
    for pk, after in step.after.items():
        before, now = step.before[pk], standing[pk]
        name = (now or after or before)["handle"]
        if not is_same(after, now):
            words = _("%(handle)s was changed after this step, so that it cannot be taken back.")
            faults.append(Fault("changed_since", words % {"handle": name}, name))
        elif before is None and now["answered_by"]:
            words = _("A delta of another paper repairs %(handle)s, so that its making cannot be taken back.")
            faults.append(Fault("rested_on", words % {"handle": name}, name))
        elif before is not None and _handle_taken(genome, before["handle"], standing):
            words = _("%(handle)s is the name of another object by now, so that the step cannot be taken back.")
            faults.append(Fault("handle_taken", words % {"handle": before["handle"]}, name))
    if faults:
        current = {state["handle"]: state for state in standing.values() if state is not None}
        raise Conflict(faults, current=current)


def _handle_taken(genome: Genome, handle: str, standing: dict[str, Any]) -> bool:
    others = genome.objects_all.filter(handle=handle).exclude(pk__in=[int(pk) for pk in standing])
    taken: bool = others.exists()
    return taken


def _put(by: User, genome: Genome, pk: int, state: State | None) -> None:
    """Let the object be as the state says; one that comes back has the id that it had."""
    idea_object = IdeaObject.objects.filter(pk=pk).first()
    if state is None:
        if idea_object is not None:
            idea_object.delete()
        return
    idea_object = idea_object or IdeaObject(pk=pk, genome=genome, created_by=by, revision=0)
    idea_object.genome = genome
    for name in FIELDS:
        setattr(idea_object, name, state[name])
    idea_object.revision += 1
    idea_object.save()
    places = state["evidence"]
    store_evidence(by, idea_object, [Span(start=row["start"], end=row["end"], quote=row["quote"]) for row in places])
    doubtful = [row["start"] for row in places if not row["is_confirmed"]]
    rows = Evidence.objects.filter(idea_object=idea_object)
    rows.filter(start__in=doubtful).update(is_confirmed=False)
    rows.exclude(start__in=doubtful).filter(is_confirmed=False).update(is_confirmed=True)


def _put_links(genome: Genome, step: Operation) -> None:
    """What each object repaired, as far as it is still there; and links of other papers that had followed a merge."""
    for pk, state in step.before.items():
        if state is None:
            continue
        idea_object = IdeaObject.objects.get(pk=int(pk))
        limitations = [each["id"] for each in state["repairs"]]
        idea_object.repairs.set(IdeaObject.objects.filter(pk__in=limitations))
        after = step.after[pk] or {"answered_by": []}
        came, went = set(after["answered_by"]), set(state["answered_by"])
        for delta in idea_object.repaired_by.exclude(genome=genome).filter(pk__in=came - went):
            delta.repairs.remove(idea_object)
        for delta in IdeaObject.objects.filter(pk__in=went - came).exclude(genome=genome):
            delta.repairs.add(idea_object)
