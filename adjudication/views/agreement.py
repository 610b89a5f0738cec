"""Agreement before adjudication: the dashboard, and the pairs behind a cell of it."""

from collections import Counter
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from adjudication.filters import wanted_of
from adjudication.permissions import can_label, can_see_agreement
from adjudication.selectors.agreement import pairs_of
from adjudication.selectors.dashboard import Dashboard, cell_of, dashboard, patterns_with
from adjudication.selectors.sources import Tallied
from adjudication.selectors.wanted import Wanted
from adjudication.services.tallies import count_open
from adjudication.tasks import count_pairs_task, measure_whole_task
from adjudication.views.agreement_context import confusion_context, figures_context, typings_context
from adjudication.views.filtering import filter_context
from adjudication.views.waiting import queued
from annotation.access import allow, person_of, project_for
from annotation.models import Project
from annotation.refusal import Refused
from annotation.wording import label
from evaluator.vocabulary import Dynamics

UNITS = 50  # pairs of a cell on one page
MOST_INLINE = 300  # pairs that are counted while somebody waits


class Counted(Paginator):  # type: ignore[type-arg]  # the class takes no parameter at run time
    """Pages of as many pairs as the counts say: counting them again would read every one."""

    count = 0

    def __init__(self, rows: Any, number: int) -> None:
        self.count = number
        super().__init__(rows, UNITS)


@require_GET
@login_required
def agreement(request: HttpRequest, slug: str) -> HttpResponse:
    """The dashboard; with `first` and `second` also the pairs that got these two dynamics.

    Intervals come with `figures`; a browser that runs no scripts asks for them here, and waits.
    """
    project, wanted, context = opened(request, slug)
    found = dashboard(project, person_of(request), wanted, compute=request.GET.get("intervals") == "now")
    context |= {**figures_context(found), **_parting(request, project, found), **typings_context(found)}
    return render(request, "adjudication/agreement.html", context, status=context["status"])


@require_GET
@login_required
def figures(request: HttpRequest, slug: str) -> HttpResponse:
    """The figures again, with their intervals; the page asks for it when some are not there yet."""
    project, wanted, context = opened(request, slug)
    reader = person_of(request)
    found = dashboard(project, reader, wanted, compute=True)
    own = () if isinstance(found.source, Tallied) else (reader.pk,)  # who labels is told of their own pairs alone
    stuck = queued(measure_whole_task, project.pk, wanted.query, *own) if found.is_pending else ""
    context |= {**figures_context(found), "waits": True, "stuck": stuck}
    return render(request, "adjudication/agreement/figures.html", context, status=context["status"])


def opened(request: HttpRequest, slug: str) -> tuple[Project, Wanted, dict[str, Any]]:
    """The project, the filters, and what every dashboard says of them. Counts first what changed since the last look.

    Filters that nothing can fit are told, with 400, and nothing is narrowed.
    """
    project = project_for(request.user, slug)
    allow(can_see_agreement(request.user, project))
    faults: list[Any] = []
    try:
        wanted = wanted_of(project, request.GET)
    except Refused as refusal:
        wanted, faults = Wanted(), refusal.faults
    waiting = count_open(project=project, most=MOST_INLINE)
    context = {
        "project": project,
        "faults": faults,
        "status": 400 if faults else 200,
        "uncounted_why": queued(count_pairs_task, project.pk) if waiting else "",
        # Who labels is shown no counts, and must not learn how many pairs others have finished.
        "waiting": 0 if can_label(request.user, project) else waiting,
    }
    return project, wanted, {**context, **filter_context(request, project, wanted)}


def _parting(request: HttpRequest, project: Project, found: Dashboard) -> dict[str, Any]:
    wanted = cell_of(request.GET.get("first", ""), request.GET.get("second", ""))
    chosen = wanted in found.cells and found.cells[wanted] > 0
    patterns = patterns_with(found.dynamics, *wanted) if chosen else Counter[str]()
    page = Counted(found.source.pairs(patterns), patterns.total()).get_page(request.GET.get("page"))
    pairs = pairs_of(project, page.object_list)
    return {
        **confusion_context(found.cells, found.wanted.query),
        "wanted": tuple(label(Dynamics(each)) for each in wanted) if chosen else (),
        "units": [pairs[key] for key in page.object_list],
        "page": page,
        "same": wanted[0] == wanted[1],
    }
