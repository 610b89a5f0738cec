"""Who sees which project, unit and assignment. Lookups only; no model is imported here."""

from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet
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


def holds_place() -> Q:
    """An assignment that still holds its place: finished, or active within the lease."""
    return Q(state="finished") | Q(state="active", lease_expires_at__gt=timezone.now())


class AssignmentQuerySet(InProjectQuerySet):
    project_path = "unit__project"

    def held(self) -> "AssignmentQuerySet":
        """Assignments that still hold their place: finished, or active within the lease."""
        return self.filter(holds_place())

    def unopened(self) -> "AssignmentQuerySet":
        """Assigned by somebody, within the reservation, and not looked at yet."""
        return self.active().filter(assigned_by__isnull=False, opened_at__isnull=True)

    def done_with(self) -> "AssignmentQuerySet":
        """Holds after which one may see what others made of the unit: one's label is in, or one adjudicates it.

        Having been measured on a unit is none of these, so it opens nothing.
        """
        return self.filter(Q(purpose="label", state="finished") | Q(purpose="adjudicate"))

    def own_work(self) -> "AssignmentQuerySet":
        """Holds to answer a unit: labels, and known answers that one is measured on. One's own rows make no difference
        between a label and an unannounced measurement, and nothing that a person reads may either."""
        return self.filter(purpose__in=("label", "check"))

    def active(self) -> "AssignmentQuerySet":
        return self.filter(state="active", lease_expires_at__gt=timezone.now())


class CommentQuerySet(InProjectQuerySet):
    project_path = "unit__project"

    def visible_to(self, user: "User") -> "CommentQuerySet":
        """Own comments, and admins' answers to one's own questions; others' only where one sees others' labels.

        That is: once the unit has all its labels, for those who labelled or adjudicate it, and for adjudicators and
        admins who do not label in the project. Questions are seen by such admins at once. Who was only measured on a
        unit never sees what others say about it, and what they say themselves is seen by such admins alone: it would
        tell the others that somebody still labels what is complete.
        """
        labels = Q(unit__project__in=user.project_ids("annotator"))
        admin = Q(unit__project__in=user.project_ids("admin")) & ~labels
        overseer = Q(unit__project__in=user.project_ids("adjudicator")) & ~labels
        done = user.assignments.filter(Q(purpose="label", state="finished") | Q(purpose="adjudicate"))
        measured = Q(unit__in=user.assignments.filter(purpose="check").values("unit"))
        others = (Q(unit__in=done.values("unit")) | (overseer & ~measured)) & ~self._by_measured()
        enough = Q(unit__labels_done__gte=F("unit__overlap"))
        asked = Q(kind__in=["question", "answer"]) | Q(reply_to__kind="question")
        own = Q(author=user) | Q(kind="answer", reply_to__author=user)
        seen = own | (enough & (others | admin)) | (admin & (asked | self._by_measured()))
        return self.filter(Q(unit__project__in=user.project_ids()) & seen)

    def _by_measured(self) -> Q:
        """Comments of people who are measured on the unit, and what is said under them."""
        holds = apps.get_model("annotation", "Assignment").objects.filter(unit=OuterRef("unit"), purpose="check")
        return Q(Exists(holds.filter(Q(person=OuterRef("author")) | Q(person=OuterRef("reply_to__author")))))

    def told_apart(self) -> "CommentQuerySet":
        """Adds `by_measured`: said by somebody who is measured on the unit, or below what they said."""
        comments: CommentQuerySet = self.annotate(by_measured=ExpressionWrapper(self._by_measured(), BooleanField()))
        return comments

    def open_questions(self) -> "CommentQuerySet":
        """Questions that nobody has closed and nobody has taken back."""
        return self.filter(kind="question", closed_at__isnull=True, withdrawn_at__isnull=True)


class NotificationQuerySet(QuerySet[Any]):
    def visible_to(self, user: "User") -> "NotificationQuerySet":
        """What the page tells: one's own, in projects where one still has a role.

        About a comment only once one may see it.
        """
        return self.due_to(user).filter(on_page=True)

    def due_to(self, user: "User") -> "NotificationQuerySet":
        """What a person may be told at all, on the page or by mail."""
        comments = apps.get_model("annotation", "Comment").objects
        mine = self.filter(recipient=user, project__in=user.project_ids())
        return mine.filter(Q(comment__isnull=True) | Q(comment__in=comments.visible_to(user).values("pk")))

    def unread(self) -> "NotificationQuerySet":
        return self.filter(read_at__isnull=True)

    def to_mail(self) -> "NotificationQuerySet":
        return self.filter(by_mail=True, mailed_at__isnull=True)
