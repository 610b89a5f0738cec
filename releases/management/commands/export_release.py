"""`manage.py export_release`: write a frozen release into a folder, as files or as the deterministic zip."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from evaluator.write import MANIFEST, deterministic_zip
from releases.management.named import ReleaseCommand, frozen_release_named
from releases.models import Release
from releases.packaging.signing import NoKey, signature_of, signature_path
from releases.selectors import StoredFiles, zip_name
from releases.selectors.bytes_of import bytes_of


class Command(ReleaseCommand):
    help = "Write a frozen release into a new or empty folder; `python -m evaluator verify` reads it there."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--out", required=True, type=Path, metavar="DIR", help="a folder, new or empty")
        parser.add_argument("--zip", action="store_true", help="write one zip into the folder instead of the files")

    def handle(self, *args: Any, **options: Any) -> None:
        release = frozen_release_named(options["project"], options["release"])
        out: Path = options["out"]
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise CommandError(f"{out} is not an empty folder. Nothing was written; name another one.")
        place = out / zip_name(release) if options["zip"] else out
        try:
            signature = signature_of(bytes_of(release, MANIFEST))
        except NoKey as error:
            raise CommandError(f"{error}. Nothing was written.") from error
        if signature is not None and signature_path(place).exists():
            raise CommandError(f"{signature_path(place)} is there already. Nothing was written.")
        try:
            out.mkdir(parents=True, exist_ok=True)
            written = _write_zip(release, place) if options["zip"] else _write_files(release, place)
            if signature is not None:
                signature_path(place).write_bytes(signature)
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error.strerror or error}") from error
        self.stdout.write(f"{release.project.slug} {release.version}: {written}")
        self.stdout.write(f"SHA-256 {release.manifest_sha256}")
        if signature is not None:
            self.stdout.write(f"signed: {signature_path(place)}")


def _write_files(release: Release, out: Path) -> str:
    files = StoredFiles(release)
    for path, data in files.items():
        place = out / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return f"{len(files)} files in {out}"


def _write_zip(release: Release, place: Path) -> str:
    with place.open("xb") as stream:
        deterministic_zip(StoredFiles(release), stream)
    return str(place)
