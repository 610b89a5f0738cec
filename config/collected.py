"""Static files, collected into the data folder only when a source changed."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from config.stack.problems import StackProblem

STAMP = ".sources"


def fingerprint() -> str:
    """Return a digest of the sources' names, sizes and times."""
    digest = hashlib.sha256(settings.VERSION.encode())
    for finder in get_finders():
        for name, storage in finder.list(ignore_patterns=[]):
            status = Path(storage.path(name)).stat()
            digest.update(f"{name}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def collect_if_changed() -> None:
    """Fill STATIC_ROOT. Raises StackProblem when a style sheet names a file that is not there."""
    if settings.STATIC_FROM_SOURCES:
        return
    root = Path(settings.STATIC_ROOT)
    stamp, wanted = root / STAMP, fingerprint()
    if stamp.exists() and stamp.read_text(encoding="ascii") == wanted:
        return
    try:
        call_command("collectstatic", interactive=False, clear=root.exists(), verbosity=0)
    except (OSError, ValueError) as error:
        raise StackProblem(f"The static files could not be collected into {root}: {error}") from error
    stamp.write_text(wanted, encoding="ascii")
