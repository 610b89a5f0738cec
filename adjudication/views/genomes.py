"""Genomes whose objects author and second reader typed differently: the list, one genome, decisions, reopening."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from adjudication.models import ObjectRuling
from adjudication.permissions import can_adjudicate, can_reopen, can_see_disputes
from adjudication.selectors import queue as queue_of
from adjudication.selectors.genome_disputes import (
    Wish,
    decided_genomes,
    genome_case,
    genome_disputes,
    why_not,
)
from adjudication.services import reopen_object, rule_objects
from adjudication.views.context import GENOMES, queue_context
from adjudication.wording import REASON_WORDS
from annotation.access import allow, person_of, project_for
from annotation.feedback import say
from annotation.models import Project
from annotation.refusal import Conflict, Fault, Refused
from annotation.wording import choices
from evaluator.vocabulary import ContributionRole, ObjectType
from genomes.models import SecondReading, Typing

PARTS = ("choice", "type", "role", "reason_code", "rationale")
SHOWN = 50
Values = Mapping[str, str]


@require_GET
@login_required
def genomes(request: HttpRequest, slug: str) -> HttpResponse:
    """Genomes in dispute, the most objects first; beside them what was decided last."""
    project = project_for(request.user, slug)
    allow(can_see_disputes(person_of(request), project))
    context = {"decided": decided_genomes(project)[:SHOWN], **_list(request, project)}
    return render(request, "adjudication/genomes.html", context)


@require_GET
@login_required
def genome(request: HttpRequest, slug: str, reading_id: int) -> HttpResponse:
    """Both answers to every object of one genome. Viewing decides nothing."""
    return _page(request, _reading_for(request, slug, reading_id), {})


@require_POST
@login_required
def decide(request: HttpRequest, slug: str, reading_id: int) -> HttpResponse:
    """Decide the objects for which something is chosen, then go on to the next genome."""
    reading = _reading_for(request, slug, reading_id)
    project = reading.unit.project
    allow(can_adjudicate(request.user, project))
    values = {name: request.POST[name].strip() for name in request.POST}
    try:
        rulings = rule_objects(by=person_of(request), reading=reading, wishes=_wishes(values))
    except Conflict as conflict:
        say(request, conflict)
        return redirect("adjudication:genome", slug, reading_id)
    except Refused as refusal:
        return _page(request, reading, values, refusal.faults)
    messages.success(request, _("Decided: %(count)s.") % {"count": len(rulings)})
    still = list(genome_disputes(project)[:SHOWN])
    if not still:
        return redirect("adjudication:genomes", slug)
    following = next((each for each in still if each.pk == reading.pk), still[0])
    return redirect("adjudication:genome", slug, following.pk)


@require_POST
@login_required
def reopen(request: HttpRequest, slug: str, reading_id: int, number: int) -> HttpResponse:
    """Put a decided object back into dispute."""
    reading = _reading_for(request, slug, reading_id)
    allow(can_reopen(person_of(request), reading.unit.project))
    typing = get_object_or_404(Typing.objects.visible_to(person_of(request)), reading=reading, number=number)
    said = {name: request.POST.get(name, "") for name in ("reason_code", "rationale")}
    try:
        reopen_object(by=person_of(request), typing=typing, **said)
    except Refused as refusal:
        say(request, refusal)
    else:
        messages.success(request, _("Reopened. The genome has the object again as its author typed it."))
    return redirect("adjudication:genome", slug, reading_id)


def _reading_for(request: HttpRequest, slug: str, reading_id: int) -> SecondReading:
    """The reading, once it is submitted; members without the right get 403."""
    project = project_for(request.user, slug)
    person = person_of(request)
    allow(can_see_disputes(person, project))
    readings = SecondReading.objects.visible_to(person).filter(unit__project=project, submitted_at__isnull=False)
    related = ("unit__project", "genome__source_version__paper", "guideline")
    found: SecondReading = get_object_or_404(readings.select_related(*related), pk=reading_id)
    return found


def _wishes(values: Values) -> list[Wish]:
    """What the form wants: an object without a choice, and without a word about it, is left for later."""
    numbers = {name.partition(".")[2] for name, value in values.items() if value and name.partition(".")[0] in PARTS}
    known = sorted(int(number) for number in numbers if number.isdecimal() and len(number) < 9)
    return [Wish(number, *(values.get(f"{part}.{number}", "") for part in PARTS)) for number in known]


def _list(request: HttpRequest, project: Project, current: int = 0) -> dict[str, Any]:
    """The kinds of disputes with their counts, and the genomes in dispute."""
    found = queue_of(project, person_of(request))
    return {
        "project": project,
        **queue_context(found, GENOMES, genomes=genome_disputes(project).count()),
        "genome_items": genome_disputes(project)[:SHOWN],
        "current": current,
        "may_take": can_adjudicate(request.user, project),
    }


def _page(
    request: HttpRequest, reading: SecondReading, values: Values, faults: list[Fault] | None = None
) -> HttpResponse:
    person, project = person_of(request), reading.unit.project
    case = genome_case(reading)
    part = why_not(person, reading)
    by_number: dict[int, list[Fault]] = {}
    for fault in faults or []:
        number = fault.field.partition(".")[2]
        by_number.setdefault(int(number) if number.isdecimal() else 0, []).append(fault)
    context = {
        **_list(request, project, reading.pk),
        "reading": reading,
        "paper": reading.genome.paper,
        "case": case,
        "rows": [(each, _given(values, each.number), by_number.get(each.number, [])) for each in case.objects],
        "faults": faults or [],
        "part": part,
        "editing": not part and can_adjudicate(person, project) and bool(case.open),
        "may_reopen": not part and can_reopen(person, project),
        "types": choices(ObjectType),
        "roles": choices(ContributionRole),
        "reasons": REASON_WORDS,
        "excluded": ObjectRuling.Outcome.EXCLUDED.label,
    }
    return render(request, "adjudication/genome.html", context, status=422 if faults else 200)


def _given(values: Values, number: int) -> dict[str, str]:
    return {part: values.get(f"{part}.{number}", "") for part in PARTS}
