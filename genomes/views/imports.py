"""Files in: choose many, watch each being read, see why one was refused."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.access import allow, person_of, project_for
from annotation.feedback import htmx_of, put_on_form
from annotation.models import Project
from annotation.refusal import Refused
from genomes.forms import ImportForm
from genomes.models import ImportBatch
from genomes.permissions import can_import
from genomes.selectors import import_page
from genomes.selectors.imports import recent_imports
from genomes.services import start_import
from genomes.tasks import queue_batch


@login_required
@require_http_methods(["GET", "POST"])
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose files; they are kept at once and read by the worker."""
    project = _importing(request, slug)
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    if request.method == "POST" and form.is_valid():
        try:
            batch = start_import(by=person_of(request), project=project, files=form.documents())
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            queue_batch(batch)
            return redirect("genomes:import-batch", slug, batch.pk)
    context = {"project": project, "form": form, "recent": recent_imports(project)}
    return render(request, "genomes/import.html", context, status=422 if form.errors else 200)


@login_required
@require_GET
def batch(request: HttpRequest, slug: str, batch_id: int) -> HttpResponse:
    """How the files of a batch are getting on; asked again by the page itself until all are read."""
    project = _importing(request, slug)
    wanted = request.GET
    progress = import_page(
        _batch(request, project, batch_id), state=wanted.get("state", ""), number=wanted.get("page", "1")
    )
    template = "genomes/import_progress.html" if htmx_of(request) else "genomes/import_batch.html"
    return render(request, template, {"project": project, "progress": progress})


@login_required
@require_POST
def retry(request: HttpRequest, slug: str, batch_id: int) -> HttpResponse:
    """Hand the waiting files to the queue once more, after it was away."""
    project = _importing(request, slug)
    waiting = _batch(request, project, batch_id)
    if not queue_batch(waiting):
        messages.error(request, _("The queue does not answer. Start it, then try again; the files are kept."))
    return redirect("genomes:import-batch", slug, batch_id)


def _importing(request: HttpRequest, slug: str) -> Project:
    project = project_for(request.user, slug)
    allow(can_import(request.user, project))
    return project


def _batch(request: HttpRequest, project: Project, batch_id: int) -> ImportBatch:
    batches = ImportBatch.objects.visible_to(person_of(request)).filter(project=project)
    found: ImportBatch = get_object_or_404(batches.select_related("created_by"), pk=batch_id)
    return found
