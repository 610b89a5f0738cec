"""The filters of agreement in an address, for pages and programs: read once, with every fault at once."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import MAXYEAR, date, timedelta

from django.core.cache import cache
from django.utils.translation import gettext as _

from adjudication.counting import FIELD_NAMES
from adjudication.selectors.wanted import NO_DOMAIN, Wanted
from annotation.models import Project, Unit
from annotation.refusal import Fault, Refused

LARGEST = 2**31 - 1
DIGITS = 10  # of the largest: Python refuses to read thousands of them
A_MINUTE = 60


def wanted_of(project: Project, asked: Mapping[str, str]) -> Wanted:
    """The filters that were asked for. Raises Refused for one that nothing can fit: it is never passed over."""
    faults: list[Fault] = []
    wanted = Wanted(
        domain=_domain(project, asked.get("domain", ""), faults),
        stage=_stage(project, asked.get("stage", ""), faults),
        guideline=_guideline(project, asked.get("guideline", ""), faults),
        since=_monday("from", asked.get("from", ""), faults),
        until=_monday("to", asked.get("to", ""), faults),
        field=_field(asked.get("field", ""), faults),
    )
    if wanted.since and wanted.until and wanted.since > wanted.until:
        faults.append(Fault("weeks", _("The first week comes after the last."), "from"))
    if faults:
        raise Refused(faults)
    return wanted


def domains_of(project: Project) -> list[str]:
    """Domains of pairs, as filters offer them: looked up once in a minute, as they lie in all units."""
    key = f"agreement:domains:{project.pk}"
    known: list[str] | None = cache.get(key)
    if known is None:
        units = Unit.objects.filter(project=project, kind=Unit.Kind.PAIR).exclude(domain="")
        known = list(units.order_by("domain").values_list("domain", flat=True).distinct())
        cache.set(key, known, A_MINUTE)
    return known


def _domain(project: Project, asked: str, faults: list[Fault]) -> str:
    if asked and asked != NO_DOMAIN:
        units = Unit.objects.filter(project=project, kind=Unit.Kind.PAIR, domain=asked) if "\0" not in asked else None
        if units is None or not units.exists():
            faults.append(Fault("domain", _("No pair has the domain “%(name)s”.") % {"name": asked}, "domain"))
    return asked


def _number(asked: str) -> int | None:
    is_number = asked.isascii() and asked.isdigit() and len(asked) <= DIGITS
    return int(asked) if is_number and int(asked) <= LARGEST else None


def _stage(project: Project, asked: str, faults: list[Fault]) -> int | None:
    if not asked:
        return None
    number = _number(asked)
    if number is None or not project.stages.filter(pk=number).exists():
        faults.append(Fault("stage", _("There is no such stage in this project."), "stage"))
    return number


def _guideline(project: Project, asked: str, faults: list[Fault]) -> int | None:
    if not asked:
        return None
    number = _number(asked)
    if number is None or (number and not project.guidelines.filter(version=number).exists()):
        faults.append(Fault("guideline", _("There is no such version of the guideline."), "guideline"))
    return number


def _monday(name: str, asked: str, faults: list[Fault]) -> date | None:
    """The Monday of the week of a day; the week must end before time does."""
    if not asked:
        return None
    monday: date | None = None
    with suppress(ValueError, OverflowError):
        day = date.fromisoformat(asked)
        monday = day - timedelta(days=day.weekday())
    if monday is None or monday.year == MAXYEAR:
        faults.append(Fault("day", _("Write a day as 2026-03-31."), name))
        return None
    return monday


def _field(asked: str, faults: list[Fault]) -> str:
    if asked and asked not in FIELD_NAMES:
        faults.append(Fault("field", _("There is no such field."), "field"))
    return asked if asked in FIELD_NAMES else FIELD_NAMES[0]
