"""Projects: made by a superuser, changed by their admins."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.models import Project, Role, User
from annotation.services.guidelines import publish_guideline
from annotation.services.members import add_member
from annotation.services.validation import refuse_invalid

CHANGEABLE = frozenset({"name", "description", "licence", "domains", "overlap", "lease", "object_length_limit"})


@transaction.atomic
def create_project(*, by: User, slug: str, name: str, guideline: str = "", **facts: Any) -> Project:
    """Make a project with its maker as admin and guideline 1. `facts` are further fields of Project."""
    unknown = set(facts) - CHANGEABLE
    if unknown:
        raise TypeError(f"not a fact of a project: {', '.join(sorted(unknown))}")
    project = Project(slug=slug, name=name, **facts)
    refuse_invalid(project)
    project.save(force_insert=True)
    add_member(by=by, project=project, user=by, role=Role.ADMIN)
    publish_guideline(by=by, project=project, body=guideline or first_guideline(), note=_("First version"))
    return project


def first_guideline() -> str:
    """What a new project starts with, in the language of its maker; to be replaced by the project's own words."""
    return _(
        "# Guideline\n\n"
        "Write here what counts as an idea object in this project, how its type is told, "
        "and how two genomes are compared. "
        "Give a worked example for each rule.\n"
    )


@transaction.atomic
def change_project(*, by: User, project: Project, **facts: Any) -> Project:
    """Change facts of a project. The labels wanted of units that exist already stay as they are."""
    unknown = set(facts) - CHANGEABLE
    if unknown:
        raise TypeError(f"not a fact of a project: {', '.join(sorted(unknown))}")
    for field, value in facts.items():
        setattr(project, field, value)
    refuse_invalid(project)
    project.save(update_fields=list(facts))
    return project
