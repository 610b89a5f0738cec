"""End a test that hangs: a limit far above what the slowest machine needs, not a measurement."""

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

PATIENCE = 90


class TookForever(Exception):
    """What was tried had not ended when patience did."""


@contextlib.contextmanager
def ends() -> Iterator[None]:
    """Raise TookForever in the block when it is still running after PATIENCE seconds."""

    def give_up(_signal: int, _frame: FrameType | None) -> None:
        raise TookForever

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
