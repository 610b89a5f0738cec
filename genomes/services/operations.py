"""The record of what was done to a genome: every service that changes objects writes one operation, in its transaction.

How a service records its step, with the genome under its lock (`genome_in_hand`):

    before = {str(each.pk): state_of(each) for each in touched}    # None for an object that is about to be made
    ...                                                            # change the rows
    record(genome=genome, kind=Operation.Kind.EDIT, by=by, before=before)

What stands afterwards is read from the database by `record` itself, so that nothing stale is written down. A machine's
proposals are no steps of a person: making candidates is recorded by their pass, deciding about one is recorded here.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Max

from annotation.models import User
from genomes.models import Evidence, Genome, IdeaObject, Operation
from genomes.services.decisions import note_decisions

State = dict[str, Any]
States = Mapping[str, Any]  # id as text → State, or None where there is no object

FIELDS = (
    "type", "handle", "content", "constraint", "contribution_role", "lineage_relevant", "state", "reject_reason",
)  # fmt: skip
PLACE = ("start", "end", "quote", "text_sha256", "is_confirmed")


def state_of(idea_object: IdeaObject) -> State:
    """The whole state of an object as JSON: its FIELDS, `evidence` (each with PLACE), `repairs` and `answered_by`.

    `repairs` lists {"id", "key"} of the limitations that it is said to answer; `answered_by` the ids of the deltas of
    *other* papers that say so of it, which follow when it is merged. Reads the object's rows anew: 4 queries.
    """
    return states_of([idea_object.pk])[str(idea_object.pk)]


def states_of(ids: Iterable[int]) -> dict[str, State]:
    """The state of each object that exists, by its id as text (as `before` and `after` hold it). 4 queries."""
    found = {each["pk"]: each for each in IdeaObject.objects.filter(pk__in=list(ids)).values("pk", "genome", *FIELDS)}
    evidence: dict[int, list[State]] = {pk: [] for pk in found}
    for row in Evidence.objects.filter(idea_object__in=found).order_by("start", "end").values("idea_object", *PLACE):
        evidence[row.pop("idea_object")].append(row)
    repairs: dict[int, list[State]] = {pk: [] for pk in found}
    links = IdeaObject.repairs.through.objects
    path = "to_ideaobject__genome__source_version__paper__slug"
    rows = links.filter(from_ideaobject__in=found).order_by("to_ideaobject")
    for delta, pk, slug, handle in rows.values_list("from_ideaobject", "to_ideaobject", path, "to_ideaobject__handle"):
        repairs[delta].append({"id": pk, "key": f"{slug}:{handle}"})
    answered: dict[int, list[int]] = {pk: [] for pk in found}
    deltas = links.filter(to_ideaobject__in=found).order_by("from_ideaobject")
    for pk, delta, genome in deltas.values_list("to_ideaobject", "from_ideaobject", "from_ideaobject__genome"):
        if genome != found[pk]["genome"]:
            answered[pk].append(delta)
    return {
        str(pk): {
            **{name: each[name] for name in FIELDS},
            "evidence": evidence[pk],
            "repairs": repairs[pk],
            "answered_by": answered[pk],
        }
        for pk, each in found.items()
    }


def is_same(one: State | None, other: State | None) -> bool:
    """Whether two states of one object say the same. Keys of limitations and deltas of other papers are not its own."""
    return _compared(one) == _compared(other)


def _compared(state: State | None) -> State | None:
    if state is None:
        return None
    rest = {name: value for name, value in state.items() if name not in ("repairs", "answered_by")}
    return {**rest, "repairs": sorted(each["id"] for each in state["repairs"])}


def record(
    *,
    genome: Genome,
    kind: str,
    by: User,
    before: States,
    after: States | None = None,
    why: str = "",
    undoes: Operation | None = None,
) -> Operation | None:
    """Write one step down. `before` maps the id of every object touched, as text, to its state before, or None.

    `after` is read anew unless it is given; an object that is gone by then has None. Call it inside the transaction of
    the change, with the genome locked: its number is the next one. A step that changed nothing is none: returns None.
    A machine's candidate among the objects hears of it here, also when its acceptance is undone.
    """
    if after is None:
        standing = states_of(int(pk) for pk in before)
        after = {pk: standing.get(pk) for pk in before}
    if undoes is None and all(is_same(before[pk], after.get(pk)) for pk in before) and len(before) == len(after):
        return None
    last = Operation.objects.filter(genome=genome).aggregate(last=Max("number"))["last"] or 0
    written: Operation = Operation.objects.create(
        genome=genome,
        number=last + 1,
        kind=kind,
        by=by,
        why=why.strip()[:300],
        before=dict(before),
        after=dict(after),
        undoes=undoes,
    )
    note_decisions(by=by, objects=IdeaObject.objects.filter(pk__in=[int(pk) for pk in before]))
    return written
