"""A file is told by its content first and by its name second, and what is in a zip is had one file at a time."""

import io
import zipfile
from pathlib import Path

import pytest

from genomes.ingest import UnreadableFile, detect, read_document
from genomes.ingest.archive import MAX_MEMBERS, check_archive, members, skipped_members
from genomes.ingest.examine import examine
from genomes.ingest.folders import pack_latex, walk
from genomes.ingest.formats import LABELS, METADATA, PAPERS, reader_of

from .documents import ARTICLE

TEI = b"<?xml version='1.0'?><!-- made by a machine -->\n<TEI xmlns='http://www.tei-c.org/ns/1.0'/>"
LATEX = b"% a comment\n\\documentclass{article}\n\\begin{document}Hi\\end{document}"


def zipped(*files: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("data", "filename", "format_name"),
    [
        (ARTICLE.encode(), "a.pdf", "jats"),
        ("\ufeff".encode() + ARTICLE.encode(), "a", "jats"),
        (ARTICLE.encode("utf-16"), "a.txt", "jats"),
        (b"<article><body>", "a.txt", "jats"),
        (b"%PDF-1.7", "a.xml", "pdf"),
        (b"\r\n%PDF-1.7", "paper", "pdf"),
        (b"junk %PDF-1.7", "a.pdf", "pdf"),
        (b"words", "a.TXT", "text"),
        (b"# words", "dir\\a.md", "markdown"),
        (b"[a link](b) {", "a.md", "markdown"),
        (b"% k\n@article{a, title={T}}", "a.txt", "bibtex"),
        (b"TY  - JOUR\nER  - \n", "a.txt", "ris"),
        (b'{"DOI": "10.1/a"}', "a.txt", "json"),
        (b'{"cut": ', "a.json", "json"),
        (zipped(("a.txt", b"words"), ("b.pdf", b"%PDF-")), "a.pdf", "archive"),
        (TEI, "a.xml", "tei"),
        (LATEX, "a.txt", "latex"),
        (b"words", "part.tex", "latex"),
        (zipped(("a/part.tex", b"x"), ("a/main.tex", LATEX), ("a/f.pdf", b"%PDF-")), "a.zip", "latex"),
        (b"<!-- c --><!DOCTYPE html><html><body>Hi</body></html>", "a.xml", "html"),
        (b"<html>", "a.pdf", "html"),
        (b"<p>Hi", "a.htm", "html"),
    ],
)
def test_content_tells_before_the_name(data: bytes, filename: str, format_name: str) -> None:
    assert detect(data, filename) == format_name


@pytest.mark.parametrize(
    ("data", "filename", "said"),
    [
        (b"An error has occurred.", "paper.pdf", "named .pdf but its content is no PDF"),
        (b"\x1f\x8b\x08", "a.tar.gz", "a gzip archive"),
        (zipped(("[Content_Types].xml", b""), ("word/document.xml", b"")), "a.docx", "office document"),
        (zipped(("mimetype", b"application/epub+zip")), "a.epub", "electronic book"),
        (b"PK\x03\x04cut off", "a.zip", "damaged or cut off"),
        (b"words", "a.csv", "*.csv are not read"),
        (b"%!PS-Adobe", "a.ps", "PostScript"),
    ],
)
def test_another_kind_is_refused_by_its_name(data: bytes, filename: str, said: str) -> None:
    with pytest.raises(UnreadableFile, match=said.replace("*", r"\*")):
        detect(data, filename)


def test_a_name_that_promises_another_format_is_noted() -> None:
    document = read_document(ARTICLE.encode(), "paper.pdf")[1]
    assert document.notes[-1].params == {"promised": "PDF", "found": "JATS XML"}
    assert not read_document(ARTICLE.encode(), "paper.xml")[1].notes


def test_metadata_and_archives_are_no_document() -> None:
    for data, said in ((b"@book{a, title={T}}", "metadata"), (zipped(("a.txt", b"x")), "zip archive")):
        with pytest.raises(UnreadableFile, match=said):
            read_document(data, "a")
    assert examine(zipped(("a.txt", b"x")), "a.zip").format == "archive"


def test_a_web_page_named_pdf_is_read_with_a_note() -> None:
    words = b"<p>It looks once at the whole scene, and says what it sees.</p>" * 20
    page = b"<!doctype html><html><head><title>A look</title></head><body><h1>A look</h1>" + words + b"</body></html>"
    name, document = read_document(page, "paper.pdf")
    assert name == "html"
    assert document.notes[-1].params == {"promised": "PDF", "found": "HTML"}


def test_the_files_of_an_archive_come_one_by_one_under_plain_names() -> None:
    data = zipped(
        ("papers/", b""),
        ("papers/a.txt", b"A"),
        ("/abs/b.txt", b"B"),
        ("../../c.txt", b"C"),
        ("C:\\d.txt", b"D"),
        ("__MACOSX/papers/._a.txt", b"-"),
        ("papers/.DS_Store", b"-"),
        (".git/config", b"-"),
        ("papers/figure.png", b"-"),
    )
    check_archive(data)
    assert [(each.name, each.data) for each in members(data)] == [
        ("papers/a.txt", b"A"),
        ("abs/b.txt", b"B"),
        ("c.txt", b"C"),
        ("d.txt", b"D"),
    ]
    assert skipped_members(data) == 4


