"""Units of work, the stages they belong to, and who holds them."""

from typing import Any, ClassVar

import pgtrigger
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from annotation.models.people import Project, User
from annotation.querysets import AssignmentQuerySet, InProjectQuerySet, UnitQuerySet
from annotation.rules import MOST_LABELS


class Stage(models.Model):
    """A part of a project's work, such as a pilot: its units want so many labels, and stop and go on together."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="stages")
    name = models.CharField(_("name"), max_length=60)
    overlap = models.PositiveSmallIntegerField(
        _("labels per pair"), default=2, validators=[MinValueValidator(1), MaxValueValidator(MOST_LABELS)]
    )
    is_paused = models.BooleanField(_("paused"), default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = InProjectQuerySet.as_manager()

    class Meta:
        ordering = ["created_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="stage_name_once"),
            models.CheckConstraint(condition=Q(overlap__gte=1), name="stage_overlap_at_least_one"),
        ]

    def __str__(self) -> str:
        return self.name


class Unit(models.Model):
    """A piece of work that people are handed: a paper's genome, or a pair. What it is lies in the app above."""

    class Kind(models.TextChoices):
        GENOME = "genome", _("genome")
        PAIR = "pair", _("pair")
        READING = "reading", _("second reading")

    project = models.ForeignKey(Project, models.CASCADE, related_name="units")
    kind = models.CharField(max_length=10, choices=Kind)
    stage = models.ForeignKey(Stage, models.PROTECT, null=True, blank=True, related_name="units")
    title = models.CharField(max_length=500)
    domain = models.CharField(max_length=60, blank=True)
    overlap = models.PositiveSmallIntegerField(_("labels wanted"))
    labels_done = models.PositiveSmallIntegerField(
        default=0,
        help_text=_("People who have finished; kept under the unit's row lock."),
    )
    priority = models.SmallIntegerField(_("priority"), default=0)
    is_ready = models.BooleanField(default=True)
    is_paused = models.BooleanField(default=False)
    is_known = models.BooleanField(
        default=False,
        help_text=_("Its answer is known: people are measured on it, beyond the labels that it wants."),
    )
    barred = models.ManyToManyField(
        User,
        blank=True,
        related_name="barred_units",
        help_text=_("People who may have no part in it, because they had one in what it is about."),
    )
    due = models.DateField(_("due"), null=True, blank=True)
    is_tallied = models.BooleanField(
        default=False, help_text=_("Agreement counts it as it stands; unset by the database when it changes.")
    )
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = UnitQuerySet.as_manager()

    class Meta:
        ordering = ["-priority", "id"]
        indexes = [
            models.Index(
                fields=["project", "-priority", "id"],
                name="unit_next",
                condition=Q(is_ready=True, is_paused=False),
            ),
            models.Index(fields=["project"], name="unit_known", condition=Q(is_known=True)),
            models.Index(fields=["project"], name="unit_to_tally", condition=Q(is_tallied=False)),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(overlap__gte=1), name="unit_overlap_at_least_one"),
            models.CheckConstraint(
                condition=Q(labels_done__lte=F("overlap")), name="unit_never_more_labels_than_wanted"
            ),
        ]
        triggers = [
            pgtrigger.Trigger(
                name="unit_changed_is_to_tally",
                operation=pgtrigger.Update,
                when=pgtrigger.Before,
                condition=pgtrigger.AnyChange("labels_done", "overlap", "stage", "domain"),
                func="NEW.is_tallied = FALSE; RETURN NEW;",
            )
        ]

    def __str__(self) -> str:
        return self.title


class Assignment(models.Model):
    """One person's hold on one unit. An active one lapses with its lease; a finished one never does."""

    class State(models.TextChoices):
        ACTIVE = "active", _("in work")
        FINISHED = "finished", _("finished")
        RELEASED = "released", _("given back")

    class Purpose(models.TextChoices):
        LABEL = "label", _("label")
        ADJUDICATE = "adjudicate", _("adjudicate")
        CHECK = "check", _("be measured on a known answer")

    unit = models.ForeignKey(Unit, models.CASCADE, related_name="assignments")
    person = models.ForeignKey(User, models.PROTECT, related_name="assignments")
    purpose = models.CharField(max_length=10, choices=Purpose, default=Purpose.LABEL)
    state = models.CharField(max_length=10, choices=State, default=State.ACTIVE)
    is_announced = models.BooleanField(
        default=False, help_text=_("The person knows that the answer is known, and is told how theirs compares.")
    )
    assigned_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="+", help_text=_("Empty: claimed.")
    )
    claimed_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True, help_text=_("Empty: assigned and not looked at yet."))
    lease_expires_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    is_counted = models.BooleanField(
        default=False,
        help_text=_("One of the labels that the unit wanted; a later one is surplus."),
    )
    active_seconds = models.PositiveIntegerField(
        default=0, help_text=_("Time at work on it, idle time left out; for admins alone.")
    )
    beat_at = models.DateTimeField(null=True, blank=True, help_text=_("Until when time has been counted."))

    objects: ClassVar[Any] = AssignmentQuerySet.as_manager()

    class Meta:
        ordering = ["-claimed_at"]
        indexes = [
            models.Index(fields=["person", "state"], name="assignment_of_person"),
            models.Index(fields=["unit"], name="assignment_active", condition=Q(state="active")),
            models.Index(fields=["finished_at"], name="assignment_finished", condition=Q(state="finished")),
        ]
        constraints = [
            models.UniqueConstraint(fields=["unit", "person"], name="assignment_never_twice_on_a_unit"),
            models.CheckConstraint(
                condition=Q(state="finished", finished_at__isnull=False)
                | (~Q(state="finished") & Q(finished_at__isnull=True)),
                name="assignment_finished_has_a_time",
            ),
            models.CheckConstraint(
                condition=Q(lease_expires_at__gte=F("claimed_at")),
                name="assignment_lease_after_claim",
            ),
            models.CheckConstraint(
                condition=Q(is_counted=False) | Q(state="finished", purpose="label"),
                name="assignment_counted_is_a_finished_label",
            ),
        ]
        triggers = [
            pgtrigger.FSM(
                name="assignment_finished_stays_finished",
                field="state",
                transitions=[
                    ("active", "finished"),
                    ("active", "released"),
                    ("released", "active"),
                    ("released", "finished"),
                ],
            ),
        ]

    def __str__(self) -> str:
        return f"{self.unit} · {self.person} · {self.get_state_display()}"

    @property
    def is_lapsed(self) -> bool:
        """Whether the person stopped working on it long enough for others to be handed it."""
        return self.state == self.State.ACTIVE and self.lease_expires_at <= timezone.now()

    @property
    def is_unopened(self) -> bool:
        """Whether somebody assigned it and it waits, within its reservation, to be looked at."""
        assigned = self.assigned_by_id is not None and self.opened_at is None
        return assigned and self.state == self.State.ACTIVE and not self.is_lapsed
