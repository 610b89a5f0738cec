"""Marking pairs as known from their gold: which are there to be marked, and doing it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from adjudication.selectors.gold import gold, gold_pairs
from adjudication.services import mark_gold_known
from annotation.access import allow, person_of, project_for
from annotation.feedback import say
from annotation.refusal import Refused
from annotation.wording import label
from diffs.models import KnownAnswer
from diffs.permissions import can_calibrate

PAGE = 50
LONGEST_NUMBER = 18  # digits of an id that the database can hold


@login_required
@require_http_methods(["GET", "POST"])
def known_from_gold(request: HttpRequest, slug: str) -> HttpResponse:
    """Pairs with gold that are not known yet; a POST marks the chosen ones."""
    project, user = project_for(request.user, slug), person_of(request)
    allow(can_calibrate(user, project))
    if request.method == "POST":
        sent = request.POST.getlist("pairs")
        chosen = {int(each) for each in sent if each.isascii() and each.isdecimal() and len(each) <= LONGEST_NUMBER}
        try:
            made = mark_gold_known(by=user, project=project, pairs=chosen, use=request.POST.get("use", ""))
        except Refused as refusal:
            say(request, refusal)
            return redirect("adjudication:known-from-gold", slug)
        words = ngettext("%(count)s pair is known now.", "%(count)s pairs are known now.", len(made))
        messages.success(request, words % {"count": len(made)})
        return redirect("diffs:calibration", slug)
    page = Paginator(gold_pairs(project), PAGE).get_page(request.GET.get("page"))
    rows = [
        (each, label(each.answer.dynamics) if each.answer.dynamics else "")
        for each in gold(project, [pair.pk for pair in page])
    ]
    context = {"project": project, "page": page, "rows": rows, "uses": KnownAnswer.Use.choices}
    return render(request, "adjudication/known_from_gold.html", context)
