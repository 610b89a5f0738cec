"""Agreement before adjudication: figures derived by hand, the page, and the data behind it."""

import csv
import io
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from adjudication.rules import wilson
from adjudication.selectors import agreement_summary, confusion_of, dynamics_meetings, field_figures, labelled
from adjudication.services import resolve_case
from adjudication.views.agreement_context import stands_to
from annotation.models import User
from annotation.services import add_member, create_account
from annotation.spreadsheets import plain
from diffs.models import PaperPair
from tests.adjudication.making import a_dispute, a_pair, an_answer, lost_driver, moved, submit
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def two_labels(cast: Cast, first: Any, second: Any) -> PaperPair:
    pair = a_pair(cast)
    return a_dispute(cast, first(pair), second(pair), pair=pair)


def four_pairs(cast: Cast) -> list[PaperPair]:
    """Dynamics: mutation twice, mutation and radiation once, competition once by both."""
    return [
        two_labels(cast, an_answer, an_answer),
        two_labels(cast, an_answer, an_answer),
        two_labels(cast, an_answer, moved),
        two_labels(cast, lost_driver, lost_driver),
    ]


def figures(cast: Cast) -> dict[str, Any]:
    return {each.name: each for each in field_figures(cast.project, labelled(cast.project))}


def page(cast: Cast, person: User, query: str = "") -> str:
    client = Client()
    client.force_login(person)
    response = client.get(reverse("adjudication:agreement", args=[cast.project.slug]) + query)
    assert response.status_code == 200
    return str(response.content.decode())


def test_alpha_and_raw_agreement_of_four_pairs(cast: Cast) -> None:
    four_pairs(cast)
    found = figures(cast)
    # Dynamics: mm, mm, mr, cc. Three of four pairs agree: 0.75. n = 8 values: m 5, r 1, c 2.
    # Do = 2/8 (the pair mr, both ways). De = (5·1 + 5·2 + 1·5 + 1·2 + 2·5 + 2·1) / (8·7) = 34/56.
    # α = 1 - (2/8)/(34/56) = 1 - 14/34 = 10/17.
    dynamics = found["dynamics"].figures
    assert dynamics.raw_agreement == 0.75
    assert dynamics.alpha == pytest.approx(10 / 17)
    assert (dynamics.n_units_used, found["dynamics"].total) == (4, 4)
    # Lineage: ll, ll, ll, nn. All agree over two categories: α = 1.
    assert (found["lineage"].figures.raw_agreement, found["lineage"].figures.alpha) == (1.0, 1.0)
    # Fates: four objects in each of four pairs, each labelled the same by both.
    assert (found["fate"].figures.n_units_used, found["fate"].total) == (16, 16)
    assert found["fate"].figures.raw_agreement == 1.0


def test_only_pairs_with_all_their_labels_are_used_and_the_others_are_in_the_total(cast: Cast) -> None:
    four_pairs(cast)
    pair = a_pair(cast)
    submit(pair, cast.annotator1, moved(pair))
    found = figures(cast)
    assert (found["dynamics"].figures.n_units_used, found["dynamics"].total) == (4, 5)
    assert (found["origin"].figures.n_units_used, found["origin"].total) == (16, 20)


def test_a_decision_changes_no_figure(cast: Cast) -> None:
    pairs = four_pairs(cast)
    before = agreement_summary(cast.project)
    why: dict[str, Any] = {"reason_code": "other", "rationale": "It says so."}
    resolve_case(by=cast.adjudicator, pair=pairs[2], outcome="resolved", payload=moved(pairs[2]), **why)
    assert agreement_summary(cast.project) == before


def test_unanimous_labels_have_no_alpha_but_a_reason_and_raw_agreement(cast: Cast) -> None:
    two_labels(cast, an_answer, an_answer)
    dynamics = figures(cast)["dynamics"].figures
    assert (dynamics.alpha, dynamics.alpha_reason, dynamics.raw_agreement) == (None, "one category only", 1.0)
    text = page(cast, cast.admin)
    assert "All labels are the same category" in text
    assert "nan" not in text.lower().replace("annan", "")


def test_without_labels_the_page_says_what_will_appear(cast: Cast) -> None:
    assert "Nothing to compare yet" in page(cast, cast.admin)


