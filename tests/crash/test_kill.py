"""kill -9 in the middle of a submission and of a freeze. Only processes that these tests started are killed."""

import signal
from typing import Any

import pytest

from tests.crash.house import SOON, House
from tests.stack.driver import Stack, wait_until

VICTIMS = ("worker", "web", "postgres")

# All rows of the submission are written when it comes to the draft, and none is committed.
AT_THE_DRAFT = "SELECT 1 FROM diffs_diffdraft WHERE id = %s FOR UPDATE"
# All files of the release are written when its row is to be marked as frozen: reading and locking rows goes on.
AT_THE_LAST_ROW = "LOCK TABLE releases_release IN SHARE MODE"

DIFFS = "SELECT count(*) FROM diffs_diff WHERE pair_id = %s"
DONE = "SELECT u.labels_done FROM annotation_unit u JOIN diffs_paperpair p ON p.unit_id = u.id WHERE p.id = %s"
LOOSE_ROWS = "SELECT count(*) FROM diffs_alignment a LEFT JOIN diffs_diff d ON d.id = a.diff_id WHERE d.id IS NULL"
DRAFT = "SELECT payload FROM diffs_diffdraft WHERE id = %s"
HALF = """SELECT count(*) FROM releases_releasefile f JOIN releases_release r ON r.id = f.release_id
    WHERE r.state <> 'frozen'"""
FILES = "SELECT path, sha256 FROM releases_releasefile WHERE release_id = %s ORDER BY path"
FROZEN_AT = "SELECT frozen_at FROM releases_release WHERE id = %s"
# The two labels that were in before anything was killed.
EARLIER = """SELECT id, answer FROM diffs_diff WHERE pair_id = (SELECT min(pair_id) FROM diffs_diff)
    ORDER BY submitted_at"""


@pytest.mark.parametrize("victim", VICTIMS)
def test_a_submission_that_is_cut_off_loses_nothing_and_is_sent_again(house: House, victim: str) -> None:
    pair = house.pairs[VICTIMS.index(victim)]
    earlier = house.rows(EARLIER)
    assert len(earlier) == 2
    with house.held(AT_THE_DRAFT, pair["draft"]):
        flight = house.submit(pair)
        house.wait_until_someone_waits_for_a_lock()
        house.kill(victim)
    house.wait_until_it_works_again()
    if victim == "worker":
        assert flight.result() == 200  # it has no part in a submission
    else:
        assert flight.result() in (0, 500, 502, 503)
        assert_untouched(house, pair)
    again = [house.submit(pair) for _ in range(2)]
    assert [sent.result() for sent in again] == [200, 200]
    assert house.number(DIFFS, pair["id"]) == 1
    assert house.number(DONE, pair["id"]) == 1
    assert house.rows(DRAFT, pair["draft"]) == []
    assert house.number(LOOSE_ROWS) == 0
    assert house.rows(EARLIER) == earlier


def assert_untouched(house: House, pair: dict[str, Any]) -> None:
    """Nothing of the submission is there, and the draft is as it was saved."""
    assert house.number(DIFFS, pair["id"]) == 0
    assert house.number(DONE, pair["id"]) == 0
    assert house.rows(DRAFT, pair["draft"]) == [(pair["payload"],)]


@pytest.mark.parametrize("victim", VICTIMS)
def test_a_freeze_that_is_cut_off_is_done_once_in_the_end(house: House, victim: str) -> None:
    release = house.start_freezing(f"1.0.{VICTIMS.index(victim)}")
    with house.held(AT_THE_LAST_ROW):
        house.scene.ask("queue", release)
        house.wait_until_someone_waits_for_a_lock()
        house.kill(victim)
        assert house.number(HALF) == 0
        assert house.state_of(release) == "waiting"
    assert_frozen_once(house, release)


def test_a_freeze_goes_on_when_everything_was_killed_and_started_again(house: House) -> None:
    release = house.start_freezing("1.1.0")
    data = house.stack.data
    with house.held(AT_THE_LAST_ROW):
        house.scene.ask("queue", release)
        house.wait_until_someone_waits_for_a_lock()
        house.stack.stop(signal.SIGKILL)
    with Stack(data) as house.stack:
        house.stack.wait_until_healthy()
        assert_frozen_once(house, release)


def assert_frozen_once(house: House, release: int) -> None:
    """It comes by itself, whole; freezing it again changes nothing."""
    wait_until(lambda: house.state_of(release) == "frozen", "the release is frozen", 2 * SOON)
    assert house.number(HALF) == 0
    assert house.scene.ask("faults", release) == []
    files, when = house.rows(FILES, release), house.rows(FROZEN_AT, release)
    house.scene.ask("freeze", release)
    assert house.rows(FILES, release) == files
    assert house.rows(FROZEN_AT, release) == when
