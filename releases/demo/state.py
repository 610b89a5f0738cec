"""Whether the demo project is there, and whole."""

from annotation.models import Project
from releases.demo import content
from releases.models import Release, Run


def is_half_loaded() -> bool:
    """Whether an earlier load got as far as the labels and was stopped before its release and runs were done."""
    project = Project.objects.filter(slug=content.project_facts()["slug"]).first()
    if project is None:
        return False
    if not Release.objects.filter(project=project).exists():
        return True
    names = [system["system"] for system in content.systems()]
    first = Release.objects.frozen().filter(project=project).order_by("frozen_at").first()
    return first is not None and Run.objects.filter(release=first, system__in=names).count() < len(names)
