"""What is wrong with a release is found, and said where; a sound one passes as folder, zip and files."""

import io
import json
import shutil
import stat
import subprocess
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from evaluator.canonical import canonical_bytes, sha256_hex
from evaluator.convert import to_json
from evaluator.faults import FileFaults
from evaluator.files import read_files
from evaluator.io import load_release, release_from_files, verify_files, verify_release
from evaluator.manifest import PreviousRelease
from evaluator.write import CHECKSUMS, checksum_lines, deterministic_zip, manifest_entry
from tests.evaluator.tiny_release import CANARY, exam, instance, tiny_files

Files = dict[str, bytes]


def write_folder(files: Files, root: Path) -> Path:
    for path, data in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    return root


def write_zip(files: Files, path: Path) -> Path:
    with path.open("wb") as out:
        deterministic_zip(files, out)
    return path


def messages(files: Files) -> str:
    return "\n".join(str(fault) for fault in verify_files(files))


def resealed(files: Files) -> Files:
    """The files with checksums and manifest brought up to date, so that only the content itself is wrong."""
    manifest = json.loads(files["manifest.json"])
    fresh = {path: data for path, data in files.items() if path not in ("manifest.json", CHECKSUMS)}
    manifest["files"] = [to_json(manifest_entry(path, data)) for path, data in sorted(fresh.items())]
    whole = {**fresh, "manifest.json": canonical_bytes(manifest)}
    return {**whole, CHECKSUMS: checksum_lines({path: sha256_hex(data) for path, data in whole.items()})}


def edited(table: str, change: Callable[[dict[str, object]], None], row: int = 0) -> Files:
    """The release with one row of a table changed and everything resealed."""
    files = tiny_files()
    path = f"data/jsonl/{table}/public.jsonl"
    rows = [json.loads(line) for line in files[path].splitlines()]
    change(rows[row])
    return resealed({**files, path: b"".join(canonical_bytes(each) + b"\n" for each in rows)})


def test_a_sound_release_has_no_fault_as_folder_zip_and_files(tmp_path: Path) -> None:
    files = tiny_files()
    folder, archive = write_folder(files, tmp_path / "folder"), write_zip(files, tmp_path / "release.zip")
    assert verify_files(files) == verify_release(folder) == verify_release(archive) == []
    assert load_release(folder).hash == load_release(archive).hash == release_from_files(files).hash


def test_sha256sum_accepts_the_checksums(tmp_path: Path) -> None:
    if shutil.which("sha256sum") is None:
        pytest.fail("sha256sum is needed to try the checksums file as users do")
    folder = write_folder(tiny_files(), tmp_path)
    subprocess.run(["sha256sum", "--strict", "-c", CHECKSUMS], cwd=folder, check=True, capture_output=True)


def test_two_builds_are_the_same_bytes() -> None:
    one, two = io.BytesIO(), io.BytesIO()
    files = tiny_files()
    deterministic_zip(files, one)
    deterministic_zip(dict(reversed(files.items())), two)
    assert one.getvalue() == two.getvalue()


@pytest.mark.parametrize("path", sorted(tiny_files()))
def test_no_file_can_change_by_one_byte(path: str) -> None:
    files = tiny_files()
    changed = {**files, path: files[path][:-2] + bytes([files[path][-2] ^ 1]) + files[path][-1:]}
    assert verify_files(changed)


@pytest.mark.parametrize("path", sorted(tiny_files()))
def test_no_file_can_be_missing(path: str) -> None:
    files = tiny_files()
    del files[path]
    assert path in messages(files)


def test_a_file_that_nobody_listed_is_found() -> None:
    found = messages({**tiny_files(), "data/notes.txt": b"x"})
    assert "data/notes.txt: is not listed in checksums.sha256" in found
    assert "data/notes.txt: is not listed in the manifest" in found


def test_every_fault_is_listed_at_once() -> None:
    files = {**tiny_files(), "LICENSE": b"other", "README.md": b"no canary"}
    found = messages(files)
    assert "LICENSE: was changed" in found
    assert "README.md: does not hold the canary string" in found


