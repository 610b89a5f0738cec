"""Which code made a release."""

import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from evaluator import __version__

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class CodeState:
    """`commit` is empty outside a git checkout; `dirty` says that the files differ from the commit."""

    version: str
    commit: str
    dirty: bool


@cache
def code_version() -> CodeState:
    """The state of this checkout when the process first asked."""
    commit = _git("rev-parse", "HEAD")
    return CodeState(__version__, commit, bool(commit and _git("status", "--porcelain", "--untracked-files=no")))


def _git(*arguments: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(ROOT), *arguments],
            capture_output=True,
            text=True,
            timeout=10,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""  # no git here: the manifest says so by an empty commit
    return done.stdout.strip() if done.returncode == 0 else ""
