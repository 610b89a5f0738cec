"""Django's admin: pairs and traces to look at. Everything is written through services, so nothing is edited here."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from diffs.models import PaperPair, Trace


class LookOnly:
    """No adding, changing or deleting."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(PaperPair)
class PaperPairAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("unit", "project", "created_at")
    list_filter = ("project",)
    list_select_related = ("unit", "project")


@admin.register(Trace)
class TraceAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("name", "project", "created_at")
    list_filter = ("project",)
