"""Known answers, and how an answer compares with one. The only writer of both."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.models import Assignment, Membership, Notification, Role, Unit, User
from annotation.refusal import Refused, refused
from annotation.rules import falls_below, has_qualified
from annotation.selectors.checks import qualifying_next
from annotation.services.checks import pause_for_accuracy, qualify_member, tell_admins
from diffs.models import CheckResult, Diff, DiffDraft, KnownAnswer, PaperPair
from diffs.selectors import check_answer, read_answer
from diffs.selectors.calibration import rights_of
from diffs.services.drafts import store_draft
from evaluator.compare import same_fields
from evaluator.convert import to_json
from evaluator.schema import DiffAnswer

Use = KnownAnswer.Use
LONGEST_EXPLANATION = 10_000


@transaction.atomic
def mark_known(
    *,
    by: User,
    pair: PaperPair,
    payload: Mapping[str, Any] | DiffAnswer,
    use: str = Use.BOTH,
    explanation: str = "",
) -> KnownAnswer:
    """Say that the answer of a pair is known, so that people are measured on it.

    From then on it is handed to nobody as a real unit; who holds it may finish. The same said again changes nothing;
    anything else is the next number, and earlier answers stay with what was measured by them. Raises Refused with
    everything that an answer lacks.
    """
    unit = _locked_unit(pair)
    _refuse_unusable(use, explanation)
    checked = check_answer(pair, payload)
    dynamics = checked.answer.dynamics
    if checked.gaps or checked.derivation is None or dynamics is None:
        raise Refused(checked.gaps)
    unit.is_known = True
    unit.save(update_fields=["is_known"])
    latest = newest_known(pair)
    said = {"answer": to_json(checked.answer), "use": use, "explanation": explanation.strip()}
    if latest is not None and all(getattr(latest, name) == value for name, value in said.items()):
        return latest
    known: KnownAnswer = KnownAnswer.objects.create(
        pair=pair,
        number=1 if latest is None else latest.number + 1,
        decision=checked.decision,
        decision_key=checked.decision_key,
        dynamics=dynamics,
        rule=checked.derivation.rule,
        created_by=by,
        **said,
    )
    return known


@transaction.atomic
def begin_known(*, by: User, pair: PaperPair) -> DiffDraft:
    """Open a draft of a pair's known answer for a person who has no part in its labels: from what is known, or empty.

    Raises Refused for one who holds or has held the pair.
    """
    if Assignment.objects.filter(unit=pair.unit_id, person=by).exists():
        raise refused("has_a_part", _("You have a part in this pair's labels, so somebody else writes what is known."))
    latest = newest_known(pair)
    first = {"payload": {} if latest is None else latest.answer}
    draft: DiffDraft = DiffDraft.objects.get_or_create(pair=pair, author=by, defaults=first)[0]
    return draft


@transaction.atomic
def save_known_draft(*, by: User, pair: PaperPair, payload: Mapping[str, Any], revision: int) -> DiffDraft:
    """Save a known answer as far as it has come; as `save_draft`, for who writes it."""
    read_answer(payload)
    draft = DiffDraft.objects.select_for_update().filter(pair=pair, author=by).first()
    if draft is None:
        raise refused("not_begun", _("This known answer is finished. Begin a change of it on the page of calibration."))
    return store_draft(by, pair, draft, payload, revision)


@transaction.atomic
def finish_known(*, by: User, pair: PaperPair, payload: Mapping[str, Any]) -> KnownAnswer:
    """Take what was written as the known answer; use and explanation stay as they were. Raises what mark_known does."""
    latest = newest_known(pair)
    kept = {} if latest is None else {"use": latest.use, "explanation": latest.explanation}
    known = mark_known(by=by, pair=pair, payload=payload, **kept)
    DiffDraft.objects.filter(pair=pair, author=by).delete()
    return known


@transaction.atomic
def explain_known(*, by: User, pair: PaperPair, use: str, explanation: str) -> KnownAnswer:
    """Change what a known answer is used for, and why it is the answer. Raises Refused for a pair without one."""
    latest = newest_known(pair)
    if latest is None:
        raise refused("not_known", _("The answer of this pair is not known. Mark it from its gold, or write it."))
    return mark_known(by=by, pair=pair, payload=latest.answer, use=use, explanation=explanation)


@transaction.atomic
def unmark_known(*, by: User, pair: PaperPair) -> None:
    """Measure nobody on the pair any more. What was measured stays; a pair that lacks labels is handed out again."""
    unit = _locked_unit(pair)
    unit.is_known = False
    unit.save(update_fields=["is_known"])


def newest_known(pair: PaperPair) -> KnownAnswer | None:
    known: KnownAnswer | None = KnownAnswer.objects.filter(pair=pair).order_by("-number").first()
    return known


def record_check(*, diff: Diff, hold: Assignment) -> CheckResult:
    """Compare a submission with the known answer of its time, and draw what follows for the person.

    In the transaction of the submission: announced ones may qualify them, unannounced ones may pause them.
    """
    known = KnownAnswer.objects.filter(pair=diff.pair_id).order_by("-number").first()
    if known is None:
        raise ValueError("a person is measured on a pair whose answer was never known")
    fields = same_fields(known.decision, diff.decision)
    result: CheckResult = CheckResult.objects.create(
        diff=diff,
        known=known,
        is_announced=hold.is_announced,
        fields=fields,
        is_right=fields["dynamics"],
        share=sum(fields.values()) / len(fields),
    )
    _draw_consequences(diff, is_announced=hold.is_announced)
    return result


def _draw_consequences(diff: Diff, *, is_announced: bool) -> None:
    members = Membership.objects.select_related("project", "user")
    membership = members.filter(project=diff.pair.project_id, user=diff.author, role=Role.ANNOTATOR).first()
    if membership is None:  # they left the project and finish what they hold
        return
    project, rights = membership.project, rights_of(membership, is_announced=is_announced)
    if not is_announced:
        if falls_below(rights, project.check_window, project.check_percent):
            latest = rights[-project.check_window :]
            pause_for_accuracy(membership=membership, right=sum(latest), of=len(latest))
    elif has_qualified(rights, project.qualification_units, project.qualification_percent):
        qualify_member(membership=membership)
    elif membership.qualified_at is None and qualifying_next(membership) is None:
        tell_admins(membership, Notification.Kind.QUALIFIED, event="stuck", right=sum(rights), of=len(rights))


def _locked_unit(pair: PaperPair) -> Unit:
    unit: Unit = Unit.objects.select_for_update(no_key=True).get(pk=pair.unit_id)
    return unit


def _refuse_unusable(use: str, explanation: str) -> None:
    if use not in Use.values:
        raise refused("not_a_choice", _("Say what the known answer is for: to qualify, unannounced, or both."), "use")
    if len(explanation) > LONGEST_EXPLANATION:
        message = _("An explanation has at most %(most)s characters.") % {"most": LONGEST_EXPLANATION}
        raise refused("too_long", message, "explanation")
