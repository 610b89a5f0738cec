"""`manage.py import_papers PATH… --project SLUG [--by USER]`: read files, zips or folders into a project."""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError

from annotation.models import Membership, Project, Role, User
from annotation.refusal import Refused
from genomes.ingest import UnreadableFile, extensions
from genomes.ingest.archive import members
from genomes.ingest.folders import pack_latex, walk
from genomes.ingest.formats import LABELS
from genomes.ingest.reading import MAX_ARCHIVE_BYTES
from genomes.models import ImportFile
from genomes.services.importing import FileResult, import_file
from genomes.wording import words_of

COUNTED = ("pages", "passages", "references", "papers_new", "papers_known")


class Source(NamedTuple):
    """A file to import: what it is called in the report and in the library, and its bytes or why there are none."""

    shown: str
    name: str
    data: bytes
    problem: Exception | None = None


class Command(BaseCommand):
    help = (
        "Import papers and metadata in every format that is read: files, zips of many, or folders; a folder with a main"
        " LaTeX file is one paper. One line per file; ends with 1 when one was refused."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", type=Path, help="files, zips, or folders")
        parser.add_argument("--project", required=True, metavar="SLUG", help="short name of the project")
        parser.add_argument("--by", metavar="USER", help="who imports; without it the project's first admin")

    def handle(self, *args: Any, **options: Any) -> None:
        project = Project.objects.filter(slug=options["project"]).first()
        if project is None:
            raise CommandError(f"There is no project with the short name “{options['project']}”.")
        by = _importer(project, options["by"])
        self.total = 0
        self.refused: list[str] = []
        for source in _sources(options["paths"]):
            self._import(by, project, source)
        if not self.total:
            raise CommandError(f"No file to import. Files that are read end in {', '.join(extensions())}.")
        self.stdout.write(f"{self.total - len(self.refused)} of {self.total} files are in the library.")
        if self.refused:
            self.stderr.write("Refused: " + ", ".join(self.refused))
            sys.exit(1)

    def _import(self, by: User, project: Project, source: Source, *, is_member: bool = False) -> None:
        """Read one file and say what came of it; of an archive, each file in it."""
        started = time.monotonic()
        try:
            if source.problem is not None:
                raise source.problem
            result = import_file(by=by, project=project, data=source.data, filename=source.name, is_member=is_member)
        except (UnreadableFile, Refused, OSError) as error:
            self.total += 1
            self.refused.append(source.shown)
            reason = words_of(error.template, error.params) if isinstance(error, UnreadableFile) else str(error)
            self.stderr.write(f"{source.shown}: refused. {reason}")
            return
        if result.state == ImportFile.State.OPENED:
            for member in members(source.data):
                inner = Source(f"{source.shown}/{member.name}", member.name, member.data, member.problem)
                self._import(by, project, inner, is_member=True)
            return
        self.total += 1
        self.stdout.write(f"{source.shown}: {_told(result)} ({_figures(result, time.monotonic() - started)})")
        for note in _notes(result):
            self.stdout.write(f"  note: {note}")


def _told(result: FileResult) -> str:
    if result.version is None:
        return "metadata"
    is_known = result.state == ImportFile.State.KNOWN
    return f"{result.version.paper.slug}, {'known already' if is_known else f'version {result.version.number}'}"


def _figures(result: FileResult, seconds: float) -> str:
    outcome = result.outcome
    counts = [f"{outcome[name]} {name.replace('_', ' ')}" for name in COUNTED if outcome.get(name)]
    return ", ".join([str(LABELS[outcome["format"]]), *counts, f"{seconds:.1f} s"])


def _notes(result: FileResult) -> list[str]:
    kept = result.outcome.get("notes", []) if result.version is None else result.version.notes
    return [words_of(note["template"], note["params"]) for note in kept]


def _importer(project: Project, username: str | None) -> User:
    admins = Membership.objects.filter(project=project, role=Role.ADMIN).select_related("user").order_by("pk")
    chosen = admins.filter(user__username=username).first() if username else admins.first()
    if chosen is None:
        raise CommandError(f"“{username}” is no admin of this project." if username else "The project has no admin.")
    importer: User = chosen.user
    return importer


def _sources(paths: list[Path]) -> Iterator[Source]:
    """Files as they are named; of folders, the files whose ending is read; one in memory at a time."""
    for path in paths:
        for each in walk(path) if path.is_dir() else [path]:
            try:
                yield _source(each)
            except OSError as error:
                yield Source(str(each), each.name, b"", error)


def _source(path: Path) -> Source:
    if path.is_dir():
        return Source(str(path), f"{path.resolve().name}.zip", pack_latex(path))
    with path.open("rb") as file:
        return Source(str(path), path.name, file.read(MAX_ARCHIVE_BYTES + 1))