@pytest.mark.parametrize(
    ("table", "change", "says"),
    [
        ("papers", lambda row: row.update(text="Other."), "is not the SHA-256 of the text"),
        ("papers", lambda row: row.update(redistributable=False), "may not be redistributed"),
        ("papers", lambda row: row.update(authors="A. Author"), "authors must be a list, not text"),
        ("papers", lambda row: row.pop("doi"), "doi is missing"),
        ("objects", lambda row: row.update(paper="delta"), "there is no paper delta"),
        ("objects", lambda row: row.update(type="gene"), "type must be one of niche"),
        ("objects", lambda row: row.update(repairs=["beta:L9"]), "there is no object beta:L9"),
        ("objects", lambda row: row["evidence"][0].update(start=1), "the quote is not at its place"),
        ("objects", lambda row: row["evidence"][0].update(paper="beta"), "points into beta, another paper"),
        ("objects", lambda row: row["evidence"][0].update(text_sha256="0"), "another version of the text"),
        ("diffs", lambda row: row.update(target="delta"), "there is no paper delta"),
        ("diffs", lambda row: row["answer"].update(transition_driver="beta:M9"), "there is no object beta:M9"),
        ("diffs", lambda row: row["answer"].update(predecessor_driver="beta:M1"), "an object of another paper"),
        ("diffs", lambda row: row.update(rule=5), "rule must be at most 4"),
        ("diffs", lambda row: row["labels"][0].update(guideline="7"), "lists no guideline 7"),
        ("traces", lambda row: row.update(diffs=["alpha__beta"]), "one diff per step"),
        ("traces", lambda row: row.update(diffs=["alpha__beta", "x"]), "there is no diff x"),
        ("traces", lambda row: row.update(diffs=["beta__gamma"] * 2), "does not lead from alpha to beta"),
        ("exam", lambda row: row.update(task="guess"), "guess is not one of the 42 task types"),
        ("exam", lambda row: row.update(axis="T2"), "field_type belongs to T1"),
        ("exam", lambda row: row.update(gold={"role": "driver"}), "must have the fields type"),
        ("exam", lambda row: row.update(gold={"type": "gene"}), "does not fit the instance's own answer schema"),
        ("exam", lambda row: row.update(answer_schema={"type": "thing"}), "is no JSON Schema 2020-12"),
        ("exam", lambda row: row.update(answer_schema={"$ref": "https://example.org/x"}), "without $ref"),
        ("exam", lambda row: row["metadata"].update(canary="x"), "must hold the canary string"),
    ],
)
def test_what_is_wrong_inside_a_row_is_found(
    table: str, change: Callable[[dict[str, object]], None], says: str
) -> None:
    faults = verify_files(edited(table, change))
    assert any(says in fault.message and fault.path == f"data/jsonl/{table}/public.jsonl" for fault in faults)
    assert all(fault.line for fault in faults if fault.path.startswith("data/"))


def test_an_id_used_twice_names_both_lines() -> None:
    files = tiny_files()
    path = "data/jsonl/exam/public.jsonl"
    lines = files[path].splitlines(keepends=True)
    found = messages(resealed({**files, path: b"".join([*lines, lines[2]])}))
    assert f"{path}, line 11, id 'i03', field id: the id is already used in {path}, line 3" in found
    files["data/jsonl/exam/holdout.jsonl"] = lines[2]
    assert "the id is already used in data/jsonl/exam/holdout.jsonl, line 1" in messages(resealed(files))


@pytest.mark.parametrize("line", [b"{}", b"[]", b"not json", b'{"id": "x", "id": "y"}', b"", b"\xff", b'{"id":NaN}'])
def test_a_line_that_is_no_row_is_found(line: bytes) -> None:
    files = tiny_files()
    path = "data/jsonl/traces/public.jsonl"
    found = verify_files(resealed({**files, path: files[path] + line + b"\n"}))
    assert any((fault.path, fault.line) == (path, 2) for fault in found)


