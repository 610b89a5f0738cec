"""What labels say together, beside what adjudicators decided: made by the worker, dated, and never gold."""

import csv
import io
import time
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from adjudication import diagnosing
from adjudication.diagnosing import against, diagnosed
from adjudication.models import Diagnosis
from adjudication.selectors import gold
from adjudication.selectors.diagnosis import progress_key
from adjudication.selectors.genome_disputes import Wish
from adjudication.services import resolve_case, rule_objects
from adjudication.services.diagnosis import ask_for_diagnosis, diagnose
from annotation.models import User
from annotation.services import add_member
from diffs.models import PaperPair
from evaluator.crowd import Method, majority
from tests.adjudication.making import a_pair, an_answer, lost_driver, moved, submit
from tests.cast import Cast, make_cast
from tests.factories import a_submitted_reading

WHY: dict[str, Any] = {"reason_code": "other", "rationale": "It says so."}
PAGE, API = "/projects/demo/agreement/diagnosis/", "/api/v1/projects/demo/agreement/diagnosis/"


def said(*values: str) -> list[tuple[str, str, str | None]]:
    """Labels of units 1, 2, …: a word to a unit, a letter to a rater."""
    return [(str(unit), f"r{at}", letter) for unit, word in enumerate(values, 1) for at, letter in enumerate(word)]


def test_an_estimate_is_compared_where_there_is_gold_and_a_tie_says_nothing() -> None:
    # Majority: a, a, b, and of unit 4 nothing. Gold speaks of 1 (same), 2 (other), 4 (tie) and 9, which has no label.
    found = against(majority(said("aab", "aab", "bba", "ab")), {"1": "a", "2": "b", "4": "a", "9": "a"})
    assert (found.compared, found.same, found.ties) == (3, 1, 1)
    assert found.parted == [("2", "a", "b", round(2 / 3, 6))]


def test_each_method_tells_who_errs_or_why_it_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    labels = said(*["aab"] * 6, *["bba"] * 6)  # r0 and r1 always agree, r2 says the other thing
    for method in Method:
        result = diagnosed(method, labels, {"1": "a"})
        assert result["gold"] == {"compared": 1, "same": 1, "ties": 0, "parted": 0, "units": []}, method
        assert result["raters"]["r0"]["labels"] == 12
        assert result["raters"]["r0"]["competence"] > 0.8 > 0.3 > result["raters"]["r2"]["competence"]
    skills = diagnosed(Method.DAWID_SKENE, labels, {})["raters"]
    assert {name: round(value) for name, value in skills["r2"]["sensitivity"].items()} == {"a": 0, "b": 0}
    assert diagnosed(Method.MACE, said("aa", "aa"), {})["reason"] == "one category only"
    assert diagnosed(Method.MAJORITY, [], {})["reason"] == "no labels"
    monkeypatch.setattr(diagnosing, "MOST", 35)
    assert diagnosed(Method.MACE, labels, {}) == {"reason": "too many labels"}


