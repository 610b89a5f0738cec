"""Child processes that end with their parent, and PostgreSQL's refusal to run as root, dealt with."""

import contextlib
import ctypes
import os
import pwd
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

CLONE_NEWUSER = 0x10000000
PR_SET_PDEATHSIG = 1
NOBODY = 65534
# How Python ends a traceback: "ModuleNotFoundError: No module named …".
NAMED_ERROR = re.compile(r"[\w.]+(?:Error|Exception|Problem): .")

# macOS learned to look at a child without collecting it with Python 3.13.
CAN_PEEK = hasattr(os, "waitid")

_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def die_with_parent(how: signal.Signals = signal.SIGKILL) -> None:
    """Ask the kernel to signal this process when its parent dies. Does nothing outside Linux."""
    if _libc is not None:
        _libc.prctl(PR_SET_PDEATHSIG, int(how))


def _enter_namespace(uid: int, gid: int) -> None:
    """Step into a user namespace in which this process is not root, though its files stay root's."""
    if _libc is None or _libc.unshare(CLONE_NEWUSER):
        raise PermissionError("user namespaces are not available")
    Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
    Path("/proc/self/uid_map").write_text(f"{NOBODY} {uid} 1", encoding="ascii")
    Path("/proc/self/gid_map").write_text(f"{NOBODY} {gid} 1", encoding="ascii")


@cache
def namespace_works() -> bool:
    """Try, in a child, whether root may enter a user namespace; containers often forbid it."""
    child = os.fork()
    if child == 0:
        try:
            _enter_namespace(os.geteuid(), os.getegid())
        except OSError:
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == 0


@dataclass(frozen=True)
class Identity:
    """Who a server runs as: this user, root in a namespace, or another account."""

    namespace: bool = False
    uid: int | None = None
    gid: int | None = None

    def own(self, path: Path) -> None:
        """Give a folder to the account that will use it."""
        if self.uid is not None and self.gid is not None:
            os.chown(path, self.uid, self.gid)


def unprivileged(*, namespaces: bool = True) -> Identity:
    """Return an identity that PostgreSQL accepts: it refuses to run as root."""
    if os.geteuid() != 0:
        return Identity()
    if namespaces and namespace_works():
        return Identity(namespace=True)
    account = pwd.getpwnam("nobody")
    return Identity(uid=account.pw_uid, gid=account.pw_gid)


def _before_exec(identity: Identity, parent: int, on_parent_death: signal.Signals) -> Callable[[], None]:
    def run() -> None:
        if identity.namespace:
            _enter_namespace(os.getuid(), os.getgid())
        elif identity.uid is not None and identity.gid is not None:
            os.setgroups([])
            os.setgid(identity.gid)
            os.setuid(identity.uid)
        # Last: a change of user clears the request.
        die_with_parent(on_parent_death)
        if os.getppid() != parent:  # the parent died in between
            os._exit(1)

    return run


def start_child(
    argv: Sequence[str | Path],
    *,
    log: Path,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    identity: Identity | None = None,
    on_parent_death: signal.Signals = signal.SIGTERM,
) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own, its output appended to `log`; it ends with this process."""
    with log.open("ab") as output:
        return subprocess.Popen(
            [str(part) for part in argv],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=dict(os.environ if env is None else env),
            cwd=cwd,
            start_new_session=True,
            preexec_fn=_before_exec(identity or Identity(), os.getpid(), on_parent_death),
        )


def has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Say whether a child has ended, without collecting it: until then its number cannot go to a stranger."""
    if process.returncode is not None:
        return True
    if not CAN_PEEK:
        return process.poll() is not None
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a child and everything it started, then collect it. One already collected is left alone."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def stop_child(process: subprocess.Popen[bytes], how: signal.Signals, *, patience: float = 10) -> None:
    """Ask a child to stop, wait, and kill whatever is left of its group."""
    if not has_ended(process):
        os.kill(process.pid, how)
    deadline = time.monotonic() + patience
    while not has_ended(process) and time.monotonic() < deadline:
        time.sleep(0.02)
    kill_group(process)


def last_words(log: Path, lines: int = 4) -> str:
    """Return the end of a log, or the last error it names, for the message about a program that stopped."""
    try:
        text = log.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    recent = [line.strip() for line in text.splitlines()[-60:] if line.strip()]
    errors = [line for line in recent if NAMED_ERROR.match(line)]
    return errors[-1] if errors else " | ".join(recent[-lines:])