def test_json_that_is_not_canonical_is_found() -> None:
    files = tiny_files()
    path = "data/jsonl/traces/public.jsonl"
    spaced = json.dumps(json.loads(files[path])).encode() + b"\n"
    assert f"{path}, line 1, id 't': is not canonical JSON" in messages(resealed({**files, path: spaced}))
    loose = {**files, "manifest.json": json.dumps(json.loads(files["manifest.json"]), indent=1).encode()}
    assert "manifest.json: is not canonical JSON" in messages(loose)


def test_versions_are_checked() -> None:
    assert "this evaluator reads 2" in messages(tiny_files(schema_version="1"))
    assert "must be a version such as 1.0.0" in messages(tiny_files(release="v1"))
    assert "must be a time in UTC" in messages(tiny_files(created="2025-01-31"))
    itself = PreviousRelease(release="1.0.0", manifest_sha256="0" * 64)
    assert "is the release itself" in messages(tiny_files(previous=itself))


def test_a_manifest_that_cannot_be_read_says_why() -> None:
    assert "manifest.json: not JSON" in messages({**tiny_files(), "manifest.json": b"{"})
    assert "manifest.json, field seed: seed is missing" in messages(
        {**tiny_files(), "manifest.json": canonical_bytes({"release": "1.0.0"})}
    )


def test_counts_of_the_manifest_are_checked() -> None:
    files = tiny_files(counts=replace(release_from_files(tiny_files()).manifest.counts, exam=11))
    assert "field counts.exam: says 11, but 10 rows could be read" in messages(files)


@pytest.mark.parametrize("name", ["../outside", "/etc/passwd", "a/../../b", "C:/x", "a\\b", "./a", "a//b"])
def test_a_zip_that_leads_outside_is_refused(name: str, tmp_path: Path) -> None:
    path = write_zip({**tiny_files(), name: b"x"}, tmp_path / "bad.zip")
    faults = verify_release(path)
    assert [fault.message for fault in faults] == [
        "leads outside the release or is not written plainly; nothing was read"
    ]


def test_a_zip_with_a_link_or_a_doubled_name_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.zip"
    with zipfile.ZipFile(path, "w") as archive:
        link = zipfile.ZipInfo("link")
        link.create_system = 3
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("twice", b"1")
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("twice", b"2")
    assert {(fault.path, fault.message.split(";")[0]) for fault in verify_release(path)} == {
        ("link", "is a symbolic link"),
        ("twice", "is in the zip twice"),
    }


def test_a_damaged_zip_is_refused(tmp_path: Path) -> None:
    path = write_zip(tiny_files(), tmp_path / "bad.zip")
    data = bytearray(path.read_bytes())
    data[data.index(CANARY.encode())] ^= 0xFF
    path.write_bytes(data)
    assert "the zip is damaged: Bad CRC-32" in str(verify_release(path)[0])
    path.write_bytes(data[: len(data) // 2])
    assert "neither a release folder nor a zip" in str(verify_release(path)[0])


def test_a_folder_with_a_link_is_refused(tmp_path: Path) -> None:
    folder = write_folder(tiny_files(), tmp_path / "release")
    (folder / "spec" / "link.json").symlink_to("/etc/passwd")
    (folder / "data" / "more").symlink_to(tmp_path)
    assert [fault.path for fault in verify_release(folder)] == ["data/more", "spec/link.json"]


def test_nothing_at_the_path_is_said(tmp_path: Path) -> None:
    with pytest.raises(FileFaults, match="does not exist"):
        read_files(tmp_path / "none")


def test_the_exam_comes_by_split_and_sorted() -> None:
    release = release_from_files(tiny_files([instance("b", "driver", {"driver": "O1"}), *exam()]))
    assert [each.id for each in release.exam()][:2] == ["b", "i01"]
    assert release.exam("sealed") == ()
