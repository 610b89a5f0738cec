"""How one's own labels compare with what was decided: the list of all, and the piece that the pair screen shows."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from adjudication.models import Resolution
from adjudication.selectors.feedback import KINDS, compared, feedback_list, own_decided, parts_of, with_pairs
from adjudication.wording import REASON_WORDS
from annotation.access import allow, person_of, project_for
from annotation.beside import LABEL, asides
from annotation.feedback import htmx_of
from annotation.permissions import can_label
from diffs.wording import FIELD_WORDS

PER_PAGE = 10


@require_GET
@login_required
def feedback(request: HttpRequest, slug: str) -> HttpResponse:
    """One's own decided pairs, latest first, narrowed to a kind of row or a reason."""
    project = project_for(request.user, slug)
    allow(can_label(request.user, project))
    person = person_of(request)
    kind, reason = _chosen(request, "part", KINDS), _chosen(request, "reason", Resolution.Reason.values)
    found = with_pairs(feedback_list(person, project, kind=kind, reason=reason), person)
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page", "1"))
    counts = parts_of(person, project)
    entries = compared(page)
    context = {
        "project": project,
        "page": page,
        "entries": entries,
        "released": asides(LABEL, project, person, [entry.pair for entry in entries]),
        "counts": counts,
        "kinds": [(name, FIELD_WORDS[name], counts[name]) for name in KINDS if counts[name] or name == kind],
        "reasons": REASON_WORDS,
        "kind": kind,
        "reason": reason,
    }
    return render(request, "adjudication/feedback/list.html", context)


@require_GET
@login_required
def feedback_of(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """One of them: a piece of the pair screen, or a page. 404 for pairs that one has not labelled or that are open."""
    project = project_for(request.user, slug)
    allow(can_label(request.user, project))
    person = person_of(request)
    found = with_pairs(own_decided(person, project), person)
    entry = compared([get_object_or_404(found, pair=pair_id)])[0]
    released = asides(LABEL, project, person, [entry.pair])
    context: dict[str, Any] = {"project": project, "entry": entry, "reasons": REASON_WORDS, "released": released}
    page = "piece" if htmx_of(request) else "one"
    return render(request, f"adjudication/feedback/{page}.html", {**context, "title": _("Feedback")})


def _chosen(request: HttpRequest, name: str, known: Any) -> str:
    given = request.GET.get(name, "")
    return given if given in known else ""
