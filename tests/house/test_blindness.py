"""Before somebody has submitted on a pair, nothing changes for them when another does: every address, byte for byte.

Two of the readers have every other role that would show them labels: roles only ever add to what a person sees.
"""

import re
from collections.abc import Callable
from itertools import product

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import NoReverseMatch, reverse

from annotation.models import Assignment, User
from annotation.services import add_member, claim_unit, create_account, finish_unit, remove_member
from diffs.models import PaperPair
from diffs.services import submit_diff
from tests.cast import Cast
from tests.factories import a_pair, an_answer
from tests.house.test_permission_table import ADDRESSES

# Tokens, what time it is, and how long the reader's own lease still lasts: a slow machine needs minutes for a pass.
CHANGING = re.compile(rb"\b[A-Za-z0-9]{64}\b|\d{2}:\d{2}:\d{2}[\d.]*|held for [^<]*")
SECRET = "xyzzy-the-first-label"
NOT_OURS = ("admin:", "account_", "mfa_", "headless:", "api-", "healthz", "set_language")


def operator(cast: Cast) -> User:
    """A superuser, who sees Django's admin site as well."""
    return create_account(by=None, username="operator", is_superuser=True)


READERS: dict[str, tuple[Callable[[Cast], User], tuple[str, ...]]] = {
    "annotator": (lambda cast: cast.annotator2, ()),
    "everything": (lambda cast: cast.adjudicator, ("annotator", "admin")),
    "operator": (operator, ("annotator", "admin", "adjudicator")),
}


def addresses(pair: PaperPair) -> list[str]:
    """Every address of the project about this pair, and of the admin site about anything."""
    known: dict[str, list[object]] = {
        "slug": [pair.project.slug],
        "pair_id": [pair.pk],
        "unit_id": [pair.unit_id],
        "user_id": list(pair.project.memberships.filter(role="annotator").values_list("user", flat=True)),
        "paper_slug": [pair.source.paper.slug, pair.target.paper.slug],
        "object_id": list(pair.source.objects_all.values_list("pk", flat=True)[:2]),
        "diff_id": ["00000000-0000-0000-0000-000000000000"],
        "version": [1, "1.0.0"],
        "name": ["report.json", "labels"],
        "path": ["manifest.json"],
        "task": ["dynamics"],
        "instance_id": ["x"],
    }
    found = []
    for name, parameters in ADDRESSES.items():
        if name.startswith(NOT_OURS):
            continue
        for values in product(*(known.get(each, [1]) for each in parameters)):
            try:
                found.append(reverse(name, kwargs=dict(zip(parameters, values, strict=True))))
            except NoReverseMatch:
                continue  # a version is a number for a guideline and three for a release
    return sorted({*found, *operators_addresses()})


def operators_addresses() -> list[str]:
    """The lists of Django's admin site, and each row of ours in them."""
    found = []
    for model in admin.site._registry:
        if model._meta.app_label in ("annotation", "genomes", "diffs", "adjudication", "releases"):
            name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
            found.append(reverse(f"{name}_changelist"))
            found += [
                reverse(f"{name}_change", args=[pk]) for pk in model._default_manager.values_list("pk", flat=True)
            ]
    return [each for each in found if "/annotation/user/" not in each]  # says when a person signed in last


def seen(client: Client, places: list[str]) -> dict[str, tuple[int, bytes]]:
    """Status and body of each address, without what differs between any two answers."""
    answers = {}
    for place in places:
        answer = client.get(place)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]  # a stream
        answers[place] = (answer.status_code, CHANGING.sub(b"", body))
    return answers


@pytest.mark.parametrize("reader", READERS)
def test_nothing_changes_for_a_reader_when_another_submits(cast: Cast, reader: str) -> None:
    who, roles = READERS[reader]
    person = who(cast)
    for role in roles:
        add_member(by=cast.admin, project=cast.project, user=person, role=role)
    pair = a_pair(cast)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    claim_unit(person=person, unit=pair.unit)
    client = Client(raise_request_exception=False)
    client.force_login(person)
    places = addresses(pair)
    before = seen(client, places)
    answer = an_answer(pair, rationale=SECRET, dynamics="speciation", dynamics_reason=SECRET)
    submit_diff(by=cast.annotator1, pair=pair, payload=answer)
    after = seen(client, places)
    assert [place for place in places if before[place] != after[place]] == []
    assert not [place for place, (_status, body) in after.items() if SECRET.encode() in body]
    assert {status for status, _body in after.values()} <= {200, 302, 400, 401, 403, 404, 405}


def test_the_operator_s_lists_are_there_for_who_does_not_label(cast: Cast) -> None:
    """Otherwise the test above would say nothing of them."""
    pair = a_pair(cast)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    client = Client()
    client.force_login(operator(cast))
    hold = Assignment.objects.get(unit=pair.unit)
    assert client.get(reverse("admin:annotation_assignment_change", args=[hold.pk])).status_code == 200
    assert client.get(reverse("admin:annotation_unit_change", args=[pair.unit_id])).status_code == 200


def test_a_token_of_who_left_opens_nothing(cast: Cast) -> None:
    pair = a_pair(cast)
    client = Client(raise_request_exception=False)
    client.force_login(cast.annotator2)
    token = re.search(r"[0-9a-f]{40}", client.post("/account/token/").content.decode())
    assert token is not None
    program = Client(headers={"authorization": f"Token {token[0]}"})
    assert program.get("/api/v1/projects/demo/pairs/").status_code == 200
    remove_member(by=cast.admin, project=cast.project, user=cast.annotator2)
    inside = [each for each in addresses(pair) if each.startswith(("/projects/demo/", "/api/v1/projects/demo/"))]
    for visitor in (client, program):
        statuses = {place: visitor.get(place).status_code for place in inside}
        let_in = [place for place, status in statuses.items() if status == 200]
        assert let_in == []
    cast.annotator2.is_active = False
    cast.annotator2.save()
    assert program.get("/api/v1/projects/").status_code == 401


def test_finishing_as_the_other_half_of_two_roles_is_refused_everywhere(cast: Cast) -> None:
    """An adjudicator who has taken a case cannot come back to it as annotator, whatever address they try."""
    add_member(by=cast.admin, project=cast.project, user=cast.adjudicator, role="annotator")
    pair = a_pair(cast)
    claim_unit(person=cast.adjudicator, unit=pair.unit, purpose=Assignment.Purpose.ADJUDICATE)
    client = Client()
    client.force_login(cast.adjudicator)
    api, pages = "/api/v1/projects/demo", "/projects/demo"
    body = {"pair": pair.pk, "answer": an_answer(pair)}
    assert client.post(f"{api}/diffs/", body, content_type="application/json").status_code == 403
    assert client.put(f"{api}/drafts/{pair.pk}/", {}, content_type="application/json").status_code == 403
    assert client.post(f"{api}/pairs/{pair.pk}/claim/").status_code == 403
    assert client.post(f"{pages}/pairs/{pair.pk}/claim/").status_code == 403
    assert client.post(f"{api}/work/next/", {}, content_type="application/json").status_code == 204
    assert finish_unit(person=cast.adjudicator, unit=pair.unit, purpose=Assignment.Purpose.ADJUDICATE) is False
