"""Submit a diff: append-only, once, under the guideline of the moment."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.models import Assignment, Guideline, User
from annotation.refusal import Conflict, Fault, Refused, refused
from annotation.services import finish_unit
from annotation.services.checks import lock_member_if_measured
from diffs.models import Alignment, Diff, DiffDraft, PaperPair
from diffs.rules import Derivation
from diffs.selectors import CheckedAnswer, check_answer
from diffs.services.calibration import record_check
from diffs.services.drafts import lock_unit, own_latest, refuse_closed, refuse_stale
from evaluator.convert import to_json
from evaluator.schema import DiffAnswer
from evaluator.vocabulary import Dynamics, Fate, Origin
from genomes.models import IdeaObject


@transaction.atomic
def submit_diff(
    *, by: User, pair: PaperPair, payload: Mapping[str, Any], guideline: int | None = None, revision: int | None = None
) -> Diff:
    """Submit an answer to a pair, and finish the person's work on it.

    The same answer sent twice, also at once, is one submission that both callers get. A changed answer is a new one
    with the next number, until all labels of the pair are in. A label that comes after them is kept as surplus, and
    so is the answer of a person who is measured on the pair; that one is compared with the known answer.
    Raises Refused with everything that is missing, when the person does not label this pair, or when there is no
    guideline; Conflict when the labels are complete and the person's own is among them, when `guideline`, which
    the person has at hand, is no longer in force, or when their draft is no longer at `revision`, which the answer
    grew from: what was submitted or saved elsewhere since then is not replaced unseen.
    """
    checked = check_answer(pair, payload)
    lock_member_if_measured(person=by, unit=pair.unit)
    unit = lock_unit(pair)
    latest = own_latest(by, pair)
    answer, dynamics = to_json(checked.answer), checked.answer.dynamics
    if latest is not None and latest.answer == answer:
        _end_draft(by, pair)
        return latest
    refuse_stale(by, pair, revision)
    held = _held(by, pair)
    if latest is not None:
        refuse_closed(unit, held)
    if checked.gaps or checked.derivation is None or dynamics is None:
        raise Refused(checked.gaps)
    current = _guideline(pair, guideline)
    counted = finish_unit(person=by, unit=unit, purpose=held.purpose)
    number = 1 if latest is None else latest.number + 1
    diff = stored_diff(
        by, pair, number, checked, dynamics, checked.derivation, guideline=current, is_surplus=not counted
    )
    if held.purpose == Assignment.Purpose.CHECK:
        record_check(diff=diff, hold=held)
    _end_draft(by, pair)
    return diff


def _held(by: User, pair: PaperPair) -> Assignment:
    held: Assignment | None = Assignment.objects.filter(unit=pair.unit_id, person=by).first()
    if held is None:
        raise refused("not_held", _("You do not hold this pair. Open it and press “Label this pair” first."))
    if held.purpose == Assignment.Purpose.ADJUDICATE:
        raise refused("other_purpose", _("You adjudicate this pair, so you cannot label it."))
    return held


def stored_diff(
    by: User,
    pair: PaperPair,
    number: int,
    checked: CheckedAnswer,
    dynamics: Dynamics,
    derivation: Derivation,
    *,
    guideline: Guideline,
    is_surplus: bool,
    **origin: Any,
) -> Diff:
    """A submission and its rows. `origin` says where one comes from that was not submitted here."""
    diff: Diff = Diff.objects.create(
        pair=pair,
        author=by,
        number=number,
        guideline=guideline,
        answer=to_json(checked.answer),
        decision=checked.decision,
        decision_key=checked.decision_key,
        dynamics=dynamics,
        derived_dynamics=derivation.dynamics,
        rule=derivation.rule,
        is_surplus=is_surplus,
        **origin,
    )
    Alignment.objects.bulk_create(_rows(diff, pair, checked.answer))
    return diff


def _guideline(pair: PaperPair, at_hand: int | None) -> Guideline:
    """The version in force, which the label is made under. `at_hand` is the one that the person read."""
    current: Guideline | None = Guideline.objects.filter(project=pair.project_id).order_by("-version").first()
    if current is None:
        raise refused("no_guideline", _("This project has no guideline. An admin publishes one; then submit again."))
    if at_hand is not None and at_hand != current.version:
        message = _(
            "Guideline %(version)s came into force while you were labelling. See what changed, then submit again: your"
            " label is made under it."
        )
        fault = Fault("guideline_changed", message % {"version": current.version}, "guideline")
        raise Conflict([fault], current={"guideline": current.version})
    return current


def _rows(diff: Diff, pair: PaperPair, answer: DiffAnswer) -> list[Alignment]:
    """One row for each edge, each lost object and each new one."""
    objects = _objects(pair)
    edges = [
        Alignment(
            diff=diff,
            source_object=objects[edge.source],
            target_object=objects[edge.target],
            fate=answer.fates[edge.source],
            origin=answer.origins[edge.target],
        )
        for edge in answer.alignments
    ]
    lost = [
        Alignment(diff=diff, source_object=objects[key], fate=fate)
        for key, fate in answer.fates.items()
        if fate is Fate.LOST
    ]
    new = [
        Alignment(diff=diff, target_object=objects[key], origin=origin)
        for key, origin in answer.origins.items()
        if origin is not Origin.ALIGNED
    ]
    return [*edges, *lost, *new]


def _objects(pair: PaperPair) -> dict[str, IdeaObject]:
    slugs = {genome.pk: genome.paper.slug for genome in (pair.source, pair.target)}
    rows = IdeaObject.objects.accepted().filter(genome__in=slugs)
    return {f"{slugs[row.genome_id]}:{row.handle}": row for row in rows}


def _end_draft(by: User, pair: PaperPair) -> None:
    """A submitted draft is gone for good: nothing old comes back when the answer is changed later."""
    DiffDraft.objects.filter(pair=pair, author=by).delete()
