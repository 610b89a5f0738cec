"""The papers of a project as a bibliography, for reference managers and for other tools."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_GET

from annotation.access import person_of, project_for
from genomes.bibliography import bibliography


@login_required
@require_GET
def export(request: HttpRequest, slug: str, ending: str) -> HttpResponseBase:
    """Every paper of the project as BibTeX (`bib`) or CSL-JSON (`json`)."""
    return bibliography(person_of(request), project_for(request.user, slug), ending)
