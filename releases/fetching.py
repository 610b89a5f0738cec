"""How pages and API reach a release or a run: access is the fetch."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from annotation.access import allow, person_of, project_for
from annotation.models import Project
from releases.models import Release, Run
from releases.permissions import can_freeze

LONGEST_NUMBER = 18


def governed_project(request: HttpRequest, slug: str) -> Project:
    """The project, for those who may freeze."""
    project = project_for(request.user, slug)
    allow(can_freeze(request.user, project))
    return project


def release_for(request: HttpRequest, slug: str, version: str) -> Release:
    """A release of the project. One that is not frozen is for those only who may freeze."""
    project = project_for(request.user, slug)
    releases = Release.objects.visible_to(person_of(request)).filter(project=project)
    release: Release = get_object_or_404(releases.select_related("project", "requested_by"), version=version)
    if release.state != Release.State.FROZEN:
        allow(can_freeze(request.user, project))
    return release


def governed_release(request: HttpRequest, slug: str, version: str) -> Release:
    """A release of the project in any state, for those who may freeze."""
    project = governed_project(request, slug)
    releases = Release.objects.visible_to(person_of(request)).filter(project=project)
    release: Release = get_object_or_404(releases.select_related("project", "requested_by"), version=version)
    return release


def governed_frozen(request: HttpRequest, slug: str, version: str) -> Release:
    """A frozen release of the project, for those who may freeze."""
    release = frozen_release(request, slug, version)
    allow(can_freeze(request.user, release.project))
    return release


def frozen_release(request: HttpRequest, slug: str, version: str) -> Release:
    """A frozen release of the project; one that is not frozen has nothing to read."""
    project = project_for(request.user, slug)
    releases = Release.objects.frozen().visible_to(person_of(request)).filter(project=project)
    release: Release = get_object_or_404(releases.select_related("project"), version=version)
    return release


def run_for(request: HttpRequest, slug: str, run_id: int) -> Run:
    """A run on a release of the project, its files left in the database until they are asked for."""
    project = project_for(request.user, slug)
    runs = Run.objects.without_files().visible_to(person_of(request)).filter(release__project=project)
    run: Run = get_object_or_404(runs.select_related("release__project", "submitted_by"), pk=run_id)
    return run


def run_of(request: HttpRequest, release: Release) -> Run | None:
    """The scored run on this release that the address names with ?run=…; None when it names none."""
    named = request.GET.get("run", "")
    if not named.isdecimal() or len(named) > LONGEST_NUMBER:
        return None
    runs = Run.objects.scored().without_files().visible_to(person_of(request)).filter(release=release)
    found: Run | None = runs.filter(pk=int(named)).first()
    return found
