"""Files that are no papers are refused with what is wrong and what to do; nothing else is ever raised."""

import gzip
import io
import zipfile

import pytest

from genomes.ingest import UnreadableFile, read_document, reading

from .documents import ARTICLE


def zipped() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a.xml", ARTICLE)
    return buffer.getvalue()


BOMB = (
    b'<!DOCTYPE article [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>'
    b"<article><body><p>&c;</p></body></article>"
)
FILE_ENTITY = b'<!DOCTYPE article [<!ENTITY x SYSTEM "file:///etc/passwd">]><article><body><p>&x;</p></body></article>'


@pytest.mark.parametrize(
    ("data", "filename", "said"),
    [
        (b"", "a.xml", "empty"),
        (b" \n\t", "a.txt", "only blank space"),
        (b"%PDF-1.7 ...", "a.xml", ""),
        (zipped(), "a.txt", "zip archive"),
        (gzip.compress(b"x", mtime=0), "a.md", "gzip"),
        (b"<!doctype html><html><body>Hi</body></html>", "a.xml", "The page shows only"),
        (b"\n<html lang='en'><p>x", "a.nxml", "The page shows only"),
        (b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>", "a.xml", "The page shows only"),
        (b"<TEI><text/></TEI>", "a.xml", "The TEI file holds no text"),
        (b"<root><x/></root>", "a.xml", "<root>"),
        (b"<book><body/></book>", "a.xml", "book"),
        (b"<article><front/></article>", "a.xml", "holds no text"),
        (b"<article><body><p>cut", "a.xml", "not well-formed"),
        (b"\x00\x01\x02\xff", "a.xml", "not well-formed"),
        (b"plain words", "a.xml", "not well-formed"),
        (b"<article><body><p>&unheardof;</p></body></article>", "a.xml", "not well-formed"),
        (
            b'<!DOCTYPE article SYSTEM "a.dtd"><article><body><p>&unheardof;</p></body></article>',
            "a.xml",
            "&unheardof;",
        ),
        (BOMB, "a.xml", "entity of its own"),
        (FILE_ENTITY, "a.xml", ""),
        (b"<article><body>" + b"<sec>" * 200 + b"</sec>" * 200 + b"</body></article>", "a.xml", "nested more than 100"),
        (b"<article>" + b"<b>" * 5000 + b"</b>" * 5000 + b"</article>", "a.xml", ""),
        (b"<?xml version='1.0' encoding='x-none'?><article/>", "a.xml", "not well-formed"),
        ("caf\u00e9".encode("latin-1"), "a.txt", "not UTF-8: byte 3"),
        ("text".encode("utf-16"), "a.txt", "not UTF-8"),
        (b"\xed\xa0\x80", "a.txt", "not UTF-8"),
        (b"a\0b", "a.txt", "NUL character at position 1"),
        (b"a\0b", "a.md", "NUL character"),
        (b"words", "a.docx", "*.docx are not read"),
        (b"words", "README", "without an extension"),
    ],
)
def test_a_file_that_is_no_paper_is_refused_with_the_reason(data: bytes, filename: str, said: str) -> None:
    with pytest.raises(UnreadableFile) as refusal:
        read_document(data, filename)
    message = str(refusal.value)
    assert said in message
    assert message == (refusal.value.template % refusal.value.params if refusal.value.params else message)
    assert message.endswith(".")


def test_a_file_over_the_limit_is_refused_with_both_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_BYTES", 2 * 1024 * 1024)
    with pytest.raises(UnreadableFile, match="3 MiB, more than the 2 MiB"):
        read_document(b"a" * (2 * 1024 * 1024 + 1), "a.txt")


def test_no_secret_of_the_machine_gets_into_a_text() -> None:
    with pytest.raises(UnreadableFile):
        read_document(FILE_ENTITY, "a.xml")
