"""`manage.py export_demo_predictions`: the predictions of the demo's imaginary systems, as files to upload."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from releases.demo import content
from releases.demo.content import VERSION
from releases.demo.predictions import demo_files
from releases.management.named import frozen_release_named
from releases.selectors import evaluator_release


class Command(BaseCommand):
    help = "Write the predictions of the demo's systems on the demo's first release, and a broken file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--out", type=Path, default=content.PREDICTIONS, metavar="DIR", help="where to write them")

    def handle(self, *args: Any, **options: Any) -> None:
        release = frozen_release_named(content.project_facts()["slug"], VERSION)
        out: Path = options["out"]
        out.mkdir(parents=True, exist_ok=True)
        for name, data in demo_files(evaluator_release(release).exam()).items():
            (out / name).write_bytes(data)
            self.stdout.write(str(out / name))
