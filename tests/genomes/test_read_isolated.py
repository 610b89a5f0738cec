"""Whatever a file does to the process that reads it becomes a reason that says what to do."""

import logging
import os
import re
import time
from pathlib import Path

import pytest

from genomes.ingest import UnreadableFile, read_document
from genomes.ingest.isolation import Limits, read_isolated

from .documents import ARTICLE

PROGRAM = "tests.genomes.bad_readers"
SMALL = Limits(seconds=20, memory=512, output=1)


def misread(what: str, limits: Limits = SMALL, data: bytes = b"words") -> str:
    """The reason that is given when the reader does that."""
    with pytest.raises(UnreadableFile) as refusal:
        read_isolated(data, what, limits=limits, program=PROGRAM)
    return str(refusal.value)


def test_the_other_process_reads_what_this_one_would() -> None:
    assert read_isolated(ARTICLE.encode(), "a.xml") == read_document(ARTICLE.encode(), "a.xml")


def test_a_reason_of_the_reader_arrives_with_its_parts() -> None:
    with pytest.raises(UnreadableFile) as here:
        read_document(b"words", "a.docx")
    with pytest.raises(UnreadableFile) as there:
        read_isolated(b"words", "a.docx")
    assert (there.value.template, there.value.params) == (here.value.template, here.value.params)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("eat", "more than 512 MiB of memory"),
        ("crash", "broke the program that reads it (signal 11)"),
        ("vanish", "a fault in this program"),
        ("raise", "a fault in this program"),
        ("outside", "a fault in this program"),
        ("nul", "a fault in this program"),
        ("nonsense", "a fault in this program"),
    ],
)
def test_a_reader_that_misbehaves_becomes_a_reason(what: str, said: str) -> None:
    reason = misread(what)
    assert said in reason
    assert "import the paper" in reason.lower()


def test_a_reader_that_computes_without_end_is_stopped() -> None:
    assert "longer than 1 seconds" in misread("spin", Limits(seconds=1))


def test_a_reader_that_hangs_is_stopped_with_its_helpers(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert "longer than 1 seconds" in misread("hang", Limits(seconds=1))
    helper = re.search(r"helper (\d+)", caplog.text)
    assert helper is not None
    for _try in range(100):  # the kernel ends it in its own time
        if not is_alive(int(helper[1])):
            return
        time.sleep(0.05)
    pytest.fail("the helper of the reader still runs")


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and is not collected yet does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_more_text_than_any_paper_has_is_refused() -> None:
    assert "more than 1 MiB of text" in misread("fine", data=b"x" * 1_100_000)


def test_no_secret_goes_to_the_process_that_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "hidden")
    _format, document = read_isolated(b"-", "environment", limits=SMALL, program=PROGRAM)
    names = set(document.text.split())
    assert "SECRET_KEY" in os.environ
    assert "PATH" in names
    assert not {name for name in names if "SECRET" in name or "DATABASE" in name or "PASSWORD" in name}
