"""People solve exam items: what a study asks, and what each person answered, independently and blind."""

from typing import Any, ClassVar

import pgtrigger
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.models import User
from genomes.models import APPEND_ONLY
from releases.models.releases import Release
from releases.querysets import AttemptQuerySet, StudyQuerySet


class Study(models.Model):
    """A stratified sample of the items of a frozen release, each to be solved by `overlap` people."""

    release = models.ForeignKey(Release, models.PROTECT, related_name="studies")
    name = models.CharField(_("name"), max_length=100)
    per_task = models.PositiveSmallIntegerField(_("items per task"), default=5)
    overlap = models.PositiveSmallIntegerField(_("people per item"), default=2)
    seed = models.PositiveIntegerField(_("seed"), default=1)
    is_open = models.BooleanField(_("open"), default=True)
    made_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = StudyQuerySet.as_manager()

    class Meta:
        ordering = ["release", "-made_at"]
        constraints = [models.UniqueConstraint(fields=["release", "name"], name="study_name_once")]

    def __str__(self) -> str:
        return self.name


class StudyItem(models.Model):
    """One item of the sample. `papers` it rests on: who labelled a pair of them does not get it."""

    study = models.ForeignKey(Study, models.PROTECT, related_name="items")
    instance = models.CharField(max_length=200)
    task = models.CharField(max_length=40)
    domain = models.CharField(max_length=100, blank=True)
    papers = models.JSONField(default=list)
    place = models.PositiveIntegerField(help_text=_("Order in which items are handed out."))

    class Meta:
        ordering = ["study", "place"]
        constraints = [models.UniqueConstraint(fields=["study", "instance"], name="study_item_once")]

    def __str__(self) -> str:
        return self.instance


class Attempt(models.Model):
    """A person's try at an item: taken with a lease, then handed in once, or given up. Handed in, it never changes."""

    item = models.ForeignKey(StudyItem, models.PROTECT, related_name="attempts")
    solver = models.ForeignKey(User, models.PROTECT, related_name="+")
    answer = models.JSONField(null=True)
    is_right = models.BooleanField(null=True, help_text=_("By exact match; gold of a frozen release never changes."))
    difficulty = models.PositiveSmallIntegerField(null=True, help_text=_("1 very easy to 5 very hard."))
    confidence = models.PositiveSmallIntegerField(null=True, help_text=_("0 to 100."))
    comment = models.TextField(blank=True)
    taken_at = models.DateTimeField(auto_now_add=True)
    leased_until = models.DateTimeField()
    submitted_at = models.DateTimeField(null=True)

    objects: ClassVar[Any] = AttemptQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "solver"], name="attempt_once"),
            models.CheckConstraint(
                condition=Q(submitted_at__isnull=True)
                | Q(answer__isnull=False, is_right__isnull=False, difficulty__range=(1, 5)),
                name="attempt_handed_in_whole",
            ),
            models.CheckConstraint(
                condition=Q(confidence__isnull=True) | Q(confidence__range=(0, 100)), name="attempt_confidence_range"
            ),
        ]
        triggers = [
            pgtrigger.Protect(
                name="attempt_handed_in_is_immutable",
                operation=APPEND_ONLY,
                condition=pgtrigger.Q(old__submitted_at__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.item} by {self.solver_id}"
