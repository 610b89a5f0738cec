"""The embedded servers for the time of one command: the running ones are used, else they are started and stopped."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence

from config.stack import locks, postgres, valkey
from config.stack.children import stop_child
from config.stack.layout import Layout, current_layout, make_folder
from config.stack.problems import StackProblem

# Commands that need no server, or, as `up`, see to their own.
ALONE = frozenset(
    ["check", "collectstatic", "compilemessages", "findstatic", "help", "makemessages", "spectacular", "up", "version"]
)
PATIENCE = 30.0


def needs_database() -> bool:
    """Say whether no database is named, so that the embedded one serves."""
    return not os.environ.get("DATABASE_URL")


def needs_broker() -> bool:
    """Say whether no broker is named, so that the embedded one serves."""
    return not os.environ.get("REDIS_URL")


def prepare(layout: Layout) -> None:
    """Make the folders that every start needs. Raises StackProblem when they cannot be written to."""
    make_folder(layout.root)
    make_folder(layout.logs)


def are_running(layout: Layout) -> bool:
    """Say whether the servers that are needed here already answer."""
    return (not needs_database() or postgres.is_running(layout)) and (not needs_broker() or valkey.is_running(layout))


@contextlib.contextmanager
def started(layout: Layout, *, durable: bool = True) -> Iterator[None]:
    """Run the embedded servers that are needed, and stop them in reverse order."""
    running: list[tuple[subprocess.Popen[bytes], signal.Signals]] = []
    try:
        if needs_database():
            running.append(
                (
                    postgres.EmbeddedPostgres(layout, durable).start(),
                    postgres.STOP_SIGNAL,
                )
            )
        if needs_broker():
            running.append((valkey.EmbeddedValkey(layout, durable).start(), valkey.STOP_SIGNAL))
        yield
    finally:
        for process, how in reversed(running):
            stop_child(process, how)


@contextlib.contextmanager
def servers_for(arguments: Sequence[str]) -> Iterator[None]:
    """See to it that the servers run while one management command does."""
    command = arguments[0] if arguments else "help"
    asks_for_help = "--help" in arguments or "-h" in arguments
    if command in ALONE or asks_for_help or not (needs_database() or needs_broker()):
        yield
        return
    layout = current_layout()
    prepare(layout)
    with contextlib.ExitStack() as stack:
        if stack.enter_context(locks.exclusive(layout.lock)):
            stack.enter_context(started(layout))
            # Runs before the servers stop: another command may have begun to use them meanwhile.
            stack.callback(locks.wait_until_unused, layout.users_lock)
        else:
            _wait_for(layout)
            stack.enter_context(locks.shared(layout.users_lock))
        yield


def _wait_for(layout: Layout) -> None:
    """Wait for servers that another process is starting."""
    deadline = time.monotonic() + PATIENCE
    while not are_running(layout):
        if time.monotonic() > deadline:
            raise StackProblem(f"Another command holds {layout.root}, but its servers do not answer. Stop it first.")
        time.sleep(0.1)
