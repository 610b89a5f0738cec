"""Turns a database URL into Django's form."""

from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import ConnectionPool

from config.stack.problems import StackProblem


def try_again(pool: ConnectionPool) -> None:
    """Start over with short pauses, so that a database that comes back is found within about a second."""
    pool.check()


# A pool saves a connection for every request; a request waits a few seconds at most for its turn. Left alone, the pool
# would double its pauses while the database is away, and refuse requests for as long again when it is back.
POOL: dict[str, Any] = {
    "min_size": 1,
    "max_size": 10,
    "timeout": 5,
    "max_idle": 120,
    "reconnect_timeout": 2,
    "reconnect_failed": try_again,
}


def database_settings(url: str) -> dict[str, Any]:
    """Return Django's settings for a `postgresql://` address; its query parameters become options."""
    try:
        parts = dict(conninfo_to_dict(url.replace("postgres://", "postgresql://", 1)))
    except psycopg.ProgrammingError as error:
        raise StackProblem(f"DATABASE_URL is not a PostgreSQL address: {str(error).strip()}") from error
    if not parts.get("dbname"):
        raise StackProblem("DATABASE_URL names no database: postgresql://user:password@host:5432/name")
    if parts.get("port") and not str(parts["port"]).isdigit():
        raise StackProblem(f"DATABASE_URL has a port that is no number: {parts['port']}")
    named = {key: str(parts.pop(key, None) or "") for key in ("dbname", "user", "password", "host", "port")}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": named["dbname"],
        "USER": named["user"],
        "PASSWORD": named["password"],
        "HOST": named["host"],
        "PORT": named["port"],
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"pool": dict(POOL), **parts},
    }
