"""Objects out, in every format, and in again: choose files, say what their labels mean, see what came of each entry."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from annotation.access import allow, person_of, project_for
from annotation.models import User
from annotation.refusal import Refused
from annotation.wording import choices
from evaluator.vocabulary import ObjectType
from genomes.downloads import format_named, genome_download, project_download
from genomes.forms import ObjectFilesForm
from genomes.interchange import FORMATS, load, unpacked
from genomes.interchange.matching import Label, labels_of
from genomes.interchange.model import EntryFault, Reading
from genomes.models import Paper
from genomes.permissions import can_import, can_write_genomes
from genomes.selectors import entry_words
from genomes.services import ImportedText, import_into, import_texts
from genomes.views.scene import Scene, scene_of

KEPT_SECONDS = 3600
SHOWN = 500  # entries and faults on one page
Run = Callable[..., list[ImportedText]]


@login_required
@require_GET
def export_genome(request: HttpRequest, slug: str, paper_slug: str, name: str) -> HttpResponseBase:
    """One genome as a file; `?candidates=1` takes the undecided ones along."""
    scene = scene_of(request, slug, paper_slug)
    genome = scene.visible_genome()
    try:
        return genome_download(scene.person, genome, format_named(name), with_candidates=_wants_candidates(request))
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(scene.address)


@login_required
@require_GET
def export_project(request: HttpRequest, slug: str, name: str) -> HttpResponseBase:
    """Every genome that the reader may see, written while it is sent."""
    project = project_for(request.user, slug)
    return project_download(person_of(request), project, format_named(name), with_candidates=_wants_candidates(request))


@login_required
@require_http_methods(["GET", "POST"])
def exchange(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole project out; for admins also files in, each text to the paper that it is, or as a new one."""
    project, person = project_for(request.user, slug), person_of(request)
    may_import = can_import(request.user, project)
    if request.method == "POST":
        allow(may_import)

    def run(**what: Any) -> list[ImportedText]:
        return import_texts(by=person, project=project, **what)

    papers = Paper.objects.visible_to(person).filter(project=project)
    context = {
        "project": project,
        "formats": FORMATS.values(),
        "may_import": may_import,
        "withheld": papers.filter(redistributable=False).count(),
        "back": reverse("genomes:papers", args=[slug]),
    }
    return _Desk(request, person, run, context).answer()


@login_required
@require_http_methods(["GET", "POST"])
def import_genome(request: HttpRequest, slug: str, paper_slug: str) -> HttpResponse:
    """Files about the text of one paper into its genome; their objects arrive as candidates."""
    scene = scene_of(request, slug, paper_slug)
    allow(can_write_genomes(request.user, scene.project) or can_import(request.user, scene.project))
    genome = scene.visible_genome()

    def run(**what: Any) -> list[ImportedText]:
        return import_into(by=scene.person, genome=genome, **what)

    return _Desk(request, scene.person, run, _of_paper(scene)).answer()


def _of_paper(scene: Scene) -> dict[str, Any]:
    return {"project": scene.project, "paper": scene.paper, "may_import": True, "back": scene.address}


def _wants_candidates(request: HttpRequest) -> bool:
    return request.GET.get("candidates") in ("1", "on")


@dataclass(slots=True)
class _Desk:
    """The three steps of an import: the files, what their labels mean, what came of them."""

    request: HttpRequest
    person: User
    run: Run
    context: dict[str, Any]

    def answer(self) -> HttpResponse:
        if self.request.method != "POST":
            return self._page({"form": ObjectFilesForm()})
        token = self.request.POST.get("upload", "")
        if token:
            files = cache.get(self._kept(token))
            if files is None:
                messages.error(self.request, _("The files were kept for an hour and are gone. Choose them again."))
                return self._page({"form": ObjectFilesForm()}, 422)
            return self._map(token, files)
        form = ObjectFilesForm(self.request.POST, self.request.FILES)
        if not form.is_valid():
            return self._page({"form": form}, 422)
        return self._map("", form.documents())

    def _map(self, token: str, files: dict[str, bytes]) -> HttpResponse:
        """The results when every label has a type; else the files are kept and the labels are asked for."""
        opened, faults = unpacked(files)
        reading = load(opened)
        faults += reading.faults
        labels = labels_of(reading.documents)
        chosen = {label.name: self._chosen(token, number, label) for number, label in enumerate(labels)}
        if all(kind is not None for kind in chosen.values()):
            return self._results(reading, faults, chosen, ", ".join(files))
        if not token:
            token = secrets.token_urlsafe(16)
            cache.set(self._kept(token), files, KEPT_SECONDS)
        rows = [(f"type-{number}", label, chosen[label.name]) for number, label in enumerate(labels)]
        context = {"upload": token, "rows": rows, "types": choices(ObjectType), **self._noticed(reading, faults)}
        return self._page(context, 422 if self.request.POST.get("upload") else 200)

    def _chosen(self, token: str, number: int, label: Label) -> str | None:
        """The type of a label: as chosen, or as it says itself; "" to leave it out, None while nobody has said."""
        if not token:
            return label.type or None
        sent = self.request.POST.get(f"type-{number}", "")
        return "" if sent == "leave" else sent if sent in set(ObjectType) else None

    def _results(
        self, reading: Reading, faults: list[EntryFault], chosen: Mapping[str, Any], names: str
    ) -> HttpResponse:
        why = _("Imported from %(names)s") % {"names": names}
        results = self.run(documents=reading.documents, types=chosen, why=why, restore=reading.is_exact)
        return self._page({"results": results, "is_done": True, **self._noticed(reading, faults)})

    def _noticed(self, reading: Reading, faults: list[EntryFault]) -> dict[str, Any]:
        shown = [(fault.where, fault.field, entry_words(fault)) for fault in faults[:SHOWN]]
        return {
            "faults": shown,
            "faults_more": max(len(faults) - SHOWN, 0),
            "left_aside": sorted(reading.left_aside.items()),
            "documents": reading.documents,
        }

    def _kept(self, token: str) -> str:
        return f"objects-in:{self.person.pk}:{token[:40]}"

    def _page(self, more: dict[str, Any], status: int = 200) -> HttpResponse:
        return render(self.request, "genomes/exchange.html", {**self.context, **more}, status=status)
