"""The filters of the list of units, as they stand in an address."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from urllib.parse import urlencode

from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from annotation.models import Assignment, Project, Unit, User
from annotation.querysets import UnitQuerySet, holds_place
from annotation.selectors.units import overseen_holds

LONGEST_NUMBER = 18  # digits of an id that the database can hold
NO_STAGE = "none"
YES = "1"

STATES = {
    "untouched": _("nobody has begun"),
    "in_work": _("in work"),
    "waiting": _("lacks labels, held by nobody"),
    "complete": _("all labels are in"),
    "not_ready": _("not ready"),
}


@dataclass(frozen=True)
class Filters:
    """Each one empty when all are shown. What cannot be is taken for empty, so no address ends in an error."""

    stage: str = ""  # an id, or "none"
    kind: str = ""
    domain: str = ""
    state: str = ""
    person: str = ""  # an id: units that they hold or have finished
    overdue: str = ""
    paused: str = ""
    q: str = ""

    @classmethod
    def read(cls, query: Mapping[str, str]) -> "Filters":
        """The filters of a query string or a form."""
        given = {each.name: str(query.get(each.name, "")).strip() for each in fields(cls)}
        allowed = {
            "stage": given["stage"] == NO_STAGE or _is_id(given["stage"]),
            "kind": given["kind"] in Unit.Kind.values,
            "state": given["state"] in STATES,
            "person": _is_id(given["person"]),
            "overdue": given["overdue"] == YES,
            "paused": given["paused"] == YES,
        }
        return cls(**{name: value[:200] if allowed.get(name, True) else "" for name, value in given.items()})

    @property
    def query(self) -> str:
        """The filters as they stand behind the question mark of an address."""
        named = {each.name: getattr(self, each.name) for each in fields(self)}
        return urlencode({name: value for name, value in named.items() if value})

    def apply(self, units: UnitQuerySet, reader: User, project: Project) -> UnitQuerySet:
        """The units that fit. Asked whose they are, by the holds alone that the reader may see."""
        if self.stage:
            units = units.filter(stage=None if self.stage == NO_STAGE else int(self.stage))
        if self.kind:
            units = units.filter(kind=self.kind)
        if self.domain:
            units = units.filter(domain=self.domain)
        if self.q:
            units = units.filter(title__icontains=self.q)
        if self.overdue:
            units = units.filter(due__lt=timezone.localdate(), labels_done__lt=F("overlap"))
        if self.paused:
            units = units.filter(Q(is_paused=True) | Q(stage__is_paused=True))
        if self.person:
            theirs = overseen_holds(reader, project).filter(holds_place(), person=int(self.person)).order_by()
            units = units.filter(pk__in=theirs.values("unit"))
        return _in_state(units, self.state)


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER


def _in_state(units: UnitQuerySet, state: str) -> UnitQuerySet:
    if state == "complete":
        return units.filter(labels_done__gte=F("overlap"))
    if state == "not_ready":
        return units.filter(is_ready=False, labels_done__lt=F("overlap"))
    active = Assignment.objects.active().filter(purpose=Assignment.Purpose.LABEL)
    held = Q(pk__in=active.order_by().values("unit"))
    conditions = {
        "untouched": ~held & Q(is_ready=True, labels_done=0),
        "in_work": held,
        "waiting": ~held & Q(is_ready=True, labels_done__lt=F("overlap")),
    }
    return units.filter(conditions[state]) if state else units
