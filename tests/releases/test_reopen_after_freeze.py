"""Reopening a decision that a frozen release holds: it stays as it is, and the next is held to what changed."""

import pytest

from adjudication.services import reopen_case, resolve_case
from releases.models import Release
from releases.selectors import chunks_of
from releases.services import freeze_release, request_release
from tests.adjudication.test_leave import WHY
from tests.cast import Cast, make_cast
from tests.factories import an_answer
from tests.releases.making import disputed_pair, frozen, ready, stopping

pytestmark = pytest.mark.django_db(transaction=True)


def attempt(cast: Cast, version: str, *, leave_out_disputes: bool = False) -> Release:
    wish = request_release(
        by=cast.admin,
        project=cast.project,
        version=version,
        leave_out_disputes=leave_out_disputes,
        allow_changed_code=True,
    )
    return freeze_release(release_id=wish.pk)


def test_a_frozen_release_keeps_the_gold_that_was_reopened_and_the_next_must_say_so() -> None:
    cast = make_cast()
    ready(cast)
    pair = disputed_pair(cast)
    gold = an_answer(pair)
    resolve_case(by=cast.adjudicator, pair=pair, outcome="resolved", payload=gold, **WHY)
    first = frozen(cast)
    bytes_before = {file.path: b"".join(chunks_of(file)) for file in first.files.all()}
    assert first.counts["diffs"] == 2

    reopen_case(by=cast.admin, pair=pair, **WHY)
    stopped = attempt(cast, "2.0.0")
    assert stopped.state == Release.State.FAILED
    assert stopping(stopped) == ["open_disputes"]
    # Left out, the pair is gold withdrawn: MAJOR is demanded.
    too_low = attempt(cast, "1.1.0", leave_out_disputes=True)
    assert too_low.state == Release.State.FAILED
    assert "2.0.0" in too_low.error

    resolve_case(by=cast.adjudicator, pair=pair, outcome="resolved", payload=gold, **WHY)
    assert attempt(cast, "2.0.0").state == Release.State.FROZEN
    first.refresh_from_db()
    assert {file.path: b"".join(chunks_of(file)) for file in first.files.all()} == bytes_before
