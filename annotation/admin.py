"""Django's admin site: accounts can be mended here; the rest is only looked at, since services are the writers."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from rest_framework.authtoken.models import TokenProxy

from annotation.access import person_of
from annotation.models import Assignment, Guideline, Membership, Project, Role, Unit, User

# A token is a password: its owner sees it once, and nobody else ever.
admin.site.unregister(TokenProxy)


class LookOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # the class takes no parameter at run time
    """Rows to read. Those that tell what people made of units are hidden from who labels in their project."""

    project_path = ""  # from rows that tell it to their project

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The rows that the reader may see: being an operator lifts nobody's blindness."""
        rows: QuerySet[Any] = super().get_queryset(request)
        if self.project_path:
            rows = rows.exclude(**{f"{self.project_path}__in": person_of(request).project_ids(Role.ANNOTATOR)})
        return rows


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]  # the class takes no parameter at run time
    """Accounts: switched off rather than deleted, because labels keep their author."""

    list_display = ["username", "email", "is_active", "is_superuser", "last_login"]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Project)
class ProjectAdmin(LookOnly):
    list_display = ["slug", "name", "overlap", "created_at"]


@admin.register(Membership)
class MembershipAdmin(LookOnly):
    list_display = ["user", "role", "project"]
    list_filter = ["project", "role"]
    list_select_related = ["user", "project"]


@admin.register(Guideline)
class GuidelineAdmin(LookOnly):
    list_display = ["project", "version", "note", "created_by", "created_at"]
    list_filter = ["project"]
    list_select_related = ["project", "created_by"]


@admin.register(Unit)
class UnitAdmin(LookOnly):
    project_path = "project"
    list_display = ["title", "project", "kind", "labels_done", "overlap", "is_ready", "is_paused"]
    list_filter = ["project", "kind", "is_ready", "is_paused"]
    list_select_related = ["project"]
    search_fields = ["title"]


@admin.register(Assignment)
class AssignmentAdmin(LookOnly):
    project_path = "unit__project"
    list_display = ["unit", "person", "purpose", "state", "is_counted", "lease_expires_at"]
    list_filter = ["unit__project", "purpose", "state"]
    list_select_related = ["unit", "person"]
