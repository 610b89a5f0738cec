"""The second reading of a genome: asked for when it is handed in, drafted, submitted once, or done without."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import Assignment, Guideline, Unit, User
from annotation.refusal import Conflict, Fault, Refused, refused
from annotation.services import create_unit, finish_unit, renew_lease, set_ready
from evaluator.compare import typing_key
from genomes.models import Genome, IdeaObject, Operation, ReadingDraft, SecondReading, Typing
from genomes.rules import Said
from genomes.selectors.second_reading import (
    LONGEST_REASON,
    clean_payload,
    draft_of,
    objects_to_read,
    reading_faults,
    said_of,
)


def ask_for_reading(*, genome: Genome) -> SecondReading | None:
    """Make the reading of a genome that has just been handed in, where the project wants one. Call it in a transaction.

    Barred from it is everybody who may know the first typing: who made it, wrote in it, or ever had it in hand, in this
    text of the paper or in another, since objects are carried over from text to text.
    """
    if not genome.unit.project.wants_second_reader:
        return None
    unit = create_unit(
        project=genome.unit.project,
        kind=Unit.Kind.READING,
        title=genome.unit.title,
        domain=genome.unit.domain,
        overlap=1,
        due=genome.unit.due,
        priority=genome.unit.priority,
        barred=User.objects.filter(pk__in=_people_of(genome)),
    )
    reading: SecondReading = SecondReading.objects.create(genome=genome, unit=unit)
    return reading


def _people_of(genome: Genome) -> set[int]:
    versions = Genome.objects.filter(source_version__paper=genome.source_version.paper)
    rows = [
        IdeaObject.objects.filter(genome__in=versions).values_list("created_by"),
        Operation.objects.filter(genome__in=versions).values_list("by"),
        Assignment.objects.filter(unit__in=versions.values("unit")).values_list("person"),
        versions.exclude(author=None).values_list("author"),
    ]
    return {person for each in rows for (person,) in each}


@transaction.atomic
def save_reading_draft(*, by: User, reading: SecondReading, payload: Mapping[str, Any], revision: int) -> ReadingDraft:
    """Save answers as far as they have come. `revision` is what the screen grew from, 0 for none.

    Raises Refused when the person does not hold the reading or a field is no text; Conflict when the reading is
    closed or its place has gone, and, with what is saved in `current`, when another tab was first.
    """
    reading = _locked(reading)
    _refuse_closed(reading)
    renew_lease(person=by, unit=reading.unit)
    cleaned = clean_payload(payload, objects_to_read(reading))
    draft = draft_of(by, reading) or ReadingDraft(reading=reading, reader=by)
    if draft.revision != revision:
        message = _("The draft was changed in another tab or on another device. Choose what to keep.")
        raise Conflict([Fault("draft_changed", message, "revision")], current=draft_state(draft))
    draft.payload, draft.revision = cleaned, revision + 1
    draft.save()
    return draft


def draft_state(draft: ReadingDraft | None) -> dict[str, Any]:
    """A draft as JSON; a missing one counts as empty, at revision 0."""
    if draft is None or not draft.revision:
        return {"payload": {}, "revision": 0, "saved_at": None}
    return {"payload": draft.payload, "revision": draft.revision, "saved_at": draft.saved_at.isoformat()}


@transaction.atomic
def submit_reading(*, by: User, reading: SecondReading, payload: Mapping[str, Any]) -> SecondReading:
    """Submit a reading, once and for good, under the guideline of the moment.

    Sent twice by its reader, also at once, it is one submission that both callers get. Raises Refused with everything
    that is missing, and when the person does not hold the reading; Conflict when it is closed or its place has gone.
    """
    reading = _locked(reading)
    if reading.submitted_at is not None and reading.reader_id == by.pk:
        return reading
    _refuse_closed(reading)
    renew_lease(person=by, unit=reading.unit)
    objects = objects_to_read(reading)
    cleaned = clean_payload(payload, objects)
    faults = reading_faults(cleaned, objects)
    if faults:
        raise Refused(faults)
    Typing.objects.bulk_create(
        _typing(reading, number, each, said_of(cleaned, number)) for number, each in objects.items()
    )
    reading.reader, reading.guideline, reading.submitted_at = by, _guideline(reading), timezone.now()
    reading.save(update_fields=["reader", "guideline", "submitted_at"])
    finish_unit(person=by, unit=reading.unit)
    ReadingDraft.objects.filter(reading=reading, reader=by).delete()
    return reading


@transaction.atomic
def waive_reading(*, by: User, reading: SecondReading, reason: str) -> SecondReading:
    """Go on without a second reader, for good and with a reason; the genome's author then stands alone.

    Raises Refused without a reason; Conflict when the reading is closed already.
    """
    reading = _locked(reading)
    _refuse_closed(reading)
    if not reason.strip():
        raise refused("no_reason", _("Say why this genome needs no second reader."), "reason")
    reading.waived_by, reading.waived_at = by, timezone.now()
    reading.waive_reason = reason.strip()[:LONGEST_REASON]
    reading.save(update_fields=["waived_by", "waived_at", "waive_reason"])
    set_ready(unit=reading.unit, is_ready=False)
    return reading


def _locked(reading: SecondReading) -> SecondReading:
    """The reading under lock: two tabs, and a reader and an admin, come one after the other."""
    locked: SecondReading = (
        SecondReading.objects.select_for_update(of=("self",))
        .select_related("unit__project", "genome__source_version__paper")
        .get(pk=reading.pk)
    )
    return locked


def _refuse_closed(reading: SecondReading) -> None:
    if reading.waived_at is not None:
        message = _("An admin has decided to do without this reading. Take the next unit from My work.")
        raise Conflict([Fault("waived", message)])
    if reading.submitted_at is not None:
        message = _("This reading is submitted; it can no longer be changed. Take the next unit from My work.")
        raise Conflict([Fault("submitted", message)])


def _typing(reading: SecondReading, number: int, idea_object: IdeaObject, said: Said) -> Typing:
    first = (idea_object.type, idea_object.contribution_role)
    second = (said.type, said.role) if said.is_object else ("", "")
    return Typing(
        reading=reading,
        idea_object=idea_object,
        number=number,
        first_type=first[0],
        first_role=first[1],
        first_key=typing_key(is_object=True, type=first[0], contribution_role=first[1]),
        is_object=said.is_object,
        type=second[0],
        contribution_role=second[1],
        reason=said.reason,
        key=typing_key(is_object=said.is_object, type=second[0], contribution_role=second[1]),
    )


def _guideline(reading: SecondReading) -> Guideline:
    guideline: Guideline | None = Guideline.objects.filter(project=reading.unit.project_id).order_by("-version").first()
    if guideline is None:
        raise refused("no_guideline", _("This project has no guideline. An admin publishes one; then submit again."))
    return guideline
