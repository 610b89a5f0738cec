"""Freezing: gold becomes files, whole or not at all, and no row of it changes afterwards."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from annotation.refusal import Refused
from annotation.services import create_project
from evaluator.io import verify_files
from releases.models import Release, ReleaseFile
from releases.selectors import release_bytes
from releases.services import freeze_release, request_release
from tests.cast import Cast
from tests.factories import a_diff, a_pair
from tests.releases.making import stopping

pytestmark = pytest.mark.django_db(transaction=True)


def ready(cast: Cast) -> Any:
    """A project with one unanimous pair, a licence and a domain mapping."""
    project = cast.project
    project.licence, project.domains = "CC0-1.0", {"vision": "Computer Science"}
    project.save(update_fields=["licence", "domains"])
    pair = a_pair(cast, domain="vision")
    a_diff(cast.annotator1, pair)
    a_diff(cast.annotator2, pair)
    return pair


def frozen(cast: Cast, version: str = "1.0.0", **facts: Any) -> Release:
    release = request_release(by=cast.admin, project=cast.project, version=version, allow_changed_code=True, **facts)
    return freeze_release(release_id=release.pk)


def test_unanimous_gold_freezes_into_files_that_the_evaluator_verifies(cast: Cast) -> None:
    pair = ready(cast)
    release = frozen(cast)
    assert release.error == ""
    assert release.state == Release.State.FROZEN
    # Two papers with four objects each, one pair, no trace.
    assert {k: v for k, v in release.counts.items() if k != "exam"} == {
        "papers": 2,
        "objects": 8,
        "diffs": 1,
        "alignments": 2,  # the factory aligns two objects of each pair
        "traces": 0,
    }
    assert release.counts["exam"] > 0
    assert verify_files(release_bytes(release)) == []
    assert pair.key.encode() in release_bytes(release)["data/jsonl/diffs/public.jsonl"]


def test_freezing_twice_freezes_once(cast: Cast) -> None:
    ready(cast)
    release = frozen(cast)
    files = release_bytes(release)
    again = freeze_release(release_id=release.pk)
    assert again.frozen_at == release.frozen_at
    assert release_bytes(again) == files


def test_rows_and_files_of_a_frozen_release_cannot_change(cast: Cast) -> None:
    ready(cast)
    release = frozen(cast)
    file = ReleaseFile.objects.filter(release=release).first()
    assert file is not None
    attempts: list[Callable[[], Any]] = [
        lambda: Release.objects.filter(pk=release.pk).update(notes="other"),
        lambda: Release.objects.filter(pk=release.pk).update(state="waiting"),
        lambda: Release.objects.filter(pk=release.pk).delete(),
        lambda: ReleaseFile.objects.filter(pk=file.pk).update(sha256="0" * 64),
        lambda: ReleaseFile.objects.filter(pk=file.pk).delete(),
        lambda: ReleaseFile.objects.create(release=release, path="more", sha256="0" * 64, size=0),
    ]
    for attempt in attempts:
        with pytest.raises(DatabaseError), transaction.atomic():
            attempt()


def test_an_audit_that_fails_leaves_no_file_and_says_why(cast: Cast) -> None:
    ready(cast)
    cast.project.licence = ""
    cast.project.save(update_fields=["licence"])
    release = frozen(cast)
    assert release.state == Release.State.FAILED
    assert "licence" in release.error
    assert ReleaseFile.objects.count() == 0
    assert stopping(release) == ["licences"]


def test_a_failed_release_is_asked_for_anew_under_its_version(cast: Cast) -> None:
    test_an_audit_that_fails_leaves_no_file_and_says_why(cast)
    cast.project.licence = "CC0-1.0"
    cast.project.save(update_fields=["licence"])
    assert frozen(cast).state == Release.State.FROZEN


def test_the_version_rule_is_a_floor(cast: Cast) -> None:
    ready(cast)
    frozen(cast)
    # Nothing changed: PATCH is enough.
    assert frozen(cast, "1.0.1").state == Release.State.FROZEN
    # A pair was added: MINOR is demanded, PATCH refused, MAJOR may be chosen.
    pair = a_pair(cast, domain="vision")
    a_diff(cast.annotator1, pair)
    a_diff(cast.annotator2, pair)
    refused = frozen(cast, "1.0.2")
    assert refused.state == Release.State.FAILED
    assert "1.1.0" in refused.error
    assert frozen(cast, "2.0.0").state == Release.State.FROZEN


def test_a_version_that_is_not_later_or_not_a_version_is_refused(cast: Cast) -> None:
    ready(cast)
    frozen(cast)
    for version in ("1.0.0", "0.9.9", "1.0", "v2.0.0", "01.0.0"):
        with pytest.raises(Refused):
            request_release(by=cast.admin, project=cast.project, version=version, allow_changed_code=True)


def test_a_disputed_pair_stops_the_release_unless_it_is_left_out(cast: Cast) -> None:
    ready(cast)
    pair = a_pair(cast, domain="vision")
    a_diff(cast.annotator1, pair)
    a_diff(cast.annotator2, pair, transition_driver=f"{pair.target.paper.slug}:L1")
    stopped = frozen(cast)
    assert stopped.state == Release.State.FAILED
    assert stopping(stopped) == ["open_disputes"]
    without = frozen(cast, leave_out_disputes=True)
    assert without.state == Release.State.FROZEN
    assert without.counts["diffs"] == 1


def test_a_project_without_gold_is_refused_with_the_reason_also_when_another_has_gold(cast: Cast) -> None:
    ready(cast)
    other = create_project(by=cast.admin, slug="other", name="Other", licence="CC0-1.0")
    wish = request_release(by=cast.admin, project=other, version="1.0.0", allow_changed_code=True)
    release = freeze_release(release_id=wish.pk)
    assert release.state == Release.State.FAILED
    assert "no gold" in release.error