def test_confusion_counts_two_labels_of_one_pair_without_order(cast: Cast) -> None:
    four_pairs(cast)
    two_labels(cast, moved, an_answer)
    cells = confusion_of(dynamics_meetings(labelled(cast.project)))
    assert cells["mutation", "mutation"] == 2
    assert cells["mutation", "adaptive_radiation"] == 2
    assert cells["niche_competition", "niche_competition"] == 1
    assert sum(cells.values()) == 5


def test_a_cell_opens_to_its_pairs(cast: Cast) -> None:
    pairs = four_pairs(cast)
    text = page(cast, cast.adjudicator, "?first=mutation&second=adaptive_radiation")
    assert reverse("adjudication:case", args=[cast.project.slug, pairs[2].pk]) in text
    assert pairs[0].unit.title not in text


def test_a_cell_of_many_pairs_is_read_page_by_page(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = four_pairs(cast)
    monkeypatch.setattr("adjudication.views.agreement.UNITS", 1)
    cell = "?first=mutation&second=mutation"
    first, second = page(cast, cast.adjudicator, cell), page(cast, cast.adjudicator, f"{cell}&page=2")
    assert (pairs[0].unit.title in first, pairs[1].unit.title in first) == (True, False)
    assert (pairs[0].unit.title in second, pairs[1].unit.title in second) == (False, True)
    assert "2 pairs" in first
    assert "?first=mutation&amp;second=mutation&amp;page=2#units" in first


def test_who_labels_too_sees_figures_of_pairs_that_they_are_done_with_only(cast: Cast) -> None:
    four_pairs(cast)
    both = create_account(by=None, username="both")
    for role in ("annotator", "adjudicator"):
        add_member(by=cast.admin, project=cast.project, user=both, role=role)
    assert labelled(cast.project, both) == []
    assert "Nothing to compare yet" in page(cast, both)


def test_the_page_names_nobody(cast: Cast) -> None:
    four_pairs(cast)
    text = page(cast, cast.admin).replace(cast.admin.username, "")
    assert "annotator1" not in text
    assert "annotator2" not in text


def test_the_data_behind_the_figures_are_given_as_csv(cast: Cast) -> None:
    four_pairs(cast)
    client = Client()
    client.force_login(cast.adjudicator)

    def table(name: str) -> list[list[str]]:
        response = client.get(reverse(f"adjudication:agreement-{name}", args=[cast.project.slug]))
        assert response.headers["Content-Type"].startswith("text/csv")
        return list(csv.reader(io.StringIO(response.getvalue().decode())))

    fields = {row[0]: row for row in table("fields")}
    assert fields["dynamics"][1] == "0.75"
    assert fields["lineage"][-2:] == ["4", "4"]
    assert fields["predecessor_driver"][-2:] == ["4", "4"]
    assert ["mutation", "adaptive_radiation", "1"] in table("confusion")
    labels = table("labels")
    # Four pairs × two labels × (5 fields of the pair, 4 fates, 4 origins), and the heading.
    assert len(labels) == 1 + 4 * 2 * 13
    assert {row[3] for row in labels[1:]} == {"A", "B"}


def test_a_cell_that_a_spreadsheet_would_run_is_text() -> None:
    assert plain("=1+1") == "'=1+1"
    assert plain("@x") == "'@x"
    assert (plain(-0.5), plain("yolo:M1"), plain(None)) == (-0.5, "yolo:M1", "")


def test_wilson_s_interval() -> None:
    # 81 of 263 at 95 %: 0.255 to 0.366 (Newcombe 1998, Statist. Med. 17:857, Table I, method 3).
    low, high = wilson(81 / 263, 263)
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)
    assert wilson(1.0, 4)[1] == 1.0


def test_a_goal_is_reached_missed_or_left_open() -> None:
    assert (stands_to(0.8, 0.81, 0.9), stands_to(0.8, 0.7, 0.79), stands_to(0.8, 0.7, 0.9)) == ("above", "below", "in")
    assert stands_to(0.8, None, None) == ""


def test_the_number_of_queries_does_not_grow_with_the_labels(cast: Cast) -> None:
    two_labels(cast, an_answer, moved)
    page(cast, cast.admin)  # counts the pair, as the first look after a change does
    with CaptureQueriesContext(connection) as one:
        page(cast, cast.admin)
    four_pairs(cast)
    page(cast, cast.admin)
    with CaptureQueriesContext(connection) as five:
        page(cast, cast.admin)
    assert len(one) == len(five) <= 38
