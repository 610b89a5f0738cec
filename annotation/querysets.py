"""Who sees which project, unit and assignment. Lookups only; no model is imported here."""

from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.db.models import F, Q, QuerySet
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
        """Units that may be handed out at all: ready and not paused, nor is their stage."""
        return self.filter(is_ready=True, is_paused=False).exclude(stage__is_paused=True)


class AssignmentQuerySet(InProjectQuerySet):
    project_path = "unit__project"

    def held(self) -> "AssignmentQuerySet":
        """Assignments that still hold their place: finished, or active within the lease."""
        return self.filter(Q(state="finished") | Q(state="active", lease_expires_at__gt=timezone.now()))

    def active(self) -> "AssignmentQuerySet":
        return self.filter(state="active", lease_expires_at__gt=timezone.now())


class CommentQuerySet(InProjectQuerySet):
    project_path = "unit__project"

    def visible_to(self, user: "User") -> "CommentQuerySet":
        """Own comments, and answers to one's own question; others' only where one sees others' labels.

        That is: once the unit has all its labels, for those who labelled or adjudicate it, and for adjudicators and
        admins who do not label in the project. A question is seen by such admins at once. Who was only measured on a
        unit never sees what others said about it.
        """
        own = Q(author=user) | Q(reply_to__author=user, reply_to__kind="question")
        labels = Q(unit__project__in=user.project_ids("annotator"))
        worked = user.assignments.filter(Q(purpose="label", state="finished") | Q(purpose="adjudicate"))
        done = Q(unit__in=worked.values("unit"))
        enough = Q(unit__labels_done__gte=F("unit__overlap"))
        overseer = Q(unit__project__in=user.project_ids("admin", "adjudicator")) & ~labels
        admin = Q(unit__project__in=user.project_ids("admin")) & ~labels
        asked = Q(kind="question") | Q(reply_to__kind="question")
        seen = own | (enough & (done | overseer)) | (admin & asked)
        return self.filter(Q(unit__project__in=user.project_ids()) & seen)


class NotificationQuerySet(QuerySet[Any]):
    def visible_to(self, user: "User") -> "NotificationQuerySet":
        """One's own, in projects where one still has a role; about a comment only once one may see it."""
        comments = apps.get_model("annotation", "Comment").objects
        mine = self.filter(recipient=user, on_page=True, project__in=user.project_ids())
        return mine.filter(Q(comment__isnull=True) | Q(comment__in=comments.visible_to(user).values("pk")))
