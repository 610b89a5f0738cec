"""What every page shows around its content: projects, the way through one of them, the version."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy as _

from annotation.models import Comment, Membership, Notification, Project, Role, User
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
    Place(_("Pairs"), "diffs:pairs", also=("diffs:candidates", "diffs:suggestions")),
    Place(_("Traces"), "diffs:traces"),
    Place(_("Disputes"), "adjudication:queue", OVERSEERS),
    Place(_("Agreement"), "adjudication:agreement", OVERSEERS),
    Place(_("Progress"), "annotation:progress", ADMINS),
    Place(_("Releases"), "releases:list"),
    Place(_("Leaderboard"), "releases:leaderboard"),
    Place(_("Guideline"), "annotation:guidelines", also=("annotation:questions",)),
    Place(
        _("Settings"),
        "annotation:settings",
        ADMINS,
        ("annotation:members", "annotation:stages", "diffs:calibration", "adjudication:exports"),
    ),
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
    unread: int = 0
    open_questions: int = 0


def shell(request: HttpRequest) -> dict[str, Any]:
    """Give templates `shell`, read only by those that show it."""
    return {"shell": SimpleLazyObject(lambda: _shell(request))}


def _shell(request: HttpRequest) -> Shell:
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return Shell(settings.VERSION, [], None, frozenset(), [])
    memberships = list(
        _with_hints(Membership.objects.filter(user=user), user)
        .select_related("project")
        .order_by("project__name", "project_id")
    )
    projects = list(dict.fromkeys(each.project for each in memberships))
    slug = request.resolver_match.kwargs.get("slug") if request.resolver_match else None
    project = next((each for each in projects if each.slug == slug), None)
    roles = frozenset(each.role for each in memberships if each.project == project)
    found = link("genomes:search", project.slug) if project else ""
    asked = _questions(user, [each for each in memberships if each.project == project])
    is_told = any(each.may_be_told for each in memberships)
    unread = Notification.objects.visible_to(user).unread().count() if is_told else 0
    nav = _nav(request.path, project, roles, {"annotation:guidelines": asked})
    return Shell(settings.VERSION, projects, project, roles, nav, found, unread, asked)


def _with_hints(memberships: QuerySet[Membership], user: User) -> QuerySet[Any]:
    """With whether there is anything to count: most pages of most people have nothing, and counting costs much more."""
    told = Notification.objects.filter(recipient=user, on_page=True).unread()
    asked = Comment.objects.open_questions().filter(unit__project=OuterRef("project"))
    return memberships.annotate(may_be_told=Exists(told), may_be_asked=Exists(asked))


def _questions(user: User, here: Sequence[Any]) -> int:
    """How many open questions wait for this person: for admins who do not label."""
    roles = {each.role for each in here}
    if Role.ADMIN not in roles or Role.ANNOTATOR in roles or not here[0].may_be_asked:
        return 0
    return Comment.objects.visible_to(user).open_questions().filter(unit__project=here[0].project).count()


def _nav(path: str, project: Project | None, roles: frozenset[str], counts: Mapping[str, int]) -> list[dict[str, Any]]:
    if project is None:
        return []
    entries = []
    for place in PLACES:
        address = link(place.page, project.slug) if place.roles & roles else ""
        if address:
            family = [address, *(link(page, project.slug) for page in place.also)]
            entries.append(
                {
                    "label": place.label,
                    "url": address,
                    "current": path.startswith(tuple(family)),
                    "count": counts.get(place.page, 0),
                }
            )
    return entries
