"""Read a file in a process of its own: whatever the file does to its reader, the caller goes on.

A reader that hangs, asks for too much memory, crashes or answers nonsense becomes an `UnreadableFile` that says
what to do. The process has no secrets in its environment, and nothing of it is left behind.
"""

import json
import logging
import os
import re
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from pydantic import TypeAdapter, ValidationError

from genomes.metadata import MetadataFile

from .child import OUT_OF_MEMORY, TOO_MUCH_TEXT
from .document import ParsedDocument, UnreadableFile, gettext_noop
from .examine import Examined
from .reading import no_paper, refuse_by_size

logger = logging.getLogger(__name__)

PROGRAM = "genomes.ingest"
_ROOT = Path(__file__).resolve().parents[2]
_KEPT_VARIABLES = ("PATH", "TMPDIR", "LD_LIBRARY_PATH")
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
_SAID = 4000


@dataclass(frozen=True, slots=True)
class Limits:
    """What reading one file may take: `seconds` of the clock and of a processor, MiB of memory and of result."""

    seconds: int = 120
    memory: int = 2048
    output: int = 256


def read_isolated(
    data: bytes, filename: str, *, limits: Limits | None = None, program: str = PROGRAM
) -> tuple[str, ParsedDocument]:
    """Like `read_document`, in another process: return (format, document), raise UnreadableFile and nothing else."""
    found = examine_isolated(data, filename, limits=limits, program=program)
    if found.document is None:
        raise no_paper(found.format)
    return found.format, found.document


def examine_isolated(data: bytes, filename: str, *, limits: Limits | None = None, program: str = PROGRAM) -> Examined:
    """Like `examine`, in another process. `program` is the module that is run there.

    Raises UnreadableFile: with the reader's reason, or because reading took too long or too much memory, ended the
    process, or gave no sound document.
    """
    refuse_by_size(data)
    limits = limits or Limits()
    with tempfile.TemporaryFile() as sent, tempfile.TemporaryFile() as answer, tempfile.TemporaryFile() as said:
        sent.write(data)
        sent.seek(0)
        code = _run(program, filename, limits, sent, answer, said)
        said.seek(0)
        words = said.read(_SAID).decode("utf-8", "replace")
        if code != 0:
            logger.warning("Reading %r ended with %s: %s", filename, code, words)
            raise _broken_off(code, limits)
        answer.seek(0)
        return _decoded(answer.read(), filename)


def _run(program: str, filename: str, limits: Limits, *files: IO[bytes]) -> int | None:
    """The exit code of the reading process (negative for a signal), or None when it was ended by the clock."""
    asked = {
        "filename": filename,
        "seconds": limits.seconds,
        "memory": limits.memory * 1024**2,
        "output": limits.output * 1024**2,
    }
    sent, answer, said = files
    process = subprocess.Popen(
        [sys.executable, "-m", program, json.dumps(asked)],
        stdin=sent,
        stdout=answer,
        stderr=said,
        cwd=_ROOT,
        env={"PYTHONUTF8": "1"} | {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ},
        start_new_session=True,
    )
    try:
        return process.wait(limits.seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if process.returncode is None:  # still running: the clock, or this process is being ended itself
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _decoded(answer: bytes, filename: str) -> Examined:
    try:
        result: dict[str, Any] = json.loads(answer)
        if "refused" in result:
            reason = result["refused"]
            raise UnreadableFile(str(reason["template"]), **reason["params"])
        found = Examined(
            str(result["done"]["format"]),
            _DOCUMENT.validate_python(result["done"]["document"]),
            _METADATA.validate_python(result["done"]["metadata"]),
        )
        if _NUL.search(answer) or not (found.document is None or _is_sound(found.document)):
            raise ValueError("the passages do not lie in the text, or there are NUL characters in it")
    except UnreadableFile:
        raise
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        logger.warning("Reading %r gave no sound document: %s", filename, _short(error))
        raise failed() from error
    return found


def _short(error: Exception) -> str:
    return str(error.errors()[:3] if isinstance(error, ValidationError) else error)[:_SAID]


def _is_sound(document: ParsedDocument) -> bool:
    """Whether every passage lies in the text, behind the passage that encloses it."""
    size = len(document.text)
    return all(
        0 <= each.start < each.end <= size and (each.parent is None or 0 <= each.parent < index)
        for index, each in enumerate(document.passages)
    ) and all(0 <= start <= size for start in document.page_starts)


def _broken_off(code: int | None, limits: Limits) -> UnreadableFile:
    if code is None or code in (-signal.SIGXCPU, -signal.SIGALRM):
        return UnreadableFile(
            gettext_noop(
                "Reading the file took longer than %(seconds)d seconds and was stopped. It may be damaged, or far"
                " larger than a paper. Save it anew from the program that shows it, or import the paper in another"
                " format."
            ),
            seconds=limits.seconds,
        )
    if code in (OUT_OF_MEMORY, -signal.SIGKILL):
        return UnreadableFile(
            gettext_noop(
                "Reading the file needed more than %(memory)d MiB of memory and was stopped. It may be damaged, or hold"
                " very large pictures or tables. Import the paper without them, or in another format."
            ),
            memory=limits.memory,
        )
    if code == TOO_MUCH_TEXT:
        return UnreadableFile(
            gettext_noop(
                "The file unpacks to more than %(output)d MiB of text, which no paper has. Import the paper alone,"
                " without its supplements."
            ),
            output=limits.output,
        )
    if code < 0:
        return UnreadableFile(
            gettext_noop(
                "The file broke the program that reads it (signal %(signal)d); nothing else was harmed. It is probably"
                " damaged: open it, save it anew and import that, or import the paper in another format."
            ),
            signal=-code,
        )
    return failed()


def failed() -> UnreadableFile:
    """The refusal of a file that met a fault of ours; the log says which."""
    return UnreadableFile(
        gettext_noop(
            "The file could not be read because of a fault in this program. Import the paper in another format, and"
            " tell whoever runs this site, who finds the details in the log of the worker."
        )
    )


_DOCUMENT: TypeAdapter[ParsedDocument | None] = TypeAdapter(ParsedDocument | None)
_METADATA: TypeAdapter[MetadataFile | None] = TypeAdapter(MetadataFile | None)
