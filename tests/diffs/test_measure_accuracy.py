"""Accuracy on known pairs: by person, field, rule and dynamics, each with its n, and the answers behind it."""

import csv
import io

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotation.services import claim_unit, qualify_member
from diffs.selectors.accuracy import accuracy_of, results_for
from diffs.services import mark_known
from tests.cast import Cast
from tests.diffs.calibrating import WRONG, answer, known, member, pairs_of, setting, take
from tests.factories import an_answer

PLACES = ("calibration/", "calibration/accuracy/", "calibration/results/")


@pytest.fixture
def measured(cast: Cast) -> Cast:
    """Three known pairs: two mutations by rule 2 and a niche competition by rule 3. To qualify, annotator1 answers
    mutation to all of them, annotator2 speciation to one of them.
    """
    pairs = pairs_of(cast, 3)
    for pair in pairs[:2]:
        known(cast, pair)
    old, new = pairs[2].source.paper.slug, pairs[2].target.paper.slug
    right = an_answer(pairs[2])
    other = an_answer(
        pairs[2],
        fates={**right["fates"], f"{old}:M1": "lost"},
        origins={**right["origins"], f"{new}:M1": "novel"},
        alignments=right["alignments"][:1],
        driver_continuity="replaced",
        dynamics="niche_competition",
    )
    mark_known(by=cast.admin, pair=pairs[2], payload=other)
    setting(cast, qualification_units=3, qualification_percent=100)
    for _each in range(3):
        answer(cast.annotator1, take(cast.annotator1, cast.project))
    answer(cast.annotator2, take(cast.annotator2, cast.project), **WRONG)
    return cast


def shares(cast: Cast, matrix: str, person: str) -> dict[str, tuple[int, int]]:
    found = getattr(accuracy_of(cast.project, cast.admin), matrix)
    cells = next(cells for row, cells in found.lines if row.person == person)
    return {column.key: (figure.right, figure.of) for column, figure in cells if figure.of}


def test_each_person_is_told_apart_by_field_rule_and_dynamics(measured: Cast) -> None:
    """annotator1: two of three dynamics right; on the third, six of eleven fields differ."""
    assert shares(measured, "by_rule", "annotator1") == {"2": (2, 2), "3": (0, 1)}
    assert shares(measured, "by_dynamics", "annotator1") == {"mutation": (2, 2), "niche_competition": (0, 1)}
    fields = shares(measured, "by_field", "annotator1")
    assert (fields["dynamics"], fields["ecology"], fields["fates"]) == ((2, 3), (3, 3), (2, 3))
    assert list(shares(measured, "by_week", "annotator1").values()) == [(2, 3)]
    assert shares(measured, "by_field", "annotator2")["dynamics"] == (0, 1)
    # All together: two of four.
    assert shares(measured, "by_field", "")["dynamics"] == (2, 4)


def test_confusion_counts_known_against_chosen(measured: Cast) -> None:
    cells = accuracy_of(measured.project, measured.admin).confusion
    assert cells["mutation", "mutation"] == 2
    assert cells["niche_competition", "mutation"] == 1
    assert sum(cells.values()) == 4
    assert sum(count for (_known, chosen), count in cells.items() if chosen == "speciation") == 1


def test_what_was_not_measured_has_no_share(measured: Cast) -> None:
    found = accuracy_of(measured.project, measured.admin)
    together = dict(found.by_rule.lines[-1][1])
    assert {column.key: figure.share for column, figure in together.items() if column.key in "14"} == {
        "1": None,
        "4": None,
    }
    assert accuracy_of(measured.project, measured.admin, kind="unannounced").answers == 0


