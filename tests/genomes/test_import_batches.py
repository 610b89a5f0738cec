"""Archives and metadata among the files, workers that are killed, and every real file there is."""

import io
import zipfile

import pytest
from django.utils import translation

from genomes.ingest.document import UnreadableFile
from genomes.ingest.examine import Examined, examine
from genomes.models import ImportBatch, ImportFile, Paper
from genomes.services import read_import_file, start_import
from genomes.services.imports import MAX_TRIES
from genomes.tasks import read_import_file_task
from genomes.wording import words_of
from tests.cast import Cast
from tests.shared_data import SHARED_DATA, needs_shared_data


def zipped(*files: tuple[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return buffer.getvalue()


def text(number: int) -> tuple[str, bytes]:
    return f"{number}.txt", f"Paper {number}\n\nIt says {number}.".encode()


def start(cast: Cast, *files: tuple[str, bytes]) -> ImportBatch:
    return start_import(by=cast.admin, project=cast.project, files=files)


def read_all(batch: ImportBatch) -> None:
    """What the worker does, in this process: the files, then those that came out of them."""
    while waiting := batch.files.filter(state="waiting").first():
        read_import_file(import_file_id=waiting.pk, examine=examine)


def states(batch: ImportBatch) -> dict[str, str]:
    return dict(batch.files.values_list("filename", "state"))


def test_a_zip_becomes_its_files_and_one_bad_one_never_fails_the_rest(cast: Cast) -> None:
    inner = zipped(text(99))
    batch = start(
        cast,
        ("papers.zip", zipped(*map(text, range(9)), ("inner.zip", inner), (".hidden", b"-"), ("bad.txt", b"a\0b"))),
        text(10),
    )
    read_all(batch)
    found = states(batch)
    assert [found.pop(name) for name in ("papers.zip", "bad.txt", "inner.zip")] == ["opened", "refused", "refused"]
    assert set(found.values()) == {"imported"}
    assert len(found) == 10
    archive = batch.files.get(filename="papers.zip")
    assert archive.outcome["files"] == 11
    assert archive.outcome["notes"][0]["params"] == {"count": 1}
    assert archive.children.count() == 11
    assert "zip archive inside" in batch.files.get(filename="inner.zip").reason
    assert not batch.files.exclude(data=b"").exists()  # no bytes are kept that are not needed


def test_what_came_of_a_file_is_counted(cast: Cast) -> None:
    batch = start(cast, text(1))
    read_all(batch)
    row = batch.files.get()
    assert row.outcome == {"format": "text", "passages": 3, "pages": 0, "references": 0}
    assert row.size == len(text(1)[1])
    assert row.seconds is not None
    assert row.finished_at is not None


def test_metadata_is_read_beside_papers(cast: Cast) -> None:
    entry = b"@article{a, title={A look that nobody had}, author={Lee, Ada}, doi={10.1000/a}}"
    batch = start(cast, ("refs.bib", entry), text(1))
    read_all(batch)
    row = batch.files.get(filename="refs.bib")
    assert (row.state, row.outcome["format"], row.outcome["papers_new"]) == ("metadata", "bibtex", 1)
    assert Paper.objects.filter(doi="10.1000/a").exists()


def test_the_reason_is_put_into_words_for_whoever_looks(cast: Cast) -> None:
    with translation.override("ko"):
        batch = start(cast, ("paper.docx", b"words"))
        read_all(batch)
    row = batch.files.get()
    assert row.reason.startswith("Files named *%(extension)s are not read here.")
    assert row.reason_params["extension"] == ".docx"


def test_empty_and_giant_files_are_refused_at_once_and_not_kept(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("genomes.ingest.reading.MAX_BYTES", 10)
    batch = start(cast, ("empty.txt", b""), ("giant.txt", b"x" * 11), ("fine.txt", b"x" * 10))
    assert states(batch) == {"empty.txt": "refused", "giant.txt": "refused", "fine.txt": "waiting"}
    assert list(batch.files.filter(data=b"").values_list("size", flat=True)) == [0, 11]


class Killed(BaseException):
    """What ends a worker is not caught by anybody."""


def killed(_data: bytes, _filename: str) -> Examined:
    raise Killed


def test_an_archive_whose_worker_is_killed_is_opened_once(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = start(cast, ("papers.zip", zipped(*map(text, range(3)))))
    row = batch.files.get()
    kept = iter([None, Killed()])

    def killed_at_the_second(*_arguments: object) -> None:
        problem = next(kept)
        if problem is not None:
            raise problem

    with monkeypatch.context() as patch:
        patch.setattr("genomes.services.imports._keep_member", killed_at_the_second)
        with pytest.raises(Killed):
            read_import_file(import_file_id=row.pk, examine=examine)
    assert states(batch) == {"papers.zip": "waiting"}
    read_all(batch)
    read_all(batch)
    assert sorted(states(batch)) == ["0.txt", "1.txt", "2.txt", "papers.zip"]
    assert Paper.objects.count() == 3


def test_a_file_that_kills_its_worker_every_time_is_given_up(cast: Cast) -> None:
    row = start(cast, text(1)).files.get()
    for _try in range(MAX_TRIES):
        with pytest.raises(Killed):
            read_import_file(import_file_id=row.pk, examine=killed)
    given_up = read_import_file(import_file_id=row.pk, examine=killed)
    assert given_up.state == ImportFile.State.REFUSED
    assert given_up.reason_params == {"tries": MAX_TRIES}


def test_a_file_whose_reader_ends_badly_is_refused_the_first_time(cast: Cast) -> None:
    def broken(_data: bytes, _filename: str) -> Examined:
        raise UnreadableFile("It broke (%(signal)d).", signal=11)

    row = start(cast, text(1)).files.get()
    assert read_import_file(import_file_id=row.pk, examine=broken).reason_params == {"signal": 11}


def test_a_fault_of_ours_is_logged_and_leaves_no_file_waiting(cast: Cast, caplog: pytest.LogCaptureFixture) -> None:
    def faulty(_data: bytes, _filename: str) -> Examined:
        raise RuntimeError("a fault")

    row = start(cast, text(1)).files.get()
    read = read_import_file(import_file_id=row.pk, examine=faulty)
    assert (read.state, read.reason[:28]) == ("refused", "The file could not be read b")
    assert "RuntimeError: a fault" in caplog.text


def test_the_task_sends_the_files_of_an_archive_on(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    monkeypatch.setattr(read_import_file_task, "delay", sent.append)
    batch = start(cast, ("papers.zip", zipped(*map(text, range(3)))))
    archive = batch.files.get()
    read_import_file_task(archive.pk)
    assert sent == list(archive.children.values_list("pk", flat=True))
    read_import_file_task(archive.pk)  # delivered again: sent again, read once
    assert len(sent) == 6


REAL = [
    *(SHARED_DATA / "jats").glob("*"),
    *(SHARED_DATA / "pdf").glob("*"),
    *(SHARED_DATA / "citations").glob("*"),
    SHARED_DATA / "exports" / "tei_sample.xml",
]
# Refused, each with a part of the reason. A message of a web server that was saved as a page is no paper.
REFUSED = {
    "password_openpassword.pdf": "password",
    "scanned_4_rotations.pdf": "scanned",
    "stub_184bytes.pdf": "cut off",
    "zero_pages.pdf": "no pages",
    "crossref_301_html_instead_of_json.html": "a message",
}


@needs_shared_data
def test_every_real_file_comes_in_or_says_what_to_do(cast: Cast) -> None:
    batch = start(cast, *((path.name, path.read_bytes()) for path in sorted(REAL)))
    for row in batch.files.all():
        read_import_file(import_file_id=row.pk)
    reasons = {row.filename: words_of(row.reason, row.reason_params) for row in batch.files.filter(state="refused")}
    assert set(reasons) == set(REFUSED)
    assert {name: said for name, said in REFUSED.items() if said not in reasons[name]} == {}
    came_in = batch.files.exclude(state="refused")
    assert set(came_in.values_list("state", flat=True)) == {"imported", "metadata"}
    assert all(row.source_version.passages.exists() for row in came_in.filter(state="imported"))
