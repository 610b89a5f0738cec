import runpy
import socket
import sys
from pathlib import Path

import pytest

from config.stack import embedded
from config.stack.layout import Layout
from config.stack.preflight import chosen_port
from config.stack.problems import StackProblem
from tests.stack.driver import BASE, manage, processes_of


def complaint(data: Path, *arguments: str, **more: str) -> str:
    """Return the one line with which `up` refuses to start."""
    refused = manage(data, "up", *arguments, **more)
    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1, refused.stderr
    assert refused.stdout == ""
    return refused.stderr


def test_a_busy_port_is_named_with_a_way_out(data: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        line = complaint(data, PORT=str(port))
    assert f"Port {port} on 127.0.0.1 is busy" in line
    assert "PORT=" in line
    assert processes_of(data) == []


@pytest.mark.parametrize("port", ["0", "65536", "eighty", "-1", "٨"])
def test_what_is_not_a_port_is_refused(monkeypatch: pytest.MonkeyPatch, port: str) -> None:
    monkeypatch.setenv("PORT", port)
    with pytest.raises(StackProblem, match=f"{port!r} is not a port"):
        chosen_port(None)


def test_a_folder_that_cannot_be_written_to_is_named(data: Path) -> None:
    # A file where the folder should be refuses even root, whom permission bits do not stop.
    blocked = data / "file"
    blocked.touch()
    with pytest.raises(StackProblem, match=f"Cannot write to the folder {blocked}.*IDEAGENE_DATA"):
        embedded.prepare(Layout(blocked / "var"))


def test_a_password_that_no_account_may_have_is_refused_before_anything_starts(data: Path) -> None:
    line = complaint(data, DEMO="1", DEMO_PASSWORD="demo")
    assert "DEMO_PASSWORD cannot be used: This password is too short." in line
    assert "Set a longer one" in line


def test_an_address_that_is_no_database_is_refused(data: Path) -> None:
    assert "DATABASE_URL is not a PostgreSQL address" in complaint(data, DATABASE_URL="mysql://somewhere/else")


def test_a_database_that_is_away_is_refused(data: Path) -> None:
    refused = manage(data, "up", "--port", "1", DATABASE_URL=f"postgresql://nobody@/none?host={data}")
    assert refused.returncode == 1
    assert "Traceback" not in refused.stderr
    assert "DATABASE_URL" in refused.stderr or "Port 8" in refused.stderr


def test_an_old_python_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    with pytest.raises(SystemExit, match=r"Python 3\.11 or newer is needed"):
        runpy.run_path(str(BASE / "manage.py"), run_name="__main__")
