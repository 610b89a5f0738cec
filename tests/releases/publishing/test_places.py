"""Each place gets the bytes once, whole, whatever goes wrong on the way; no secret is in any error."""

import hashlib
import zipfile
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from releases.publishing import Account, Failed, PublicFile
from releases.publishing.folder import Folder
from releases.publishing.hugging_face import HuggingFace
from releases.publishing.s3 import PART, S3
from releases.publishing.zenodo import Zenodo
from tests.releases.publishing import fakes
from tests.releases.publishing.fakes import RESET, SPOIL, Fake

SECRET = "hush-4711"
ACCOUNT = Account(
    project="demo", name="Demo", version="1.0.0", licence="CC0-1.0", description="Ideas.", day="2026-01-31",
    manifest_sha256="ab" * 32, canary="CANARY 1",
)  # fmt: skip
FAST = {"tries": 3, "pause": 0}
BYTES = {"README.md": b"# Demo\n", "data/parquet/exam/public.parquet": b"PAR1" * 9, "manifest.json": b"{}\n"}


def a_file(path: str, data: bytes) -> PublicFile:
    return PublicFile(path, len(data), hashlib.sha256(data).hexdigest(), lambda: iter([data[:3], data[3:]]))


FILES = [a_file(path, data) for path, data in BYTES.items()]


def quiet(_done: int) -> None:
    """Nobody listens."""


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Fake, S3]]:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "us")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    with fakes.s3() as fake:
        options = {"bucket": "shelf", "prefix": "r/", "endpoint": fake.url, "region": "us-east-1"}
        yield fake, S3({**FAST, **options})


@pytest.fixture
def archive() -> Iterator[tuple[Fake, Callable[..., Zenodo]]]:
    with fakes.zenodo() as fake:
        yield fake, lambda **more: Zenodo({**FAST, "url": fake.url, "token": SECRET, **more})


def test_a_place_is_off_until_it_is_named() -> None:
    assert not Folder({"root": ""}).is_configured
    assert not S3({"bucket": ""}).is_configured
    assert not HuggingFace({"repository": "a/b", "token": ""}).is_configured
    assert not Zenodo({"token": "", "url": "https://zenodo.org"}).is_configured


def test_a_folder_is_whole_or_not_there_and_a_killed_try_goes_on(tmp_path: Path) -> None:
    place, told = Folder({"root": str(tmp_path)}), list[int]()
    part = tmp_path / "demo" / ".1.0.0.part"

    def killed() -> Iterator[bytes]:
        yield b"{"
        raise KeyboardInterrupt

    broken = [*FILES[:2], PublicFile("manifest.json", 3, FILES[2].sha256, killed)]
    with pytest.raises(KeyboardInterrupt):
        place.publish(broken, ACCOUNT, quiet)
    assert not (tmp_path / "demo" / "1.0.0").exists()
    before = (part / "README.md").stat().st_mtime_ns
    (part / "stale.txt").write_text("of another try")
    assert place.publish(FILES, ACCOUNT, told.append) == str(tmp_path / "demo" / "1.0.0")
    found = {str(p.relative_to(tmp_path / "demo/1.0.0")): p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()}
    assert found == BYTES
    assert told == [1, 2, 3]
    assert (tmp_path / "demo/1.0.0/README.md").stat().st_mtime_ns == before  # not written again
    place.publish(FILES, ACCOUNT, quiet)  # published twice is once
    with pytest.raises(Failed, match=r"already holds another version of “README\.md”"):
        place.publish([a_file("README.md", b"other")], ACCOUNT, quiet)
    assert (tmp_path / "demo/1.0.0/README.md").read_bytes() == BYTES["README.md"]


def test_a_store_gets_every_file_the_manifest_last(store: tuple[Fake, S3]) -> None:
    fake, place = store
    assert place.publish(FILES, ACCOUNT, quiet) == "s3://shelf/r/demo/1.0.0/"
    assert fake.held == {f"/shelf/r/demo/1.0.0/{path}": data for path, data in BYTES.items()}
    assert fake.puts()[-1].endswith("manifest.json")
    sent = len(fake.puts())
    place.publish(FILES, ACCOUNT, quiet)
    assert len(fake.puts()) == sent
    with pytest.raises(Failed, match="already holds another version"):
        place.publish([a_file("README.md", b"other!")], ACCOUNT, quiet)


