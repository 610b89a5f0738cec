"""Reading the guideline: people say that they have, and are asked to before they take the next unit."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from annotation.models import Guideline, GuidelineReading, Project, User
from annotation.refusal import Conflict, Fault, refused
from annotation.selectors.guidelines import current_guideline, unread_guideline


@transaction.atomic
def confirm_reading(*, by: User, guideline: Guideline) -> GuidelineReading:
    """Record that the person has read the version in force. Said twice, it is said once.

    Raises `Conflict` with the version in force when another came out meanwhile: that is the one to read.
    """
    current = current_guideline(guideline.project)
    if current.pk != guideline.pk:
        message = _("Version %(version)s came out meanwhile. Read that one.") % {"version": current.version}
        raise Conflict([Fault("guideline_changed", message)], current=current.version)
    reading: GuidelineReading = GuidelineReading.objects.get_or_create(guideline=guideline, reader=by)[0]
    return reading


def refuse_unread(person: User, project: Project) -> None:
    """Raise `Refused` while a version that everybody has to read waits for this person."""
    unread = unread_guideline(person, project)
    if unread is not None:
        message = _(
            "Guideline %(version)s changed what you label by. Read it under Guideline and say that you have; then take"
            " the next unit. What you hold you may finish."
        )
        raise refused("guideline_unread", message % {"version": unread.version})