def damaged(data: bytes, old: bytes, new: bytes) -> bytes:
    assert old in data
    return data.replace(old, new, 1)


def test_a_member_that_cannot_be_had_is_a_reason_beside_the_others() -> None:
    data = zipped(("a.txt", b"AAAA"), ("b.txt", b"BBBB"), method=zipfile.ZIP_STORED)
    first, second = members(damaged(data, b"AAAA", b"AXAA"))
    assert "damaged in the archive" in str(first.problem)
    assert (second.data, second.problem) == (b"BBBB", None)
    unusual = next(members(zipped(("a.txt", b"A" * 99), method=zipfile.ZIP_LZMA)))
    assert "unusual method" in str(unusual.problem)


def test_an_encrypted_member_is_named() -> None:
    data = bytearray(zipped(("a.txt", b"A"), method=zipfile.ZIP_STORED))
    data[data.index(b"PK\x01\x02") + 8] |= 1  # the flag of the entry in the central directory
    assert "encrypted" in str(next(members(bytes(data))).problem)


def test_what_unpacks_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("genomes.ingest.archive.MAX_BYTES", 1000)
    monkeypatch.setattr("genomes.ingest.archive.MAX_UNPACKED", 1500)
    data = zipped(("bomb.txt", b"\0" * 100_000), ("a.txt", b"a" * 900), ("b.txt", b"b" * 900), ("c.txt", b"c" * 100))
    found = {each.name: str(each.problem) if each.problem else len(each.data) for each in members(data)}
    assert "unpacks to more than" in str(found["bomb.txt"])
    assert found["a.txt"] == 900
    assert "The archive unpacks" in str(found["b.txt"])
    assert found["c.txt"] == 100


def test_too_many_files_and_none_are_refused() -> None:
    many = zipped(*((f"{number}.txt", b"") for number in range(MAX_MEMBERS + 1)), method=zipfile.ZIP_STORED)
    for data, said in ((many, "more than the 2000"), (zipped(), "no file"), (zipped((".a", b"")), "no file")):
        with pytest.raises(UnreadableFile, match=said):
            check_archive(data)


def test_a_zip_of_several_papers_keeps_the_sources_of_each_together() -> None:
    data = zipped(
        ("one/main.tex", LATEX),
        ("one/figures/plot.pdf", b"%PDF-"),
        ("two/paper.tex", LATEX),
        ("one/parts/part.tex", b"x"),
        ("three.txt", b"words"),
        ("two/refs.bib", b"@"),
    )
    assert detect(data, "a.zip") == "archive"
    found = {each.name: each.data for each in members(data)}
    assert list(found) == ["one.zip", "two.zip", "three.txt"]
    assert detect(found["one.zip"], "one.zip") == "latex"
    with zipfile.ZipFile(io.BytesIO(found["one.zip"])) as one:
        assert one.namelist() == ["main.tex", "parts/part.tex"]


def test_a_latex_paper_beside_another_is_no_reason_to_lose_that() -> None:
    beside = zipped(("one/main.tex", LATEX), ("two.pdf", b"%PDF-"))
    alone = zipped(("one/main.tex", LATEX), ("one/supplement.tex", LATEX), ("one/fig.pdf", b"%PDF-"), ("x.png", b"-"))
    assert (detect(beside, "a.zip"), detect(alone, "a.zip")) == ("archive", "latex")
    assert [each.name for each in members(beside)] == ["one.zip", "two.pdf"]


def test_a_folder_gives_its_readable_files_in_order(tmp_path: Path) -> None:
    for name in ("b/c.md", "a.txt", "a.png", ".hidden.txt", "notes.csv", "b/.git/x.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"words")
    assert [str(each.relative_to(tmp_path)) for each in walk(tmp_path)] == ["a.txt", "b/c.md"]


def test_a_folder_with_a_main_latex_file_is_one_paper(tmp_path: Path) -> None:
    for name, data in (("main.tex", LATEX), ("part.tex", b"x"), ("figure.pdf", b"%PDF-"), ("sub/refs.bib", b"@")):
        (tmp_path / "paper" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "paper" / name).write_bytes(data)
    (tmp_path / "other.txt").write_bytes(b"words")
    assert [each.name for each in walk(tmp_path)] == ["other.txt", "paper"]
    packed = pack_latex(tmp_path / "paper")
    assert packed == pack_latex(tmp_path / "paper")
    assert zipfile.ZipFile(io.BytesIO(packed)).namelist() == ["main.tex", "part.tex", "sub/refs.bib"]


def test_every_format_has_a_reader_and_a_name_for_people() -> None:
    assert all(callable(reader_of(each.name)) for each in PAPERS)
    assert {each.name for each in (*PAPERS, *METADATA)} <= LABELS.keys()


def test_names_in_a_zip_are_read_as_they_were_meant() -> None:
    """Finder writes UTF-8 and Windows its own Korean, both without saying so; else the names are of DOS."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in ("AAAA.txt", "BBBBBB.txt", "C.txt"):
            archive.writestr(name, "words")
    data = buffer.getvalue().replace(b"AAAA", "한글".encode("cp949")).replace(b"BBBBBB", "한글".encode())
    assert [each.name for each in members(data.replace(b"C.", b"\x82."))] == ["한글.txt", "한글.txt", "é.txt"]
