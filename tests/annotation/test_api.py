"""People and work for programs: the same rules as the pages, and every refusal in one shape."""

import json
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from rest_framework.authtoken.models import Token

from annotation.models import Project, User
from annotation.services import claim_unit, finish_unit, issue_token
from tests.cast import Cast
from tests.factories import make_unit

ROOT = "/api/v1/projects/"
PASSWORD = "a-long-enough-word"


class Program:
    """Sends JSON with a token."""

    def __init__(self, person: User) -> None:
        self.client = Client(headers={"authorization": f"Token {issue_token(person=person).key}"})

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        response = self.client.generic(method, path, json.dumps(body or {}), content_type="application/json")
        return response.status_code, response.json() if response.content else None


def test_a_program_works_through_a_unit(cast: Cast) -> None:
    unit = make_unit(cast.project, title="YOLO → YOLOv2")
    program = Program(cast.annotator1)
    status, hold = program.ask("POST", f"{ROOT}demo/work/next/", {"kind": "pair"})
    assert (status, hold["unit"]["id"], hold["unit"]["title"]) == (201, unit.pk, "YOLO → YOLOv2")
    status, kept = program.ask("POST", f"{ROOT}demo/work/units/{unit.pk}/heartbeat/")
    assert (status, kept["lease_expires_at"] > hold["lease_expires_at"]) == (200, True)
    assert program.ask("POST", f"{ROOT}demo/work/units/{unit.pk}/release/") == (204, None)
    _status, page = program.ask("GET", f"{ROOT}demo/work/")
    assert [each["state"] for each in page["results"]] == ["released"]


def test_no_unit_is_an_empty_answer(cast: Cast) -> None:
    assert Program(cast.annotator1).ask("POST", f"{ROOT}demo/work/next/") == (204, None)


def test_the_list_of_work_holds_ones_own_only(cast: Cast) -> None:
    claim_unit(person=cast.annotator2, unit=make_unit(cast.project))
    assert Program(cast.annotator1).ask("GET", f"{ROOT}demo/work/")[1]["results"] == []


def test_a_refusal_has_its_faults_and_its_status(cast: Cast) -> None:
    unit = make_unit(cast.project)
    finish_unit(person=cast.annotator1, unit=unit)
    status, body = Program(cast.annotator1).ask("POST", f"{ROOT}demo/work/units/{unit.pk}/release/")
    assert status == 400
    assert [(each["code"], each["field"]) for each in body["faults"]] == [("finished", "")]


def test_a_badly_shaped_body_names_every_field_in_the_same_way(cast: Cast) -> None:
    status, body = Program(cast.admin).ask("POST", f"{ROOT}demo/members/", {"role": "king", "expertise": ["ok", ""]})
    assert status == 400
    assert [(each["code"], each["field"]) for each in body["faults"]] == [
        ("required", "username"),
        ("invalid_choice", "role"),
        ("blank", "expertise.1"),
    ]


def test_a_guideline_based_on_an_old_version_conflicts_and_says_what_stands(cast: Cast) -> None:
    program = Program(cast.admin)
    assert program.ask("POST", f"{ROOT}demo/guidelines/", {"body": "# B", "note": "New.", "based_on": 1})[0] == 201
    status, body = program.ask("POST", f"{ROOT}demo/guidelines/", {"body": "# C", "note": "New.", "based_on": 1})
    assert (status, body["faults"][0]["code"], body["current"]) == (409, "guideline_changed", 2)
    _status, page = program.ask("GET", f"{ROOT}demo/guidelines/")
    assert [each["version"] for each in page["results"]] == [1, 2]


