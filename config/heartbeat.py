"""Workers say that they are alive in a sorted set of the broker; a reader counts the recent ones.

Asking each worker by a broadcast takes as long as the slowest one; reading a mark takes under a millisecond.
Times are the broker's own, so that the clocks of several machines need not agree.
"""

import contextlib
from typing import Any

import redis
from celery import bootsteps
from django.conf import settings

from config.stack.valkey import ONE_TRY

KEY = "ideagene:workers"
BEAT_SECONDS = 3.0
ALIVE_SECONDS = 12.0


def broker() -> redis.Redis:
    """Return a client of the broker that gives up after a second."""
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1, retry=ONE_TRY)


def _now(client: redis.Redis) -> float:
    seconds, microseconds = client.time()
    return float(seconds) + float(microseconds) / 1e6


def count_live_workers(client: redis.Redis) -> int:
    """Return how many workers gave a sign of life lately. Raises redis.RedisError when the broker is away."""
    return int(client.zcount(KEY, _now(client) - ALIVE_SECONDS, "+inf"))


class Heartbeat(bootsteps.StartStopStep):
    """Renews the worker's mark from its own timer, so that a hung worker stops showing one."""

    requires = ("celery.worker.components:Timer",)

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self.client = broker()
        self.timer_entry: Any = None

    def start(self, parent: Any) -> None:
        """Give the first sign of life and arrange the next ones."""
        self.beat(parent)
        self.timer_entry = parent.timer.call_repeatedly(BEAT_SECONDS, self.beat, (parent,), priority=10)

    def stop(self, parent: Any) -> None:
        """Withdraw the mark, so that readers need not wait for it to grow old."""
        if self.timer_entry is not None:
            self.timer_entry.cancel()
            self.timer_entry = None
        with contextlib.suppress(redis.RedisError):  # the broker may have stopped before the worker
            self.client.zrem(KEY, parent.hostname)

    def beat(self, parent: Any) -> None:
        """Renew the mark. A broker that is away is the consumer's business: it reconnects by itself."""
        with contextlib.suppress(redis.RedisError):
            self.client.zadd(KEY, {parent.hostname: _now(self.client)})
