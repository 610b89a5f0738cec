"""A stack with something in it to lose, and the means to stop it in the middle of things."""

import json
import os
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg

from config.stack.layout import Layout
from tests.stack.driver import BASE, Stack, clean_environment, wait_until

CSRF = "c" * 32
SOON = 60.0


class Scene:
    """The process of tests/crash/scene.py."""

    def __init__(self, data: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.crash.scene"],
            cwd=BASE,
            env=clean_environment(data),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, *words: object) -> Any:
        """Run one command; its answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(" ".join(str(word) for word in words) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        self.process.communicate(timeout=SOON)


def status_of(request: urllib.request.Request) -> int:
    """The status of an answer; 0 when the connection broke."""
    try:
        with urllib.request.urlopen(request, timeout=SOON) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


class Submission:
    """A POST on its way, in a thread."""

    def __init__(self, request: urllib.request.Request) -> None:
        self.status = -1
        self.thread = threading.Thread(target=self._send, args=[request], daemon=True)
        self.thread.start()

    def _send(self, request: urllib.request.Request) -> None:
        self.status = status_of(request)

    def result(self) -> int:
        self.thread.join(SOON)
        return self.status


class House:
    """The stack, its scene, and its database as somebody sees it who is not part of it."""

    def __init__(self, stack: Stack, scene: Scene) -> None:
        self.stack = stack
        self.scene = scene
        prepared = scene.ask("prepare")
        self.session: str = prepared["session"]
        self.pairs: list[dict[str, Any]] = prepared["pairs"]

    def connect(self) -> psycopg.Connection:
        return psycopg.connect(Layout(self.stack.data).database_url, connect_timeout=5)

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self.connect() as connection:
            return connection.execute(query.encode(), values).fetchall()

    def number(self, query: str, *values: object) -> int:
        return int(self.rows(query, *values)[0][0])

    @contextmanager
    def held(self, statement: str, *values: object) -> Iterator[None]:
        """Hold a lock, so that whoever needs it stops there. The database may be killed meanwhile."""
        connection = self.connect()
        connection.execute(statement.encode(), values)
        try:
            yield
        finally:
            with suppress(psycopg.OperationalError):
                connection.rollback()
            connection.close()

    def wait_until_someone_waits_for_a_lock(self) -> None:
        query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND wait_event <> 'advisory'"
        wait_until(lambda: self.number(query) > 0, "somebody waits for the lock", SOON)

    def kill(self, name: str) -> None:
        """kill -9 one process of the stack, and wait until another has its place."""
        victim = self.stack.processes()[name]
        os.kill(victim, signal.SIGKILL)
        wait_until(lambda: self.stack.processes()[name] != victim, f"{name} is started again", SOON)

    def wait_until_it_works_again(self) -> None:
        """Green, and the web server's own connections have found the database."""
        self.stack.wait_until_healthy()
        wait_until(lambda: status_of(self._request("/projects/")) == 200, "pages are shown again", SOON)

    def submit(self, pair: dict[str, Any]) -> Submission:
        return Submission(self._request(pair["address"], json.dumps(pair["payload"]).encode()))

    def _request(self, path: str, body: bytes | None = None) -> urllib.request.Request:
        headers = {
            "Content-Type": "application/json",
            "Cookie": f"sessionid={self.session}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
        }
        return urllib.request.Request(f"http://127.0.0.1:{self.stack.port}{path}", body, headers)

    def start_freezing(self, version: str) -> int:
        """Ask for a release; gives its id. Nothing happens yet: the message is sent by `queue`."""
        return int(self.scene.ask("request", version))

    def state_of(self, release: int) -> str:
        return str(self.rows("SELECT state FROM releases_release WHERE id = %s", release)[0][0])
