"""As a Hugging Face dataset: a folder that is ready for upload, and the upload itself where the library is installed.

A release is such a dataset as it stands: README.md at the root says which Parquet files under data/ are which table.
Beside its files, byte for byte, lies the one file that the hub adds.
"""

import tempfile
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from releases.publishing.base import Account, Failed, PublicFile, digest, last_is_manifest
from releases.publishing.folder import write_whole
from releases.publishing.words import BUSY, NO_ANSWER, NO_LIBRARY, NO_PARQUET, NOT_LET_IN, REFUSED

ATTRIBUTES = b"""*.parquet filter=lfs diff=lfs merge=lfs -text
*.jsonl filter=lfs diff=lfs merge=lfs -text
"""
PLACE = "Hugging Face"
VARIABLES = "PUBLISH_HUGGING_FACE_REPOSITORY, PUBLISH_HUGGING_FACE_TOKEN"
LIBRARY = "huggingface_hub"


class HuggingFace:
    """`folder`: where the layout is left. `repository` ("owner/name") and `token`: where it is uploaded to."""

    name = "hugging_face"

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        self.folder, self.repository = str(options.get("folder", "")), str(options.get("repository", ""))

    @property
    def is_configured(self) -> bool:
        return bool(self.folder or (self.repository and self.options.get("token")))

    def publish(
        self, files: Iterable[PublicFile], account: Account, tell: Callable[[int], None], known: str = ""
    ) -> str:
        laid_out = layout(files)
        uploads = bool(self.repository and self.options.get("token"))
        if uploads and find_spec(LIBRARY) is None:
            raise Failed(NO_LIBRARY)
        if self.folder:
            target = Path(self.folder) / account.project / account.version
            write_whole(target, laid_out, tell)
            return self._upload(target, account) if uploads else str(target)
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder) / account.version
            write_whole(target, laid_out, tell)
            return self._upload(target, account)

    def _upload(self, folder: Path, account: Account) -> str:
        """One commit, and a tag of the version; a tag that is there already keeps what it names."""
        from huggingface_hub import HfApi
        from huggingface_hub.errors import HfHubHTTPError

        api = HfApi(endpoint=self.options.get("endpoint") or None, token=self.options["token"])
        facts: dict[str, Any] = {"repo_id": self.repository, "repo_type": "dataset"}
        try:
            api.create_repo(**facts, exist_ok=True, private=True)
            api.upload_folder(**facts, folder_path=folder, commit_message=account.title, delete_patterns=["*"])
            api.create_tag(**facts, tag=account.version, exist_ok=True)
        except HfHubHTTPError as error:
            raise _failure(error.response.status_code) from None
        except OSError:
            raise Failed(NO_ANSWER, is_passing=True, place=PLACE) from None
        base = str(self.options.get("endpoint") or "https://huggingface.co").rstrip("/")
        return f"{base}/datasets/{self.repository}/tree/{account.version}"


def layout(files: Iterable[PublicFile]) -> list[PublicFile]:
    """The files of the dataset. Raises Failed for a release without Parquet files."""
    listed = last_is_manifest(files)
    if not any(file.path.startswith("data/") and file.path.endswith(".parquet") for file in listed):
        raise Failed(NO_PARQUET)
    extra = PublicFile(".gitattributes", len(ATTRIBUTES), digest([ATTRIBUTES]), lambda: iter([ATTRIBUTES]))
    return [extra, *listed]


def _failure(status: int) -> Failed:
    if status in (401, 403):
        return Failed(NOT_LET_IN, place=PLACE, status=status, variables=VARIABLES)
    if status == 429 or status >= 500:
        return Failed(BUSY, is_passing=True, place=PLACE, status=status)
    return Failed(REFUSED, place=PLACE, path=LIBRARY, status=status, variables=VARIABLES)
