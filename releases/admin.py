"""Releases and runs for the operator to look at; what is frozen or scored is changed by nobody."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from releases.models import Release, Run


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # the class takes no parameter at run time
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Release)
class ReleaseAdmin(ReadOnly):
    list_display = ["project", "version", "state", "requested_by", "frozen_at"]
    list_filter = ["state", "project"]
    list_select_related = ["project", "requested_by"]


@admin.register(Run)
class RunAdmin(ReadOnly):
    list_display = ["release", "system", "state", "submitted_by", "submitted_at"]
    list_filter = ["state", "release__project"]
    list_select_related = ["release__project", "submitted_by"]
    exclude = ["predictions", "report", "report_markdown", "outcomes"]

    def get_queryset(self, request: HttpRequest) -> Any:
        return Run.objects.without_files()
