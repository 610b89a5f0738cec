"""`python -m tests.golden`: freeze the demo project into fixtures/releases/, byte for byte the same each time.

The predictions of the demo's imaginary systems, which lie in fixtures/demo/predictions, are made anew with it.

Times are fixed: whatever happens while it is loaded and frozen happens in one second, a microsecond after what happened
before. The code has no commit, as in a source tree without git, since a commit would change the release with every
commit. A test compares what the code makes now with the folder.
"""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from pytest import MonkeyPatch  # noqa: PT013 - a context of its own, outside any test

VERSION = "1.0.0"
GOLDEN = Path(__file__).parents[1] / "fixtures" / "releases" / VERSION
MOMENT = datetime(2025, 1, 31, 12, tzinfo=UTC)
MOST_BYTES = 2_000_000


@contextmanager
def outside_time() -> Iterator[None]:
    """The clock moves by looks at it, from one moment on; and the code is of no commit, wherever that is asked."""
    import time_machine
    from django.utils import timezone

    from evaluator import __version__
    from releases import files, provenance
    from releases.services import requesting

    def of_no_commit() -> provenance.CodeState:
        return provenance.CodeState(__version__, commit="", dirty=False)

    looks = count()
    with time_machine.travel(MOMENT, tick=False), MonkeyPatch.context() as patch:
        patch.setattr(timezone, "now", lambda: MOMENT + timedelta(microseconds=next(looks)))
        for module in (files, provenance, requesting):
            patch.setattr(module, "code_version", of_no_commit)
        yield


def frozen_demo() -> dict[str, bytes]:
    """Path → bytes of the demo's release. Loads the demo into the database at hand, which should be empty."""
    from django.core.management import call_command

    with outside_time():
        call_command("load_demo", verbosity=0)
    return frozen_files()


def frozen_files() -> dict[str, bytes]:
    """Path → bytes of the demo's release as it is in the database."""
    from releases.demo import content
    from releases.models import Release
    from releases.selectors import release_bytes

    release = Release.objects.frozen().get(project__slug=content.project_facts()["slug"], version=VERSION)
    return release_bytes(release)


def folder_files(folder: Path) -> dict[str, bytes]:
    """Path → bytes of every file under a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def write(files: Mapping[str, bytes], folder: Path) -> None:
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


def main() -> None:
    """Make a database, freeze the demo in it, put the release in the place of the one that is there."""
    from django.core.management import call_command
    from django.test.runner import DiscoverRunner

    import tests.conftest  # noqa: F401 - chooses a private data folder and starts Django
    from tests.servers import start_servers

    start_servers()
    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        files = frozen_demo()
        call_command("export_demo_predictions", verbosity=0)
    finally:
        runner.teardown_databases(databases)
    size = sum(len(data) for data in files.values())
    if size > MOST_BYTES:
        raise SystemExit(f"{size} bytes: the golden release is to stay under {MOST_BYTES}.")
    shutil.rmtree(GOLDEN, ignore_errors=True)
    write(files, GOLDEN)
    print(f"{GOLDEN}: {len(files)} files, {size} bytes")


if __name__ == "__main__":
    main()
