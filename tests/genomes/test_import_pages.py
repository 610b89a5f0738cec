"""Importing on the site, by programs and on the command line."""

import contextlib
import time
import zipfile
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from config.heartbeat import KEY, broker
from genomes.models import ImportBatch, ImportFile, Paper
from genomes.services import import_document, start_import
from tests.cast import Cast

# What every page asks for (session, person, project, …); then the batch, its counts, its number of files, one page.
QUERIES = 9
QUERIES_OF_PROGRAMS = 7
GOOD = b"A look\n\nIt says what it says."


def files(*names: str) -> list[SimpleUploadedFile]:
    """Readable texts, except where the name says PDF."""
    return [SimpleUploadedFile(name, b"%PDF-1.7" if name.endswith(".pdf") else GOOD + name.encode()) for name in names]


def zipped(**members: bytes) -> SimpleUploadedFile:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return SimpleUploadedFile("papers.zip", buffer.getvalue())


def batch_page(batch: ImportBatch) -> str:
    return reverse("genomes:import-batch", args=["demo", batch.pk])


def forget_workers() -> None:
    """Take away the sign of life that a worker of this session may have given; the next comes within seconds."""
    with contextlib.closing(broker()) as client:
        client.delete(KEY)


def test_files_are_kept_and_a_missing_worker_is_said(cast: Cast, client: Client) -> None:
    client.force_login(cast.admin)
    answer = client.post(reverse("genomes:import", args=["demo"]), {"files": files("a.txt", "b.txt")})
    batch = ImportBatch.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (302, batch_page(batch))
    forget_workers()
    page = client.get(batch_page(batch)).content.decode()
    assert "No worker is running." in page
    assert "<progress" not in page
    assert 'hx-trigger="every 4s"' in page
    assert page.count('<li data-state="waiting">') == 2


def test_no_file_is_said_at_the_field(cast: Cast, client: Client) -> None:
    client.force_login(cast.admin)
    answer = client.post(reverse("genomes:import", args=["demo"]), {})
    assert answer.status_code == 422
    assert 'class="errorlist"' in answer.content.decode()


def test_a_batch_of_another_project_is_not_there(cast: Cast, client: Client) -> None:
    client.force_login(cast.admin)
    client.post(reverse("genomes:import", args=["demo"]), {"files": files("a.txt")})
    assert client.get(f"/projects/other/papers/imports/{ImportBatch.objects.get().pk}/").status_code == 404


def wait_until_read(batch: ImportBatch) -> None:
    deadline = time.monotonic() + 60
    while batch.files.filter(state=ImportFile.State.WAITING).exists():
        assert time.monotonic() < deadline, "the worker did not read the files"
        time.sleep(0.1)


@pytest.mark.django_db(transaction=True)
def test_the_worker_reads_nine_files_and_names_the_tenth(
    cast: Cast, client: Client, celery_worker_process: int
) -> None:
    client.force_login(cast.admin)
    names = [f"{number}.txt" for number in range(9)]
    packed = zipped(**{f"inner/{name}": GOOD + name.encode() for name in [*names[4:], "bad.docx"]})
    client.post(reverse("genomes:import", args=["demo"]), {"files": [*files(*names[:4]), packed]})
    batch = ImportBatch.objects.get()
    wait_until_read(batch)
    page = client.get(batch_page(batch)).content.decode()
    assert "Imported: 9. Known already: 0. Refused: 1." in page
    assert "inner/bad.docx" in page
    assert "Files named *.docx are not read here." in page
    assert "opened" in page
    assert "hx-trigger" not in page  # nothing more to ask for
    assert Paper.objects.count() == 9


@pytest.mark.django_db(transaction=True)
def test_programs_import_and_ask_for_progress(cast: Cast, client: Client, celery_worker_process: int) -> None:
    client.force_login(cast.admin)
    answer = client.post("/api/v1/projects/demo/imports/", {"files": files("a.txt", "b.pdf")})
    assert answer.status_code == 202
    batch = ImportBatch.objects.get()
    assert answer.json()["id"] == batch.pk
    wait_until_read(batch)
    told = client.get(f"/api/v1/projects/demo/imports/{batch.pk}/").json()
    assert (told["state"], told["total"], told["imported"], told["refused"]) == ("done", 2, 1, 1)
    assert [(each["filename"], each["state"]) for each in told["files"]] == [
        ("a.txt", "imported"),
        ("b.pdf", "refused"),
    ]
    assert told["files"][0]["paper"] == "a-look"
    assert "PDF" in told["files"][1]["reason"]
    assert (told["files"][0]["format"], told["files"][0]["outcome"]["passages"]) == ("plain text", 3)


def a_read_batch(cast: Cast, count: int = 0) -> ImportBatch:
    """One archive with a metadata file, a refused file and `count` imported ones in it; nothing waits."""
    batch = start_import(by=cast.admin, project=cast.project, files=[("papers.zip", b"PK")])
    archive = batch.files.get()
    note = {"template": "Files left aside, because they are hidden or pictures: %(count)d.", "params": {"count": 2}}
    batch.files.update(state="opened", outcome={"format": "archive", "files": count + 2, "notes": [note]})
    one = import_document(by=cast.admin, project=cast.project, data=GOOD, filename="a.txt").version
    ImportFile.objects.bulk_create(
        ImportFile(
            batch=batch,
            parent=archive,
            filename=f"{number}.txt",
            state="imported",
            source_version=one,
            outcome={"format": "text", "passages": 3, "pages": 0, "references": 0},
            seconds=0.25,
        )
        for number in range(count)
    )
    batch.files.create(
        parent=archive, filename="r.bib", state="metadata", outcome={"format": "bibtex", "papers_new": 4}
    )
    batch.files.create(
        parent=archive,
        filename="x.docx",
        state="refused",
        reason="Files named *%(extension)s are not read here. Import the paper in one of these formats: %(endings)s.",
        reason_params={"extension": ".docx", "endings": ".xml"},
    )
    return batch


