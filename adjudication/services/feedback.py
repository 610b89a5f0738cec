"""Telling those who labelled a pair that it is decided, so that they can see how their answer compares."""

from annotation.models import Assignment, Notification, User
from annotation.services import notify
from diffs.models import PaperPair


def tell_labellers(pair: PaperPair) -> None:
    """Tell everybody who handed in a label.

    Who was only measured on the pair is told nothing: their answer is no label, and a notice would say that the pair's
    answer was known.
    """
    labelled = Assignment.objects.filter(
        unit=pair.unit_id, purpose=Assignment.Purpose.LABEL, state=Assignment.State.FINISHED
    )
    people = User.objects.filter(pk__in=labelled.values("person"), is_active=True)
    notify(recipients=people, project=pair.project, kind=Notification.Kind.DECIDED, unit=pair.unit)
