"""The pool of connections after its database was away."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg_pool import ConnectionPool, PoolTimeout
from psycopg_pool.base import AttemptWithBackoff

from config.stack import embedded
from config.stack.children import stop_child
from config.stack.database_url import POOL
from config.stack.layout import Layout
from config.stack.postgres import STOP_SIGNAL, EmbeddedPostgres

# Pauses that double are 1, 2, 4, 8 and 16 s: the last attempt before this is at 15 s, and the next would be at 31.
AWAY = 15.5
# Nobody waits that long here: all times of the pool, and of the test, are a sixth of the real ones.
SCALE = 1 / 6


@pytest.fixture
def layout() -> Iterator[Layout]:
    with tempfile.TemporaryDirectory(prefix="ig-po-") as folder:
        layout = Layout(Path(folder))
        embedded.prepare(layout)
        yield layout


def answer(pool: ConnectionPool, patience: float) -> tuple[int] | None:
    with pool.connection(timeout=patience) as connection:
        return connection.execute("SELECT 1").fetchone()


def test_a_database_that_was_away_for_long_is_found_soon_after_it_is_back(
    layout: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AttemptWithBackoff, "INITIAL_DELAY", AttemptWithBackoff.INITIAL_DELAY * SCALE)
    settings = {**POOL, "reconnect_timeout": POOL["reconnect_timeout"] * SCALE}
    server = EmbeddedPostgres(layout, durable=False)
    process = server.start()
    with ConnectionPool(layout.database_url, check=ConnectionPool.check_connection, **settings) as pool:
        assert answer(pool, 5) == (1,)
        stop_child(process, STOP_SIGNAL)
        began = time.monotonic()
        with pytest.raises((PoolTimeout, psycopg.OperationalError)):
            answer(pool, 3 * SCALE)
        time.sleep(max(0, AWAY * SCALE - (time.monotonic() - began)))
        process = server.start()
        try:
            assert answer(pool, 9 * SCALE) == (1,)
        finally:
            stop_child(process, STOP_SIGNAL)
