"""One pace for every worker: whose turn it is stands in the shared cache."""

import math
import time
from collections.abc import Callable
from typing import Any, Protocol

PREFIX = "lookups"


class Cache(Protocol):
    """What is needed of the shared cache (Django's)."""

    def add(self, key: str, value: Any, timeout: int | None = ...) -> bool: ...
    def get(self, key: str) -> Any: ...
    def set(self, key: str, value: Any, timeout: int | None = ...) -> None: ...


class Pace:
    """Turns of one catalogue. They begin at multiples of the interval, and each belongs to one question."""

    def __init__(
        self,
        cache: Cache,
        name: str,
        interval: float,
        *,
        now: Callable[[], float] = time.time,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.cache, self.name, self.interval, self.now, self.sleep = cache, name, interval, now, sleep

    def wait(self, patience: float) -> float | None:
        """Wait for the next free turn; None when it has come, else the seconds that are more than the patience.

        The first free turn is taken by whoever writes it into the cache first, so two workers never share one.
        """
        start = max(self.now(), self.closed_until())
        if start - self.now() > patience:
            return start - self.now()
        turn = self._taken_turn(start, patience)
        if turn is None:
            return patience
        self.sleep(max(0.0, turn - self.now()))
        return None

    def _taken_turn(self, start: float, patience: float) -> float | None:
        """When the turn that is now ours begins; None when all are taken for as long as the patience lasts."""
        if not self.interval:
            return start
        number = math.ceil(start / self.interval)
        while number * self.interval - self.now() <= patience + self.interval:
            key = f"{PREFIX}:turn:{self.name}:{number}"
            if self.cache.add(key, 1, timeout=math.ceil(patience + 2 * self.interval) + 1):
                return number * self.interval
            number += 1
        return None

    def close(self, seconds: float) -> None:
        """Keep every worker away for a while, as the catalogue asks."""
        until = max(self.closed_until(), self.now() + seconds)
        self.cache.set(f"{PREFIX}:closed:{self.name}", until, timeout=math.ceil(seconds) + 1)

    def closed_until(self) -> float:
        return float(self.cache.get(f"{PREFIX}:closed:{self.name}") or 0)
