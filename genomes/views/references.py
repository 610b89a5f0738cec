"""What a paper refers to, who refers to it, and what is known of a paper without a text."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.access import allow, person_of, project_for
from annotation.feedback import htmx_of, say
from annotation.models import Project
from annotation.refusal import Refused
from genomes.forms import PaperTextForm, uploaded
from genomes.models import Paper
from genomes.permissions import can_correct_papers, can_import, can_look_up
from genomes.selectors import cited_by_page, look_up_state, references_page
from genomes.selectors.references import REFERENCES_PER_PAGE
from genomes.services import start_import, start_look_up
from genomes.tasks import queue_batch, queue_look_up

SHOWN = 10  # entries of each list on the page of a paper without a text


@login_required
@require_GET
def references(request: HttpRequest, slug: str, paper_slug: str) -> HttpResponse:
    """The reference list of a paper, and with `?show=cited-by` the papers of the library that refer to it."""
    project, paper = _paper(request, slug, paper_slug)
    number, origin = request.GET.get("page", 1), request.GET.get("from", "")
    is_citing = request.GET.get("show") == "cited-by"
    shown = 0 if is_citing else REFERENCES_PER_PAGE
    listing = references_page(paper, origin=origin, number=1 if is_citing else number, shown=shown)
    citing = cited_by_page(listing.citing, person=person_of(request), number=number) if is_citing else None
    context = {"listing": listing, "citing": citing, **_about(request, project, paper)}
    return render(request, "genomes/references.html", context)


def textless_page(
    request: HttpRequest, project: Project, paper: Paper, *, form: PaperTextForm | None = None
) -> HttpResponse:
    """The page of a paper whose text nobody has imported yet: what is known, and how to go on."""
    listing = references_page(paper, shown=SHOWN)
    context = {
        "listing": listing,
        "shown": listing.page.object_list,
        "citing": cited_by_page(listing.citing, person=person_of(request)).object_list[:SHOWN],
        "can_import": can_import(request.user, project),
        "form": form or PaperTextForm(),
        **_about(request, project, paper),
    }
    return render(request, "genomes/textless.html", context, status=422 if form else 200)


@login_required
@require_POST
def text(request: HttpRequest, slug: str, paper_slug: str) -> HttpResponse:
    """Take a file as the text of this very paper, whatever the file says of itself; the worker reads it."""
    project, paper = _paper(request, slug, paper_slug)
    allow(can_import(request.user, project))
    form = PaperTextForm(request.POST, request.FILES)
    if not form.is_valid():
        if not paper.versions.exists():
            return textless_page(request, project, paper, form=form)
        messages.error(request, _("Choose the file with the text."))
        return redirect("genomes:paper", slug, paper_slug)
    sent = form.cleaned_data["file"]
    batch = start_import(by=person_of(request), project=project, files=uploaded([sent]), paper=paper)
    queue_batch(batch)
    return redirect("genomes:import-batch", slug, batch.pk)


@login_required
@require_http_methods(["GET", "POST"])
def look_up(request: HttpRequest, slug: str, paper_slug: str) -> HttpResponse:
    """Ask the catalogues about a paper; the page asks here how it is getting on."""
    project, paper = _paper(request, slug, paper_slug)
    allow(can_look_up(request.user, project))
    if request.method == "POST":
        try:
            row = start_look_up(by=person_of(request), paper=paper)
        except Refused as refusal:
            say(request, refusal)
        else:
            if not queue_look_up(row):
                messages.error(request, _("The queue does not answer. The paper is looked up when it is back."))
    if request.method == "GET" and htmx_of(request):
        context = _about(request, project, paper)
        answer = render(request, "genomes/look_up.html", context)
        if not context["look_up"].waits:
            answer["HX-Refresh"] = "true"  # the facts and the references of the page are others now
        return answer
    return redirect("genomes:references" if paper.versions.exists() else "genomes:paper", slug, paper_slug)


def _paper(request: HttpRequest, slug: str, paper_slug: str) -> tuple[Project, Paper]:
    project = project_for(request.user, slug)
    papers = Paper.objects.visible_to(person_of(request)).filter(project=project).select_related("project")
    return project, get_object_or_404(papers, slug=paper_slug)


def _about(request: HttpRequest, project: Project, paper: Paper) -> dict[str, Any]:
    may_look_up = can_look_up(request.user, project)
    return {
        "project": project,
        "paper": paper,
        "can_correct": can_correct_papers(request.user, project),
        "can_look_up": may_look_up,
        "look_up": look_up_state(paper) if may_look_up else None,
    }
