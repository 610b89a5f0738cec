"""Every address × every person → the status that the table names. An address that no table lists fails."""

import importlib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from annotation.models import Role
from annotation.services import add_member, create_project
from tests.cast import Cast
from tests.house.permissions import NOT_LISTED, PEOPLE, WORDS, Row

TABLES = sorted(path.stem for path in Path(__file__).parent.glob("permissions_*.py"))


class Undo(Exception):
    """Leaves a transaction so that nothing of it stays."""


def addresses(
    patterns: list[URLPattern | URLResolver], namespace: str = "", outer: tuple[str, ...] = ()
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each route of the site: its full name and the names of its parameters."""
    for pattern in patterns:
        parameters = (*outer, *pattern.pattern.converters)
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from addresses(pattern.url_patterns, inner, parameters)
        else:
            yield f"{namespace}{pattern.name}", parameters


ADDRESSES = dict(addresses(get_resolver().url_patterns))


def rows_of(table: str) -> dict[tuple[str, str], Row]:
    rows: dict[tuple[str, str], Row] = importlib.import_module(f"tests.house.{table}").ROWS
    return rows


def test_every_address_is_in_a_table_or_excluded_with_a_reason() -> None:
    listed = {name for table in TABLES for name, _method in rows_of(table)}
    missing = [
        name for name in ADDRESSES if name not in listed and not any(fnmatch(name, known) for known in NOT_LISTED)
    ]
    assert missing == []


def test_no_table_lists_an_address_that_is_gone() -> None:
    listed = {name for table in TABLES for name, _method in rows_of(table)}
    assert sorted(listed - set(ADDRESSES)) == []


def ask(client: Client, name: str, method: str, row: Row, values: dict[str, Any]) -> int:
    """The status of one request; what it changed is undone."""
    known = {**values, **row.kwargs}
    address = reverse(name, kwargs={each: known[each] for each in ADDRESSES[name]})
    options: dict[str, Any] = {}
    if row.data is not None:
        options["data"] = row.data
    if row.json:
        options["content_type"] = "application/json"
    status = 0
    try:
        with transaction.atomic():
            status = getattr(client, method.lower())(address, **options).status_code
            raise Undo
    except Undo:
        return status


def clients(cast: Cast) -> dict[str, Client]:
    """A signed-in client for each person of the table."""
    found = {}
    for name in PEOPLE:
        found[name] = Client()
        if name != "anonymous":
            found[name].force_login(getattr(cast, name))
    return found


@pytest.mark.parametrize("table", TABLES)
def test_everybody_gets_the_status_that_the_table_names(cast: Cast, table: str) -> None:
    values = {"slug": cast.project.slug, **importlib.import_module(f"tests.house.{table}").prepare(cast)}
    people = clients(cast)
    wrong = []
    for (name, method), row in rows_of(table).items():
        for person, expected in row.expected().items():
            got = ask(people[person], name, method, row, values)
            if got != expected:
                wrong.append(f"{method} {name} as {person}: {got}, not {expected}")
    assert wrong == []


@pytest.mark.parametrize("table", TABLES)
def test_nothing_of_one_project_is_reached_through_another(cast: Cast, table: str) -> None:
    """Somebody with every role in both projects: what keeps them out is the address alone."""
    values = importlib.import_module(f"tests.house.{table}").prepare(cast)
    other = create_project(by=cast.admin, slug="other", name="Other")
    for project in (cast.project, other):
        for role in Role.values:
            add_member(by=cast.admin, project=project, user=cast.admin, role=role)
    client = Client()
    client.force_login(cast.admin)
    wrong = []
    for (name, method), row in rows_of(table).items():
        if "slug" not in ADDRESSES[name] or WORDS.issuperset(ADDRESSES[name]):
            continue
        got = ask(client, name, method, row, {**values, "slug": other.slug})
        if got != 404:
            wrong.append(f"{method} {name}: {got}, not 404")
    assert wrong == []