def client_of(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def third(cast: Cast) -> User:
    """A third annotator; pairs want three labels."""
    person = make_cast("other", "other-").annotator1
    add_member(by=cast.admin, project=cast.project, user=person, role="annotator")
    cast.project.overlap = 3
    cast.project.save()
    return person


def decided(cast: Cast, third: User) -> PaperPair:
    """Two say mutation, one adaptive radiation; the adjudicator decides for the one."""
    pair = a_pair(cast)
    for person in (cast.annotator1, cast.annotator2):
        submit(pair, person, an_answer(pair))
    submit(pair, third, moved(pair))
    resolve_case(by=cast.adjudicator, pair=pair, outcome="resolved", payload=moved(pair), **WHY)
    return pair


def agreed(cast: Cast, third: User) -> None:
    pair = a_pair(cast)
    for person in (cast.annotator1, cast.annotator2, third):
        submit(pair, person, lost_driver(pair))


@pytest.mark.django_db
def test_the_worker_makes_it_and_the_page_says_of_when_it_is(cast: Cast, third: User) -> None:
    client = client_of(cast.admin)
    assert "Not computed yet" in client.get(PAGE).content.decode()
    pair = decided(cast, third)
    agreed(cast, third)
    lacking = a_pair(cast)
    submit(lacking, cast.annotator1, an_answer(lacking))  # lacks two labels: not there
    before = [(each.pair, each.answer) for each in gold(cast.project)]
    ask_for_diagnosis(project=cast.project)
    assert client.get(f"{PAGE}progress/").json()["state"] == "running"
    diagnose(project_id=cast.project.pk)
    diagnose(project_id=cast.project.pk)  # done twice, it is the same
    assert client.get(f"{PAGE}progress/").json() == {"state": "done", "url": PAGE}
    assert Diagnosis.objects.count() == 24  # 8 fields, 3 methods
    assert [(each.pair, each.answer) for each in gold(cast.project)] == before
    told = client.get(API).json()
    assert (told["made"]["labels"], told["made"]["out_of_date"]) == (6, False)
    cells = {(row["field"], row["method"]): row for row in told["gold"]}
    of_majority = cells["dynamics", "majority"]
    assert (of_majority["compared"], of_majority["same"], of_majority["parted"]) == (1, 0, 1)
    assert cells["lineage", "majority"]["same"] == 1  # both are lineages
    assert cells["object_type", "mace"]["reason"] == "no labels"
    page = client.get(f"{PAGE}?field=dynamics&method=majority").content.decode()
    assert f"/projects/demo/disputes/{pair.pk}/" in page
    assert "0 of 1" in page
    assert "Nothing has changed since." in page
    decided(cast, third)
    page = client.get(PAGE).content.decode()
    assert "Out of date since 3 new labels." in page
    assert "1 decision was made since." in page


@pytest.mark.django_db
def test_a_diagnosis_that_stands_still_says_why(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    client = client_of(cast.admin)
    told = {"stage": "ecology", "done": 2, "total": 8, "at": time.time()}
    cache.set(progress_key(cast.project.pk), told)
    monkeypatch.setattr("adjudication.views.diagnosis.worker_is_there", lambda: True)
    assert client.get(f"{PAGE}progress/").json()["text"] == "Ecology"
    assert 'data-kind="primary" disabled' in client.get(PAGE).content.decode()
    cache.set(progress_key(cast.project.pk), {**told, "at": time.time() - 901})  # killed in the middle
    assert "Nothing has moved" in client.get(f"{PAGE}progress/").json()["text"]
    assert 'data-kind="primary" disabled' not in client.get(PAGE).content.decode()
    cache.set(progress_key(cast.project.pk), told)
    monkeypatch.setattr("adjudication.views.diagnosis.worker_is_there", lambda: False)
    assert "No worker is running" in client.get(f"{PAGE}progress/").json()["text"]
    # What it had made before it was killed stands; the rest was not computed, which is not to have no labels.
    result = diagnosed(Method.MAJORITY, [("1", "1", "mutation"), ("1", "2", "mutation")], {})
    Diagnosis.objects.create(project=cast.project, field="dynamics", method="majority", labels=2, result=result)
    assert "not computed yet" in client.get(PAGE).content.decode()


@pytest.mark.django_db
def test_names_are_for_admins_and_nothing_is_for_who_labels(cast: Cast, third: User) -> None:
    decided(cast, third)
    agreed(cast, third)
    diagnose(project_id=cast.project.pk)
    admin, adjudicator = client_of(cast.admin), client_of(cast.adjudicator)
    people = list(csv.DictReader(io.StringIO(b"".join(admin.get(f"{PAGE}annotators.csv")).decode())))
    right = {row["annotator"]: row["value"] for row in people
             if (row["field"], row["method"], row["measure"]) == ("dynamics", "majority", "competence")}  # fmt: skip
    assert right == {"annotator1": "1.0", "annotator2": "1.0", third.username: "0.5"}
    assert third.username in admin.get(PAGE).content.decode()
    for place in (PAGE, API, f"{PAGE}gold.csv", f"{PAGE}units.csv"):
        seen = adjudicator.get(place)
        body = b"".join(seen.streaming_content) if seen.streaming else seen.content  # type: ignore[attr-defined]  # a stream
        assert seen.status_code == 200, place
        assert b"annotator1" not in body, place
    assert adjudicator.get(f"{PAGE}annotators.csv").status_code == 403
    for person in (cast.admin, cast.adjudicator):
        add_member(by=cast.admin, project=cast.project, user=person, role="annotator")
        assert {client_of(person).get(each).status_code for each in (PAGE, API, f"{PAGE}gold.csv")} == {403}


@pytest.mark.django_db
def test_queries_do_not_grow_with_people_and_units(cast: Cast, third: User) -> None:
    client = client_of(cast.admin)
    counts = []
    for _each in range(2):
        decided(cast, third)
        agreed(cast, third)
        diagnose(project_id=cast.project.pk)
        with CaptureQueriesContext(connection) as queries:
            client.get(f"{PAGE}?method=majority")
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.django_db
def test_typings_stand_beside_rulings(cast: Cast) -> None:
    reading = a_submitted_reading(cast, L1="claim")
    number = reading.typings.get(first_type="limitation").number
    wish = Wish(number, "own", type="observation", role="context", reason_code="other", rationale="It is one.")
    rule_objects(by=cast.adjudicator, reading=reading, wishes=[wish])
    diagnose(project_id=cast.project.pk)
    result = Diagnosis.objects.get(field="object_type", method="majority")
    assert result.labels == 4  # objects, each typed by both
    assert result.result["labels"] == 8
    assert (result.result["gold"]["compared"], result.result["gold"]["ties"]) == (1, 1)
