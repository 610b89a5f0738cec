"""The project's own files: what git tracks or would track, without generated and foreign ones."""

import subprocess
from functools import cache
from pathlib import Path

BASE = Path(__file__).resolve().parents[2]
FOREIGN = ("static/vendor/", "static/fonts/")


@cache
def project_files() -> tuple[Path, ...]:
    """Return the files of the checkout, ignored ones left out, also in a copy without git."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=BASE,
        capture_output=True,
        check=False,
    )
    if listed.returncode == 0:
        names = [name for name in listed.stdout.decode().split("\0") if name]
    else:
        names = [str(path.relative_to(BASE)) for path in BASE.rglob("*") if not _is_generated(path)]
    paths = [BASE / name for name in sorted(names) if not name.startswith(FOREIGN)]
    return tuple(path for path in paths if path.is_file())


def _is_generated(path: Path) -> bool:
    generated = {".venv", ".cache", "var", "node_modules", "__pycache__"}
    return any(part in generated or part.endswith("_cache") for part in path.relative_to(BASE).parts)


def written_files(*endings: str) -> list[Path]:
    """Return files that people write, by ending; migrations are written by Django."""
    return [path for path in project_files() if path.suffix in endings and "migrations" not in path.parts]


def name_of(path: Path) -> str:
    """Return a path as people write it."""
    return str(path.relative_to(BASE))
