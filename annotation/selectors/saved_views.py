"""Saved views of a list: one's own, and for admins those that other admins share."""

from dataclasses import dataclass

from django.db.models import Q

from annotation.models import Project, SavedView, User
from annotation.permissions import can_administer
from annotation.querysets import InProjectQuerySet

# Lists that keep views, and the names of their pages.
PAGES = {"pairs": "diffs:pairs", "progress": "annotation:progress", "queue": "adjudication:queue"}


@dataclass(frozen=True, slots=True)
class SavedViews:
    """What the panel of a list shows; `query` is how the list is filtered now."""

    page: str
    query: str
    views: list[SavedView]
    may_share: bool


def views_for(person: User, project: Project) -> InProjectQuerySet:
    """The views that a person may open."""
    mine = Q(owner=person)
    shared = Q(is_shared=True) if can_administer(person, project) else Q(pk__in=[])
    views: InProjectQuerySet = SavedView.objects.visible_to(person).filter(mine | shared, project=project)
    return views.select_related("owner").order_by("name", "pk")


def saved_views(person: User, project: Project, page: str, query: str) -> SavedViews:
    """The panel of a list. Three queries."""
    views = list(views_for(person, project).filter(page=page))
    return SavedViews(page, query, views, can_administer(person, project))
