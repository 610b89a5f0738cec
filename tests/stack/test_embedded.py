import os
import stat
import subprocess
import sys
from pathlib import Path

from config.stack import children, embedded, postgres
from config.stack.layout import LONGEST_SOCKET_FOLDER, Layout
from tests.stack.driver import BASE, clean_environment, manage, processes_of


def test_a_command_starts_the_servers_it_needs_and_stops_them(data: Path) -> None:
    migrated = manage(data, "migrate", "contenttypes", "--verbosity", "0")
    assert migrated.returncode == 0, migrated.stderr
    assert processes_of(data) == []
    listed = manage(data, "showmigrations", "contenttypes")
    assert "[X] 0001_initial" in listed.stdout


def test_two_commands_at_once_share_the_servers_and_both_finish(data: Path) -> None:
    argv = [sys.executable, "manage.py", "showmigrations", "annotation"]
    both = [
        subprocess.Popen(argv, cwd=BASE, env=clean_environment(data), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    results = [process.communicate(timeout=90) for process in both]
    assert [process.returncode for process in both] == [0, 0], results
    assert processes_of(data) == []


def test_help_starts_no_server(data: Path) -> None:
    assert manage(data, "migrate", "--help").returncode == 0
    assert not (data / "postgres").exists()


def key_of(data: Path, **more: str) -> str:
    """Return the key that a process with this data folder signs with."""
    ask = [sys.executable, "-c", "from config.settings import SECRET_KEY; print(SECRET_KEY)"]
    environment = clean_environment(data, **more)
    return subprocess.run(ask, cwd=BASE, env=environment, capture_output=True, text=True, check=True).stdout.strip()


def test_the_key_is_made_once_and_readable_by_its_owner_only(data: Path) -> None:
    first = key_of(data)
    assert len(first) > 60
    assert key_of(data) == first
    assert stat.S_IMODE((data / "secret_key").stat().st_mode) == 0o600
    assert key_of(data, SECRET_KEY="named-by-the-operator") == "named-by-the-operator"


def test_a_long_or_odd_path_keeps_its_sockets_in_a_short_one(data: Path) -> None:
    plain = Layout(data)
    assert plain.sockets == data / "sockets"
    for name in ("x" * LONGEST_SOCKET_FOLDER, "a folder with spaces", "자료"):
        odd = Layout(data / name)
        assert odd.root not in odd.sockets.parents
        assert len(os.fsencode(odd.sockets)) <= LONGEST_SOCKET_FOLDER
    embedded.prepare(odd)
    with embedded.started(odd, durable=False):
        assert embedded.are_running(odd)
    assert not embedded.are_running(odd)


def test_postgresql_never_runs_as_root(data: Path) -> None:
    identity = children.unprivileged()
    if os.geteuid() != 0:
        assert identity == children.Identity()  # an ordinary user needs nothing
    else:
        assert identity.namespace or identity.uid not in (None, 0)


def test_without_user_namespaces_root_hands_the_server_to_nobody(data: Path) -> None:
    """What a container without user namespaces does; an ordinary user takes the ordinary way."""
    data.chmod(0o711)
    layout = Layout(data / "var")
    embedded.prepare(layout)
    identity = children.unprivileged(namespaces=False)
    process = postgres.EmbeddedPostgres(layout, durable=False).start(identity)
    try:
        assert postgres.is_running(layout)
        owner = (layout.postgres / "PG_VERSION").stat().st_uid
        assert owner == (identity.uid if identity.uid is not None else os.geteuid())
    finally:
        children.stop_child(process, postgres.STOP_SIGNAL)
