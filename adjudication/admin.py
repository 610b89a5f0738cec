"""Django's admin site shows cases and resolutions to read; services are the writers."""

from django.contrib import admin

from adjudication.models import Case, Resolution
from annotation.admin import LookOnly

PAPERS = ("pair__source__source_version__paper", "pair__target__source_version__paper")


@admin.register(Case)
class CaseAdmin(LookOnly):
    project_path = "pair__project"
    list_display = ["pair", "adjudicator", "lease_expires_at"]
    list_filter = ["pair__project"]
    list_select_related = [*PAPERS, "adjudicator"]


@admin.register(Resolution)
class ResolutionAdmin(LookOnly):
    project_path = "pair__project"
    list_display = ["pair", "number", "outcome", "reason_code", "created_at"]
    list_filter = ["pair__project", "outcome", "reason_code"]
    list_select_related = [*PAPERS]
