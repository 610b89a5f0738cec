"""Agreement on how objects are typed: author and second reader, before any ruling."""

import pytest
from django.test import Client

from adjudication.selectors import field_figures
from adjudication.selectors.genome_disputes import Wish
from adjudication.selectors.typings import type_confusion, typed, typing_kappas
from adjudication.services import rule_objects
from tests.cast import Cast
from tests.factories import a_reading, a_submitted_reading


def test_there_is_no_figure_before_a_reading_and_it_says_why(cast: Cast) -> None:
    a_reading(cast)
    figures = {each.name: each for each in field_figures(cast.project, [])}
    for name in ("object_type", "contribution_role"):
        assert figures[name].figures.alpha is None
        assert figures[name].figures.alpha_reason == "no labels"
        assert figures[name].total == 4
    assert typing_kappas(typed(cast.project)) == {}


def test_type_and_role_are_measured_over_objects(cast: Cast) -> None:
    """Eight objects, two types differ: raw 6/8. The seven roles that both gave are the same.

    κ of the types: observed 6/8. The author's shares are 2/8 of each of n, m, l, d; the reader's are n 2, m 2, d 2,
    c 1, none 1. By chance (2·2 + 2·2 + 0 + 2·2) / 64 = 12/64, so κ = (48 - 12) / (64 - 12) = 36/52.
    """
    a_submitted_reading(cast, L1="claim")
    a_submitted_reading(cast, L1="none")
    figures = {each.name: each.figures for each in field_figures(cast.project, [])}
    types, roles = figures["object_type"], figures["contribution_role"]
    assert types.raw_agreement == pytest.approx(6 / 8)
    assert (types.n_units_used, roles.n_units_used, roles.raw_agreement) == (8, 7, 1)
    rows = typed(cast.project)
    kappa = typing_kappas(rows)["object_type"]
    assert kappa.kappa == pytest.approx(36 / 52)
    cells = type_confusion(rows)
    assert (cells["limitation", "claim"], cells["limitation", "none"], cells["niche", "niche"]) == (1, 1, 2)
    assert sum(cells.values()) == 8


def test_a_ruling_changes_no_figure(cast: Cast) -> None:
    reading = a_submitted_reading(cast, L1="claim")
    before = field_figures(cast.project, [])
    number = reading.typings.get(first_type="limitation").number
    wish = Wish(number, "own", "observation", "context", "other", "It was seen.")
    rule_objects(by=cast.adjudicator, reading=reading, wishes=[wish])
    assert field_figures(cast.project, []) == before


def test_the_page_and_its_data_show_them(client: Client, cast: Cast) -> None:
    a_submitted_reading(cast, L1="claim")
    client.force_login(cast.admin)
    page = client.get("/projects/demo/agreement/").content.decode()
    assert "Type of an object" in page
    assert "Where author and second reader part" in page
    table = b"".join(client.get("/projects/demo/agreement/typings.csv").streaming_content).decode()  # type: ignore[attr-defined]  # a stream
    assert "limitation,claim,passenger,passenger" in table
    api = client.get("/api/v1/projects/demo/agreement/").json()
    assert {"author": "limitation", "second_reader": "claim", "count": 1} in api["type_confusion"]
