"""Flagging a row of a case for the guideline, from its open screen or from its form as it stands."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from adjudication.forms import FLAG, first, values_of
from adjudication.permissions import can_adjudicate
from adjudication.selectors import case_screen
from adjudication.services.flags import flag_row
from adjudication.views.case import case_page, pair_for
from adjudication.views.context import case_context
from annotation.access import allow, person_of
from annotation.feedback import htmx_of
from annotation.refusal import Fault, Refused


@require_POST
@login_required
def flag(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """Ask the admins about a row. Nothing is decided, and what else the form holds stays in it."""
    pair = pair_for(request, slug, pair_id)
    allow(can_adjudicate(request.user, pair.project))
    values = values_of(request.POST)
    key = first(values, "flag")
    faults: list[Fault] = []
    try:
        flag_row(by=person_of(request), pair=pair, row_key=key, body=first(values, f"{FLAG}{key}"))
    except Refused as refusal:
        faults = list(refusal.faults)
    else:
        values = {name: value for name, value in values.items() if name != f"{FLAG}{key}"}
    if not htmx_of(request):
        if not faults:
            messages.success(request, _("The row is flagged. The admins are asked; decide it when you can."))
        return case_page(request, pair, values, faults)
    context = case_context(case_screen(pair, person_of(request)), values, faults)
    row = next((each for each in context["decisions"] if each.view.key == key), None)
    status = 422 if faults else 200
    return render(request, "adjudication/case/flag.html", {**context, "row": row, "is_piece": True}, status=status)
