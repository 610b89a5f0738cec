"""What commands are told by name: a project, a frozen release, the person who acts."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.models import Project, Role, User
from releases.models import Release


class ReleaseCommand(BaseCommand):
    """A command about one release: `--version` is the release's, in place of Django's option of that name."""

    def create_parser(self, prog_name: str, subcommand: str, **options: Any) -> CommandParser:
        return super().create_parser(prog_name, subcommand, conflict_handler="resolve", **options)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--project", required=True, metavar="SLUG", help="short name of the project")
        parser.add_argument("--version", required=True, dest="release", metavar="X.Y.Z", help="version of the release")


def project_named(slug: str) -> Project:
    project: Project | None = Project.objects.filter(slug=slug).first()
    if project is None:
        known = ", ".join(Project.objects.values_list("slug", flat=True)) or "none"
        raise CommandError(f"There is no project “{slug}”. Projects: {known}.")
    return project


def frozen_release_named(slug: str, version: str) -> Release:
    project = project_named(slug)
    found = Release.objects.frozen().filter(project=project).select_related("project")
    release: Release | None = found.filter(version=version).first()
    if release is None:
        known = ", ".join(found.values_list("version", flat=True)) or "none"
        raise CommandError(f"{slug} has no frozen release {version}. Frozen releases: {known}.")
    return release


def admin_of(project: Project, name: str) -> User:
    """The person of that name, or the admin who joined first."""
    admins = User.objects.filter(memberships__project=project, memberships__role=Role.ADMIN)
    person: User | None = (admins.filter(username=name) if name else admins.order_by("memberships__pk")).first()
    if person is None:
        raise CommandError(f"{name or 'Nobody'} is an admin of {project.slug}. Name one with --by.")
    return person
