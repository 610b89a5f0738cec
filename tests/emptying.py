"""Emptying the test database after a test that commits: what has rows is emptied, nothing is built anew."""

from django.db import connection
from django.test import TransactionTestCase

# What `migrate` writes: the same for every test.
KEPT = ("django_content_type", "auth_permission", "django_migrations", "django_site")


def empty_tables(_case: object = None) -> None:
    """Delete all rows but KEPT. Triggers and foreign keys, which guard single rows, look away meanwhile.

    Django would truncate every table, then install each trigger and permission once more: ten times the work.
    """
    tables = set(connection.introspection.table_names()) - set(KEPT)
    there = " UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT FROM \"{name}\")" for name in sorted(tables))  # noqa: S608 - as below
    with connection.cursor() as cursor:
        cursor.execute(there)
        filled = [name for (name,) in cursor.fetchall()]
        cursor.execute("SET session_replication_role = replica")
        try:
            for name in filled:
                cursor.execute(f'DELETE FROM "{name}"')  # noqa: S608 - names of our own tables
        finally:
            cursor.execute("SET session_replication_role = DEFAULT")


def install() -> None:
    """Use it in place of Django's flush."""
    TransactionTestCase._fixture_teardown = empty_tables  # type: ignore[attr-defined]
