import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.stack import embedded, services, supervisor
from config.stack.children import has_ended, last_words, start_child
from config.stack.layout import Layout
from config.stack.problems import StackProblem
from config.stack.services import Service
from config.stack.supervisor import Supervisor
from tests.stack.driver import wait_until


@pytest.fixture
def layout(data: Path) -> Layout:
    layout = Layout(data)
    embedded.prepare(layout)
    return layout


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def keeper(layout: Layout, said: list[str]) -> Iterator[Supervisor]:
    keeper = Supervisor(layout, "http://127.0.0.1:1/", said.append)
    yield keeper
    keeper.stop()


def python(layout: Layout, name: str, code: str) -> Service:
    """A service that is a few lines of Python."""
    return Service(
        name, lambda: start_child([sys.executable, "-c", code], log=layout.logs / f"{name}.log"), signal.SIGTERM
    )


def test_a_service_that_keeps_dying_is_given_up_with_its_last_words(
    layout: Layout, keeper: Supervisor, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "LONGEST_PAUSE", 0.01)
    keeper.start(python(layout, "worker", "raise ValueError('the reason')"))
    with pytest.raises(StackProblem, match=r"worker stopped 5 times within a minute.*ValueError: the reason"):
        keeper.watch()
    # Four new starts were announced; the fifth death ends it.
    assert len([line for line in said if line.startswith("Starting worker again")]) == 4


def test_a_service_that_cannot_start_at_once_is_tried_again(
    layout: Layout, keeper: Supervisor, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "LONGEST_PAUSE", 0.01)
    service = python(layout, "postgres", "raise SystemExit")
    keeper.start(service)
    works = python(layout, "postgres", "import time; time.sleep(60)").start
    refusals = iter(["the folder is still held"])

    def start() -> subprocess.Popen[bytes]:
        for reason in refusals:
            raise StackProblem(reason)
        return works()

    service.start = start
    for _ in range(2):
        wait_until(lambda: service.process is None or has_ended(service.process), "it is down")
        keeper.revive_if_dead(service)
    assert "the folder is still held" in said
    assert service.process is not None
    assert not has_ended(service.process)


def test_pauses_between_starts_double_up_to_a_limit() -> None:
    # 0.5 · 2^(deaths - 1), at most 8: the sixth would be 16.
    assert [supervisor.pause_after(deaths) for deaths in range(1, 7)] == [0.5, 1, 2, 4, 8, 8]


def test_what_a_dead_service_left_behind_is_killed_before_the_next_start(
    layout: Layout, keeper: Supervisor, data: Path
) -> None:
    orphan = data / "orphan"
    code = (
        "import os, pathlib, subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        f"pathlib.Path({str(orphan)!r}).write_text(str(child.pid))\n"
        "time.sleep(60)\n"
    )
    service = python(layout, "web", code)
    keeper.start(service)
    wait_until(lambda: orphan.exists() and orphan.read_text() != "", "the child is there")
    child = int(orphan.read_text())
    assert service.process is not None
    os.kill(service.process.pid, signal.SIGKILL)
    process = service.process
    wait_until(lambda: has_ended(process), "it is dead, though not collected")
    keeper.revive_if_dead(service)
    wait_until(lambda: not is_alive(child), "the orphan is gone", patience=5)


def test_a_service_that_will_not_stop_is_killed(
    layout: Layout, keeper: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "STOP_PATIENCE", 0.3)
    deaf = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(60)"
    )
    service = python(layout, "worker", deaf)
    keeper.start(service)
    wait_until(lambda: last_words(layout.logs / "worker.log") == "deaf", "it ignores the signal")
    keeper.stop()
    assert service.process is not None
    assert service.process.returncode == -signal.SIGKILL


def test_a_long_log_is_moved_aside_once(layout: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "LARGEST_LOG", 10)
    log = layout.logs / "web.log"
    log.write_text("more than ten bytes", encoding="utf-8")
    assert services.prepared_log(layout, "web") == log
    assert not log.exists()
    assert (layout.logs / "web.log.1").read_text(encoding="utf-8") == "more than ten bytes"


def is_alive(pid: int) -> bool:
    """Say whether a process runs; one that only waits to be collected does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
