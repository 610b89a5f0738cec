"""Small secrets that are made once and kept in the data folder, readable by their owner only."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path

from config.stack.layout import Layout, make_folder
from config.stack.problems import StackProblem

# Without letters and digits that people confuse when they type a password from a terminal.
READABLE = "abcdefghjkmnpqrstuvwxyz23456789"


def kept_secret(path: Path, make: Callable[[], str]) -> str:
    """Return the secret in a file, made on first use. Two processes that start at once get the same one."""
    make_folder(path.parent)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        if not path.exists():
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(make())
            try:
                os.link(draft, path)  # complete or absent, and only the first one wins
            except FileExistsError:
                pass
            finally:
                draft.unlink()
        return path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise StackProblem(f"Cannot keep a secret in {path} ({error.strerror}). Check who owns it.") from error


def secret_key(layout: Layout) -> str:
    """Return the key that signs sessions: SECRET_KEY, or one made for this data folder."""
    return os.environ.get("SECRET_KEY") or kept_secret(layout.root / "secret_key", lambda: secrets.token_urlsafe(64))


def demo_password(layout: Layout) -> str:
    """Return the demo accounts' password: DEMO_PASSWORD, or one made for this data folder."""

    def make() -> str:
        groups = ("".join(secrets.choice(READABLE) for _ in range(4)) for _ in range(4))
        return "-".join(groups)

    return os.environ.get("DEMO_PASSWORD") or kept_secret(layout.root / "demo_password", make)
