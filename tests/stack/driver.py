"""Starts and watches a whole stack from outside, as an operator does."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

BASE = Path(__file__).resolve().parents[2]
PATIENCE = 150.0


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def clean_environment(data: Path, **more: str) -> dict[str, str]:
    """Return the environment of an operator who set the data folder only."""
    ours = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DEMO", "DEMO_PASSWORD", "PORT", "STATIC_FROM_SOURCES")
    inherited = {name: value for name, value in os.environ.items() if name not in ours}
    return {**inherited, "IDEAGENE_DATA": str(data), **more}


def manage(data: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a management command to its end."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=BASE,
        env=clean_environment(data, **more),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def wait_until(condition: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
    """Wait for something to become true."""
    deadline = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain until {what}"
        time.sleep(0.1)


def processes_of(data: Path) -> list[str]:
    """Return the command lines of all living processes of a data folder, read from their environment."""
    wanted = f"IDEAGENE_DATA={data}".encode()
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit() or int(folder.name) == os.getpid():
            continue
        try:
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                state = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
                if state != "Z":
                    found.append((folder / "cmdline").read_text(encoding="utf-8").replace("\0", " "))
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
    return found


class Stack:
    """One `manage.py up`."""

    def __init__(self, data: Path, **more: str) -> None:
        self.data = data
        self.port = free_port()
        self.output = data / f"up-{self.port}.out"
        environment = clean_environment(data, **{"DEMO": "0", "STATIC_FROM_SOURCES": "1", **more})
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--port", str(self.port)],
                cwd=BASE,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def __enter__(self) -> "Stack":
        return self

    def __exit__(self, *exception: object) -> None:
        if self.process.poll() is None:
            self.stop(signal.SIGTERM)

    def printed(self) -> str:
        """Return what the operator saw."""
        return self.output.read_text(encoding="utf-8")

    def health(self) -> tuple[int, dict[str, Any]]:
        """Return the status and content of /healthz; (0, {}) while nothing sensible answers."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, (json.load(error) if error.code == 503 else {})
        except (OSError, ValueError):
            return 0, {}

    def wait_until_healthy(self) -> "Stack":
        """Wait for a green /healthz; a stack that ended meanwhile fails the test with what it printed."""

        def healthy() -> bool:
            assert self.process.poll() is None, self.printed()
            return self.health()[0] == 200

        wait_until(healthy, f"the stack is healthy: {self.printed()}")
        return self

    def processes(self) -> dict[str, int]:
        """Return the process numbers that `up` wrote down; a stack that ended fails the test with what it printed."""
        assert self.process.poll() is None, self.printed()
        content = json.loads((self.data / "run.json").read_text(encoding="utf-8"))
        return dict(content["processes"])

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """Send a signal to `up` alone, and wait for its end."""
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)
