"""People and work: who is who in a project, the guideline in force, units of work and who holds them."""

from datetime import timedelta
from typing import Any, ClassVar, Self

import pgtrigger
from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from annotation.querysets import (
    AssignmentQuerySet,
    InProjectQuerySet,
    ProjectQuerySet,
    UnitQuerySet,
)


class User(AbstractUser):
    """A person who signs in."""

    objects: ClassVar[UserManager[Self]] = UserManager()

    def project_ids(self, *roles: str) -> QuerySet[Any, Any]:
        """Ids of the projects where this person has one of the roles (any role when none is named), as a subquery."""
        held = Membership.objects.filter(user=self)
        if roles:
            held = held.filter(role__in=roles)
        return held.values("project_id")


class Role(models.TextChoices):
    ANNOTATOR = "annotator", _("annotator")
    ADJUDICATOR = "adjudicator", _("adjudicator")
    ADMIN = "admin", _("admin")


class Project(models.Model):
    slug = models.SlugField(
        _("short name"),
        unique=True,
        help_text=_("Appears in addresses; cannot be changed later."),
    )
    name = models.CharField(_("name"), max_length=200)
    description = models.TextField(_("description"), blank=True)
    licence = models.CharField(_("licence of releases"), max_length=100, blank=True)
    domains = models.JSONField(
        _("domain mapping"),
        default=dict,
        blank=True,
        help_text=_("Construction domain to arena domain, as JSON."),
    )
    overlap = models.PositiveSmallIntegerField(
        _("labels per unit"),
        default=2,
        validators=[MinValueValidator(1), MaxValueValidator(9)],
    )
    lease = models.DurationField(_("lease"), default=timedelta(hours=4))
    wants_second_reader = models.BooleanField(
        _("a second reader types every genome"),
        default=True,
        help_text=_("Blind to the first typing; a genome can be paired once both have read it."),
    )
    object_length_limit = models.PositiveIntegerField(_("longest object, in characters"), default=400)
    may_send_texts = models.BooleanField(
        _("papers may be sent to the language model"),
        default=False,
        help_text=_("Extraction passes then send the texts to the address that whoever runs this site has set."),
    )
    may_send_restricted_texts = models.BooleanField(
        _("also papers whose text may not be redistributed"),
        default=False,
        help_text=_("Only where the licences allow it, or where the language model runs in the house."),
    )
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = ProjectQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [models.CheckConstraint(condition=Q(overlap__gte=1), name="project_overlap_at_least_one")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("annotation:project", args=[self.slug])


class Membership(models.Model):
    """One role of one person in one project; a person may hold several."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=12, choices=Role)
    expertise = ArrayField(models.CharField(max_length=60), default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = InProjectQuerySet.as_manager()

    class Meta:
        ordering = ["user__username", "role"]
        constraints = [models.UniqueConstraint(fields=["project", "user", "role"], name="membership_once_per_role")]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"


class Guideline(models.Model):
    """One version of the labelling guideline, in Markdown. A change is a new version."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="guidelines")
    version = models.PositiveIntegerField(_("version"))
    body = models.TextField(_("text"), help_text=_("Markdown."))
    note = models.CharField(_("what changed"), max_length=300, blank=True)
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = InProjectQuerySet.as_manager()

    class Meta:
        ordering = ["-version"]
        constraints = [models.UniqueConstraint(fields=["project", "version"], name="guideline_version_once")]
        triggers = [pgtrigger.Protect(name="guideline_is_append_only", operation=pgtrigger.Update)]

    def __str__(self) -> str:
        return f"{self.project} v{self.version}"


class Unit(models.Model):
    """A piece of work that people are handed: a paper's genome, or a pair. What it is lies in the app above."""

    class Kind(models.TextChoices):
        GENOME = "genome", _("genome")
        PAIR = "pair", _("pair")
        READING = "reading", _("second reading")

    project = models.ForeignKey(Project, models.CASCADE, related_name="units")
    kind = models.CharField(max_length=10, choices=Kind)
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
    barred = models.ManyToManyField(
        User,
        blank=True,
        related_name="barred_units",
        help_text=_("People who may have no part in it, because they had one in what it is about."),
    )
    due = models.DateField(_("due"), null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = UnitQuerySet.as_manager()

    class Meta:
        ordering = ["-priority", "id"]
        indexes = [
            models.Index(
                fields=["project", "-priority", "id"],
                name="unit_next",
                condition=Q(is_ready=True, is_paused=False),
            )
        ]
        constraints = [
            models.CheckConstraint(condition=Q(overlap__gte=1), name="unit_overlap_at_least_one"),
            models.CheckConstraint(
                condition=Q(labels_done__lte=F("overlap")), name="unit_never_more_labels_than_wanted"
            ),
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

    unit = models.ForeignKey(Unit, models.CASCADE, related_name="assignments")
    person = models.ForeignKey(User, models.PROTECT, related_name="assignments")
    purpose = models.CharField(max_length=10, choices=Purpose, default=Purpose.LABEL)
    state = models.CharField(max_length=10, choices=State, default=State.ACTIVE)
    claimed_at = models.DateTimeField()
    lease_expires_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    is_counted = models.BooleanField(
        default=False,
        help_text=_("One of the labels that the unit wanted; a later one is surplus."),
    )

    objects: ClassVar[Any] = AssignmentQuerySet.as_manager()

    class Meta:
        ordering = ["-claimed_at"]
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
