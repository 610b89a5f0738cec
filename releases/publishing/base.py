"""What a place outside is given, and what it may answer. No models here."""

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class PublicFile:
    """A file that may leave: `open` gives its bytes from the start each time, part by part."""

    path: str
    size: int
    sha256: str
    open: Callable[[], Iterator[bytes]]

    def read(self) -> bytes:
        """The whole of a small file."""
        return b"".join(self.open())


@dataclass(frozen=True, slots=True)
class Account:
    """What a place says of a release. Nothing here names a person."""

    project: str
    name: str
    version: str
    licence: str
    description: str
    day: str
    manifest_sha256: str
    canary: str
    url: str = ""

    @property
    def title(self) -> str:
        return f"{self.name} {self.version}"

    @property
    def authors(self) -> str:
        """Who made it, as one body: a release names no people."""
        return f"The annotators of {self.name}"


class Failed(Exception):
    """Nothing was published, or not all of it: why, and what to do next.

    `template` and `params` stay apart so that a page can translate them; neither ever holds a secret. `is_passing` says
    that trying again later may help.
    """

    def __init__(self, template: str, *, is_passing: bool = False, **params: str | int) -> None:
        self.template, self.params, self.is_passing = template, params, is_passing
        super().__init__(template % params)


class Place(Protocol):
    """A place outside. Handing it the same release again completes what is there and changes nothing else."""

    name: str

    @property
    def is_configured(self) -> bool:
        """Whether the settings name it."""

    def publish(
        self, files: Iterable[PublicFile], account: Account, tell: Callable[[int], None], known: str = ""
    ) -> str:
        """Hand the files over and give the address where they lie. `tell` hears how many are done.

        `known` is the address that an earlier try gave, "" for none. Raises Failed.
        """


def last_is_manifest(files: Iterable[PublicFile]) -> list[PublicFile]:
    """By path, the manifest at the end: where it lies, everything that it lists lies too."""
    return sorted(files, key=lambda file: (file.path == MANIFEST, file.path))


def digest(parts: Iterable[bytes]) -> str:
    found = hashlib.sha256()
    for part in parts:
        found.update(part)
    return found.hexdigest()


def patiently(call: Callable[[], T], options: dict[str, Any]) -> T:
    """Call, and again after a growing pause while it fails in a way that passes: `tries` times in all."""
    tries: int = options["tries"]
    for number in range(1, tries + 1):
        try:
            return call()
        except Failed as failure:
            if not failure.is_passing or number == tries:
                raise
            time.sleep(options["pause"] * 2 ** (number - 1))
    raise AssertionError("unreachable")
