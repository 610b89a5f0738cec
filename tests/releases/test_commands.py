"""The command line: freeze and export, with the exit codes that scripts rely on."""

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from releases.models import Release
from releases.selectors import release_bytes, release_zip
from tests.cast import Cast
from tests.releases.making import disputed_pair, frozen, ready
from tests.worker import test_database_url as database_url

pytestmark = pytest.mark.django_db(transaction=True)


def manage(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run manage.py in a process of its own, on the test's servers."""
    environment = {**os.environ, "DATABASE_URL": database_url(), "REDIS_URL": settings.REDIS_URL}
    program = [sys.executable, "manage.py", *arguments]
    return subprocess.run(program, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False)


def verify(place: Path) -> "subprocess.CompletedProcess[str]":
    program = [sys.executable, "-m", "evaluator", "verify", str(place)]
    return subprocess.run(program, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)


def test_a_release_is_frozen_exported_and_verified_from_the_shell(cast: Cast, tmp_path: Path) -> None:
    ready(cast)
    done = manage("freeze_release", "--project", "demo", "--version", "1.0.0", "--seed", "5", "--allow-changed-code")
    assert done.returncode == 0, done.stderr
    release = Release.objects.get()
    assert (release.state, release.seed) == (Release.State.FROZEN, 5)
    assert release.manifest_sha256 in done.stdout
    out = tmp_path / "here"
    exported = manage("export_release", "--project", "demo", "--version", "1.0.0", "--out", str(out))
    assert exported.returncode == 0, exported.stderr
    written = {str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*") if path.is_file()}
    assert written == release_bytes(release)
    verified = verify(out)
    assert verified.returncode == 0, verified.stdout
    assert release.manifest_sha256 in verified.stdout


def export(**options: Any) -> str:
    out = io.StringIO()
    call_command("export_release", project="demo", release="1.0.0", stdout=out, **options)
    return out.getvalue()


def test_the_zip_on_disk_is_the_zip_of_the_page_and_verifies(cast: Cast, tmp_path: Path) -> None:
    ready(cast)
    release = frozen(cast)
    export(out=tmp_path, zip=True)
    archive = tmp_path / "demo-1.0.0.zip"
    with release_zip(release) as stream:
        assert archive.read_bytes() == stream.read()
    assert verify(archive).returncode == 0


def test_a_folder_that_is_not_empty_is_left_alone(cast: Cast, tmp_path: Path) -> None:
    ready(cast)
    frozen(cast)
    (tmp_path / "mine.txt").write_text("keep", encoding="utf-8")
    with pytest.raises(CommandError, match="not an empty folder"):
        export(out=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
    with pytest.raises(CommandError, match="not an empty folder"):
        export(out=tmp_path / "mine.txt")


def test_what_is_not_there_is_named_with_what_is(cast: Cast, tmp_path: Path) -> None:
    ready(cast)
    frozen(cast)
    with pytest.raises(CommandError, match=r"no frozen release 3\.0\.0.*1\.0\.0"):
        call_command("export_release", project="demo", release="3.0.0", out=tmp_path)
    with pytest.raises(CommandError, match=r"no project “other”.*demo"):
        call_command("export_release", project="other", release="1.0.0", out=tmp_path)


def freeze(version: str, **options: Any) -> None:
    facts = {"project": "demo", "release": version, "allow_changed_code": True, **options}
    call_command("freeze_release", stdout=io.StringIO(), **facts)


def test_every_finding_is_printed_when_a_freeze_fails(cast: Cast) -> None:
    ready(cast)
    pair = disputed_pair(cast)
    cast.project.licence = ""
    cast.project.save(update_fields=["licence"])
    with pytest.raises(CommandError) as failure:
        freeze("1.0.0")
    lines = str(failure.value).splitlines()
    assert any(line.startswith(f"Open disputes: pair:{pair.key}: ") for line in lines)
    assert any(line.startswith("Licences: project: ") for line in lines)
    cast.project.licence = "CC0-1.0"
    cast.project.save(update_fields=["licence"])
    freeze("1.0.0", leave_out_disputes=True)
    assert Release.objects.get().state == Release.State.FROZEN


def test_a_version_that_is_none_and_a_stranger_are_refused(cast: Cast) -> None:
    ready(cast)
    with pytest.raises(CommandError, match="three numbers"):
        freeze("1.0")
    with pytest.raises(CommandError, match="outsider is an admin"):
        freeze("1.0.0", by="outsider")


def test_usage_errors_exit_with_two() -> None:
    assert manage("freeze_release", "--project", "demo").returncode == 2
