"""The guideline: a change is a new version, so that each label keeps the words it was made under."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from annotation.models import Guideline, GuidelineNote, GuidelineReading, Membership, Notification, Project, User
from annotation.refusal import Conflict, Fault, Refused, refused
from annotation.selectors.guidelines import READERS
from annotation.services.telling import notify
from annotation.services.validation import refuse_invalid

LONGEST = 200_000  # characters; a guideline is read by people, and two versions are compared line by line


@transaction.atomic
def publish_guideline(
    *,
    by: User,
    project: Project,
    body: str,
    note: str = "",
    based_on: int | None = None,
    must_be_read: bool = False,
    notes: Sequence[int] = (),
) -> Guideline:
    """Publish the next version, tell everybody who works by it, and mark the notes that it takes in.

    With `based_on`, `Conflict` when another version came out since it was read. From the second version on a note of
    what changed is required. Its author has read it. `notes` are ids of this project's notes that wait.
    """
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    latest = project.guidelines.aggregate(latest=Max("version"))["latest"] or 0
    _refuse_outdated(based_on, latest)
    _refuse_unusable(body, note, latest)
    taken = _notes(project, notes)
    guideline = Guideline(
        project=project, version=latest + 1, body=body, note=note.strip(), must_be_read=must_be_read, created_by=by
    )
    refuse_invalid(guideline)
    guideline.save(force_insert=True)
    GuidelineReading.objects.create(guideline=guideline, reader=by)
    GuidelineNote.objects.filter(pk__in=taken).update(taken_in=guideline)
    _tell(by, guideline)
    return guideline


def _refuse_outdated(based_on: int | None, latest: int) -> None:
    if based_on is None or based_on == latest:
        return
    message = _("Version %(version)s was published meanwhile. Compare it with your text, then publish again.")
    raise Conflict([Fault("guideline_changed", message % {"version": latest}, "body")], current=latest)


def _refuse_unusable(body: str, note: str, latest: int) -> None:
    faults = []
    if not body.strip():
        faults.append(Fault("empty", _("A guideline needs text."), "body"))
    if len(body) > LONGEST:
        message = _("A guideline has at most %(most)s characters; this one has %(count)s.")
        faults.append(Fault("too_long", message % {"most": LONGEST, "count": len(body)}, "body"))
    if latest and not note.strip():
        message = _("Say in a line what changed: people who have read the last version look for it.")
        faults.append(Fault("note_missing", message, "note"))
    if faults:
        raise Refused(faults)


def _notes(project: Project, notes: Sequence[int]) -> list[int]:
    """The notes that wait, under lock; `Refused` when one of those named is not among them."""
    waiting = project.guideline_notes.select_for_update().filter(taken_in=None, pk__in=notes)
    found = list(waiting.order_by("pk").values_list("pk", flat=True))
    if len(found) < len(set(notes)):
        message = _("A note is not there any more, or was taken in already. Load the page again to see which wait.")
        raise refused("unknown_note", message, "notes")
    return found


def _tell(by: User, guideline: Guideline) -> None:
    held = Membership.objects.filter(project=guideline.project, role__in=READERS).exclude(user=by)
    notify(
        recipients=[each.user for each in held.select_related("user").order_by("pk")],
        project=guideline.project,
        kind=Notification.Kind.GUIDELINE,
        guideline=guideline,
        version=guideline.version,
        note=guideline.note,
        must_be_read=guideline.must_be_read,
    )
