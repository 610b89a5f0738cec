"""Decisions about disputed pairs: rows that are only ever added."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from adjudication import rules
from adjudication.models import Case, CaseDraft, Resolution
from adjudication.selectors import Rows, Side, answer_faults, choices_of, rows_of, sides_of_case
from adjudication.services.feedback import tell_labellers
from adjudication.services.holding import (
    case_of,
    end_of_others,
    lock_unit,
    refuse_held,
    refuse_labeller,
    refuse_settled,
)
from adjudication.services.reasons import RowNotes, Words, length_faults, whole_faults, words_of
from annotation.models import Assignment, Unit, User
from annotation.refusal import Conflict, Fault, Refused
from annotation.services import claim_unit, finish_unit
from diffs.models import PaperPair
from diffs.selectors import CheckedAnswer, check_answer, sides_of
from evaluator.convert import to_json
from evaluator.schema import DiffAnswer

RESOLVED, NEITHER, REOPENED = Resolution.Outcome.RESOLVED, Resolution.Outcome.NEITHER, Resolution.Outcome.REOPENED
ADJUDICATE = Assignment.Purpose.ADJUDICATE
OUTCOMES = (RESOLVED, NEITHER, Resolution.Outcome.EXCLUDED)


@transaction.atomic
def resolve_case(
    *,
    by: User,
    pair: PaperPair,
    outcome: str,
    reason_code: str,
    rationale: str,
    payload: Mapping[str, Any] | DiffAnswer | None = None,
    choices: Mapping[str, str] | None = None,
    row_notes: RowNotes | None = None,
) -> Resolution:
    """Decide a disputed pair, and tell its labellers. Sent twice, also at once, it is one resolution that both get.

    `outcome` is resolved (then `payload` is the whole gold answer, as complete as a submission), neither, or excluded.
    `choices` says for each row in dispute which label it follows, or own, or neither; when None it is read off the
    payload. Every row answered with neither makes the outcome neither. `row_notes` gives rows a `reason_code` and a
    `rationale` of their own; those of the whole hold for the others, and may be empty when every row in dispute has
    its own. Raises Refused with everything that is wrong or missing; Conflict when another adjudicator holds the case
    or was first.
    """
    unit = lock_unit(pair)
    sides, ideas = sides_of_case(pair), sides_of(pair)
    rows = rows_of(sides, ideas)
    words = words_of(reason_code, rationale, row_notes, rows, ideas)
    standing: Resolution | None = Resolution.objects.standing().filter(pair=pair).first()
    if standing is not None and _is_the_same(standing, by, outcome, words):
        kept = standing.choices if choices is None else _kept(choices, rows, sides)
        if standing.choices == kept and standing.answer == _answer_sent(pair, standing, payload):
            return standing
    refuse_settled(pair)
    refuse_held(by, case_of(pair))
    refuse_labeller(by, pair)
    if outcome == RESOLVED and rules.rejected_all(rows.disputed, choices or {}):
        outcome = NEITHER
    checked = check_answer(pair, payload or {}) if outcome == RESOLVED else None
    if checked is not None and choices is None:
        choices = choices_of(sides, rows, checked.decision)
    faults = _outcome_faults(outcome) + words.faults
    faults += [] if checked is None else answer_faults(sides, rows, choices or {}, checked)
    if faults:
        raise Refused(faults)
    resolution = _append(by, pair, outcome, words, checked=checked, choices=_kept(choices, rows, sides))
    end_of_others(case_of(pair), by, unit)
    _close(by, pair, sides, resolution)
    tell_labellers(pair)
    return resolution


@transaction.atomic
def reopen_case(*, by: User, pair: PaperPair, reason_code: str, rationale: str) -> Resolution:
    """Put a resolved pair back into dispute by a further resolution; the earlier ones stay as they are.

    Raises Refused without a reason, and for a person who has a part in the labels; Conflict when nothing stands that
    could be reopened.
    """
    lock_unit(pair)
    refuse_labeller(by, pair)
    whole = rules.Note(reason_code, rationale.strip())
    if faults := [*whole_faults(whole), *length_faults(whole.rationale, "rationale")]:
        raise Refused(faults)
    if not Resolution.objects.standing().filter(pair=pair).exists():
        message = _("No resolution of this pair stands: it is open already. Reload the page.")
        raise Conflict([Fault("not_resolved", message)])
    return _append(by, pair, REOPENED, Words(whole, {}, []))


def _outcome_faults(outcome: str) -> list[Fault]:
    if outcome in OUTCOMES:
        return []
    return [Fault("no_outcome", _("Choose what becomes of the pair: gold, neither or excluded."), "outcome")]


def _append(
    by: User,
    pair: PaperPair,
    outcome: str,
    words: Words,
    *,
    checked: CheckedAnswer | None = None,
    choices: Mapping[str, str] | None = None,
) -> Resolution:
    last = Resolution.objects.filter(pair=pair).order_by("-number").values_list("number", flat=True).first()
    derivation = None if checked is None else checked.derivation
    resolution: Resolution = Resolution.objects.create(
        pair=pair,
        number=(last or 0) + 1,
        adjudicator=by,
        outcome=outcome,
        answer=None if checked is None else to_json(checked.answer),
        decision=None if checked is None else checked.decision,
        decision_key="" if checked is None else checked.decision_key,
        derived_dynamics="" if derivation is None else derivation.dynamics,
        rule=None if derivation is None else derivation.rule,
        choices=dict(choices or {}),
        reason_code=words.whole.reason_code,
        rationale=words.whole.rationale,
        row_notes=words.as_json,
    )
    Unit.objects.filter(pk=pair.unit_id).update(is_tallied=False)  # what adjudication changed is counted anew
    return resolution


def _kept(choices: Mapping[str, str] | None, rows: Rows, sides: Sequence[Side]) -> dict[str, str]:
    """The choices that say something: those of rows in dispute, and own answers to others."""
    given = choices or {}
    known = {*(side.letter for side in sides), rules.OWN, rules.NEITHER}
    return {
        row.key: given[row.key]
        for row in rows.all
        if given.get(row.key) in known and (row in rows.disputed or given[row.key] == rules.OWN)
    }


def _close(by: User, pair: PaperPair, sides: Sequence[Side], resolution: Resolution) -> None:
    """The adjudicator's work on the unit is finished, nobody holds the case, A stays A, the draft is done with."""
    claim_unit(person=by, unit=pair.unit, purpose=ADJUDICATE)
    finish_unit(person=by, unit=pair.unit, purpose=ADJUDICATE)
    resolution.based_on.set([side.diff for side in sides])
    order = [str(side.diff.pk) for side in sides]
    Case.objects.update_or_create(pair=pair, defaults={"adjudicator": None, "lease_expires_at": None, "order": order})
    CaseDraft.objects.filter(case__pair=pair, adjudicator=by).delete()


def _is_the_same(standing: Resolution, by: User, outcome: str, words: Words) -> bool:
    """Whether this person decided so, in these words."""
    said = (standing.adjudicator_id, standing.reason_code, standing.rationale, standing.row_notes)
    if said != (by.pk, words.whole.reason_code, words.whole.rationale, words.as_json):
        return False
    return standing.outcome == outcome or (standing.outcome == NEITHER and outcome == RESOLVED)


def _answer_sent(pair: PaperPair, standing: Resolution, payload: Mapping[str, Any] | DiffAnswer | None) -> Any:
    """The gold answer of a decision that is sent again, as it would be kept."""
    return to_json(check_answer(pair, payload or {}).answer) if standing.outcome == RESOLVED else None
