"""A zip of many files: which of them are read, and their bytes, one at a time.

Nothing is written to a disk, so a name is only a label. A member that cannot be had is a reason, beside the others.
"""

import io
import re
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PurePosixPath

from genomes.zips import DAMAGED_ZIP

from .bundles import SOURCES, is_part, latex_roots, name_of, pack
from .detect import damaged_zip, extension_of
from .document import UnreadableFile, gettext_noop
from .formats import extensions
from .reading import MAX_BYTES

MAX_MEMBERS = 2_000
MAX_UNPACKED = 512 * 1024 * 1024
_SYSTEM_NAMES = {"thumbs.db", "desktop.ini", "icon\r"}
# Beside a paper in the packages of publishers; nobody expects a text of them.
_NO_TEXTS = frozenset((
    ".png", ".jpg", ".jpeg", ".gif", ".tif", ".tiff", ".bmp", ".webp", ".svg", ".eps", ".ico", ".mp4", ".mov", ".avi",
    ".mp3", ".wav", ".css", ".js", ".ttf", ".woff", ".woff2",
))  # fmt: skip
_SAYS_UTF_8 = 0x800
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ROOTS = re.compile(r"^(?:[A-Za-z]:)?[/\\]+")


@dataclass(frozen=True, slots=True)
class Member:
    """One file of an archive: its name in it, and its bytes or why they cannot be had."""

    name: str
    data: bytes = b""
    problem: UnreadableFile | None = None


def check_archive(data: bytes) -> None:
    """Raise UnreadableFile for an archive that is damaged, empty or has too many files.

    Listing alone can ask for much memory, so this is done where the memory is limited.
    """
    with _opened(data) as archive:
        wanted, _skipped = _listed(archive)
    if not wanted:
        raise UnreadableFile(
            gettext_noop("The zip archive holds no file that could be read. Pack the papers again, then import it.")
        )
    if len(wanted) > MAX_MEMBERS:
        raise UnreadableFile(
            gettext_noop(
                "The zip archive holds %(count)d files, more than the %(limit)d that are opened at once. Divide it into"
                " smaller archives."
            ),
            count=len(wanted),
            limit=MAX_MEMBERS,
        )


def skipped_members(data: bytes) -> int:
    """How many files are left aside: hidden ones, those of file managers, pictures and the like."""
    with _opened(data) as archive:
        return _listed(archive)[1]


def is_one_latex_paper(archive: zipfile.ZipFile) -> bool:
    """Whether there is one main LaTeX file, or several side by side, and no other paper beside its folder."""
    roots = latex_roots(archive)
    others = (entry.filename for entry in _listed(archive)[0] if not entry.filename.startswith(tuple(roots)))
    return len(roots) == 1 and not any(extension_of(name) in extensions() for name in others)


def members(data: bytes) -> Iterator[Member]:
    """The files of a checked archive in its order, unpacked one at a time.

    A folder with a main LaTeX file comes as one zip of its sources, in place of the first of them.
    """
    with _opened(data) as archive:
        roots, begun, left = latex_roots(archive), set[str](), MAX_UNPACKED
        listed = _listed(archive)[0]
        for entry in listed:
            root = next((each for each in roots if is_part(entry.filename, each)), None)
            if root in begun:
                continue
            if root is None:
                member = _unpacked(archive, entry, left)
            else:
                begun.add(root)
                member = _bundle(archive, [each for each in listed if is_part(each.filename, root)], root, left)
            left -= len(member.data)
            yield member


def files(data: bytes, endings: tuple[str, ...]) -> Iterator[Member]:
    """Each file of a checked archive that has one of the endings, as it is."""
    with _opened(data) as archive:
        left = MAX_UNPACKED
        for entry in _listed(archive)[0]:
            if extension_of(entry.filename) in endings:
                member = _unpacked(archive, entry, left)
                left -= len(member.data)
                yield member


def _bundle(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], root: str, left: int) -> Member:
    """The sources of one LaTeX paper as one member, or the problem of the first that cannot be had."""
    name = _label(name_of(root))
    sources: list[tuple[str, bytes]] = []
    for entry in entries:
        if extension_of(entry.filename) not in SOURCES:
            continue
        part = _unpacked(archive, entry, left)
        if part.problem is not None:
            return Member(name, problem=part.problem)
        left -= len(part.data)
        sources.append((entry.filename.removeprefix(root), part.data))
    return Member(name, pack(sources))


def _opened(data: bytes) -> zipfile.ZipFile:
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except DAMAGED_ZIP as error:
        raise damaged_zip() from error
    for entry in archive.infolist():
        entry.filename = _true_name(entry)
    return archive


def _true_name(entry: zipfile.ZipInfo) -> str:
    """The name as it was meant: many programs write UTF-8, or the Korean of Windows, and do not say so."""
    if entry.flag_bits & _SAYS_UTF_8 or entry.filename.isascii():
        return entry.filename
    for encoding in ("utf-8", "euc_kr"):
        with suppress(UnicodeError):
            return entry.filename.encode("cp437").decode(encoding)
    return entry.filename


def _listed(archive: zipfile.ZipFile) -> tuple[list[zipfile.ZipInfo], int]:
    files = [entry for entry in archive.infolist() if not entry.is_dir()]
    wanted = [entry for entry in files if not is_aside(entry.filename)]
    return wanted, len(files) - len(wanted)


def is_aside(name: str) -> bool:
    """Whether a file is none that anybody wants read: hidden, of a file manager, a picture or the like."""
    path = PurePosixPath(name.replace("\\", "/"))
    hidden = any(part.startswith((".", "__MACOSX", "~$")) and part != ".." for part in path.parts)
    return hidden or path.name.lower() in _SYSTEM_NAMES or path.suffix.lower() in _NO_TEXTS


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, left: int) -> Member:
    name = _label(entry.filename)
    if entry.flag_bits & 1:
        template = gettext_noop("The file is encrypted in the archive. Pack it again without a password.")
        return Member(name, problem=UnreadableFile(template))
    if entry.compress_type not in _METHODS:
        template = gettext_noop("The file is packed by an unusual method. Pack it again as an ordinary zip.")
        return Member(name, problem=UnreadableFile(template))
    limit = min(MAX_BYTES, left)
    try:
        with archive.open(entry) as source:
            unpacked = source.read(limit + 1)
    except DAMAGED_ZIP as error:
        problem = UnreadableFile(gettext_noop("The file is damaged in the archive. Pack or download it again."))
        problem.__cause__ = error
        return Member(name, problem=problem)
    return Member(name, unpacked) if len(unpacked) <= limit else Member(name, problem=_too_much(limit < MAX_BYTES))


def _too_much(is_sum: bool) -> UnreadableFile:
    if is_sum:
        return UnreadableFile(
            gettext_noop(
                "The archive unpacks to more than %(limit)d MiB, and this file is past that. Divide it into smaller"
                " archives."
            ),
            limit=MAX_UNPACKED // 1024**2,
        )
    return UnreadableFile(
        gettext_noop(
            "The file unpacks to more than the %(limit)d MiB that are read. Import the paper without its supplements."
        ),
        limit=MAX_BYTES // 1024**2,
    )


def _label(name: str) -> str:
    """A name without a root and without steps upwards; the end of one that is too long to keep."""
    parts = [part for part in _ROOTS.sub("", name).replace("\\", "/").split("/") if part not in ("", ".", "..")]
    return "/".join(parts)[-300:] or "?"
