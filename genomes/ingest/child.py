"""The other side of `isolation`: read one file in a process that is given up when the file asks too much.

The file comes by standard input and the result, JSON, leaves by standard output; what libraries print goes to
standard error. Only the reader and what it imports is loaded: no Django, no database, no secrets.
"""

import ctypes
import errno
import json
import os
import resource
import signal
import sys
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from datetime import date
from typing import Any

from .document import UnreadableFile

OUT_OF_MEMORY = 3
TOO_MUCH_TEXT = 4
_PR_SET_PDEATHSIG = 1


def serve(read: Callable[[bytes, str], Any]) -> None:
    """Take one file, read it, answer, and end. The only argument is JSON: filename, seconds, memory, output."""
    asked = json.loads(sys.argv[1])
    _limit(asked)
    answer = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    try:
        with answer:
            json.dump(_result(read, sys.stdin.buffer.read(), asked["filename"]), answer, default=_plain)
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except OSError as error:
        if error.errno != errno.EFBIG:
            raise
        os._exit(TOO_MUCH_TEXT)


def _result(read: Callable[[bytes, str], Any], data: bytes, filename: str) -> dict[str, Any]:
    try:
        return {"done": read(data, filename)}
    except UnreadableFile as error:
        return {"refused": {"template": error.template, "params": error.params}}


def _plain(value: object) -> Any:
    """What JSON does not know: dataclasses by their fields, dates as ISO 8601."""
    if is_dataclass(value):
        return {each.name: getattr(value, each.name) for each in fields(value)}
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{type(value)} has no place in a result")


def _limit(asked: dict[str, int]) -> None:
    """Bound this process before it looks at the file, and end it with the one that waits for it."""
    seconds = asked["seconds"]
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (asked["memory"], asked["memory"]))
    resource.setrlimit(resource.RLIMIT_FSIZE, (asked["output"], asked["output"]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.alarm(seconds + 5)  # the parent ends this process earlier, unless it has died itself
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))
