"""The list of pairs, and making one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from annotation.access import allow, person_of, project_for
from annotation.feedback import put_on_form
from annotation.refusal import Refused
from diffs.forms import PairForm
from diffs.permissions import can_create_pair, can_list_all_pairs
from diffs.selectors import listed_pairs
from diffs.services import create_pair

PAGE = 50


@login_required
@require_http_methods(["GET", "POST"])
def pairs(request: HttpRequest, slug: str) -> HttpResponse:
    """All pairs and the form for a new one (admins), or the pairs that one works on."""
    project = project_for(request.user, slug)
    user = person_of(request)
    may_create = can_create_pair(user, project)
    form = PairForm(project, request.POST if request.method == "POST" else None) if may_create else None
    if request.method == "POST":
        allow(may_create)
    if request.method == "POST" and form is not None and form.is_valid():
        try:
            pair = create_pair(by=user, project=project, **form.cleaned_data)
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            messages.success(request, _("The pair %(pair)s is ready to be labelled.") % {"pair": pair.unit.title})
            return redirect("diffs:pairs", slug)
    listed = listed_pairs(project, user, everything=can_list_all_pairs(user, project))
    context = {
        "project": project,
        "form": form,
        "page": Paginator(listed, PAGE).get_page(request.GET.get("page")),
        "may_create": may_create,
    }
    return render(request, "diffs/pairs.html", context, status=422 if form is not None and form.errors else 200)
