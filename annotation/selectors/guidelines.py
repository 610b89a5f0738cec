"""The guideline in force."""

from annotation.models import Guideline, Project


def current_guideline(project: Project) -> Guideline:
    """The latest version; a project is made with its first one."""
    latest: Guideline = project.guidelines.select_related("created_by").latest("version")
    return latest
