"""How pages and API reach what is in dispute: what a person may not know of is not found."""

from django.http import Http404

from adjudication.permissions import can_see_disputes
from adjudication.selectors import cases_for
from annotation.access import Asked, allow, person_of
from annotation.models import Project, Unit
from annotation.selectors import UNIT_SUBJECT
from genomes.models import SecondReading


def unit_in_dispute(request: Asked, project: Project, unit_id: int) -> Unit:
    """For those who oversee: a unit whose labels the person may see and that is or was in dispute.

    That of a pair, or of a submitted reading.
    """
    person = person_of(request)
    allow(can_see_disputes(person, project))
    unit: Unit | None = Unit.objects.select_related(*UNIT_SUBJECT).filter(project=project, pk=unit_id).first()
    pairs = cases_for(project, person).filter(unit=unit_id)
    readings = SecondReading.objects.visible_to(person).filter(unit=unit_id, submitted_at__isnull=False)
    if unit is None or not (pairs.exists() or readings.exists()):
        raise Http404
    return unit
