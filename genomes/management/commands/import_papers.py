"""`manage.py import_papers PATH… --project SLUG [--by USER]`: read files or folders of papers into a project."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotation.models import Membership, Project, Role, User
from annotation.refusal import Refused
from genomes.ingest import extensions
from genomes.services import import_document


class Command(BaseCommand):
    help = "Import papers (JATS XML, plain text, Markdown): one line per file; ends with 1 when one was refused."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", type=Path, help="files, or folders to look through")
        parser.add_argument("--project", required=True, metavar="SLUG", help="short name of the project")
        parser.add_argument("--by", metavar="USER", help="who imports; without it the project's first admin")

    def handle(self, *args: Any, **options: Any) -> None:
        project = Project.objects.filter(slug=options["project"]).first()
        if project is None:
            raise CommandError(f"There is no project with the short name “{options['project']}”.")
        by = _importer(project, options["by"])
        files = list(_files(options["paths"]))
        if not files:
            raise CommandError(f"No file to import. Files that are read end in {', '.join(extensions())}.")
        refused = [path for path in files if not self._import(by, project, path)]
        self.stdout.write(f"{len(files) - len(refused)} of {len(files)} files are in the library.")
        if refused:
            self.stderr.write("Refused: " + ", ".join(str(path) for path in refused))
            sys.exit(1)

    def _import(self, by: User, project: Project, path: Path) -> bool:
        try:
            imported = import_document(by=by, project=project, data=path.read_bytes(), filename=path.name)
        except (Refused, OSError) as error:
            self.stderr.write(f"{path}: refused. {error}")
            return False
        version = imported.version
        said = f"version {version.number}" if imported.is_new else "known already"
        self.stdout.write(f"{path}: {version.paper.slug}, {said}")
        return True


def _importer(project: Project, username: str | None) -> User:
    admins = Membership.objects.filter(project=project, role=Role.ADMIN).select_related("user").order_by("pk")
    chosen = admins.filter(user__username=username).first() if username else admins.first()
    if chosen is None:
        raise CommandError(f"“{username}” is no admin of this project." if username else "The project has no admin.")
    importer: User = chosen.user
    return importer


def _files(paths: list[Path]) -> Iterator[Path]:
    """Files as they are named; of folders, the files whose ending is read, in order of their names."""
    for path in paths:
        if path.is_dir():
            yield from sorted(
                each for each in path.rglob("*") if each.is_file() and each.suffix.lower() in extensions()
            )
        else:
            yield path
