"""A release is opened to everybody and handed to a folder: what leaves, what never does, what is said of failures."""

import logging
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from annotation.refusal import Refused
from releases.models import FileChunk, Publication, Release, ReleaseFile
from releases.publishing.folder import Folder
from releases.selectors import release_bytes
from releases.services import close_release, open_release, publish, request_publication
from tests.cast import Cast
from tests.releases.making import frozen_inside, ready

PUBLIC = "/r/demo/1.0.0/"
SEALED = "sealed/exam.jsonl"


@pytest.fixture
def release(cast: Cast) -> Release:
    """Frozen, with a file that stays on the server: planted, so it gets past the trigger that refuses it."""
    ready(cast)
    made = frozen_inside(cast)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        held = ReleaseFile.objects.create(
            release=made, path="sealed/exam.jsonl", is_sealed=True, sha256="0" * 64, size=6
        )
        FileChunk.objects.create(file=held, number=0, content=b"secret")
        cursor.execute("SET LOCAL session_replication_role = origin")
    return made


def test_everybody_reads_an_open_release_and_nobody_a_closed_one(cast: Cast, release: Release) -> None:
    anyone = Client()
    assert anyone.get(PUBLIC).status_code == 404
    open_release(by=cast.admin, release=release)
    page = anyone.get(PUBLIC).content.decode()
    assert "CC0-1.0" in page
    assert release.manifest_sha256 in page
    assert not [each.username for each in (cast.annotator1, cast.annotator2) if each.username in page]
    manifest = anyone.get(f"{PUBLIC}files/manifest.json")
    assert manifest.getvalue() == release_bytes(release)["manifest.json"]
    assert anyone.get(f"{PUBLIC}files/{SEALED}").status_code == 404
    assert b"secret" not in anyone.get(f"{PUBLIC}download/").getvalue()
    close_release(by=cast.admin, release=release)
    for place in ("", "files/manifest.json", "download/"):
        assert anyone.get(f"{PUBLIC}{place}").status_code == 404


def test_it_is_off_until_a_place_is_set_up(cast: Cast, release: Release) -> None:
    with pytest.raises(Refused) as refusal:
        request_publication(by=cast.admin, release=release, place="folder")
    assert "is not set up" in str(refusal.value.faults[0].message)


def test_a_folder_gets_what_leaves_the_house_once(cast: Cast, release: Release, settings: Any, tmp_path: Path) -> None:
    settings.PUBLISHING = {**settings.PUBLISHING, "folder": {"root": str(tmp_path)}}
    asked = request_publication(by=cast.admin, release=release, place="folder")
    assert request_publication(by=cast.admin, release=release, place="folder").pk == asked.pk
    done = publish(publication_id=asked.pk)
    assert (done.state, Path(done.address)) == (Publication.State.DONE, tmp_path / "demo" / "1.0.0")
    found = {
        path.relative_to(done.address).as_posix(): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()
    }
    assert found == release_bytes(release)


def test_an_error_of_the_program_tells_no_secret(
    cast: Cast,
    release: Release,
    settings: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken(*_args: Any) -> str:
        raise RuntimeError("token-4711 was refused")

    settings.PUBLISHING = {**settings.PUBLISHING, "folder": {"root": str(tmp_path)}}
    monkeypatch.setattr(Folder, "publish", broken)
    asked = request_publication(by=cast.admin, release=release, place="folder")
    with caplog.at_level(logging.DEBUG):
        failed = publish(publication_id=asked.pk)
    assert failed.state == Publication.State.FAILED
    assert "RuntimeError" in failed.error
    assert "4711" not in failed.error + caplog.text
