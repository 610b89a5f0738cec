"""Which files of a zip are the sources of one LaTeX paper, and those sources as a zip of their own."""

import io
import zipfile
from collections.abc import Iterable

from genomes.zips import DAMAGED_ZIP

from .detect import extension_of, is_latex_main

SOURCES = (".tex", ".ltx", ".bib", ".bbl", ".sty", ".cls", ".def", ".cfg")
_MAINS = (".tex", ".ltx")
_HEAD = 64 * 1024
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_NO_TIME = (1980, 1, 1, 0, 0, 0)  # so that the same sources twice are the same bytes


def latex_roots(archive: zipfile.ZipFile) -> list[str]:
    """The folders of a zip ("" for the zip itself, else "a/b/") that hold a main LaTeX file, none inside of another."""
    mains = (each for each in archive.infolist() if extension_of(each.filename) in _MAINS and _is_main(archive, each))
    roots: list[str] = []
    for folder in sorted({each.filename[: each.filename.rfind("/") + 1] for each in mains}):
        if not any(folder.startswith(root) for root in roots):
            roots.append(folder)
    return roots


def is_part(name: str, root: str) -> bool:
    """Whether a file belongs to the paper in that folder: its sources, and its figures, which are often PDFs."""
    return name.startswith(root) and extension_of(name) in (*SOURCES, ".pdf")


def pack(sources: Iterable[tuple[str, bytes]]) -> bytes:
    """LaTeX sources as one zip; the same names and bytes give the same zip."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(sources):
            archive.writestr(zipfile.ZipInfo(name, _NO_TIME), data, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def name_of(root: str) -> str:
    """What the zip of the paper in that folder is called."""
    return f"{root.rstrip('/') or 'paper'}.zip"


def _is_main(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bool:
    if member.compress_type not in _METHODS or member.flag_bits & 1:
        return False
    try:
        with archive.open(member) as source:
            return is_latex_main(source.read(_HEAD))
    except DAMAGED_ZIP:  # the member is refused when it is read
        return False
