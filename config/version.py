"""The version of this checkout, kept in one place: pyproject.toml."""

import tomllib
from functools import cache
from pathlib import Path

PYPROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


@cache
def current_version() -> str:
    """Return the project's version, as pyproject.toml states it."""
    with PYPROJECT.open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])
