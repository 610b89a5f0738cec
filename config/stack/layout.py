"""Where a stack keeps its things: one data folder, `var/` unless IDEAGENE_DATA names another."""

import hashlib
import os
import pwd
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from config.stack.problems import StackProblem

BASE = Path(__file__).resolve().parent.parent.parent
# The kernel allows 107 bytes for a Unix socket's path; PostgreSQL appends "/.s.PGSQL.5432".
LONGEST_SOCKET_FOLDER = 90
# The path also becomes part of three kinds of URL, whose readers differ in how they unquote.
PLAIN_PATH = re.compile(r"[\w./+-]+", re.ASCII)


@dataclass(frozen=True)
class Layout:
    """The files and folders of one stack."""

    root: Path

    @property
    def postgres(self) -> Path:
        """PostgreSQL's data folder."""
        return self.root / "postgres"

    @property
    def valkey(self) -> Path:
        """Valkey's data folder."""
        return self.root / "valkey"

    @property
    def logs(self) -> Path:
        """One log for each process."""
        return self.root / "logs"

    @property
    def lock(self) -> Path:
        """Held by the process that runs the servers of this folder."""
        return self.root / "lock"

    @property
    def users_lock(self) -> Path:
        """Shared by the commands that use those servers at the moment."""
        return self.root / "users.lock"

    @property
    def run_file(self) -> Path:
        """What `up` is running: its address and process numbers."""
        return self.root / "run.json"

    @property
    def sockets(self) -> Path:
        """The folder of the Unix sockets: in the data folder, or a short plain one when that path does not do."""
        inside = self.root / "sockets"
        if len(os.fsencode(inside)) <= LONGEST_SOCKET_FOLDER and PLAIN_PATH.fullmatch(str(inside)):
            return inside
        digest = hashlib.sha256(os.fsencode(self.root)).hexdigest()[:16]
        return Path(tempfile.gettempdir()) / f"ideagene-{os.geteuid()}-{digest}"

    @property
    def valkey_socket(self) -> Path:
        """Valkey's socket."""
        return self.sockets / "valkey.sock"

    @property
    def database_url(self) -> str:
        """Return the address of the embedded database."""
        return f"postgresql:///ideagene?host={self.sockets}&user=ideagene"

    @property
    def redis_url(self) -> str:
        """Return the address of the embedded Valkey."""
        return f"unix://{self.valkey_socket}"


def current_layout() -> Layout:
    """Return the layout of the data folder that the environment names."""
    return Layout(Path(os.environ.get("IDEAGENE_DATA") or BASE / "var").absolute())


def make_folder(path: Path, mode: int = 0o700) -> None:
    """Create a folder. Raises StackProblem when it cannot be written to or belongs to someone else."""
    advice = "Make it writable, or name another folder with IDEAGENE_DATA."
    try:
        path.mkdir(mode=mode, parents=True, exist_ok=True)
        if path.stat().st_uid == os.geteuid():
            path.chmod(mode)
        with tempfile.TemporaryFile(dir=path):
            pass
    except OSError as error:
        reason = error.strerror or str(error)
        raise StackProblem(f"Cannot write to the folder {path} ({reason}). {advice}") from error


def make_socket_folder(path: Path) -> None:
    """Create the folder of the sockets. One that somebody else made, in a shared place, is refused."""
    make_folder(path)
    # As root without user namespaces, PostgreSQL runs as nobody and owns the folder.
    owners = {os.geteuid()} | ({pwd.getpwnam("nobody").pw_uid} if os.geteuid() == 0 else set())
    if path.stat().st_uid not in owners:
        raise StackProblem(f"The folder {path} belongs to somebody else. Set TMPDIR to a folder of yours.")
