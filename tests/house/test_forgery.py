"""A page of somebody else's site cannot act with the reader's session: every address that writes asks for the token."""

import importlib

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Role
from annotation.services import add_member
from tests.cast import Cast
from tests.house.test_permission_table import ADDRESSES, TABLES, rows_of

# Signs nobody in and needs no session: name and password are in the body.
WITHOUT_SESSION = {"api:token"}


@pytest.mark.parametrize("table", TABLES)
def test_every_address_that_writes_asks_for_the_token(cast: Cast, table: str) -> None:
    values = {"slug": cast.project.slug, **importlib.import_module(f"tests.house.{table}").prepare(cast)}
    for role in Role.values:
        add_member(by=cast.admin, project=cast.project, user=cast.admin, role=role)
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.admin)
    open_doors = []
    for (name, method), row in rows_of(table).items():
        if method == "GET" or name in WITHOUT_SESSION:
            continue
        address = reverse(name, kwargs={each: {**values, **row.kwargs}[each] for each in ADDRESSES[name]})
        status = client.generic(method, address, b"{}", content_type="application/json").status_code
        if status != 403:
            open_doors.append(f"{method} {name}: {status}")
    assert open_doors == []
