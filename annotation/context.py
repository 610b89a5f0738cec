"""What every page shows around its content: projects, the way through one of them, the version."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Case, Count, IntegerField, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
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
    """Give templates `shell`, read (in one query) only by those that show it."""
    return {"shell": SimpleLazyObject(lambda: _shell(request))}


def _shell(request: HttpRequest) -> Shell:
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return Shell(settings.VERSION, [], None, frozenset(), [])
    memberships = list(
        _with_counts(Membership.objects.filter(user=user), user)
        .select_related("project")
        .order_by("project__name", "project_id")
    )
    projects = list(dict.fromkeys(each.project for each in memberships))
    slug = request.resolver_match.kwargs.get("slug") if request.resolver_match else None
    project = next((each for each in projects if each.slug == slug), None)
    roles = frozenset(each.role for each in memberships if each.project == project)
    found = link("genomes:search", project.slug) if project else ""
    answers = Role.ADMIN in roles and Role.ANNOTATOR not in roles
    asked = max((each.open_questions for each in memberships if each.project == project), default=0) if answers else 0
    unread = max((each.unread for each in memberships), default=0)
    nav = _nav(request.path, project, roles, {"annotation:guidelines": asked})
    return Shell(settings.VERSION, projects, project, roles, nav, found, unread, asked)


def _with_counts(memberships: QuerySet[Membership], user: User) -> QuerySet[Any]:
    """With what the person has not read, and for admins the open questions of the project: no query more."""
    unread = Notification.objects.visible_to(user).unread().order_by().values("recipient").annotate(n=Count("pk"))
    asked = Comment.objects.visible_to(user).open_questions().filter(unit__project=OuterRef("project"))
    asked = asked.order_by().values("unit__project").annotate(n=Count("pk"))
    number = IntegerField()
    return memberships.annotate(
        unread=Coalesce(Subquery(unread.values("n"), output_field=number), 0),
        open_questions=Case(
            When(role=Role.ADMIN, then=Coalesce(Subquery(asked.values("n"), output_field=number), 0)),
            default=Value(0),
        ),
    )


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
