"""Papers as immutable texts, and the idea objects that point into them."""

from typing import Any, ClassVar

import pghistory
import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from annotation.models import Project, Unit, User
from annotation.querysets import InProjectQuerySet
from annotation.wording import choices
from evaluator.vocabulary import ContributionRole, ObjectType, PassageKind
from genomes.querysets import (
    GenomeQuerySet,
    IdeaObjectQuerySet,
    ImportBatchQuerySet,
    SourceVersionQuerySet,
)

APPEND_ONLY = pgtrigger.Update | pgtrigger.Delete


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
    licence = models.CharField(_("licence of the text"), max_length=200, blank=True)
    redistributable = models.BooleanField(_("the text may be redistributed"), default=False)
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = InProjectQuerySet.as_manager()

    class Meta:
        ordering = ["published", "slug"]
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


@pghistory.track()
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
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)
    revision = models.PositiveIntegerField(default=1)

    objects: ClassVar[Any] = IdeaObjectQuerySet.as_manager()

    class Meta:
        ordering = ["genome", "id"]
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


class ImportBatch(models.Model):
    """Files handed in together; each is read on its own, so one bad file never fails the rest."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="imports")
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = ImportBatchQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.project} {self.created_at:%Y-%m-%d %H:%M}"


class ImportFile(models.Model):
    """One file of a batch and what came of it."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        IMPORTED = "imported", _("imported")
        KNOWN = "known", _("already in the library")
        REFUSED = "refused", _("refused")

    batch = models.ForeignKey(ImportBatch, models.CASCADE, related_name="files")
    filename = models.CharField(max_length=300)
    data = models.BinaryField()
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    reason = models.TextField(blank=True)
    source_version = models.ForeignKey(SourceVersion, models.SET_NULL, null=True, related_name="+")
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.filename