def test_a_large_file_goes_in_parts(store: tuple[Fake, S3]) -> None:
    fake, place = store
    data = bytes(range(256)) * (PART // 256) + b"tail"
    large = PublicFile("data/x.jsonl", len(data), hashlib.sha256(data).hexdigest(), lambda: iter([data]))
    place.publish([large], ACCOUNT, quiet)
    assert fake.held["/shelf/r/demo/1.0.0/data/x.jsonl"] == data
    assert [len(part) for _n, part in sorted(fake.uploads["u1"].items())] == [PART, 4]


@pytest.mark.parametrize("fault", [500, RESET, SPOIL])
def test_a_store_that_fails_once_gets_it_all_the_same(store: tuple[Fake, S3], fault: int) -> None:
    fake, place = store
    fake.faults = [("PUT", "README.md", fault)]
    place.publish(FILES, ACCOUNT, quiet)
    assert fake.held["/shelf/r/demo/1.0.0/README.md"] == BYTES["README.md"]


@pytest.mark.parametrize(
    ("faults", "words", "passes"),
    [
        ([403], "does not let us in (status 403)", False),
        ([500] * 3, "answered with status 500", True),
        ([RESET] * 3, "did not answer", True),
        ([SPOIL] * 3, "gave back other bytes of “README.md”", True),
    ],
)
def test_a_store_that_goes_on_failing_is_told_in_words(
    store: tuple[Fake, S3], faults: list[int], words: str, passes: bool
) -> None:
    fake, place = store
    fake.faults = [("PUT", "README.md", each) for each in faults]
    with pytest.raises(Failed) as failure:
        place.publish(FILES, ACCOUNT, quiet)
    assert words in str(failure.value)
    assert failure.value.is_passing == passes
    assert SECRET not in repr(failure.value) + str(failure.value)
    assert not any(key.endswith(("README.md", "manifest.json")) for key in fake.held)


def test_a_deposit_holds_the_zip_and_is_no_more_than_a_draft(archive: Any) -> None:
    fake, made = archive
    assert made().publish(FILES, ACCOUNT, quiet) == f"{fake.url}/deposit/7"
    metadata = fake.deposits[7]["metadata"]
    assert (metadata["title"], metadata["license"], metadata["version"]) == ("Demo 1.0.0", "cc0-1.0", "1.0.0")
    assert metadata["creators"] == [{"name": "The annotators of Demo"}]
    assert ACCOUNT.manifest_sha256 in metadata["notes"]
    with zipfile.ZipFile(BytesIO(fake.held["demo-1.0.0.zip"])) as found:
        assert {name: found.read(name) for name in found.namelist()} == BYTES
    assert sorted(fake.held) == ["README.md", "demo-1.0.0.zip", "manifest.json"]
    assert not fake.deposits[7]["submitted"]
    sent = len(fake.puts())
    made().publish(FILES, ACCOUNT, quiet)  # found again by its notes, and nothing is sent twice
    assert (len(fake.deposits), len(fake.puts())) == (1, sent)
    assert made(publishes=True).publish(FILES, ACCOUNT, quiet) == "https://doi.org/10.5072/zenodo.7"
    assert made(publishes=True).publish(FILES, ACCOUNT, quiet) == "https://doi.org/10.5072/zenodo.7"
    assert sum(address.endswith("/publish") for _method, address in fake.asked) == 1
    assert all(headers["Authorization"] == f"Bearer {SECRET}" for headers in fake.headers)


@pytest.mark.parametrize("fault", [503, RESET, SPOIL])
def test_a_deposit_is_whole_after_a_fault(archive: Any, fault: int) -> None:
    fake, made = archive
    fake.faults = [("PUT", ".zip", fault)]
    made().publish(FILES, ACCOUNT, quiet)
    with zipfile.ZipFile(BytesIO(fake.held["demo-1.0.0.zip"])) as found:
        assert found.testzip() is None


def test_a_token_that_is_not_taken_is_told_without_it(archive: Any) -> None:
    fake, made = archive
    fake.faults = [("GET", "/api/deposit", 403)]
    with pytest.raises(Failed, match="check PUBLISH_ZENODO_TOKEN") as failure:
        made().publish(FILES, ACCOUNT, quiet)
    assert SECRET not in str(failure.value)
    fake.faults = [("POST", "/api/deposit", 400)]
    with pytest.raises(Failed, match="refused") as refusal:
        made().publish(FILES, ACCOUNT, quiet)
    assert not refusal.value.is_passing


def test_a_dataset_folder_is_the_release_and_what_the_hub_adds(tmp_path: Path) -> None:
    place = HuggingFace({**FAST, "folder": str(tmp_path), "repository": "", "token": ""})
    target = Path(place.publish(FILES, ACCOUNT, quiet))
    assert {path: (target / path).read_bytes() for path in BYTES} == BYTES
    assert "*.parquet filter=lfs" in (target / ".gitattributes").read_text()
    with pytest.raises(Failed, match="no Parquet files"):
        place.publish([FILES[0]], ACCOUNT, quiet)
