"""A real worker in a process of its own, for tests of tasks that travel through the queue."""

import contextlib
import os
import sys
import time
from collections.abc import Iterator

import redis
from django.conf import settings
from django.db import connection

from config.heartbeat import broker, count_live_workers
from config.stack.children import kill_group, last_words, start_child

PATIENCE = 60.0
QUICKLY = ("--concurrency", "1", "--without-mingle", "--without-gossip")


def test_database_url() -> str:
    """Return the address of the database that the tests use."""
    return f"{settings.DATABASE_URL}&dbname={connection.settings_dict['NAME']}"


@contextlib.contextmanager
def running_worker() -> Iterator[int]:
    """Run a worker on the test database; yields its process number."""
    with contextlib.closing(broker()) as client:
        client.flushdb()  # what earlier tests queued speaks of rows that are gone
    log = settings.LAYOUT.logs / "worker.log"
    process = start_child(
        [sys.executable, "-m", "celery", "-A", "config", "worker", "--loglevel", "INFO", *QUICKLY],
        log=log,
        env={**os.environ, "DATABASE_URL": test_database_url()},
        cwd=settings.BASE_DIR,
    )
    try:
        deadline = time.monotonic() + PATIENCE
        while not _is_ready():
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"The worker did not start: {last_words(log, 20)}")
            time.sleep(0.1)
        yield process.pid
    finally:
        kill_group(process)  # a worker that is asked to stop takes seconds to
        with contextlib.closing(broker()) as client:
            client.flushdb()  # its sign of life


def _is_ready() -> bool:
    with contextlib.closing(broker()) as client:
        try:
            return count_live_workers(client) > 0
        except redis.RedisError:
            return False
