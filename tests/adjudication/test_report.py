"""The report of agreement: a file that needs nothing else, with what is needed to read its figures."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from adjudication.selectors.report import GOAL
from adjudication.services import resolve_case
from adjudication.views import figures
from annotation.services import publish_guideline
from diffs.models import PaperPair
from tests.adjudication.making import a_dispute, a_pair, an_answer, moved, submit
from tests.cast import Cast

WHY: dict[str, Any] = {"reason_code": "annotator_error", "rationale": "It says so."}
PLACES = "/projects/demo/agreement/report"


def signed_in(person: Any) -> Client:
    client = Client()
    client.force_login(person)
    return client


def agreed(cast: Cast, **facts: Any) -> PaperPair:
    pair = a_pair(cast, **facts)
    for person in (cast.annotator1, cast.annotator2):
        submit(pair, person, an_answer(pair))
    return pair


@pytest.mark.django_db
def test_the_report_says_what_it_rests_on_and_names_nobody(cast: Cast) -> None:
    first = agreed(cast)
    publish_guideline(by=cast.admin, project=cast.project, body="# Two", note="Two")
    agreed(cast)
    pair = a_dispute(cast)
    resolve_case(by=cast.adjudicator, pair=pair, outcome="resolved", payload=moved(pair), **WHY)
    lacking = a_pair(cast)
    submit(lacking, cast.annotator1, an_answer(lacking))
    client = signed_in(cast.admin)
    told = json.loads(client.get(f"{PLACES}.json").content)
    dynamics = told["fields"][0]
    # two of three pairs agree; of four pairs one lacks labels
    assert (dynamics["raw_agreement"], dynamics["n_used"], dynamics["n_total"]) == (pytest.approx(2 / 3), 3, 4)
    assert (told["labels"]["pairs"], told["labels"]["labels"], told["labels"]["annotators"]) == (3, 6, 2)
    assert [(row["version"], row["labels"]) for row in told["guidelines"]] == [(1, 2), (2, 4)]
    assert {row["question"]: row["count"] for row in told["boundaries"] if row["count"]} == {"shift": 1}
    assert told["adjudication"]["outcomes"] == {"resolved": 1}
    assert told["adjudication"]["by_field"]["dynamics"] == {"label": 1}
    assert (told["seed"], told["replicates"]) == (1, 1000)
    assert told["goal"]["raw_agreement"] == GOAL["raw_agreement"] == figures.GOAL
    program = client.get("/api/v1/projects/demo/agreement/report/?guideline=1").json()
    assert (program["labels"]["pairs"], program["filters"]["guideline"]) == (1, 1)
    assert program["fields"][0]["alpha_reason"] == "one category only"
    first.unit.domain = "nlp"
    first.unit.save(update_fields=["domain"])
    today = timezone.now().date().isoformat()
    found = {
        query: json.loads(client.get(f"{PLACES}.json?{query}").content)["labels"]["pairs"]
        for query in ("domain=nlp", f"from={today}", f"to={today}", "to=2020-01-01")
    }
    assert list(found.values()) == [1, 3, 3, 0]
    for place in (f"{PLACES}.json", f"{PLACES}.html", "/api/v1/projects/demo/agreement/report/"):
        assert client.get(f"{place}?domain=nothing").status_code == 400
    page = client.get(f"{PLACES}.html")
    text = page.content.decode()
    assert page["Content-Disposition"] == 'attachment; filename="demo-agreement.html"'
    assert "66.7 %" in text
    assert "<style>" in text
    assert not [each for each in ("http:", "https:", "<link", "<script", "src=", "url(") if each in text]
    assert not [each for each in ("annotator1", "annotator2") if each in text + json.dumps(told)]


@pytest.mark.django_db
def test_queries_do_not_grow_with_pairs(cast: Cast) -> None:
    client = signed_in(cast.admin)
    counts = []
    for _each in range(3):
        resolve_case(by=cast.adjudicator, pair=a_dispute(cast), outcome="excluded", **WHY)
        with CaptureQueriesContext(connection) as queries:
            client.get(f"{PLACES}.html")
        counts.append(len(queries))
    assert counts[1] == counts[2] <= counts[0]  # the first look makes the project's lock of counts
