"""Damaged PDFs are read or refused. They are read in a child process, so that a crash in C is told and not suffered."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.patience import ends
from tests.shared_data import SHARED_DATA, needs_shared_data

from .pdfs import BOLD, CODE, Sheet, column, pdf, text

BASE = Path(__file__).resolve().parents[2]


class Child:
    """The reading process, begun anew after it has died."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def answer(self, data: bytes) -> str:
        """What reading gave: "ok", "refused", an exception, or the signal that ended the process."""
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.genomes.pdf_child"],
                cwd=BASE,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(len(data).to_bytes(8, "big") + data)
        self._process.stdin.flush()
        line: str = self._process.stdout.readline().decode()
        if line:
            return line.strip()
        code = self._process.wait()
        self._process = None
        return f"the process ended with {code}"

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()


@pytest.fixture(scope="module")
def child() -> Iterator[Child]:
    reading = Child()
    yield reading
    reading.stop()


SOURCE = pdf(
    text(120, 740, "A Title of Large Letters", size=18)
    + column(54, 700, ["1 Words to be damaged in", "many ways, and a hy-", "phen (1)."])
    + text(54, 640, "Figure 1. A caption.", font=BOLD)
    + column(54, 620, ["a  b", "c  d"], font=CODE)
    + text(54, 580, "References", size=12, font=BOLD)
    + column(54, 560, ["[1] A. Fox. Foxes. 2001.", "[2] B. Hen. Hens. 2002."]),
    Sheet(text(54, 700, "Turned words.", turn=90), turned=90),
    info={"Title": "T"},
)
PIECES = [
    b"BT ", b"ET ", b"q ", b"Q ", b"/F9 12 Tf ", b"/F1 0 Tf ", b"/F1 1e9 Tf ", b"0 0 0 0 0 0 Tm ",
    b"1e38 0 0 1e38 0 0 Tm ", b"-1 0 0 1 9 9 Tm ", b"(\\377\\000) Tj ", b"<FEFFD83D> Tj ", b"/Count 99999999",
    b"/Kids [2 0 R]", b"/Rotate 45", b"/MediaBox [0 0 0 0]", b"/Length 9999999", b"endstream", b"endobj", b"<<", b">>",
    b"[[[[", b"\0", b"\xff\xfe",
]  # fmt: skip
FUZZ = settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))


def damaged(data: st.DataObject, source: bytes) -> bytes:
    """Cut the source, or overwrite, insert, repeat or remove some of it, in up to four places."""
    changed = bytearray(source)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(9, max(len(changed), 9)))
        length = data.draw(st.integers(0, 60))
        match data.draw(st.sampled_from(["cut", "overwrite", "insert", "repeat", "remove"])):
            case "cut":
                del changed[at:]
            case "overwrite":
                changed[at : at + length] = data.draw(st.binary(max_size=60))
            case "insert":
                changed[at:at] = data.draw(st.sampled_from(PIECES))
            case "repeat":
                changed[at:at] = changed[at : at + length] * 3
            case "remove":
                del changed[at : at + length]
    return bytes(changed)


def test_the_source_itself_is_read(child: Child) -> None:
    assert child.answer(SOURCE) == "ok"
    assert child.answer(b"%PDF-1.4 no more than that") == "refused"


@FUZZ
@given(data=st.data())
def test_a_damaged_pdf_is_read_or_refused(child: Child, data: st.DataObject) -> None:
    with ends():
        assert child.answer(damaged(data, SOURCE)) in ("ok", "refused")


@FUZZ
@given(
    st.lists(
        st.sampled_from([*PIECES[:12], b"(a b) Tj ", b"/F3 9 Tf ", b"1 0 0 1 60 700 Tm ", b"0 -12 Td "]), max_size=60
    )
)
def test_any_operators_of_text_are_read_or_refused(child: Child, operators: list[bytes]) -> None:
    content = b"BT /F1 10 Tf ".decode() + b"".join(operators).decode("latin-1") + " ET"
    with ends():
        assert child.answer(pdf(content, content)) in ("ok", "refused")


REAL = ["twocol_tracemonkey_pldi09.pdf", "zen_corrupted.pdf", "habibi_rtl_rotated_combining.pdf", "rotation_mixed.pdf"]


@needs_shared_data
@pytest.mark.parametrize("name", REAL)
@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_damaged_real_paper_is_read_or_refused(child: Child, name: str, data: st.DataObject) -> None:
    with ends():
        assert child.answer(damaged(data, (SHARED_DATA / "pdf" / name).read_bytes())) in ("ok", "refused")


def test_hostile_sizes_do_not_hang(child: Child) -> None:
    many_lines = "".join(text(54 + n % 7, 700, "x" * 30) for n in range(3_000))
    people = text(54, 700, "References", size=14, font=BOLD) + "".join(
        text(54, 600 - 20 * n, f"[{n}] " + name * 2_000) for n, name in enumerate(["A. Fox, ", "Fox, A. ", "A. "])
    )
    one_row = "".join(text(n / 10, 700, "y") for n in range(3_000))
    with ends():
        assert child.answer(pdf(many_lines)) == "ok"
        assert child.answer(pdf(people)) == "ok"
        assert child.answer(pdf(one_row, "q " * 20_000)) == "ok"
