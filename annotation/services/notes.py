"""Notes to the guideline: an admin answers a question for everybody, until a version takes the answer in."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from annotation.models import Comment, GuidelineNote, Notification, Project, User
from annotation.refusal import refused
from annotation.sections import section_of
from annotation.services.guidelines import LONGEST
from annotation.services.telling import notify
from annotation.services.validation import refuse_invalid


@transaction.atomic
def add_note(
    *, by: User, project: Project, text: str, about_field: str = "", question: Comment | None = None
) -> GuidelineNote:
    """Write a note below the guideline. `question` is what it answers, which the caller may see; its author is told.

    Raises `Refused` without text, or about what no section speaks of.
    """
    if not text.strip():
        raise refused("empty", _("A note needs text."), "text")
    if len(text) > LONGEST:
        raise refused("too_long", _("A note has at most %(most)s characters.") % {"most": LONGEST}, "text")
    if about_field and not section_of(about_field):
        raise refused("unknown_field", _("Choose one of the sections, or none."), "about_field")
    if question is not None and question.unit.project_id != project.pk:
        raise refused("other_project", _("The question is not of this project."), "question")
    note = GuidelineNote(
        project=project, text=text.strip(), about_field=section_of(about_field), question=question, created_by=by
    )
    refuse_invalid(note)
    note.save(force_insert=True)
    if question is not None and question.author_id != by.pk:
        kind, unit = Notification.Kind.QUESTION, question.unit
        notify(recipients=[question.author], project=project, kind=kind, unit=unit, said="note")
    return note


@transaction.atomic
def remove_note(*, by: User, note: GuidelineNote) -> None:
    """Take a note back. One that a version took in stays, as a record of why that version reads as it does."""
    locked = GuidelineNote.objects.select_for_update().get(pk=note.pk)
    if locked.taken_in_id is not None:
        raise refused("taken_in", _("A version has taken this note in, so it stays on record."))
    locked.delete()
