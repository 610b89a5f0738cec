"""Submit a diff: append-only, once, under the guideline of the moment."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.models import Assignment, Guideline, User
from annotation.refusal import Refused, refused
from annotation.services import finish_unit
from diffs.models import Alignment, Diff, DiffDraft, PaperPair
from diffs.rules import Derivation
from diffs.selectors import CheckedAnswer, check_answer
from diffs.services.drafts import lock_unit, own_latest, refuse_complete
from evaluator.convert import to_json
from evaluator.schema import DiffAnswer
from evaluator.vocabulary import Dynamics, Fate, Origin
from genomes.models import IdeaObject


@transaction.atomic
def submit_diff(*, by: User, pair: PaperPair, payload: Mapping[str, Any]) -> Diff:
    """Submit an answer to a pair, and finish the person's work on it.

    The same answer sent twice, also at once, is one submission that both callers get. A changed answer is a new one
    with the next number, until all labels of the pair are in. A label that comes after them is kept as surplus.
    Raises Refused with everything that is missing, when the person does not label this pair, or when there is no
    guideline; Conflict when the labels are complete and the person's own is among them.
    """
    checked = check_answer(pair, payload)
    unit = lock_unit(pair)
    latest = own_latest(by, pair)
    answer, dynamics = to_json(checked.answer), checked.answer.dynamics
    if latest is not None and latest.answer == answer:
        _end_draft(by, pair)
        return latest
    _refuse_others(by, pair)
    if latest is not None:
        refuse_complete(unit)
    if checked.gaps or checked.derivation is None or dynamics is None:
        raise Refused(checked.gaps)
    counted = finish_unit(person=by, unit=unit)
    number = 1 if latest is None else latest.number + 1
    diff = _stored(by, pair, number, checked, dynamics, checked.derivation, is_surplus=not counted)
    _end_draft(by, pair)
    return diff


def _refuse_others(by: User, pair: PaperPair) -> None:
    held = Assignment.objects.filter(unit=pair.unit_id, person=by).first()
    if held is None:
        raise refused("not_held", _("You do not hold this pair. Open it and press “Label this pair” first."))
    if held.purpose != Assignment.Purpose.LABEL:
        raise refused("other_purpose", _("You adjudicate this pair, so you cannot label it."))


def _stored(
    by: User,
    pair: PaperPair,
    number: int,
    checked: CheckedAnswer,
    dynamics: Dynamics,
    derivation: Derivation,
    *,
    is_surplus: bool,
) -> Diff:
    diff: Diff = Diff.objects.create(
        pair=pair,
        author=by,
        number=number,
        guideline=_guideline(pair),
        answer=to_json(checked.answer),
        decision=checked.decision,
        decision_key=checked.decision_key,
        dynamics=dynamics,
        derived_dynamics=derivation.dynamics,
        rule=derivation.rule,
        is_surplus=is_surplus,
    )
    Alignment.objects.bulk_create(_rows(diff, pair, checked.answer))
    return diff


def _guideline(pair: PaperPair) -> Guideline:
    current: Guideline | None = Guideline.objects.filter(project=pair.project_id).order_by("-version").first()
    if current is None:
        raise refused("no_guideline", _("This project has no guideline. An admin publishes one; then submit again."))
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
