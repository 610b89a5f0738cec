"""Access is the fetch: how views and API reach a project. Strangers get 404, members without the right get 403."""

from typing import Protocol

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404

from annotation.models import Project, User


class Asked(Protocol):
    """A request of a page or of the API."""

    user: User | AnonymousUser


def person_of(request: Asked) -> User:
    """Who asks, where a sign-in has been required already."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def project_for(user: User | AnonymousUser, slug: str) -> Project:
    """The project if the person has any role in it, else Http404."""
    visible = Project.objects.visible_to(user) if isinstance(user, User) else Project.objects.none()
    project: Project = get_object_or_404(visible, slug=slug)
    return project


def allow(condition: bool) -> None:
    """Refuse (403) a member who lacks the right."""
    if not condition:
        raise PermissionDenied
