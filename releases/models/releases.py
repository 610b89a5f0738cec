"""Releases: planned, audited, frozen with their files, and what is said of them later."""

from typing import Any, ClassVar

import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.models import Project, User
from genomes.models import APPEND_ONLY
from releases.querysets import ReleaseQuerySet


class Release(models.Model):
    """A versioned set of files. It is planned, audited, asked for, then frozen in one transaction.

    Frozen, no row of it can change: what is said of it later (withdrawn, an erratum, open to the public) is a Notice,
    and superseded it is as soon as a later one is frozen (`releases.selectors.status`).
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        AUDITED = "audited", _("audited")
        WAITING = "waiting", _("waiting for the worker")
        FAILED = "failed", _("failed")
        FROZEN = "frozen", _("frozen")

    project = models.ForeignKey(Project, models.PROTECT, related_name="releases")
    version = models.CharField(_("version"), max_length=20)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    seed = models.PositiveIntegerField(_("seed"), default=1)
    notes = models.TextField(_("notes"), blank=True)
    plan = models.JSONField(default=dict, help_text=_("How exam and splits are drawn: releases.plan.ReleasePlan."))
    allow_changed_code = models.BooleanField(
        _("freeze although the code differs from its commit"),
        default=False,
        help_text=_("The manifest says so. Otherwise changed code stops the release."),
    )
    leave_out_disputes = models.BooleanField(
        _("leave out pairs with an open dispute"),
        default=False,
        help_text=_("Otherwise an open dispute stops the release."),
    )
    audited_at = models.DateTimeField(null=True)
    audits = models.JSONField(default=list, help_text=_("What each audit found, as releases.audits gives it."))
    preview = models.JSONField(
        default=dict, help_text=_("What the audits of the draft saw: gold, yields and the version rule.")
    )
    requested_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    requested_at = models.DateTimeField(auto_now_add=True)
    frozen_at = models.DateTimeField(null=True)
    manifest_sha256 = models.CharField(max_length=64, blank=True)
    counts = models.JSONField(default=dict)
    error = models.TextField(blank=True)

    objects: ClassVar[Any] = ReleaseQuerySet.as_manager()

    class Meta:
        ordering = ["project", "-requested_at"]
        constraints = [
            models.UniqueConstraint(fields=["project", "version"], name="release_version_once"),
            models.CheckConstraint(
                condition=Q(state="frozen", frozen_at__isnull=False) & ~Q(manifest_sha256="") | ~Q(state="frozen"),
                name="release_frozen_has_a_hash",
            ),
        ]
        triggers = [
            pgtrigger.Protect(
                name="release_frozen_is_immutable",
                operation=APPEND_ONLY,
                condition=pgtrigger.Q(old__state="frozen"),
            )
        ]

    def __str__(self) -> str:
        return f"{self.project} {self.version}"


REFUSE_FILE_OF_FROZEN_RELEASE = """
    IF EXISTS (SELECT 1 FROM releases_release r WHERE r.id = NEW.release_id AND r.state = 'frozen') THEN
        RAISE EXCEPTION 'release % is frozen: no file may be added', NEW.release_id;
    END IF;
    RETURN NEW;
"""


class ReleaseFile(models.Model):
    """One file of a release; its bytes are its chunks. Written in the freezing transaction, never afterwards."""

    release = models.ForeignKey(Release, models.PROTECT, related_name="files")
    path = models.CharField(max_length=300)
    is_sealed = models.BooleanField(default=False, help_text=_("It stays on the server, in no download."))
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField()
    rows = models.PositiveBigIntegerField(null=True)

    class Meta:
        ordering = ["release", "path"]
        constraints = [models.UniqueConstraint(fields=["release", "path"], name="release_file_path_once")]
        triggers = [
            pgtrigger.Protect(name="release_file_is_immutable", operation=APPEND_ONLY),
            pgtrigger.Trigger(
                name="release_file_before_freezing_only",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert,
                func=REFUSE_FILE_OF_FROZEN_RELEASE,
            ),
        ]

    def __str__(self) -> str:
        return self.path


REFUSE_CHUNK_OF_FROZEN_RELEASE = """
    IF EXISTS (
        SELECT 1 FROM releases_releasefile f JOIN releases_release r ON r.id = f.release_id
        WHERE f.id = NEW.file_id AND r.state = 'frozen'
    ) THEN
        RAISE EXCEPTION 'the release of file % is frozen: nothing may be added', NEW.file_id;
    END IF;
    RETURN NEW;
