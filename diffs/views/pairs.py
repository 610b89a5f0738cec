"""The list of pairs, and making one."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from annotation.access import allow, person_of, project_for
from annotation.feedback import put_on_form
from annotation.models import Project, Role, User
from annotation.refusal import Refused
from annotation.selectors.saved_views import saved_views
from annotation.wording import Label
from diffs.bulk_words import NAMES
from diffs.forms import PairForm
from diffs.permissions import can_create_pair
from diffs.selectors.filters import PairFilter, Reach, domains_of, filter_of, filtered_pairs, reach_of, rows_of
from diffs.selectors.picking import ALONE
from diffs.services import create_pair
from diffs.views.bulk import undo_of

PAGE = 50
STATES: list[tuple[str, Label]] = [
    ("open", gettext_lazy("open")),
    ("in_work", gettext_lazy("in work")),
    ("complete", gettext_lazy("complete")),
    ("differ", gettext_lazy("complete, labels differ")),
]
OWN_STATES: list[tuple[str, Label]] = [
    ("in_work", gettext_lazy("you have it in work")),
    ("complete", gettext_lazy("you have submitted it")),
]
DUES: list[tuple[str, Label]] = [
    ("overdue", gettext_lazy("overdue")),
    ("week", gettext_lazy("due within a week")),
    ("set", gettext_lazy("with a due date")),
    ("none", gettext_lazy("without a due date")),
]


@login_required
@require_http_methods(["GET", "POST"])
def pairs(request: HttpRequest, slug: str) -> HttpResponse:
    """The pairs that the address asks for: all of the project for admins, else those that one works on."""
    project = project_for(request.user, slug)
    user = person_of(request)
    may_create = can_create_pair(user, project)
    form = None
    if request.method == "POST":
        allow(may_create)
        form = PairForm(project, request.POST)
        if form.is_valid():
            try:
                pair = create_pair(by=user, project=project, **form.cleaned_data)
            except Refused as refusal:
                put_on_form(form, refusal)
            else:
                messages.success(request, _("The pair %(pair)s is ready to be labelled.") % {"pair": pair.unit.title})
                return redirect("diffs:pairs", slug)
    elif may_create and "new" in request.GET:
        form = PairForm(project)
    context = {"form": form, "may_create": may_create, **_list(request, project, user)}
    return render(request, "diffs/pairs.html", context, status=422 if form is not None and form.errors else 200)


def _list(request: HttpRequest, project: Project, user: User) -> dict[str, Any]:
    reach = reach_of(user, project)
    chosen = filter_of(request.GET, reach)
    pairs = filtered_pairs(project, user, chosen, reach)
    page = Paginator(pairs.values_list("pk", flat=True), PAGE).get_page(request.GET.get("page"))
    context = {
        "project": project,
        "page": page,
        "rows": rows_of(pairs, list(page.object_list)),
        "chosen": chosen,
        "reach": reach,
        "columns": _columns(chosen, reach),
        "states": STATES if reach is Reach.EVERYTHING else OWN_STATES,
        "dues": DUES,
        "domains": domains_of(project) if reach is not Reach.OWN else [],
        "saved": saved_views(user, project, "pairs", chosen.query),
    }
    if reach is not Reach.OWN:
        context |= _for_admins(request, project, reach)
    return context


def _for_admins(request: HttpRequest, project: Project, reach: Reach) -> dict[str, Any]:
    people = User.objects.filter(memberships__project=project, memberships__role=Role.ANNOTATOR).order_by("username")
    return {
        "stages": list(project.stages.all()),
        "people": list(people.distinct()) if reach is Reach.EVERYTHING else [],
        "actions": [(key, name) for key, name in NAMES.items() if reach is Reach.EVERYTHING or key not in ALONE],
        "undo": undo_of(request, project),
    }


def _columns(chosen: PairFilter, reach: Reach) -> list[dict[str, Any]]:
    """The heads of the table, each with the order that a press on it asks for."""
    heads: list[tuple[str, Label]] = [
        ("title", gettext_lazy("Predecessor → successor")),
        ("published", gettext_lazy("Published")),
        ("due", gettext_lazy("Due")),
    ]
    if reach is not Reach.OWN:
        heads.append(("priority", gettext_lazy("Priority")))
    columns = []
    for key, name in [*heads, ("labels", gettext_lazy("Labels"))]:
        if key == "labels" and reach is not Reach.EVERYTHING:
            continue
        now = chosen.sort.removeprefix("-") == key
        down = chosen.sort.startswith("-")
        first = "-" if key in ("priority", "published") else ""
        turned = (key if down else f"-{key}") if now else f"{first}{key}"
        columns.append({"key": key, "name": name, "sort": turned, "now": now, "down": down})
    return columns
