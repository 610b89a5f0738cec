"""The library of a project, and what is known of each paper."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from annotation.access import allow, person_of, project_for
from annotation.feedback import put_on_form
from annotation.refusal import Refused
from genomes.forms import PaperFactsForm
from genomes.models import Paper
from genomes.permissions import can_correct_papers, can_import
from genomes.selectors import STATES, papers_page
from genomes.services import set_paper_facts


@login_required
@require_GET
def papers(request: HttpRequest, slug: str) -> HttpResponse:
    """The papers of the project, by domain and by what has become of their genomes."""
    project = project_for(request.user, slug)
    chosen = {name: request.GET.get(name, "") for name in ("domain", "state")}
    query = request.GET.get("q", "").strip()
    listing = papers_page(person_of(request), project, query=query, number=request.GET.get("page", 1), **chosen)
    context = {
        "project": project,
        "listing": listing,
        "states": STATES,
        "chosen": chosen,
        "q": query,
        "is_filtered": any(chosen.values()) or bool(query),
        "can_import": can_import(request.user, project),
    }
    return render(request, "genomes/papers.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def facts(request: HttpRequest, slug: str, paper_slug: str) -> HttpResponse:
    """Correct what is known of a paper beside its text."""
    project = project_for(request.user, slug)
    paper = get_object_or_404(Paper.objects.visible_to(person_of(request)).filter(project=project), slug=paper_slug)
    allow(can_correct_papers(request.user, project))
    sent = request.POST if request.method == "POST" else None
    form = PaperFactsForm(sent, instance=paper, domains=project.domains)
    if request.method == "POST" and form.is_valid():
        try:
            set_paper_facts(by=person_of(request), paper=paper, facts=form.cleaned_data)
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            messages.success(request, _("The facts of the paper are saved."))
            return redirect("genomes:paper", slug, paper_slug)
    context = {"project": project, "paper": paper, "form": form}
    return render(request, "genomes/facts.html", context, status=422 if form.errors else 200)
