"""What the controls beside a case are given: pass it over, or put it into somebody's hands."""

from typing import Any

from django.http import HttpRequest

from adjudication.models import Skip
from adjudication.permissions import can_adjudicate, can_hand_out
from adjudication.selectors.third_persons import third_persons
from annotation.access import person_of
from annotation.models import Unit, User


def hand_context(request: HttpRequest, unit: Unit, holder: User | None) -> dict[str, Any]:
    """`unit` comes with its project. One query for who may skip, five for who hands out."""
    person, project = person_of(request), unit.project
    hands_out = can_hand_out(person, project)
    decides = can_adjudicate(person, project)
    return {
        "hand_unit": unit.pk,
        "hand_skips": decides,
        "hand_skipped": decides and Skip.objects.filter(unit=unit, adjudicator=person).exists(),
        "hand_holder": holder,
        "hand_people": [each for each in third_persons(project, unit.pk) if each != holder] if hands_out else [],
        "hand_out": hands_out,
    }
