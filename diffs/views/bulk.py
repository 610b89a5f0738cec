"""Many pairs at once: what would happen, doing it, and taking it back."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from annotation.access import allow, person_of, project_for
from annotation.feedback import htmx_of, say
from annotation.models import Project, Role, User
from annotation.refusal import Refused, refused
from annotation.selectors import Distribution, planned
from annotation.services import distribute
from annotation.services.bulk import BulkResult, change_units, inverse
from diffs.bulk_words import DISTRIBUTE, did, handed_out, will
from diffs.permissions import can_create_pair
from diffs.selectors.filters import filter_of, reach_of
from diffs.selectors.picking import ids_of, refuse_alone, units_of

UNDO, MOST_UNDONE = "pairs_undo", 10_000


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for: which units, what to do with them, and how."""

    project: Project
    by: User
    units: list[int]
    action: str
    value: str
    people: list[int]


@login_required
@require_POST
def bulk(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what would happen to the chosen pairs; with `confirm`, do it."""
    project = project_for(request.user, slug)
    user = person_of(request)
    allow(can_create_pair(user, project))
    try:
        wish = _wish(request, project, user)
        if "confirm" not in request.POST:
            return _preview(request, wish)
        for sentence in _do(request, wish):
            messages.success(request, sentence)
    except Refused as refusal:
        if htmx_of(request):
            return render(request, "diffs/bulk_preview.html", {"refused": refusal}, status=422)
        say(request, refusal)
    return redirect(_back(request, slug))


@login_required
@require_POST
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Take back the last change of many pairs."""
    project = project_for(request.user, slug)
    user = person_of(request)
    allow(can_create_pair(user, project))
    kept = undo_of(request, project)
    if kept is None:
        messages.info(request, _("There is nothing to take back."))
        return redirect("diffs:pairs", slug)
    del request.session[UNDO]
    try:
        refuse_alone(kept["action"], reach_of(user, project))
        for value, ids in kept["before"]:
            done = change_units(by=user, project=project, units=ids, action=kept["action"], value=value)
            for sentence in did(project, done):
                messages.success(request, sentence)
    except Refused as refusal:
        say(request, refusal)
    return redirect(_back(request, slug))


def undo_of(request: HttpRequest, project: Project) -> Any:
    """The last change that this person can take back in this project, None when there is none."""
    kept = request.session.get(UNDO)
    return kept if kept and kept["project"] == project.pk else None


def _wish(request: HttpRequest, project: Project, user: User) -> Wish:
    sent = request.POST
    reach = reach_of(user, project)
    action = sent.get("action", "")
    refuse_alone(action, reach)
    value = sent.get(f"value_{action}", sent.get("value", ""))
    chosen = filter_of(QueryDict(sent.get("filter", "")), reach) if sent.get("all") else None
    units = units_of(project, user, reach, chosen, ids_of(sent.getlist("pairs")))
    return Wish(project, user, units, action, value, ids_of(sent.getlist("people")))


def _preview(request: HttpRequest, wish: Wish) -> HttpResponse:
    if wish.action == DISTRIBUTE:
        plan = planned(wish.project, wish.units, _chosen_people(wish))
        sentences, changes = handed_out(plan, _names(wish.project, plan), done=False), bool(plan.pairs)
    else:
        result = _changed(wish, dry_run=True)
        sentences, changes = will(wish.project, result), bool(result.changed)
    context = {
        "project": wish.project,
        "sentences": sentences,
        "changes": changes,
        "wish": wish,
        "sent": [(name, value) for name, values in request.POST.lists() for value in values if name not in _OURS],
        "back": _back(request, wish.project.slug),
    }
    htmx = bool(htmx_of(request))
    return render(request, "diffs/bulk_preview.html" if htmx else "diffs/bulk.html", context)


_OURS = ("csrfmiddlewaretoken", "confirm")


def _do(request: HttpRequest, wish: Wish) -> list[str]:
    if wish.action == DISTRIBUTE:
        done = distribute(by=wish.by, project=wish.project, units=wish.units, people=_chosen_people(wish))
        return handed_out(done, _names(wish.project, done), done=True)
    result = _changed(wish, dry_run=False)
    if result.changed and result.changed <= MOST_UNDONE:
        request.session[UNDO] = {
            "project": wish.project.pk,
            "action": inverse(result.action),
            "before": result.before,
            "number": result.changed,
        }
    return did(wish.project, result)


def _changed(wish: Wish, *, dry_run: bool) -> BulkResult:
    return change_units(
        by=wish.by, project=wish.project, units=wish.units, action=wish.action, value=wish.value, dry_run=dry_run
    )


def _chosen_people(wish: Wish) -> list[int]:
    if not wish.people:
        raise refused("nobody_chosen", _("Choose to whom the pairs go."), "people")
    return wish.people


def _names(project: Project, plan: Distribution) -> dict[int, str]:
    people = User.objects.filter(pk__in=plan.per_person, memberships__project=project, memberships__role=Role.ANNOTATOR)
    return dict(people.values_list("pk", "username"))


def _back(request: HttpRequest, slug: str) -> str:
    """The list as it was filtered."""
    filtered = request.POST.get("filter", "")[:1000]
    query = QueryDict(filtered).urlencode()
    return reverse("diffs:pairs", args=[slug]) + (f"?{query}" if query else "")
