"""`python -m tests.genomes.bad_readers`: a reading process whose reader does what the name of the file says."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from typing import Any

from evaluator.vocabulary import PassageKind
from genomes.ingest.child import serve
from genomes.ingest.document import ParsedDocument, ParsedPassage
from genomes.ingest.examine import Examined


def misbehave(data: bytes, filename: str) -> Any:
    print("a library says something")
    return WAYS[filename](data)


def hang(_data: bytes) -> None:
    helper = subprocess.Popen(["sleep", "600"])
    os.write(2, f"helper {helper.pid}".encode())
    time.sleep(600)


def spin(_data: bytes) -> None:
    while True:
        pass


def fail(_data: bytes) -> None:
    raise RuntimeError("a fault of the reader")


def text(words: str, end: int | None = None) -> ParsedDocument:
    return ParsedDocument(words, (ParsedPassage(PassageKind.SECTION, 0, len(words) if end is None else end),))


WAYS: dict[str, Callable[[bytes], Any]] = {
    "hang": hang,
    "spin": spin,
    "raise": fail,
    "eat": lambda _data: Examined("text", text("x" * 10**9)),
    "crash": lambda _data: os.kill(os.getpid(), signal.SIGSEGV),
    "vanish": lambda _data: os._exit(0),
    "outside": lambda _data: Examined("text", text("short", end=99)),
    "nul": lambda _data: Examined("text", text("a\0b")),
    "nonsense": lambda _data: {"format": ["no", "text"]},
    "environment": lambda _data: Examined("text", text(" ".join(sorted(os.environ)))),
    "fine": lambda data: Examined("text", text(data.decode())),
}

if __name__ == "__main__":
    serve(misbehave)
