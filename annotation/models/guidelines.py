"""The guideline: its versions, who has read which, and notes that answer questions until the next version."""

from typing import Any, ClassVar

import pgtrigger
from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models.people import Project, User
from annotation.querysets import InProjectQuerySet


class Guideline(models.Model):
    """One version of the labelling guideline, in Markdown. A change is a new version."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="guidelines")
    version = models.PositiveIntegerField(_("version"))
    body = models.TextField(_("text"), help_text=_("Markdown."))
    note = models.CharField(_("what changed"), max_length=300, blank=True)
    must_be_read = models.BooleanField(_("everybody reads it before they take the next unit"), default=False)
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = InProjectQuerySet.as_manager()

    class Meta:
        ordering = ["-version"]
        constraints = [models.UniqueConstraint(fields=["project", "version"], name="guideline_version_once")]
        triggers = [pgtrigger.Protect(name="guideline_is_append_only", operation=pgtrigger.Update)]

    def __str__(self) -> str:
        return f"{self.project} v{self.version}"


class GuidelineReading(models.Model):
    """A person says that they have read a version."""

    guideline = models.ForeignKey(Guideline, models.CASCADE, related_name="readings")
    reader = models.ForeignKey(User, models.CASCADE, related_name="+")
    read_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["guideline", "reader"], name="guideline_read_once")]

    def __str__(self) -> str:
        return f"{self.guideline} · {self.reader}"


class GuidelineNote(models.Model):
    """An admin's answer to a question, shown below the guideline until a version takes it in."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="guideline_notes")
    text = models.TextField(_("note"), help_text=_("Markdown."))
    about_field = models.CharField(
        _("about"), max_length=40, blank=True, help_text=_("A field of the answer, such as dynamics; empty: all.")
    )
    question = models.ForeignKey(
        "annotation.Comment", models.SET_NULL, null=True, blank=True, related_name="guideline_notes"
    )
    taken_in = models.ForeignKey(Guideline, models.SET_NULL, null=True, blank=True, related_name="notes_taken_in")
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = InProjectQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.text[:60]
