"""Papers as immutable texts with their passages, and the works that they refer to."""

from typing import Any, ClassVar

import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from annotation.models import Project, User
from annotation.wording import choices
from evaluator.vocabulary import PassageKind
from genomes.models.searching import searchable
from genomes.querysets import PaperQuerySet, ReferenceQuerySet, SourceVersionQuerySet


class Paper(models.Model):
    """A work. Its `slug` is its id in answers and releases, so it never changes."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="papers")
    slug = models.SlugField(_("short name"), max_length=80)
    title = models.CharField(_("title"), max_length=500)
    authors = ArrayField(
        models.CharField(max_length=200),
        verbose_name=_("authors"),
        default=list,
        blank=True,
    )
    venue = models.CharField(_("venue"), max_length=300, blank=True)
    doi = models.CharField("DOI", max_length=200, blank=True)
    arxiv_id = models.CharField("arXiv", max_length=40, blank=True)
    published = models.DateField(_("published"), null=True, blank=True)
    domain = models.CharField(_("domain"), max_length=60, blank=True)
    lineage = models.CharField(_("lineage"), max_length=200, blank=True)
    aliases = ArrayField(
        models.CharField(max_length=120),
        verbose_name=_("other names"),
        default=list,
        blank=True,
    )
    abstract = models.TextField(_("abstract"), blank=True)
    other_ids = models.JSONField(default=dict, blank=True, help_text=_("Ids elsewhere, such as openalex or s2."))
    licence = models.CharField(_("licence of the text"), max_length=200, blank=True)
    redistributable = models.BooleanField(_("the text may be redistributed"), default=False)
    settled = ArrayField(
        models.CharField(max_length=40),
        default=list,
        blank=True,
        help_text=_("Facts that a person has set; imports and look-ups leave them as they are, also when empty."),
    )
    search = models.GeneratedField(
        expression=searchable("title", "A") + searchable("abstract", "C"),
        output_field=SearchVectorField(),
        db_persist=True,
    )
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = PaperQuerySet.as_manager()

    class Meta:
        ordering = ["published", "slug"]
        indexes = [GinIndex(fields=["search"], name="paper_search")]
        constraints = [models.UniqueConstraint(fields=["project", "slug"], name="paper_slug_once_per_project")]
        triggers = [
            pgtrigger.ReadOnly(name="paper_id_never_changes", fields=["slug", "project"]),
        ]

    def __str__(self) -> str:
        return self.title


class SourceVersion(models.Model):
    """One imported text of a paper, immutable: `text` is canonical, offsets into it are code points."""

    paper = models.ForeignKey(Paper, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    format = models.CharField(max_length=20)
    filename = models.CharField(max_length=300)
    file_sha256 = models.CharField(max_length=64)
    text_sha256 = models.CharField(max_length=64)
    text = models.TextField()
    published = models.DateField(_("published"), null=True, blank=True)
    licence = models.CharField(_("licence of the text"), max_length=200, blank=True)
    language = models.CharField(max_length=20, blank=True)
    page_starts = ArrayField(models.PositiveIntegerField(), default=list, blank=True)
    notes = models.JSONField(default=list, blank=True, help_text=_("What the reader of the file noticed."))
    imported_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    imported_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = SourceVersionQuerySet.as_manager()

    class Meta:
        ordering = ["paper", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["paper", "number"], name="source_version_number_once"),
            models.UniqueConstraint(fields=["paper", "file_sha256"], name="source_version_bytes_once"),
        ]
        triggers = [pgtrigger.Protect(name="source_version_is_append_only", operation=pgtrigger.Update)]

    def __str__(self) -> str:
        return f"{self.paper} v{self.number}"


class Passage(models.Model):
    """A typed stretch of a source version, in reading order."""

    source_version = models.ForeignKey(SourceVersion, models.CASCADE, related_name="passages")
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=choices(PassageKind))
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    label = models.CharField(max_length=500, blank=True)
    level = models.PositiveSmallIntegerField(default=0)
    parent = models.ForeignKey("self", models.CASCADE, null=True, related_name="children")

    class Meta:
        ordering = ["source_version", "position"]
        constraints = [
            models.UniqueConstraint(fields=["source_version", "position"], name="passage_position_once"),
            models.CheckConstraint(condition=Q(end__gt=F("start")), name="passage_not_empty"),
        ]
        triggers = [pgtrigger.Protect(name="passage_is_append_only", operation=pgtrigger.Update)]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.start}–{self.end}"


class Reference(models.Model):
    """One entry of a paper's reference list, as its text or its metadata gives it. What it matches is a query."""

    paper = models.ForeignKey(Paper, models.CASCADE, related_name="references")
    source_version = models.ForeignKey(SourceVersion, models.CASCADE, null=True, related_name="references")
    position = models.PositiveIntegerField()
    origin = models.CharField(max_length=20, help_text=_("The format that it was read from."))
    raw = models.TextField(blank=True)
    title = models.CharField(max_length=1000, blank=True)
    title_key = models.CharField(max_length=300, blank=True, db_index=True)
    first_author = models.CharField(max_length=200, blank=True)
    year = models.PositiveSmallIntegerField(null=True)
    doi = models.CharField(max_length=200, blank=True, db_index=True, help_text=_("In small letters."))
    arxiv_id = models.CharField(max_length=40, blank=True, db_index=True, help_text=_("Without a version."))
    other_ids = models.JSONField(default=dict, blank=True)

    objects: ClassVar[Any] = ReferenceQuerySet.as_manager()

    class Meta:
        ordering = ["paper", "origin", "position"]
        constraints = [
            models.UniqueConstraint(fields=["paper", "origin", "position"], name="reference_position_once"),
        ]
        indexes = [GinIndex(fields=["other_ids"], name="reference_other_ids")]

    def __str__(self) -> str:
        return self.title or self.raw[:80]