def test_a_project_is_made_read_and_changed(cast: Cast) -> None:
    User.objects.filter(pk=cast.outsider.pk).update(is_superuser=True)
    program = Program(User.objects.get(pk=cast.outsider.pk))
    status, made = program.ask("POST", ROOT, {"slug": "new", "name": "New", "overlap": 3})
    assert (status, made["overlap"]) == (201, 3)
    status, body = program.ask("POST", ROOT, {"slug": "new", "name": "Again"})
    assert (status, body["faults"][0]["field"]) == (400, "slug")
    status, changed = program.ask("PATCH", f"{ROOT}new/", {"slug": "other", "licence": "CC0-1.0"})
    assert (status, changed["slug"], changed["licence"]) == (200, "new", "CC0-1.0")
    assert Project.objects.get(slug="new").licence == "CC0-1.0"


def test_members_are_added_changed_and_taken_out(cast: Cast) -> None:
    program = Program(cast.admin)
    program.ask("POST", f"{ROOT}demo/members/", {"username": "outsider", "role": "annotator", "expertise": ["nlp"]})
    path = f"{ROOT}demo/members/{cast.outsider.pk}/"
    _status, listed = program.ask("PUT", path, {"roles": ["adjudicator"], "expertise": []})
    assert [each["roles"] for each in listed if each["username"] == "outsider"] == [["adjudicator"]]
    assert program.ask("DELETE", path)[0] == 204
    assert program.ask("DELETE", path)[0] == 404


@pytest.fixture
def signing_in(cast: Cast) -> User:
    cast.annotator1.set_password(PASSWORD)
    cast.annotator1.save(update_fields=["password"])
    return cast.annotator1


def token(**credentials: str) -> tuple[int, Any]:
    response = Client().post("/api/v1/token/", credentials, content_type="application/json")
    return response.status_code, response.json()


def test_name_and_password_give_a_token_that_works(signing_in: User) -> None:
    status, body = token(username="annotator1", password=PASSWORD)
    assert (status, body["token"]) == (200, Token.objects.get(user=signing_in).key)
    assert Program(signing_in).ask("GET", f"{ROOT}demo/work/")[0] == 200


def test_a_revoked_token_is_worthless(signing_in: User) -> None:
    program = Program(signing_in)
    assert program.ask("DELETE", "/api/v1/token/own/")[0] == 204
    assert program.ask("GET", ROOT)[0] == 401


def test_a_wrong_password_gives_nothing_and_guessing_is_stopped(signing_in: User) -> None:
    codes = [token(username="annotator1", password=f"wrong-{number}")[1]["faults"][0]["code"] for number in range(12)]
    assert codes[0] == "wrong_credentials"
    assert codes[-1] == "too_many_attempts"
    assert token(username="annotator1", password=PASSWORD)[0] == 400


def test_the_second_step_of_a_sign_in_is_not_got_around(signing_in: User) -> None:
    Authenticator.objects.create(user=signing_in, type=Authenticator.Type.TOTP, data={"secret": "x"})
    status, body = token(username="annotator1", password=PASSWORD)
    assert (status, body["faults"][0]["code"]) == (400, "second_step")


def test_the_page_makes_a_token_shows_it_once_and_replaces_it(cast: Cast, client: Client) -> None:
    client.force_login(cast.annotator1)
    first = client.post("/account/token/", {"action": "make"}).context["made"]
    assert first == Token.objects.get(user=cast.annotator1).key
    assert first not in client.get("/account/token/").content.decode()
    second = client.post("/account/token/", {"action": "make"}).context["made"]
    assert second != first
    client.post("/account/token/", {"action": "revoke"})
    assert not Token.objects.filter(user=cast.annotator1).exists()


def test_the_api_is_described_without_a_warning(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    schema = Client().get("/api/schema/").json()
    assert capsys.readouterr().err == ""
    assert "post" in schema["paths"]["/api/v1/projects/{slug}/work/next/"]


def test_the_description_is_a_page_without_any_script_of_others(cast: Cast) -> None:
    response = Client().get("/api/docs/")
    page = response.content.decode()
    assert "/api/v1/projects/{slug}/work/next/" in page
    assert "Take the next unit" in page
    assert "script-src 'self'" in response["Content-Security-Policy"]
