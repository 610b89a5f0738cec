"""The servers of a test run: a data folder of its own, so that several runs can share a checkout."""

import atexit
import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings as django_settings

from config.stack import embedded
from config.stack.layout import current_layout


def use_private_data_folder() -> Path:
    """Point the settings at a fresh folder. Refuses to when they were read already, with somebody's own data."""
    if django_settings.configured:
        pytest.exit("Unset DJANGO_SETTINGS_MODULE: the tests choose a data folder before the settings are read.", 1)
    for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DEMO", "DEMO_PASSWORD", "PORT", "SITE_ADDRESS", "DEBUG"):
        os.environ.pop(name, None)
    # Short, for the sockets; open to enter, for a server that cannot run as root.
    folder = Path(tempfile.mkdtemp(prefix="ig-"))
    _at_exit_of_this_process(lambda: shutil.rmtree(folder, ignore_errors=True))
    os.environ["IDEAGENE_DATA"] = str(folder)
    os.environ["STATIC_FROM_SOURCES"] = "1"
    return folder


def _at_exit_of_this_process(clean_up: Callable[[], None]) -> None:
    """Clean up at the end of this process, but not of one that a test forked from it."""
    owner = os.getpid()
    atexit.register(lambda: clean_up() if os.getpid() == owner else None)


@cache
def start_servers() -> None:
    """Start PostgreSQL and Valkey once, on the first test that needs them; they stop with this process."""
    layout = current_layout()
    embedded.prepare(layout)
    servers = contextlib.ExitStack()
    servers.enter_context(embedded.started(layout, durable=False))
    _at_exit_of_this_process(servers.close)


@contextlib.contextmanager
def environment(**values: str) -> Iterator[None]:
    """Set variables for a while."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
