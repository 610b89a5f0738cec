"""Passing a dispute over, and handing one to an adjudicator by name."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from adjudication.fetching import unit_in_dispute
from adjudication.permissions import can_adjudicate, can_hand_out
from adjudication.selectors.third_persons import adjudicators_of
from adjudication.services import reassign_dispute, skip_dispute, unskip_dispute
from adjudication.views.taking import back_to_queue, with_query
from annotation.access import allow, person_of, project_for
from annotation.feedback import say
from annotation.models import User
from annotation.refusal import Refused
from annotation.selectors.links import dispute_url


@require_POST
@login_required
def skip(request: HttpRequest, slug: str, unit_id: int) -> HttpResponse:
    """Be offered this dispute last, or (with `undo`) in its turn again; then the queue."""
    project = project_for(request.user, slug)
    allow(can_adjudicate(request.user, project))
    unit, person = unit_in_dispute(request, project, unit_id), person_of(request)
    try:
        if "undo" in request.POST:
            unskip_dispute(by=person, unit=unit)
            messages.success(request, _("It is offered to you in its turn again."))
        else:
            skip_dispute(by=person, unit=unit, reason=request.POST.get("reason", ""))
            messages.success(request, _("Skipped: it is offered to you last. Undo that in its row."))
    except Refused as refusal:
        say(request, refusal)
    return back_to_queue(request, project)


@require_POST
@login_required
def reassign(request: HttpRequest, slug: str, unit_id: int) -> HttpResponse:
    """Put the dispute into an adjudicator's hands."""
    project = project_for(request.user, slug)
    unit = unit_in_dispute(request, project, unit_id)
    allow(can_hand_out(person_of(request), project))
    number = request.POST.get("person", "")
    people = User.objects.filter(pk__in=[each.pk for each in adjudicators_of(project)])
    person = get_object_or_404(people, pk=int(number) if number.isdecimal() and len(number) < 10 else 0)
    try:
        reassign_dispute(by=person_of(request), unit=unit, person=person)
    except Refused as refusal:
        say(request, refusal)
    else:
        messages.success(request, _("%(name)s has the case now and is told.") % {"name": person.username})
    return redirect(with_query(request, dispute_url(unit)))