def test_a_number_leads_to_its_answers_and_an_answer_to_both_sides(measured: Cast) -> None:
    client = Client()
    client.force_login(measured.admin)
    page = client.get("/projects/demo/calibration/accuracy/").content.decode()
    assert "?rule=3&amp;person=annotator1" in page
    listed = client.get("/projects/demo/calibration/results/?rule=3&person=annotator1").content.decode()
    assert "annotator1 · rule 3" in listed
    result = results_for(measured.project, measured.admin, person="annotator1", rule="3").get()
    assert f"/projects/demo/calibration/results/{result.pk}/" in listed
    one = client.get(f"/projects/demo/calibration/results/{result.pk}/").content.decode()
    assert "annotator1 agrees with the known answer in 5 of 11 fields." in one
    assert "Rule 3: driver replaced, ecology same, no transition evidence." in one
    for bad in ("rule=9", "wrong_field=nothing", "kind=x&rule=2", "known=mutationx"):
        assert client.get(f"/projects/demo/calibration/results/?{bad}").status_code == 200
    assert not results_for(measured.project, measured.admin, wrong_field="nothing").exists()


def test_the_same_numbers_come_as_csv_and_through_the_api(measured: Cast) -> None:
    client = Client()
    client.force_login(measured.admin)
    sent = client.get("/projects/demo/calibration/accuracy/table.csv")
    body = b"".join(sent.streaming_content).decode()  # type: ignore[attr-defined]  # a stream
    rows = {(row["matrix"], row["person"], row["column"]): row for row in csv.DictReader(io.StringIO(body))}
    assert (rows["rule", "annotator1", "3"]["right"], rows["rule", "annotator1", "3"]["n"]) == ("0", "1")
    assert rows["rule", "*", "4"]["share"] == ""
    figures = client.get("/api/v1/projects/demo/calibration/accuracy/").json()
    assert len(figures) == len(rows)
    one = next(each for each in figures if (each["matrix"], each["person"], each["column"]) == ("rule", "", "4"))
    assert (one["n"], one["share"]) == (0, None)
    people = {each["username"]: each for each in client.get("/api/v1/projects/demo/calibration/people/").json()}
    assert (people["annotator1"]["state"], people["annotator1"]["qualifying_n"]) == ("stuck", 3)
    assert (people["annotator2"]["state"], people["annotator2"]["unseen"]["qualify"]) == ("qualifying", 2)


def counts(client: Client) -> list[int]:
    found = []
    for place in PLACES:
        with CaptureQueriesContext(
            connection,
        ) as caught:
            assert client.get(f"/projects/demo/{place}").status_code == 200
        found.append(len(caught))
    return found


def test_no_page_asks_more_with_more_answers_pairs_and_people(measured: Cast) -> None:
    client = Client()
    client.force_login(measured.admin)
    client.get("/projects/demo/calibration/")
    before = counts(client)
    for _each in range(2):
        answer(measured.annotator2, take(measured.annotator2, measured.project))
    qualify_member(by=measured.admin, membership=member(measured.annotator1, measured.project))  # who makes genomes
    more = pairs_of(measured, 2)
    for pair in more:
        known(measured, pair)
    assert counts(client) == before


def test_the_numbers_are_changed_on_the_page_and_refused_out_of_range(cast: Cast) -> None:
    client = Client()
    client.force_login(cast.admin)
    numbers = {
        "qualification_units": 2,
        "qualification_percent": 80,
        "check_every": 12,
        "check_window": 5,
        "check_percent": 50,
    }
    assert client.post("/projects/demo/calibration/", numbers).status_code == 302
    cast.project.refresh_from_db()
    assert (cast.project.check_every, cast.project.check_window) == (12, 5)
    assert client.post("/projects/demo/calibration/", {**numbers, "check_window": 0}).status_code == 422
    assert client.post("/projects/demo/calibration/", {**numbers, "check_percent": 101}).status_code == 422
    refused = client.patch(
        "/api/v1/projects/demo/calibration/", {"check_percent": 101}, content_type="application/json"
    )
    assert (refused.status_code, refused.json()["faults"][0]["field"]) == (400, "check_percent")


def test_an_unheld_pair_measures_nobody(cast: Cast) -> None:
    """A label on a pair that is known only afterwards was no measurement and stays none."""
    pair = pairs_of(cast, 1)[0]
    answer(cast.annotator1, claim_unit(person=cast.annotator1, unit=pair.unit))
    known(cast, pair)
    assert accuracy_of(cast.project, cast.admin).answers == 0
