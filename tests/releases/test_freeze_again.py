"""Asking and freezing more than once, and the failures between: one release in the end, or a reason."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from annotation.refusal import Refused
from releases import making
from releases.files import describe
from releases.models import Release, ReleaseFile
from releases.selectors import release_bytes
from releases.services import freeze_release, request_release
from releases.spool import Spool
from tests.cast import Cast
from tests.releases.test_freeze import ready
from tests.worker import test_database_url as database_url

pytestmark = pytest.mark.django_db(transaction=True)

OBJECTS = "data/jsonl/objects/public.jsonl"


def requested(cast: Cast, **facts: Any) -> Release:
    return request_release(by=cast.admin, project=cast.project, version="1.0.0", allow_changed_code=True, **facts)


@contextmanager
def held(release: Release) -> Iterator[None]:
    """The release's row under the lock that a running freeze holds, from another connection."""
    with psycopg.connect(database_url()) as other:
        other.execute("SELECT 1 FROM releases_release WHERE id = %s FOR UPDATE", [release.pk])
        yield


def test_files_that_the_evaluator_refuses_are_not_written_and_every_fault_is_kept(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready(cast)
    sound = describe

    def damaged(spool: Spool, *args: Any, **facts: Any) -> None:
        sound(spool, *args, **facts)
        spool.put({OBJECTS: spool[OBJECTS].split(b"\n", 1)[1], "LICENSE": b"other\n"})

    monkeypatch.setattr("releases.services.assembling.describe", damaged)
    release = freeze_release(release_id=requested(cast).pk)
    assert release.state == Release.State.FAILED
    # One line or more for each of the two damaged files.
    assert OBJECTS in release.error
    assert "LICENSE" in release.error
    assert len(release.error.splitlines()) > 2
    assert not ReleaseFile.objects.exists()


def test_an_error_of_the_program_is_named_at_the_release_and_raised(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready(cast)

    def broken(*args: Any, **facts: Any) -> None:
        raise KeyError("yolo:M1")

    monkeypatch.setattr(making, "Draw", broken)
    release = requested(cast)
    with pytest.raises(KeyError):
        freeze_release(release_id=release.pk)
    release.refresh_from_db()
    assert release.state == Release.State.FAILED
    assert "KeyError: 'yolo:M1'" in release.error
    assert not ReleaseFile.objects.exists()


def test_a_release_whose_message_was_lost_is_asked_for_again_without_a_second_one(cast: Cast) -> None:
    ready(cast)
    lost = requested(cast)
    again = requested(cast, seed=2, notes="Once more.")
    assert again.pk == lost.pk
    assert Release.objects.count() == 1
    # The first message turns up after all: two freezes of one release.
    first = freeze_release(release_id=lost.pk)
    files = release_bytes(first)
    second = freeze_release(release_id=again.pk)
    assert (first.state, first.seed) == (Release.State.FROZEN, 2)
    assert second.frozen_at == first.frozen_at
    assert release_bytes(second) == files


def test_a_release_that_is_being_frozen_is_not_changed_by_asking_again(cast: Cast) -> None:
    ready(cast)
    release = requested(cast)
    with held(release):
        again = requested(cast, seed=2)
    assert (again.pk, again.seed, again.state) == (release.pk, 1, Release.State.WAITING)


def test_a_version_that_was_frozen_meanwhile_is_refused(cast: Cast) -> None:
    ready(cast)
    release = freeze_release(release_id=requested(cast).pk)
    with held(release), pytest.raises(Refused) as refusal:
        requested(cast)
    assert [fault.code for fault in refusal.value.faults] == ["version_not_later"]
