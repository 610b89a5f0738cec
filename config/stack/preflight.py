"""What is looked at before anything starts: each fault is one line that says what to do."""

import contextlib
import json
import os
import socket
from collections.abc import Iterator

from config.stack import embedded, locks, postgres, valkey
from config.stack.layout import Layout
from config.stack.problems import StackProblem


def chosen_port(option: int | None) -> int:
    """Return the port: the option, else PORT, else 8000."""
    text = str(option) if option is not None else os.environ.get("PORT") or "8000"
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 65535:
        raise StackProblem(f"{text!r} is not a port: give a number from 1 to 65535 with --port or PORT.")
    return int(text)


def check_port(host: str, port: int) -> None:
    """Refuse a port that cannot be listened on."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError as error:
            raise StackProblem(f"Port {port} needs more rights than this user has: choose one above 1023.") from error
        except OSError as error:
            other = port + 1 if port < 65535 else 8000
            raise StackProblem(
                f"Port {port} on {host} is busy: stop the program that uses it, or choose another, e.g. PORT={other}."
            ) from error


def check_programs() -> None:
    """Refuse a platform for which a needed embedded server has no program."""
    if embedded.needs_database():
        postgres.binaries()
    if embedded.needs_broker():
        valkey.binary()


@contextlib.contextmanager
def sole_instance(layout: Layout) -> Iterator[None]:
    """Hold the data folder for the time of a run; a second one is refused."""
    with locks.exclusive(layout.lock) as alone:
        if not alone:
            raise StackProblem(f"{describe_holder(layout)} Stop it first, or set IDEAGENE_DATA to another folder.")
        yield


def describe_holder(layout: Layout) -> str:
    """Say who uses the data folder."""
    try:
        run = json.loads(layout.run_file.read_text(encoding="utf-8"))
        return f"Already running on {layout.root}: process {run['pid']}, {run['address']}."
    except (OSError, ValueError, KeyError):
        return f"Another command is using {layout.root}."
