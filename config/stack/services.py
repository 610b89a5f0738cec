"""The four processes of a stack, each as a thing that can be started again."""

import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from config.stack import embedded
from config.stack.children import start_child
from config.stack.layout import BASE, Layout
from config.stack.postgres import STOP_SIGNAL as STOP_POSTGRES
from config.stack.postgres import EmbeddedPostgres
from config.stack.valkey import STOP_SIGNAL as STOP_VALKEY
from config.stack.valkey import EmbeddedValkey

# Old logs of the last runs are kept up to this size, once.
LARGEST_LOG = 5_000_000
WEB_THREADS = 8


@dataclass
class Service:
    """A process, how to start it and how to stop it."""

    name: str
    start: Callable[[], subprocess.Popen[bytes]]
    stop_signal: signal.Signals
    process: subprocess.Popen[bytes] | None = None
    deaths: list[float] = field(default_factory=list)


def servers(layout: Layout) -> list[Service]:
    """Return the embedded servers that are needed."""
    found = []
    if embedded.needs_database():
        found.append(Service("postgres", EmbeddedPostgres(layout).start, STOP_POSTGRES))
    if embedded.needs_broker():
        found.append(Service("valkey", EmbeddedValkey(layout).start, STOP_VALKEY))
    return found


def worker(layout: Layout) -> Service:
    """Return the task worker."""
    argv = [sys.executable, "-m", "celery", "-A", "config", "worker", "--loglevel", "INFO", "--without-gossip"]
    argv += ["--without-mingle", "--hostname", "worker@%h"]
    return Service("worker", lambda: start_child(argv, log=prepared_log(layout, "worker"), cwd=BASE), signal.SIGTERM)


def web(layout: Layout, host: str, port: int) -> Service:
    """Return the web server."""
    argv = [sys.executable, "-m", "granian", "--interface", "wsgi", "--workers", "1"]
    argv += ["--blocking-threads", str(WEB_THREADS), "--host", host, "--port", str(port), "--no-access-log"]
    argv += ["config.wsgi:application"]
    return Service("web", lambda: start_child(argv, log=prepared_log(layout, "web"), cwd=BASE), signal.SIGTERM)


def prepared_log(layout: Layout, name: str) -> Path:
    """Return a log's path, after moving a long one aside."""
    log = layout.logs / f"{name}.log"
    if log.exists() and log.stat().st_size > LARGEST_LOG:
        log.replace(log.with_suffix(".log.1"))
    return log
