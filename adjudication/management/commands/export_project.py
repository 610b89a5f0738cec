"""`manage.py export_project --project SLUG --out DIR`: all that leaves a project, as files in a folder or one zip."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from adjudication.exporting import ENDINGS, Export, files_of, zipped
from adjudication.permissions import can_export
from adjudication.selectors.export import export_of, in_one_snapshot, lines_as
from annotation.models import Project, Role, User


class Command(BaseCommand):
    help = "Export every table of a project: labels, resolutions, gold, typings, rulings, comments, guidelines, times."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--project", required=True, metavar="SLUG", help="short name of the project")
        parser.add_argument("--out", required=True, type=Path, metavar="DIR", help="a folder, new or empty")
        parser.add_argument(
            "--by", default="", metavar="USER", help="an admin of it who does not label; else the first"
        )
        parser.add_argument("--as", default="jsonl", choices=ENDINGS, dest="ending", help="the form of the tables")
        parser.add_argument("--names", action="store_true", help="user names instead of pseudonyms")
        parser.add_argument("--zip", action="store_true", help="write one zip into the folder instead of the files")

    def handle(self, *args: Any, **options: Any) -> None:
        project = Project.objects.filter(slug=options["project"]).first()
        if project is None:
            raise CommandError(f"There is no project with the short name “{options['project']}”.")
        out: Path = options["out"]
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise CommandError(f"{out} is not an empty folder. Nothing was written; name another one.")
        export = export_of(project, _admin(project, options["by"]), named=options["names"], ending=options["ending"])
        try:
            out.mkdir(parents=True, exist_ok=True)
            number = _write_zip(export, out) if options["zip"] else _write_files(export, out)
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error.strerror or error}") from error
        self.stdout.write(f"{project.slug}: {number} in {out}")


def _admin(project: Project, name: str) -> User:
    """Whose rights hold: the admin of that name, or the first who does not label."""
    admins = User.objects.filter(memberships__project=project, memberships__role=Role.ADMIN, is_active=True)
    for person in admins.filter(username=name) if name else admins.order_by("memberships__pk"):
        if can_export(person, project):
            return person
    whose = f"{name} is no admin of {project.slug}, or labels in it." if name else f"{project.slug} has no such admin."
    raise CommandError(f"{whose} Name an admin who does not label with --by.")


def _write_files(export: Export, out: Path) -> str:
    number = 0
    for path, parts in in_one_snapshot(lambda: files_of(export, lines_as(export.ending))):
        place = out / path
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("wb") as file:
            for part in parts:
                file.write(part)
        number += 1
    return f"{number} files"


def _write_zip(export: Export, out: Path) -> str:
    """Under another name until it is whole, so that one half written is not taken for an export."""
    place = out / f"{export.project}-export.zip"
    unfinished = place.with_name(f"{place.name}.part")
    with unfinished.open("wb") as file:
        for part in in_one_snapshot(lambda: zipped(export, lines_as(export.ending))):
            file.write(part)
    unfinished.rename(place)
    return place.name
