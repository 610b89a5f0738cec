"""People, projects, and who has which role where."""

from datetime import timedelta
from typing import Any, ClassVar, Self

from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from annotation.querysets import InProjectQuerySet, ProjectQuerySet
from annotation.rules import MOST_LABELS

PERCENT = [MaxValueValidator(100)]


class User(AbstractUser):
    """A person who signs in."""

    mail_language = models.CharField(
        _("language of mails"), max_length=10, blank=True, help_text=_("Empty: the site's own.")
    )

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
        validators=[MinValueValidator(1), MaxValueValidator(MOST_LABELS)],
    )
    lease = models.DurationField(_("lease"), default=timedelta(hours=4))
    reservation = models.DurationField(
        _("reservation"),
        default=timedelta(days=7),
        help_text=_("How long an assigned unit waits for its person to open it."),
    )
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
    wants_suggestions = models.BooleanField(
        _("suggest which objects may be aligned"),
        default=True,
        help_text=_("Shown dotted beside the objects of a pair; nothing is taken before somebody takes it."),
    )
    qualification_units = models.PositiveSmallIntegerField(
        _("known pairs before real work"),
        default=0,
        help_text=_("How many pairs with a known answer a new annotator labels first; 0: none."),
    )
    qualification_percent = models.PositiveSmallIntegerField(
        _("accuracy to qualify, in percent"), default=70, validators=PERCENT
    )
    check_every = models.PositiveSmallIntegerField(
        _("one known pair in about so many"),
        default=0,
        help_text=_("Known pairs come unannounced among the others, about one in so many; 0: never."),
    )
    check_window = models.PositiveSmallIntegerField(
        _("known pairs that count"),
        default=10,
        validators=[MinValueValidator(1)],
        help_text=_("Accuracy is taken over each person's latest known pairs, so many of them."),
    )
    check_percent = models.PositiveSmallIntegerField(
        _("pause below an accuracy of, in percent"), default=60, validators=PERCENT
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
    """One role of one person in one project; a person may hold several.

    Who is away or paused is handed nothing; what they hold returns with its lease.
    """

    class Pause(models.TextChoices):
        ADMIN = "admin", _("by an admin")
        ACCURACY = "accuracy", _("accuracy on known pairs")

    project = models.ForeignKey(Project, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=12, choices=Role)
    expertise = ArrayField(models.CharField(max_length=60), default=list, blank=True)
    weekly_limit = models.PositiveSmallIntegerField(
        _("units a week, at most"), null=True, blank=True, help_text=_("Empty: as many as they like.")
    )
    away_from = models.DateField(_("away from"), null=True, blank=True)
    away_until = models.DateField(_("away until"), null=True, blank=True, help_text=_("The last day away."))
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_because = models.CharField(max_length=10, choices=Pause, blank=True)
    pause_note = models.CharField(max_length=300, blank=True)
    qualified_at = models.DateTimeField(
        null=True, blank=True, help_text=_("When they qualified on known pairs, or an admin let them work without.")
    )
    measured_from = models.DateTimeField(
        null=True, blank=True, help_text=_("Answers on known pairs count from here; empty: all of them.")
    )
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = InProjectQuerySet.as_manager()

    class Meta:
        ordering = ["user__username", "role"]
        constraints = [
            models.UniqueConstraint(fields=["project", "user", "role"], name="membership_once_per_role"),
            models.CheckConstraint(
                condition=Q(away_from__isnull=True, away_until__isnull=True) | Q(away_until__gte=F("away_from")),
                name="membership_away_ends_after_it_begins",
            ),
            models.CheckConstraint(
                condition=Q(paused_at__isnull=True, paused_because="")
                | (Q(paused_at__isnull=False) & ~Q(paused_because="")),
                name="membership_pause_has_a_cause",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"