def test_earlier_imports_are_listed_with_what_came_of_them(cast: Cast, client: Client) -> None:
    client.force_login(cast.admin)
    a_read_batch(cast, 1)
    page = " ".join(client.get(reverse("genomes:import", args=["demo"])).content.decode().split())
    assert "3 files · refused: 1 · admin" in page
    assert "Papers as JATS XML" in page
    assert ".zip" in page


def test_each_file_shows_what_came_of_it(cast: Cast, client: Client) -> None:
    client.force_login(cast.admin)
    page = client.get(batch_page(a_read_batch(cast, 1))).content.decode()
    assert "Imported: 1. Known already: 0. Refused: 1. Read as metadata: 1." in page.replace("\n", " ")
    for said in ("plain text", "3 passages", "0.3 s", "BibTeX", "4 new papers", "3 files"):
        assert said in page
    assert f'<a href="{reverse("genomes:papers", args=["demo"])}?state=no_text">4 new papers</a>' in page
    assert "Files named *.docx are not read here." in page


def test_reasons_and_notes_are_told_in_the_readers_language(cast: Cast, client: Client) -> None:
    client.force_login(cast.admin)
    batch = a_read_batch(cast)
    client.cookies["django_language"] = "ko"
    for address in (batch_page(batch), f"/api/v1/projects/demo/imports/{batch.pk}/"):
        told = client.get(address, headers={"Accept-Language": "ko"}).content.decode()
        assert "Files named" not in told
        assert "Files left aside" not in told
        assert ".docx" in told


def test_a_long_batch_is_paged_and_asks_no_more_for_more_files(
    cast: Cast, client: Client, django_assert_num_queries: Any
) -> None:
    client.force_login(cast.admin)
    batch = a_read_batch(cast, 250)
    client.get(batch_page(batch))
    with django_assert_num_queries(QUERIES):
        page = client.get(batch_page(batch)).content.decode()
    assert page.count('<li data-state="imported" data-child>') == 99
    assert "Page 1 of 3" in page
    refused = client.get(batch_page(batch), {"state": "refused"}).content.decode()
    assert refused.count("<li data-state=") == 1
    with django_assert_num_queries(QUERIES_OF_PROGRAMS):
        told = client.get(f"/api/v1/projects/demo/imports/{batch.pk}/").json()
    assert (told["total"], told["metadata"], len(told["files"])) == (252, 1, 253)
    assert told["files"][1]["archive"] == told["files"][0]["id"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "inner").mkdir()
    (tmp_path / "a.txt").write_bytes(GOOD)
    (tmp_path / "inner" / "b.md").write_text("# B\n\nIt says.")
    (tmp_path / "notes.csv").write_text("not,a,paper")
    return tmp_path


def run(*arguments: Any) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("import_papers", *map(str, arguments), stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_a_folder_is_imported_from_the_command_line(cast: Cast, folder: Path) -> None:
    out, err = run(folder, "--project", "demo")
    assert "2 of 2 files are in the library." in out
    assert err == ""
    assert set(Paper.objects.values_list("created_by__username", "title")) == {("admin", "A look"), ("admin", "B")}
    out, _err = run(folder, "--project", "demo", "--by", "admin")
    assert out.count("known already") == 2


def test_the_command_ends_with_one_when_a_file_was_refused(cast: Cast, folder: Path) -> None:
    (folder / "bad.txt").write_bytes(b"")
    out, err = StringIO(), StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("import_papers", str(folder), str(folder / "gone.md"), project="demo", stdout=out, stderr=err)
    assert end.value.code == 1
    assert "2 of 4 files are in the library." in out.getvalue()
    assert f"{folder / 'bad.txt'}: refused. The file is empty" in err.getvalue()
    assert f"{folder / 'gone.md'}: refused." in err.getvalue()


def test_the_command_opens_zips_and_reads_metadata(cast: Cast, tmp_path: Path) -> None:
    packed = zipped(**{"a.txt": GOOD, "bad.docx": b"words"})
    (tmp_path / "papers.zip").write_bytes(packed.read())
    (tmp_path / "refs.bib").write_text("@article{a, title={A look that nobody had}, doi={10.1000/a}}")
    out, err = StringIO(), StringIO()
    with pytest.raises(SystemExit):
        call_command("import_papers", str(tmp_path), project="demo", stdout=out, stderr=err)
    assert f"{tmp_path / 'papers.zip'}/a.txt: a-look, version 1 (plain text, 3 passages," in out.getvalue()
    assert f"{tmp_path / 'refs.bib'}: metadata (BibTeX, 1 papers new," in out.getvalue()
    assert "2 of 3 files are in the library." in out.getvalue()
    assert "bad.docx: refused. Files named *.docx are not read here." in err.getvalue()


def test_the_command_names_what_it_does_not_know(cast: Cast, folder: Path) -> None:
    for arguments in ((folder, "--project", "nowhere"), (folder, "--project", "demo", "--by", "annotator1")):
        with pytest.raises(CommandError):
            run(*arguments)
