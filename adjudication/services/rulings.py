"""Decide what an object is that author and second reader typed differently: rows that are only ever added."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from adjudication.models import ObjectRuling, Resolution
from adjudication.selectors.genome_disputes import Wish, wished
from adjudication.selectors.genome_screen import in_a_pair
from adjudication.services.genome_holds import after_ruling, hold_of, lock_reading, refuse_other_holder, refuse_part
from adjudication.services.holding import end_of_others
from adjudication.services.reasons import length_faults
from annotation.models import Assignment, Project, User
from annotation.refusal import Conflict, Fault, Refused, refused
from annotation.services import claim_unit, finish_unit
from annotation.wording import label
from evaluator.vocabulary import ObjectType
from genomes.models import SecondReading, Typing
from genomes.services import apply_ruling, take_ruling_back

ADJUDICATE = Assignment.Purpose.ADJUDICATE
REOPENED = ObjectRuling.Outcome.REOPENED


@transaction.atomic
def rule_objects(*, by: User, reading: SecondReading, wishes: Sequence[Wish]) -> list[ObjectRuling]:
    """Decide some of the objects in dispute, and apply each decision to the genome as a recorded step.

    Sent twice, also at once, each is decided once. Raises Refused with everything that is wrong or missing, each fault
    with its field ("rationale.3"), and for who had a part in the genome; Conflict when an object is decided already,
    or another adjudicator has the genome in hand.
    """
    reading = _locked(by, reading)
    lock_reading(reading)
    refuse_other_holder(by, hold_of(reading))
    typings = {each.number: each for each in Typing.objects.parted().filter(reading=reading)}
    if not wishes:
        raise refused(
            "nothing_chosen", _("Nothing is chosen yet. Choose A, B, your own answer or “exclude”."), "choice"
        )
    faults = [fault for wish in wishes for fault in _faults_of(typings.get(wish.number), wish)]
    faults += _said_twice([wish.number for wish in wishes])
    if faults:
        raise Refused(faults)
    end_of_others(hold_of(reading), by, reading.unit)
    rulings = [_ruled(by, typings[wish.number], wish) for wish in wishes]
    claim_unit(person=by, unit=reading.unit, purpose=ADJUDICATE)
    finish_unit(person=by, unit=reading.unit, purpose=ADJUDICATE)
    after_ruling(by, reading, {wish.number for wish in wishes})
    return rulings


@transaction.atomic
def reopen_object(*, by: User, typing: Typing, reason_code: str, rationale: str) -> ObjectRuling:
    """Put an object back into dispute by a further ruling; the genome has it again as its author typed it.

    Raises Refused without a reason, for who had a part in the genome, and once the genome is in a pair; Conflict when
    no ruling stands.
    """
    _locked(by, typing.reading)
    faults = _word_faults(typing.number, reason_code, rationale)
    if faults:
        raise Refused(faults)
    if _standing(typing) is None:
        raise Conflict([Fault("not_ruled", _("No decision about this object stands: it is open. Reload the page."))])
    take_ruling_back(by=by, idea_object=typing.idea_object, why=rationale)
    return _append(by, typing, REOPENED, ("", ""), Wish(typing.number, "", "", "", reason_code, rationale))


def _locked(by: User, reading: SecondReading) -> SecondReading:
    """The reading under lock. No pair of its genome can be made meanwhile: that locks the project as well."""
    Project.objects.select_for_update(no_key=True).get(pk=reading.unit.project_id)
    reading = SecondReading.objects.select_for_update(of=("self",)).select_related("unit", "genome").get(pk=reading.pk)
    refuse_part(by, reading)
    if in_a_pair(reading):
        message = _("The genome is in a pair, whose labels rest on its objects: they can no longer change.")
        raise Conflict([Fault("paired", message)])
    return reading


def _standing(typing: Typing) -> ObjectRuling | None:
    found: ObjectRuling | None = ObjectRuling.objects.standing().filter(typing=typing).first()
    return found


def _faults_of(typing: Typing | None, wish: Wish) -> Iterable[Fault]:
    number = {"number": wish.number}
    if typing is None:
        yield Fault("not_disputed", _("Object %(number)s is not in dispute.") % number, f"choice.{wish.number}")
        return
    if wished(typing, wish) is None:
        message = _("Object %(number)s: choose A, B, your own type and role, or “exclude”.") % number
        yield Fault("no_choice", message, f"choice.{wish.number}")
    yield from _word_faults(wish.number, wish.reason_code, wish.rationale)


def _said_twice(numbers: Sequence[int]) -> list[Fault]:
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    message = _("Object %(number)s is decided twice here. Send one decision for it.")
    return [Fault("twice", message % {"number": number}, f"choice.{number}") for number in twice]


def _word_faults(number: int, reason_code: str, rationale: str) -> list[Fault]:
    faults, words = [], {"number": number}
    if reason_code not in Resolution.Reason.values:
        message = _("Object %(number)s: say why the two differ; choose a reason.") % words
        faults.append(Fault("no_reason", message, f"reason_code.{number}"))
    if not rationale.strip():
        message = _("Object %(number)s: write the rationale of the decision.") % words
        faults.append(Fault("no_rationale", message, f"rationale.{number}"))
    return [*faults, *length_faults(rationale.strip(), f"rationale.{number}")]


def _ruled(by: User, typing: Typing, wish: Wish) -> ObjectRuling:
    decided = wished(typing, wish)
    if decided is None:
        raise RuntimeError("a wish without an outcome has been refused before")
    outcome, kind, role = decided
    standing = _standing(typing)
    if standing is not None:
        if _is_the_same(standing, by, outcome, (kind, role), wish):
            return standing
        message = _("Object %(number)s was decided meanwhile. Reload the page; reopen it to decide anew.")
        raise Conflict([Fault("ruled", message % {"number": wish.number}, f"choice.{wish.number}")])
    apply_ruling(
        by=by, idea_object=typing.idea_object, type=kind, contribution_role=role, why=_why(outcome, kind, wish)
    )
    return _append(by, typing, outcome, (kind, role), wish)


def _why(outcome: str, kind: str, wish: Wish) -> str:
    said = label(ObjectType(kind)) if kind else ObjectRuling.Outcome(outcome).label
    return _("Decided by a third person: %(what)s. %(why)s") % {"what": said, "why": wish.rationale.strip()}


def _is_the_same(standing: ObjectRuling, by: User, outcome: str, said: tuple[str, str], wish: Wish) -> bool:
    """Whether this is the very decision that stands, sent again."""
    return (
        standing.adjudicator_id,
        standing.outcome,
        standing.type,
        standing.contribution_role,
        standing.reason_code,
        standing.rationale,
    ) == (by.pk, outcome, *said, wish.reason_code, wish.rationale.strip())


def _append(by: User, typing: Typing, outcome: str, said: tuple[str, str], wish: Wish) -> ObjectRuling:
    last = ObjectRuling.objects.filter(typing=typing).order_by("-number").values_list("number", flat=True).first()
    ruling: ObjectRuling = ObjectRuling.objects.create(
        typing=typing,
        number=(last or 0) + 1,
        adjudicator=by,
        outcome=outcome,
        type=said[0],
        contribution_role=said[1],
        choice=wish.choice,
        reason_code=wish.reason_code,
        rationale=wish.rationale.strip(),
    )
    return ruling
