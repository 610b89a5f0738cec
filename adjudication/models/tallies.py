"""Counted agreement: what the dashboards add up, kept in step with the labels (`adjudication/services/tallies.py`).

Units with the same values are exchangeable in every figure of agreement, so labels are counted by pattern, and a figure
over a million labels is read from a few thousand rows. Each pair's own contribution is kept, so that it can be taken
out again when the pair wants another label or moves to another stage. All of it can be made anew from the labels.
"""

from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.fields.json import KT

from adjudication.querysets import TallyQuerySet
from annotation.models import Project, Stage, User
from diffs.models import PaperPair


class Slice(models.Model):
    """Where a pair's labels count: one of each filter of the dashboards."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="+")
    # A stage may be deleted once its pairs have moved: what they counted as there is taken out by its number.
    stage = models.ForeignKey(Stage, models.DO_NOTHING, null=True, related_name="+", db_constraint=False)
    domain = models.CharField(max_length=60, blank=True)
    week = models.DateField(help_text="The Monday of the week in which the pair had all its labels, in UTC.")
    guideline = models.PositiveIntegerField(
        null=True, help_text="The version of all its labels; empty when they were made under several."
    )

    class Meta:
        abstract = True


class PairTally(Slice):
    """What one pair with all its labels has been counted as."""

    pair = models.OneToOneField(PaperPair, models.CASCADE, related_name="tally")
    patterns = models.JSONField(default=dict, help_text="Field to the pattern that AgreementTally counts.")
    meetings = models.JSONField(
        default=list, help_text="[first rater, second rater, field, value of first, value of second], by rater id."
    )
    changed = models.JSONField(
        default=list, help_text="What its decision adds to ChangeTally: adjudication/changing.py."
    )

    objects: ClassVar[Any] = TallyQuerySet.as_manager()

    class Meta:
        indexes = [models.Index("project", KT("patterns__dynamics"), "pair", name="pair_tally_by_dynamics")]

    def __str__(self) -> str:
        return f"{self.pair_id}"


class AgreementTally(Slice):
    """How many pairs of a slice have this pattern in a field. A pattern is canonical JSON: the values of each unit."""

    field = models.CharField(max_length=30)
    pattern = models.TextField()
    pattern_key = models.CharField(max_length=64, help_text="SHA-256 of the pattern, which may be long.")
    count = models.IntegerField(default=0, help_text="Signed, so that one statement adds and takes out.")

    objects: ClassVar[Any] = TallyQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["project"], name="agreement_tally_empty", condition=Q(count=0))]
        constraints = [
            models.UniqueConstraint(
                fields=["project", "field", "stage", "domain", "week", "guideline", "pattern_key"],
                name="agreement_tally_once",
                nulls_distinct=False,
            )
        ]

    def __str__(self) -> str:
        return f"{self.field} {self.pattern_key[:8]}: {self.count}"


class ChangeTally(Slice):
    """How often the decisions about the pairs of a slice did this; see `adjudication/changing.py` for the kinds."""

    kind = models.CharField(max_length=10)
    first = models.CharField(max_length=30)
    second = models.CharField(max_length=30, blank=True)
    became = models.CharField(max_length=30, blank=True)
    count = models.IntegerField(default=0)

    objects: ClassVar[Any] = TallyQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["project"], name="change_tally_empty", condition=Q(count=0))]
        constraints = [
            models.UniqueConstraint(
                fields=["project", "kind", "first", "second", "became", "stage", "domain", "week", "guideline"],
                name="change_tally_once",
                nulls_distinct=False,
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.first} {self.second} {self.became}: {self.count}"


class RaterTally(models.Model):
    """How often two people said these two values of a field on one unit; `first` is the lower id. For admins alone."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="+")
    first = models.ForeignKey(User, models.CASCADE, related_name="+")
    second = models.ForeignKey(User, models.CASCADE, related_name="+")
    field = models.CharField(max_length=30)
    first_value = models.CharField(max_length=300)
    second_value = models.CharField(max_length=300)
    count = models.IntegerField(default=0)

    objects: ClassVar[Any] = TallyQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["project"], name="rater_tally_empty", condition=Q(count=0))]
        constraints = [
            models.UniqueConstraint(
                fields=["project", "field", "first", "second", "first_value", "second_value"], name="rater_tally_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.field} {self.first_value}/{self.second_value}: {self.count}"


class PersonTally(models.Model):
    """How often a person's label met another's in a week, and how often both said the same. For admins alone."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="+")
    person = models.ForeignKey(User, models.CASCADE, related_name="+")
    field = models.CharField(max_length=30)
    week = models.DateField()
    same = models.IntegerField(default=0)
    count = models.IntegerField(default=0)

    objects: ClassVar[Any] = TallyQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["project"], name="person_tally_empty", condition=Q(count=0))]
        constraints = [models.UniqueConstraint(fields=["project", "field", "person", "week"], name="person_tally_once")]

    def __str__(self) -> str:
        return f"{self.field} {self.week}: {self.same}/{self.count}"


class TallyVersion(models.Model):
    """How often a project's counts have changed. Its row is the lock under which they do: one writer at a time."""

    project = models.OneToOneField(Project, models.CASCADE, related_name="+")
    version = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.project_id}: {self.version}"


class Diagnosis(models.Model):
    """Labels put together by a model of the annotators, beside gold and never as gold; made anew by the worker."""

    class Method(models.TextChoices):
        MAJORITY = "majority"
        DAWID_SKENE = "dawid_skene"
        MACE = "mace"

    project = models.ForeignKey(Project, models.CASCADE, related_name="+")
    field = models.CharField(max_length=30)
    method = models.CharField(max_length=12, choices=Method)
    labels = models.PositiveIntegerField(help_text="How many labels it was made from.")
    result = models.JSONField(default=dict)
    made_at = models.DateTimeField(auto_now=True)

    objects: ClassVar[Any] = TallyQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["project", "field", "method"], name="diagnosis_once")]

    def __str__(self) -> str:
        return f"{self.field} {self.method}"
