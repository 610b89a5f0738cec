"""Who sees which project, unit and assignment. Lookups only; no model is imported here."""

from typing import TYPE_CHECKING, Any

from django.db.models import Q, QuerySet
from django.utils import timezone

if TYPE_CHECKING:
    from annotation.models import User


class ProjectQuerySet(QuerySet[Any]):
    def visible_to(self, user: "User") -> "ProjectQuerySet":
        """Projects where the person has any role."""
        return self.filter(memberships__user=user).distinct()


class InProjectQuerySet(QuerySet[Any]):
    """Rows that belong to one project through the lookup `project_path`."""

    project_path = "project"

    def visible_to(self, user: "User") -> "InProjectQuerySet":
        """Rows of projects where the person has any role."""
        return self.filter(
            Q(**{f"{self.project_path}__in": user.project_ids()}),
        )


class UnitQuerySet(InProjectQuerySet):
    def workable(self) -> "UnitQuerySet":
        """Units that may be handed out at all: ready and not paused."""
        return self.filter(is_ready=True, is_paused=False)


class AssignmentQuerySet(InProjectQuerySet):
    project_path = "unit__project"

    def held(self) -> "AssignmentQuerySet":
        """Assignments that still hold their place: finished, or active within the lease."""
        return self.filter(Q(state="finished") | Q(state="active", lease_expires_at__gt=timezone.now()))

    def active(self) -> "AssignmentQuerySet":
        return self.filter(state="active", lease_expires_at__gt=timezone.now())
