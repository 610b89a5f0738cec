"""`manage.py import_labels FILE --project SLUG --by USER [--dry-run]`: labels of any number, as the page takes them."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotation.models import Project, User
from annotation.refusal import Refused
from diffs.permissions import can_import_labels
from diffs.services.label_import import import_labels


class Command(BaseCommand):
    help = "Import labels with every version from JSONL or CSV. One fault, and nothing is stored; ends with 1 then."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--project", required=True, metavar="SLUG", help="short name of the project")
        parser.add_argument("--by", required=True, metavar="USER", help="an admin of it who does not label")
        parser.add_argument("--dry-run", action="store_true", help="say what the file comes to, store nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        project = Project.objects.filter(slug=options["project"]).first()
        if project is None:
            raise CommandError(f"There is no project with the short name “{options['project']}”.")
        by = User.objects.filter(username=options["by"], is_active=True).first()
        if by is None or not can_import_labels(by, project):
            raise CommandError(f"“{options['by']}” is no admin of this project who does not label in it.")
        try:
            with options["file"].open(encoding="utf-8", newline="") as file:
                done = import_labels(by=by, project=project, file=file, dry_run=options["dry_run"])
        except OSError as error:
            raise CommandError(f"The file cannot be read: {error.strerror}.") from error
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        for fault in done.faults:
            self.stderr.write(f"line {fault.line}, {fault.field}: {fault.message}")
        if done.faults:
            raise CommandError(f"Nothing is stored: {len(done.faults) + done.more_faults} faults.")
        word = "would be stored" if options["dry_run"] else "are stored"
        self.stdout.write(f"{done.new} labels and versions {word}, {done.surplus} of them as surplus.")
        self.stdout.write(f"{done.same} are here already.")
