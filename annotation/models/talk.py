"""What people say to one another about a unit, and what they are told."""

import uuid
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.models.guidelines import Guideline
from annotation.models.people import Project, Role, User
from annotation.models.work import Unit
from annotation.querysets import CommentQuerySet, InProjectQuerySet, NotificationQuerySet


class Comment(models.Model):
    """Words about a unit, an object of it or a field of the answer. A question goes to the admins, who answer it.

    Blindness lives in `CommentQuerySet.visible_to`: a comment shows how its author labelled. Ids are random, since
    numbers would tell how much others say. Of people who are mentioned by name the body holds numbers, never names.
    """

    class Kind(models.TextChoices):
        COMMENT = "comment", _("comment")
        QUESTION = "question", _("guideline question")
        ANSWER = "answer", _("answer to a guideline question")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    key = models.CharField(max_length=64, blank=True, help_text=_("Sent twice with one key, it is one comment."))
    unit = models.ForeignKey(Unit, models.CASCADE, related_name="comments")
    author = models.ForeignKey(User, models.PROTECT, related_name="comments")
    spoken_as = models.CharField(max_length=12, choices=Role, help_text=_("What its author was to the unit."))
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.COMMENT)
    reply_to = models.ForeignKey("self", models.CASCADE, null=True, blank=True, related_name="replies")
    about_field = models.CharField(max_length=40, blank=True, help_text=_("A field of the answer, such as dynamics."))
    about_object = models.CharField(max_length=320, blank=True, help_text=_("An object's id, such as yolo:M1."))
    body = models.TextField(_("text"), max_length=4000)
    mentions = models.ManyToManyField(User, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True, help_text=_("Its author took it back."))
    closed_at = models.DateTimeField(null=True, blank=True, help_text=_("A question: when an admin closed it."))
    closed_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")

    objects: ClassVar[Any] = CommentQuerySet.as_manager()

    class Meta:
        ordering = ["created_at", "id"]
        indexes = [models.Index(fields=["unit", "created_at"], name="comment_of_unit")]
        constraints = [
            models.CheckConstraint(condition=~Q(body=""), name="comment_has_text"),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True, closed_by__isnull=True)
                | Q(closed_at__isnull=False, closed_by__isnull=False, kind="question"),
                name="comment_closed_is_a_question",
            ),
            models.CheckConstraint(
                condition=Q(kind="comment")
                | Q(kind="question", reply_to__isnull=True)
                | Q(kind="answer", reply_to__isnull=False),
                name="comment_answer_has_a_question",
            ),
            models.UniqueConstraint(fields=["unit", "author", "key"], condition=~Q(key=""), name="comment_sent_once"),
        ]

    def __str__(self) -> str:
        return self.body[:60]


class Notification(models.Model):
    """One thing that a person is told, on the page and, unless they turned it off, by mail."""

    class Kind(models.TextChoices):
        ASSIGNED = "assigned", _("a unit is assigned to you")
        TAKEN_BACK = "taken_back", _("a unit is given to somebody else")
        DUE = "due", _("a unit is due soon")
        PAUSED = "paused", _("you, or somebody in your project, is paused or may go on")
        QUALIFIED = "qualified", _("you are qualified")
        GUIDELINE = "guideline", _("there is a new version of the guideline")
        COMMENT = "comment", _("somebody comments on a unit of yours")
        MENTION = "mention", _("somebody mentions you")
        QUESTION = "question", _("somebody asks a guideline question, or yours is answered")
        UNDECIDABLE = "undecidable", _("a dispute has nobody who may decide it")
        DECIDED = "decided", _("a pair that you labelled is decided")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    recipient = models.ForeignKey(User, models.CASCADE, related_name="notifications")
    project = models.ForeignKey(Project, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind)
    unit = models.ForeignKey(Unit, models.CASCADE, null=True, blank=True, related_name="+")
    comment = models.ForeignKey(Comment, models.CASCADE, null=True, blank=True, related_name="+")
    guideline = models.ForeignKey(Guideline, models.CASCADE, null=True, blank=True, related_name="+")
    params = models.JSONField(default=dict, help_text=_("What its sentence names."))
    on_page = models.BooleanField(default=True)
    by_mail = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True, blank=True)
    mailed_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[Any] = NotificationQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(
                fields=["recipient", "-created_at"],
                name="notification_unread",
                condition=Q(read_at__isnull=True, on_page=True),
            )
        ]

    def __str__(self) -> str:
        return f"{self.recipient} · {self.get_kind_display()}"


class NotificationChoice(models.Model):
    """How a person wants to be told of one kind of thing, where it differs from the usual: page and mail."""

    person = models.ForeignKey(User, models.CASCADE, related_name="notification_choices")
    kind = models.CharField(max_length=12, choices=Notification.Kind)
    on_page = models.BooleanField(default=True)
    by_mail = models.BooleanField(default=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "kind"], name="notification_choice_once")]

    def __str__(self) -> str:
        return f"{self.person} · {self.get_kind_display()}"


class SavedView(models.Model):
    """A list's filters under a name, for oneself or for all admins of the project."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="saved_views")
    owner = models.ForeignKey(User, models.CASCADE, related_name="saved_views")
    page = models.CharField(max_length=30, help_text=_("Name of the list, such as pairs."))
    name = models.CharField(_("name"), max_length=60)
    query = models.CharField(max_length=1000, help_text=_("The filters as they stand in the address."))
    is_shared = models.BooleanField(_("for all admins"), default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = InProjectQuerySet.as_manager()

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["project", "owner", "page", "name"], name="saved_view_name_once")
        ]

    def __str__(self) -> str:
        return self.name
