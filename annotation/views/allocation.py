"""What admins do with units on the Progress page: one in its panel, or many over several people."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.access import allow, person_of, project_for
from annotation.feedback import put_on_form, say
from annotation.forms import DistributeForm, UnitPlanForm
from annotation.models import Project, Unit, User
from annotation.permissions import can_administer
from annotation.refusal import Refused
from annotation.selectors import UNIT_SUBJECT, Distribution, overseen_units, planned
from annotation.selectors.filters import LONGEST_NUMBER, Filters
from annotation.selectors.progress import rows_of, workers_of
from annotation.selectors.unit_panel import panel_of, people_to_choose
from annotation.services import assign_unit, change_unit, distribute, return_unit
from annotation.views.progress import matrix_context

MOST_UNITS = 2000  # of one distribution


@require_GET
@login_required
def unit(request: HttpRequest, slug: str, unit_id: int) -> HttpResponse:
    """The panel of a unit: with scripts beside the matrix, else the page with the panel open."""
    project, found = administered_unit(request, slug, unit_id)
    return _panel(request, project, found)


@require_POST
@login_required
def assign(request: HttpRequest, slug: str, unit_id: int) -> HttpResponse:
    """Keep a place for a person, perhaps in place of another."""
    project, found = administered_unit(request, slug, unit_id)
    person = _member(request, project, "person")
    instead_of = _member(request, project, "instead_of") if request.POST.get("instead_of") else None
    try:
        assign_unit(by=person_of(request), unit=found, person=person, instead_of=instead_of)
    except Refused as refusal:
        return _panel(request, project, found, refusal=refusal)
    said = _("“%(title)s” is assigned to %(name)s.") % {"title": found.title, "name": person.username}
    return _panel(request, project, found, said=said)


@require_POST
@login_required
def give_back(request: HttpRequest, slug: str, unit_id: int) -> HttpResponse:
    """Give the unit back in the name of who holds it."""
    project, found = administered_unit(request, slug, unit_id)
    person = _member(request, project, "person")
    try:
        return_unit(by=person_of(request), unit=found, person=person)
    except Refused as refusal:
        return _panel(request, project, found, refusal=refusal)
    said = _("“%(title)s” is given back for %(name)s.") % {"title": found.title, "name": person.username}
    return _panel(request, project, found, said=said)


@require_POST
@login_required
def change(request: HttpRequest, slug: str, unit_id: int) -> HttpResponse:
    """Set priority, due date and stage, or pause the unit and let it go on."""
    project, found = administered_unit(request, slug, unit_id)
    facts: dict[str, Any]
    if "pause" in request.POST:
        facts = {"is_paused": request.POST["pause"] == "1"}
    else:
        form = UnitPlanForm(request.POST, project=project)
        if not form.is_valid():
            return _panel(request, project, found, form=form)
        facts = form.cleaned_data
    try:
        changed = change_unit(by=person_of(request), unit=found, **facts)
    except Refused as refusal:
        return _panel(request, project, found, refusal=refusal)
    return _panel(request, project, changed, said=_("Saved."))


@require_http_methods(["GET", "POST"])
@login_required
def distribution(request: HttpRequest, slug: str) -> HttpResponse:
    """Assign the units that the filters show: first the plan with counts per person, then, confirmed, the doing."""
    project = project_for(request.user, slug)
    allow(can_administer(request.user, project))
    filters = Filters.read(request.GET)
    reader = person_of(request)
    found = filters.apply(overseen_units(reader, project), reader, project)
    ids = list(found.values_list("pk", flat=True)[:MOST_UNITS])
    people = people_to_choose(project)
    sent = request.POST if request.method == "POST" else None
    form = DistributeForm(sent, choices=[(each.pk, each.username) for each in people])
    plan: Distribution | None = None
    if request.method == "POST" and form.is_valid():
        try:
            plan = planned(project, ids, **form.cleaned_data)
            if "do" in request.POST:
                made = distribute(by=person_of(request), project=project, units=ids, **form.cleaned_data)
                _say_distributed(request, made)
                return redirect(f"{reverse('annotation:progress', args=[slug])}?{filters.query}")
        except Refused as refusal:
            put_on_form(form, refusal)
    counts = [(each, plan.per_person[each.pk]) for each in people if each.pk in plan.per_person] if plan else []
    context = {
        "project": project,
        "filters": filters,
        "form": form,
        "plan": plan,
        "counts": counts,
        "number": len(ids),
        "most_units": MOST_UNITS,
    }
    return render(request, "annotation/distribute.html", context, status=422 if form.errors else 200)


def administered_unit(request: HttpRequest, slug: str, unit_id: int) -> tuple[Project, Unit]:
    """A unit that the admin may look into; one that they may still label themselves is not there for them."""
    project = project_for(request.user, slug)
    allow(can_administer(request.user, project))
    units = overseen_units(person_of(request), project).select_related("project", "stage")
    return project, get_object_or_404(units, pk=unit_id)


def _member(request: HttpRequest, project: Project, field: str) -> User:
    """The member whose id the form names; 404 for anybody else."""
    sent = request.POST.get(field, "")
    pk = int(sent) if sent.isascii() and sent.isdecimal() and len(sent) <= LONGEST_NUMBER else 0
    return get_object_or_404(User.objects.filter(memberships__project=project).distinct(), pk=pk)


def _panel(request: HttpRequest, project: Project, found: Unit, **more: Any) -> HttpResponse:
    """The panel as it stands now; after a change without scripts, a redirect to it."""
    is_htmx = bool(request.headers.get("HX-Request"))
    refusal: Refused | None = more.get("refusal")
    form: UnitPlanForm | None = more.get("form")
    if request.method == "POST" and not is_htmx and form is None:
        if refusal is not None:
            say(request, refusal)
        else:
            messages.success(request, more["said"])
        return redirect(f"{reverse('annotation:unit', args=[project.slug, found.pk])}?{request.GET.urlencode()}")
    initial = {"priority": found.priority, "due": found.due, "stage": found.stage_id}
    context = {
        "project": project,
        "panel": panel_of(person_of(request), found),
        "form": form or UnitPlanForm(initial=initial, project=project),
        "refusal": refusal,
        "said": more.get("said", ""),
        "query": request.GET.urlencode(),
        "today": timezone.localdate(),
    }
    if is_htmx:
        people = {each.pk: each for each in workers_of(project)}
        fresh = Unit.objects.select_related("stage", *UNIT_SUBJECT).get(pk=found.pk)
        changed = request.method == "POST" and form is None
        context["row"] = rows_of(person_of(request), project, [fresh], people)[0] if changed else None
        return render(request, "annotation/progress_panel.html", context, status=422 if form else 200)
    return render(
        request,
        "annotation/progress.html",
        {**matrix_context(request, project), **context},
        status=422 if form else 200,
    )


def _say_distributed(request: HttpRequest, made: Distribution) -> None:
    number = len(made.pairs)
    said = ngettext("%(number)s place is assigned.", "%(number)s places are assigned.", number) % {"number": number}
    left = ngettext("%(number)s found nobody.", "%(number)s found nobody.", made.left) % {"number": made.left}
    messages.success(request, f"{said} {left}" if made.left else said)
