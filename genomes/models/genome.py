"""Genomes: idea objects that point into one source version."""

from typing import Any, ClassVar

import pghistory
import pgtrigger
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from annotation.models import Unit, User
from annotation.wording import choices
from evaluator.vocabulary import ContributionRole, ObjectType
from genomes.models.library import Paper, Passage, SourceVersion
from genomes.models.searching import searchable
from genomes.querysets import GenomeQuerySet, IdeaObjectQuerySet

APPEND_ONLY = pgtrigger.Update | pgtrigger.Delete


class Genome(models.Model):
    """The idea objects of one source version, made by one author; handed in, it is what pairs are made of."""

    source_version = models.OneToOneField(SourceVersion, models.CASCADE, related_name="genome")
    unit = models.OneToOneField(Unit, models.PROTECT, related_name="genome")
    author = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="genomes")
    handed_in_at = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0)

    objects: ClassVar[Any] = GenomeQuerySet.as_manager()

    class Meta:
        ordering = ["source_version"]
        constraints = [
            models.CheckConstraint(
                condition=Q(handed_in_at__isnull=True) | Q(author__isnull=False),
                name="genome_handed_in_has_an_author",
            )
        ]

    def __str__(self) -> str:
        return f"G({self.source_version.paper.slug})"

    @property
    def paper(self) -> Paper:
        return self.source_version.paper


@pghistory.track(exclude=["search"])
class IdeaObject(models.Model):
    """(type, content, evidence, constraint?): the smallest unit that can on its own be inherited, changed or lost."""

    class State(models.TextChoices):
        CANDIDATE = "candidate", _("candidate")
        ACCEPTED = "accepted", _("accepted")
        REJECTED = "rejected", _("rejected")

    genome = models.ForeignKey(Genome, models.CASCADE, related_name="objects_all")
    type = models.CharField(_("type"), max_length=12, choices=choices(ObjectType))
    handle = models.CharField(max_length=8, help_text=_("Letter of the type and a number: M1."))
    content = models.TextField(_("content"))
    constraint = models.TextField(_("constraint"), blank=True)
    contribution_role = models.CharField(
        _("contribution role"),
        max_length=10,
        choices=choices(ContributionRole),
        default=ContributionRole.CONTEXT,
    )
    lineage_relevant = models.BooleanField(_("matters to the lineage"), default=True)
    state = models.CharField(max_length=10, choices=State, default=State.ACCEPTED)
    reject_reason = models.CharField(max_length=300, blank=True)
    repairs = models.ManyToManyField("self", symmetrical=False, blank=True, related_name="repaired_by")
    carried_from = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="carried_to")
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)
    revision = models.PositiveIntegerField(default=1)
    search = models.GeneratedField(
        expression=searchable("content", "A") + searchable("constraint", "B"),
        output_field=SearchVectorField(),
        db_persist=True,
    )

    objects: ClassVar[Any] = IdeaObjectQuerySet.as_manager()

    class Meta:
        ordering = ["genome", "id"]
        indexes = [GinIndex(fields=["search"], name="idea_object_search")]
        constraints = [
            models.UniqueConstraint(fields=["genome", "handle"], name="idea_object_handle_once"),
            models.CheckConstraint(condition=~Q(content=""), name="idea_object_has_content"),
        ]

    def __str__(self) -> str:
        return f"{self.handle} {self.content[:60]}"

    @property
    def key(self) -> str:
        """Id in answers and releases: the paper's short name and the handle."""
        return f"{self.genome.source_version.paper.slug}:{self.handle}"


EVIDENCE_QUOTES_ITS_TEXT = """
    IF NOT EXISTS (
        SELECT 1 FROM genomes_sourceversion v
        WHERE v.id = NEW.source_version_id
          AND v.text_sha256 = NEW.text_sha256
          AND substring(v.text FROM NEW.start + 1 FOR NEW."end" - NEW.start) = NEW.quote
    ) THEN
        RAISE EXCEPTION 'evidence % to % does not quote its source version', NEW.start, NEW."end";
    END IF;
    RETURN NEW;
"""


class Evidence(models.Model):
    """A checked reference into one source version: position, exact quote, 32 characters of context, the text's hash."""

    idea_object = models.ForeignKey(IdeaObject, models.CASCADE, related_name="evidence")
    source_version = models.ForeignKey(SourceVersion, models.PROTECT, related_name="evidence")
    passage = models.ForeignKey(Passage, models.PROTECT, null=True, related_name="+")
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    quote = models.TextField()
    prefix = models.CharField(max_length=32, blank=True)
    suffix = models.CharField(max_length=32, blank=True)
    text_sha256 = models.CharField(max_length=64)
    is_confirmed = models.BooleanField(default=True)
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["idea_object", "start"]
        constraints = [
            models.CheckConstraint(condition=Q(end__gt=F("start")), name="evidence_not_empty"),
            models.UniqueConstraint(
                fields=["idea_object", "start", "end"],
                name="evidence_place_once_per_object",
            ),
        ]
        triggers = [
            pgtrigger.Trigger(
                name="evidence_quotes_its_text",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert | pgtrigger.Update,
                func=EVIDENCE_QUOTES_ITS_TEXT,
            )
        ]

    def __str__(self) -> str:
        return self.quote[:60]