"""


class FileChunk(models.Model):
    """A part of a file's bytes, numbered from 0, so that no file is ever in memory as a whole."""

    file = models.ForeignKey(ReleaseFile, models.PROTECT, related_name="chunks")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        ordering = ["file", "number"]
        constraints = [models.UniqueConstraint(fields=["file", "number"], name="release_chunk_once")]
        triggers = [
            pgtrigger.Protect(name="release_chunk_is_immutable", operation=APPEND_ONLY),
            pgtrigger.Trigger(
                name="release_chunk_before_freezing_only",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert,
                func=REFUSE_CHUNK_OF_FROZEN_RELEASE,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.file} {self.number}"


class ReleasedRecord(models.Model):
    """A record of a release with the papers and pair it rests on: the way from a paper or a label to what was released.

    Written in the freezing transaction by COPY, never afterwards.
    """

    release = models.ForeignKey(Release, models.PROTECT, related_name="records")
    table = models.CharField(max_length=20)
    key = models.CharField(max_length=400)
    split = models.CharField(max_length=20)
    papers = ArrayField(models.CharField(max_length=200), help_text=_("Short names of papers."))
    pair = models.CharField(max_length=410, blank=True, help_text=_("The pair's key, “source__target”."))

    class Meta:
        constraints = [models.UniqueConstraint(fields=["release", "table", "key"], name="released_record_once")]
        indexes = [
            GinIndex(fields=["papers"], name="released_record_papers"),
            models.Index(fields=["pair"], name="released_record_pair", condition=~Q(pair="")),
        ]
        triggers = [
            pgtrigger.Protect(name="released_record_is_immutable", operation=APPEND_ONLY),
            pgtrigger.Trigger(
                name="released_record_before_freezing",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert,
                func=REFUSE_FILE_OF_FROZEN_RELEASE,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}/{self.key}"


class Notice(models.Model):
    """Something said of a frozen release later; the latest of opened and closed counts. Never changed or taken back."""

    class Kind(models.TextChoices):
        WITHDRAWN = "withdrawn", _("withdrawn")
        ERRATUM = "erratum", _("erratum")
        OPENED = "opened", _("opened to the public")
        CLOSED = "closed", _("closed to the public")

    release = models.ForeignKey(Release, models.PROTECT, related_name="notices")
    kind = models.CharField(max_length=10, choices=Kind)
    table = models.CharField(max_length=20, blank=True)
    record = models.CharField(max_length=400, blank=True, help_text=_("Id of the record that an erratum concerns."))
    text = models.TextField(blank=True)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["release", "at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["opened", "closed"]) | ~Q(text=""), name="release_notice_has_a_reason"
            ),
            models.UniqueConstraint(fields=["release"], condition=Q(kind="withdrawn"), name="release_withdrawn_once"),
        ]
        triggers = [pgtrigger.Protect(name="release_notice_is_immutable", operation=APPEND_ONLY)]

    def __str__(self) -> str:
        return f"{self.release}: {self.kind}"


class SealingKey(models.Model):
    """The secret of a project that salts the commitments to sealed answers. It leaves the server with no file."""

    project = models.OneToOneField(Project, models.PROTECT, related_name="+")
    key = models.BinaryField(max_length=32)

    class Meta:
        triggers = [pgtrigger.Protect(name="sealing_key_is_immutable", operation=APPEND_ONLY)]

    def __str__(self) -> str:
        return f"sealing key of {self.project}"


class Publication(models.Model):
    """A release handed to a place outside: asked for, then done by the worker. Secrets come from the environment."""

    class Place(models.TextChoices):
        FOLDER = "folder", _("a folder")
        S3 = "s3", _("an S3-compatible store")
        HUGGING_FACE = "hugging_face", _("a Hugging Face dataset")
        ZENODO = "zenodo", _("a Zenodo deposit")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for the worker")
        FAILED = "failed", _("failed")
        DONE = "done", _("done")

    release = models.ForeignKey(Release, models.PROTECT, related_name="publications")
    place = models.CharField(max_length=20, choices=Place)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    address = models.CharField(max_length=500, blank=True, help_text=_("Where it lies now, such as a DOI."))
    error = models.TextField(blank=True)
    requested_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    requested_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["release", "-requested_at"]

    def __str__(self) -> str:
        return f"{self.release} to {self.place}"
