"""What every page shows around its content: projects, the way through one of them, the version."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy as _

from annotation.models import Membership, Project, Role
from annotation.selectors import link

EVERYONE = frozenset(Role.values)
OVERSEERS = frozenset({Role.ADMIN.value, Role.ADJUDICATOR.value})
ADMINS = frozenset({Role.ADMIN.value})


@dataclass(frozen=True)
class Place:
    """An entry of the main navigation: the page it opens, who is shown it, and which addresses belong to it."""

    label: Any
    page: str
    roles: frozenset[str] = EVERYONE
    also: tuple[str, ...] = ()


PLACES = [
    Place(_("My work"), "annotation:work", frozenset({Role.ANNOTATOR.value})),
    Place(_("Papers"), "genomes:papers", also=("genomes:extraction",)),
    Place(_("Pairs"), "diffs:pairs", also=("diffs:candidates",)),
    Place(_("Traces"), "diffs:traces"),
    Place(_("Disputes"), "adjudication:queue", frozenset({Role.ADJUDICATOR.value})),
    Place(_("Agreement"), "adjudication:agreement", OVERSEERS),
    Place(_("Progress"), "annotation:progress", ADMINS),
    Place(_("Releases"), "releases:list"),
    Place(_("Leaderboard"), "releases:leaderboard"),
    Place(_("Guideline"), "annotation:guidelines"),
    Place(_("Settings"), "annotation:settings", ADMINS, ("annotation:members",)),
]


@dataclass(frozen=True)
class Shell:
    """`nav` is a list of label, url and current; `roles` are the reader's in `project`."""

    version: str
    projects: list[Project]
    project: Project | None
    roles: frozenset[str]
    nav: list[dict[str, Any]]
    search_url: str = ""


def shell(request: HttpRequest) -> dict[str, Any]:
    """Give templates `shell`, read (in one query) only by those that show it."""
    return {"shell": SimpleLazyObject(lambda: _shell(request))}


def _shell(request: HttpRequest) -> Shell:
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return Shell(settings.VERSION, [], None, frozenset(), [])
    memberships = list(
        Membership.objects.filter(user=user).select_related("project").order_by("project__name", "project_id")
    )
    projects = list(dict.fromkeys(each.project for each in memberships))
    slug = request.resolver_match.kwargs.get("slug") if request.resolver_match else None
    project = next((each for each in projects if each.slug == slug), None)
    roles = frozenset(each.role for each in memberships if each.project == project)
    found = link("genomes:search", project.slug) if project else ""
    return Shell(settings.VERSION, projects, project, roles, _nav(request.path, project, roles), found)


def _nav(path: str, project: Project | None, roles: frozenset[str]) -> list[dict[str, Any]]:
    if project is None:
        return []
    entries = []
    for place in PLACES:
        address = link(place.page, project.slug) if place.roles & roles else ""
        if address:
            family = [address, *(link(page, project.slug) for page in place.also)]
            entries.append({"label": place.label, "url": address, "current": path.startswith(tuple(family))})
    return entries
