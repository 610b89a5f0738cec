"""As a Zenodo deposit: a draft with the release as one zip, published only where the settings ask for it.

A deposit has no folders, so the whole goes as the deterministic zip; what people look at first lies beside it.
"""

import hashlib
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import IO, Any

from evaluator.write import deterministic_zip
from releases.publishing.base import MANIFEST, Account, Failed, PublicFile, last_is_manifest, patiently
from releases.publishing.web import Web
from releases.publishing.words import NOT_UNDERSTOOD, WRONG_BYTES

PLACE = "Zenodo"
VARIABLES = "PUBLISH_ZENODO_TOKEN, PUBLISH_ZENODO_URL"
DEPOSITS = "/api/deposit/depositions"
BESIDE = ("README.md", "CITATION.cff", MANIFEST, "checksums.sha256")
PART = 1024 * 1024


class Zenodo:
    """`url` is that of Zenodo or its sandbox; `publishes` says whether the draft is published, for good."""

    name = "zenodo"

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options

    @property
    def is_configured(self) -> bool:
        return bool(self.options.get("token"))

    def publish(
        self, files: Iterable[PublicFile], account: Account, tell: Callable[[int], None], known: str = ""
    ) -> str:
        listed = last_is_manifest(files)
        with Web(PLACE, self.options, VARIABLES) as web, tempfile.TemporaryFile() as archive:
            deposit = self._deposit(web, account)
            if deposit.get("submitted"):
                tell(len(listed))
                return _address(deposit)
            deterministic_zip(_Contents(listed), archive)
            beside = [file for file in listed if file.path in BESIDE]
            self._bring(web, deposit, f"{account.project}-{account.version}.zip", lambda: _read(archive), tell)
            for file in beside:
                self._bring(web, deposit, file.path, file.open, lambda _number: None)
            tell(len(listed))
            if self.options.get("publishes"):
                deposit = self._ask(web, "POST", f"{DEPOSITS}/{deposit['id']}/actions/publish")
            return _address(deposit)

    def _deposit(self, web: Web, account: Account) -> dict[str, Any]:
        """The deposit of this very release: an earlier try's, found by the hash of the manifest, or a new one."""
        query = {"q": f'"{account.manifest_sha256}"', "size": "10"}
        listed = self._ask(web, "GET", DEPOSITS, params=query)
        for found in listed if isinstance(listed, list) else ():
            if account.manifest_sha256 in str(found.get("metadata", {}).get("notes", "")):
                return self._ask_whole(web, found["id"])
        return self._whole(self._ask(web, "POST", DEPOSITS, body={"metadata": _metadata(account)}))

    def _ask_whole(self, web: Web, deposit: int) -> dict[str, Any]:
        return self._whole(self._ask(web, "GET", f"{DEPOSITS}/{int(deposit)}"))

    def _whole(self, found: Any) -> dict[str, Any]:
        if not isinstance(found, dict) or "id" not in found or "bucket" not in found.get("links", {}):
            raise Failed(NOT_UNDERSTOOD, place=PLACE)
        return found

    def _ask(self, web: Web, method: str, path: str, **parts: Any) -> Any:
        return patiently(lambda: web.json(method, path, **parts), self.options)

    def _bring(
        self,
        web: Web,
        deposit: Mapping[str, Any],
        name: str,
        parts: Callable[[], Iterator[bytes]],
        tell: Callable[[int], None],
    ) -> None:
        """Upload, unless it lies there with the same MD5, which is what Zenodo tells of a file."""
        wanted = hashlib.md5(usedforsecurity=False)
        size = 0
        for part in parts():
            wanted.update(part)
            size += len(part)
        known = {each.get("filename"): str(each.get("checksum", "")) for each in deposit.get("files", ())}
        if known.get(name, "").removeprefix("md5:") == wanted.hexdigest():
            return
        patiently(
            lambda: self._sent(web, f"{deposit['links']['bucket']}/{name}", parts, size, wanted.hexdigest()),
            self.options,
        )

    def _sent(self, web: Web, address: str, parts: Callable[[], Iterator[bytes]], size: int, md5: str) -> None:
        answer = web.put(address, parts(), size)
        if not isinstance(answer, dict) or str(answer.get("checksum", "")).removeprefix("md5:") != md5:
            raise Failed(WRONG_BYTES, is_passing=True, place=PLACE, path=address.rpartition("/")[2])


class _Contents(Mapping[str, bytes]):
    """Path → bytes, each read when it is asked for."""

    def __init__(self, files: Iterable[PublicFile]) -> None:
        self._files = {file.path: file for file in files}

    def __getitem__(self, path: str) -> bytes:
        return self._files[path].read()

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


def _read(archive: IO[bytes]) -> Iterator[bytes]:
    archive.seek(0)
    yield from iter(lambda: archive.read(PART), b"")


def _metadata(account: Account) -> dict[str, Any]:
    """What CITATION.cff says, in Zenodo's words. The hash in the notes is what the deposit is found again by."""
    return {
        "title": account.title,
        "upload_type": "dataset",
        "description": account.description,
        "creators": [{"name": account.authors}],
        "version": account.version,
        "publication_date": account.day,
        "license": account.licence.lower(),
        "access_right": "open",
        "keywords": ["idea inheritance", "benchmark", "scientific papers"],
        "notes": f"manifest.json has SHA-256 {account.manifest_sha256}. Do not train on this data. {account.canary}",
    }


def _address(deposit: Mapping[str, Any]) -> str:
    """The DOI of a published deposit, the page of a draft."""
    doi = deposit.get("doi") if deposit.get("submitted") else ""
    links = deposit.get("links", {})
    found = f"https://doi.org/{doi}" if doi else str(links.get("html", ""))
    if not found:
        raise Failed(NOT_UNDERSTOOD, place=PLACE)
    return found
