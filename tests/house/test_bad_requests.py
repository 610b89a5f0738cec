"""Whatever is sent, to whatever address: an answer that blames the sender, never 500.

The addresses are those of the permission table; people have the roles that let each request get as far as it can.
Each address is sent some of what there is, chosen by its name: the same every time, and all of it somewhere.
"""

import importlib
import re
from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse

from annotation.models import Role
from annotation.services import add_member
from tests.cast import Cast
from tests.house.permissions import Row
from tests.house.poison import BODIES, FIELDS, FORM_VALUES, MOST, QUERIES, poisoned, some
from tests.house.test_permission_table import ADDRESSES, TABLES, Undo, rows_of

JSON, FORM = "application/json", "application/x-www-form-urlencoded"
Clients = dict[str, Client]


@pytest.fixture
def clients(cast: Cast) -> Clients:
    """Somebody with every role, and those who hold what the tables prepare."""
    for role in Role.values:
        add_member(by=cast.admin, project=cast.project, user=cast.admin, role=role)
    found = {name: Client(raise_request_exception=False) for name in ("annotator1", "adjudicator", "admin")}
    for name, client in found.items():
        client.force_login(getattr(cast, name))
    return found


def addressed(cast: Cast, table: str) -> Iterator[tuple[str, str, Row, str]]:
    """(name, method, row, address) of every row of a table."""
    values = {"slug": cast.project.slug, **importlib.import_module(f"tests.house.{table}").prepare(cast)}
    for (name, method), row in rows_of(table).items():
        known = {**values, **row.kwargs}
        yield name, method, row, reverse(name, kwargs={each: known[each] for each in ADDRESSES[name]})


def asking(clients: Clients, row: Row) -> Client:
    """Who gets furthest behind the door of an address: its holder, else the one with every role."""
    expected = row.expected()
    return next((client for name, client in clients.items() if expected[name] not in (403, 404, 405)), clients["admin"])


def status_of(client: Client, method: str, address: str, **options: Any) -> int:
    """The status of one request; what it changed is undone."""
    status = 0
    try:
        with transaction.atomic():
            status = client.generic(method, address, **options).status_code
            raise Undo
    except Undo:
        return status


@cache
def description() -> Any:
    """What the API says of itself: of everything, whoever asks."""
    return Client().get("/api/schema/").json()


def fields_of(schema: dict[str, Any], address: str, method: str) -> list[str]:
    """The fields that the description of the API names for the body of an address."""
    for path, operations in schema["paths"].items():
        body = operations.get(method.lower(), {}).get("requestBody")
        if body and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", path), address):
            named = body["content"].get(JSON, {}).get("schema", {}).get("$ref", "").rsplit("/", 1)[-1]
            return list(schema["components"]["schemas"].get(named, {}).get("properties", {}))
    return []


@pytest.mark.parametrize("table", TABLES)
def test_no_body_of_a_program_ends_in_500(cast: Cast, clients: Clients, table: str) -> None:
    schema = description()
    wrong = set()
    for name, method, row, address in addressed(cast, table):
        if not row.json:
            continue
        sent = row.data or {}
        named = sorted({*sent, *fields_of(schema, address, method)})
        for body in [*some(BODIES, name, MOST), *poisoned(sent, named, name)]:
            if status_of(asking(clients, row), method, address, data=body, content_type=JSON) >= 500:
                wrong.add(f"{method} {name}: {body[:120]!r} … {body[-60:]!r}")
    assert sorted(wrong) == []


@pytest.mark.parametrize("table", TABLES)
def test_no_form_ends_in_500(cast: Cast, clients: Clients, table: str) -> None:
    wrong = set()
    bodies = [(urlencode(dict.fromkeys(FIELDS, value)).encode(), FORM) for value in FORM_VALUES]
    bodies += [
        (b"", FORM),
        (b"%ff=%ff&title=%80&%", FORM),
        (b"{}", "text/plain"),
        (b"", JSON),
        (b"x", "multipart/form-data"),
    ]
    bodies += [(b"--x\r\n\r\n--x--", "multipart/form-data; boundary=x"), (b"a=1", f"{FORM}; charset=rot13")]
    for name, method, row, address in addressed(cast, table):
        if row.json or method == "GET":
            continue
        for body, kind in some(bodies, name, MOST + 1):
            if status_of(asking(clients, row), method, address, data=body, content_type=kind) >= 500:
                wrong.add(f"{method} {name}: {kind} {body[:80]!r} … {body[-60:]!r}")
    assert sorted(wrong) == []


@pytest.mark.parametrize("table", TABLES)
def test_nothing_behind_a_question_mark_ends_in_500(cast: Cast, clients: Clients, table: str) -> None:
    wrong = set()
    for name, method, row, address in addressed(cast, table):
        if method != "GET":
            continue
        for query in some(QUERIES, name, MOST + 1):
            if status_of(asking(clients, row), method, f"{address}?{urlencode(query)}") >= 500:
                wrong.add(f"{name} {str(query)[:80]}")
    assert sorted(wrong) == []


@pytest.mark.parametrize(
    "address",
    [
        "/projects/%00/",
        "/projects/demo/releases/%00/",
        "/projects/demo/releases/1.0.0/files/%00",
        "/projects/demo/papers/?q=%00",
        "/api/v1/projects/demo/papers/?domain=%00",
    ],
)
def test_a_nul_in_an_address_is_a_bad_request(cast: Cast, address: str) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(cast.admin)
    assert client.get(address).status_code == 400


@pytest.mark.parametrize(
    ("code", "sent"),
    [
        ("not_utf_8", {"content_type": "application/json; charset=rot13"}),
        ("no_length", {"content_type": JSON, "headers": {"transfer-encoding": "chunked"}}),
    ],
)
def test_a_program_is_told_why_its_body_was_not_read(cast: Cast, code: str, sent: dict[str, Any]) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(cast.admin)
    body = b"" if code == "no_length" else b'{"name": "x"}'
    answer = client.generic("PATCH", "/api/v1/projects/demo/", body, **sent)
    assert (answer.status_code, answer.json()["faults"][0]["code"]) == (400, code)


def test_a_nul_in_a_form_is_a_bad_request(cast: Cast) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(cast.admin)
    assert client.post("/projects/demo/members/", {"username": "a\x00b"}).status_code == 400


def test_a_body_over_the_limit_is_refused_before_it_is_read(cast: Cast) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(cast.admin)
    body = b'{"name": "' + b"x" * (10 * 1024 * 1024) + b'"}'
    answer = client.patch("/api/v1/projects/demo/", body, content_type=JSON)
    assert (answer.status_code, answer.json()["faults"][0]["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    "name", ["../../../etc/passwd.xml", "C:\\temp\\paper.xml", "a/b\x07.txt", ".xml", "x" * 400 + ".xml"]
)
def test_a_file_s_name_is_a_name_whatever_it_says(cast: Cast, name: str) -> None:
    """A zip that calls itself XML is kept to be refused by its content; of its name the last part is kept."""
    client = Client(raise_request_exception=False)
    client.force_login(cast.admin)
    with transaction.atomic():
        sent = SimpleUploadedFile(name, b"PK\x03\x04" + b"\x00" * 100)
        answer = client.post("/api/v1/projects/demo/imports/", {"files": [sent]})
        assert answer.status_code == 202, answer.content
        kept = answer.json()["files"][0]["filename"]
        assert not {"/", "\\"} & set(kept)
        assert len(kept) <= 300
