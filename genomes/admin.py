"""Django's admin site shows papers and genomes to read; services are the writers."""

from django.contrib import admin

from annotation.admin import LookOnly
from genomes.models import Genome, IdeaObject, ImportBatch, Paper, SourceVersion


@admin.register(Paper)
class PaperAdmin(LookOnly):
    list_display = ["slug", "title", "project", "published", "domain"]
    list_filter = ["project", "domain"]
    list_select_related = ["project"]
    search_fields = ["title", "slug"]


@admin.register(SourceVersion)
class SourceVersionAdmin(LookOnly):
    list_display = ["paper", "number", "format", "filename", "imported_at"]
    list_filter = ["paper__project", "format"]
    list_select_related = ["paper"]


@admin.register(Genome)
class GenomeAdmin(LookOnly):
    project_path = "source_version__paper__project"
    list_display = ["source_version", "author", "handed_in_at", "revision"]
    list_filter = ["source_version__paper__project"]
    list_select_related = ["source_version__paper", "author"]


@admin.register(IdeaObject)
class IdeaObjectAdmin(LookOnly):
    project_path = "genome__source_version__paper__project"
    list_display = ["handle", "type", "content", "state", "genome"]
    list_filter = ["genome__source_version__paper__project", "type", "state"]
    list_select_related = ["genome__source_version__paper"]


@admin.register(ImportBatch)
class ImportBatchAdmin(LookOnly):
    list_display = ["id", "project", "created_by", "created_at"]
    list_select_related = ["project", "created_by"]
