"""Access is the fetch: how views and API reach a project. Strangers get 404, members without the right get 403."""

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404

from annotation.models import Project, User


def project_for(user: User | AnonymousUser, slug: str) -> Project:
    """The project if the person has any role in it, else Http404."""
    visible = Project.objects.visible_to(user) if isinstance(user, User) else Project.objects.none()
    project: Project = get_object_or_404(visible, slug=slug)
    return project


def allow(condition: bool) -> None:
    """Refuse (403) a member who lacks the right."""
    if not condition:
        raise PermissionDenied
