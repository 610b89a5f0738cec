"""Keeps the processes of a stack running, and stops them in reverse order."""

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from config.stack.children import has_ended, kill_group, last_words, stop_child
from config.stack.layout import Layout
from config.stack.problems import StackProblem
from config.stack.services import Service

POLL_SECONDS = 0.2
QUICK_SECONDS = 60.0
MOST_QUICK_DEATHS = 5
LONGEST_PAUSE = 8.0
STOP_PATIENCE = 10.0


def pause_after(deaths: int) -> float:
    """Return the seconds to wait before the next start: doubled with every recent death."""
    return min(LONGEST_PAUSE, 0.5 * 2.0 ** (deaths - 1))


def collected(service: Service) -> str:
    """Collect a dead service with all it left behind, which might hold its port; say what became of it."""
    process, service.process = service.process, None
    if process is None:
        return "did not start"
    kill_group(process)
    return f"stopped unexpectedly (code {process.returncode})"


class StopRequested(BaseException):
    """Someone pressed Ctrl-C or asked the process to end."""


@contextmanager
def stopping_on_signals() -> Iterator[None]:
    """Turn Ctrl-C, a closed terminal and a polite kill into one exception in the main thread."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise StopRequested

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Supervisor:
    """Starts services, starts again the ones that die, and stops them all."""

    def __init__(self, layout: Layout, address: str, say: Callable[[str], None]) -> None:
        self.layout = layout
        self.address = address
        self.say = say
        self.services: list[Service] = []

    def start(self, service: Service) -> None:
        """Start a service and remember it, last started first stopped."""
        self.services.append(service)
        service.process = service.start()
        self._write_run_file()

    def watch(self) -> None:
        """Stay until a stop is requested. Raises StackProblem when a service keeps dying."""
        while True:
            for service in self.services:
                self.revive_if_dead(service)
            time.sleep(POLL_SECONDS)

    def revive_if_dead(self, service: Service) -> None:
        """Start a service again that ended by itself, later each time, a few times at most."""
        if service.process is not None and not has_ended(service.process):
            return
        log = self.layout.logs / f"{service.name}.log"
        self.say(f"{service.name} {collected(service)}. See {log}.")
        now = time.monotonic()
        service.deaths = [death for death in service.deaths if now - death < QUICK_SECONDS] + [now]
        if len(service.deaths) >= MOST_QUICK_DEATHS:
            raise StackProblem(
                f"{service.name} stopped {MOST_QUICK_DEATHS} times within a minute; the last lines of {log}: "
                f"{last_words(log)}"
            )
        pause = pause_after(len(service.deaths))
        self.say(f"Starting {service.name} again in {pause:g} s.")
        time.sleep(pause)
        try:
            service.process = service.start()
        except StackProblem as problem:  # counts as one more death
            self.say(str(problem))
        else:
            self._write_run_file()

    def stop(self) -> None:
        """Stop everything in reverse order; a second request kills what is left."""
        try:
            with stopping_on_signals():
                for service in reversed(self.services):
                    if service.process is not None:
                        stop_child(service.process, service.stop_signal, patience=STOP_PATIENCE)
        except StopRequested:
            for service in reversed(self.services):
                if service.process is not None:
                    kill_group(service.process)
        with suppress(FileNotFoundError):
            self.layout.run_file.unlink()

    def _write_run_file(self) -> None:
        processes = {service.name: service.process.pid for service in self.services if service.process}
        content = {"pid": os.getpid(), "address": self.address, "processes": processes}
        draft = self.layout.run_file.with_suffix(".draft")
        draft.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
        draft.replace(self.layout.run_file)
