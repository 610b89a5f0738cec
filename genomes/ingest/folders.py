"""Files of a folder as they are imported: one at a time, the sources of a LaTeX paper together as one zip."""

from collections.abc import Iterator
from pathlib import Path

from .archive import is_aside
from .bundles import SOURCES, pack
from .detect import extension_of, is_latex_main
from .formats import extensions

_HEAD = 64 * 1024


def walk(folder: Path) -> Iterator[Path]:
    """The files of a folder whose ending is read, in order of their names, hidden ones left aside.

    A folder that holds one main LaTeX file comes as itself, in place of its LaTeX sources: see `pack_latex`.
    """
    entries = sorted(each for each in folder.iterdir() if not is_aside(each.name))
    is_latex = sum(map(_is_main, entries)) == 1
    if is_latex:
        yield folder
    endings = set(extensions()) - set(SOURCES if is_latex else ()) - ({".pdf"} if is_latex else set())  # its figures
    for each in entries:
        if each.is_dir() and not is_latex:
            yield from walk(each)
        elif each.is_file() and extension_of(each.name) in endings:
            yield each


def pack_latex(folder: Path) -> bytes:
    """The LaTeX sources below a folder as one zip; the same sources give the same bytes."""
    files = (each for each in folder.rglob("*") if each.is_file() and extension_of(each.name) in SOURCES)
    return pack((each.relative_to(folder).as_posix(), each.read_bytes()) for each in files)


def _is_main(path: Path) -> bool:
    if not path.is_file() or extension_of(path.name) not in (".tex", ".ltx"):
        return False
    with path.open("rb") as source:
        return is_latex_main(source.read(_HEAD))
