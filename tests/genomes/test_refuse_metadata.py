"""Files that hold no metadata are refused with what is wrong and what to do; nothing else is ever raised."""

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genomes.metadata import UnreadableFile, read_metadata
from tests.shared_data import SHARED_DATA, needs_shared_data


@pytest.mark.parametrize(
    ("data", "filename", "said"),
    [
        (b"", "a.bib", "empty"),
        (b" \n", "a.json", "empty"),
        (b"<html><head><title>301", "a.json", "web page"),
        (b"<!DOCTYPE html><p>", "a.bib", "web page"),
        (b'{"title": "cut', "a.json", "cut off"),
        (b'[{"type": "book", "title": "x"},', "a.json", "cut off"),
        (b'{"a" 1}', "a.json", "line 1, column 6"),
        (b"[]", "a.json", "empty list"),
        (b'{"status": "ok", "message-type": "work-list", "message": {"items": []}}', "a.json", "empty list"),
        (b'{"type": "book", "title": NaN}', "a.json", "NaN"),
        (b'{"type": "book", "title": ' + b"9" * 5000 + b"}", "a.json", "NaN"),
        (b"[" * 100_000, "a.json", "nested too deeply"),
        (b'{"hello": "world"}', "a.json", "no work that is read here"),
        (b"[1, 2]", "a.json", "no work that is read here"),
        (b'{"type": "book", "title": ""}', "a.json", "No work in the file has a title"),
        (b"@misc{k, note={n}}", "a.bib", "k (line 1) has no title"),
        (b"@misc{k, title={n}", "a.bib", "cannot be read"),
        (b"@comment{nothing}", "a.bib", "no entry"),
        (b"TY  - JOUR\nKW  - x\nER  - ", "a.ris", "line 1"),
        (b"Dear reader", "a.bib", "begins with “Dear reader”"),
        (b"Dear reader", "a.json", "no JSON"),
        ("@misc{k, title={é}}".encode("latin-1"), "a.bib", "byte 16"),
        (b"\x00\x01", "a.ris", "begins with"),
    ],
)
def test_a_file_without_metadata_is_refused_in_words(data: bytes, filename: str, said: str) -> None:
    with pytest.raises(UnreadableFile) as refusal:
        read_metadata(data, filename)
    assert said in str(refusal.value)


def test_utf_16_that_says_so_is_read() -> None:
    assert read_metadata("@misc{k, title={Größe}}".encode("utf-16"), "a.bib").records[0].title == "Größe"


def test_what_no_database_can_hold_is_left_out() -> None:
    title = json.loads('"a\\u0000b\\ud800c\\u2028d"')
    record = read_metadata(json.dumps({"type": "book", "title": title}).encode(), "a.json").records[0]
    assert record.title == "abc d"


@needs_shared_data
def test_every_real_file_is_read_or_refused_in_words() -> None:
    refused = []
    for path in sorted((SHARED_DATA / "citations").iterdir()):
        try:
            assert read_metadata(path.read_bytes(), path.name).records
        except UnreadableFile as error:
            refused.append((path.name, str(error)[:34]))
    assert refused == [("crossref_301_html_instead_of_json.html", "The file is a web page (HTML) inst")]


def real_files() -> list[Path]:
    return sorted((SHARED_DATA / "citations").glob("*")) if SHARED_DATA.is_dir() else []


@needs_shared_data
@settings(max_examples=50, deadline=None)
@given(st.data())
def test_a_damaged_real_file_is_read_or_refused(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(real_files()))
    content = bytearray(path.read_bytes()[:4000])
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 30))] = data.draw(st.binary(max_size=6))
        content = content or bytearray(b"x")
    with contextlib.suppress(UnreadableFile):
        read_metadata(bytes(content), path.name)


KEYS = [
    *("type", "title", "author", "authors", "authorships", "issued", "date-parts", "DOI", "id", "ids", "paperId"),
    *("externalIds", "references", "reference", "message", "message-type", "results", "meta", "data", "license"),
    *("abstract", "abstract_inverted_index", "primary_location", "locations", "citedPaper", "container-title"),
    *("referenced_works", "custom", "is-referenced-by-count", "institution", "journal", "publicationTypes"),
]
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(json_values)
def test_json_of_any_shape_is_read_or_refused(value: object) -> None:
    with contextlib.suppress(UnreadableFile):
        read_metadata(json.dumps(value).encode(), "a.json")
