"""The leaderboard: best by number, one row a system, undefined with its reason, every cell a way down."""

import re

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from releases.models import Release, Run
from releases.selectors import board_of, ranked_releases, release_to_show
from tests.cast import Cast
from tests.releases.making import answers, frozen_inside, ready, scored

pytestmark = pytest.mark.django_db

WRONG = {"dynamics": {"dynamics": "isolation"}}


@pytest.fixture
def release(cast: Cast) -> Release:
    ready(cast)
    return frozen_inside(cast)


def lines(release: Release, sort: str = "micro", figure: str = "micro") -> list[tuple[int | None, str, list[str]]]:
    """Rank, system and the columns in which it is best."""
    board = board_of(release, figure=figure, sort=sort)
    return [(line.rank, line.run.system, [cell.column for cell in line.cells if cell.is_best]) for line in board.lines]


def test_systems_are_ranked_by_number_and_the_best_of_each_column_is_marked(cast: Cast, release: Release) -> None:
    scored(cast, release, answers(release, **WRONG), "Lamp")
    scored(cast, release, answers(release), "Torch")
    scored(cast, release, answers(release, driver=None, **WRONG), "Candle")
    found = lines(release)
    # Torch is right throughout. Lamp misses the dynamics (T3), Candle also the drivers (T1): level with Lamp in T3.
    assert [(rank, system) for rank, system, _best in found] == [(1, "Torch"), (2, "Lamp"), (3, "Candle")]
    best = {system: columns for _rank, system, columns in found}
    assert best["Torch"] == ["T1", "T2", "T3", "T4", "micro"]
    assert best["Lamp"] == ["T1", "T2", "T4"]
    assert best["Candle"] == ["T2", "T4"]


def test_systems_that_are_level_share_a_rank(cast: Cast, release: Release) -> None:
    for system in ("Torch", "Lamp"):
        scored(cast, release, answers(release), system)
    scored(cast, release, answers(release, **WRONG), "Candle")
    assert [(rank, system) for rank, system, _best in lines(release)] == [(1, "Lamp"), (1, "Torch"), (3, "Candle")]
    assert [(rank, system) for rank, system, _best in lines(release, sort="system")] == [
        (None, "Candle"),
        (None, "Lamp"),
        (None, "Torch"),
    ]


def test_one_system_alone_is_best_of_nothing(cast: Cast, release: Release) -> None:
    scored(cast, release, answers(release), "Torch")
    assert lines(release) == [(1, "Torch", [])]


def test_a_system_s_newest_run_stands_for_it_even_when_an_older_one_was_better(cast: Cast, release: Release) -> None:
    scored(cast, release, answers(release), "Torch")
    newest = scored(cast, release, answers(release, **WRONG), "Torch")
    board = board_of(release, figure="micro", sort="micro")
    assert [(line.run.pk, line.earlier) for line in board.lines] == [(newest.pk, 1)]


def test_refused_and_waiting_runs_have_no_row(cast: Cast, release: Release) -> None:
    run = scored(cast, release, b"no JSON", "Broken")
    assert run.state == Run.State.REFUSED
    assert lines(release) == []


def page_of(cast: Cast, query: str = "") -> str:
    client = Client()
    client.force_login(cast.annotator1)
    return client.get(f"/projects/demo/leaderboard/{query}").content.decode()


def test_an_undefined_figure_says_so_with_its_reason(cast: Cast, release: Release) -> None:
    scored(cast, release, answers(release), "Torch")
    page = page_of(cast)
    assert "undefined" in page
    assert re.search(r"\d+ of 42 task types are absent from this release", page)
    # Total, and each axis, lacks task types in a release of one pair.
    assert page_of(cast, "?figure=macro").count(">undefined</a>") == 5


def test_every_cell_opens_to_the_run_s_instances_of_its_axis(cast: Cast, release: Release) -> None:
    run = scored(cast, release, answers(release, **WRONG), "Torch")
    links = re.findall(r'class="cell"[^>]*><a[^>]* href="([^"]+)"', page_of(cast))
    base = f"/projects/demo/runs/{run.pk}/instances/"
    # There is no trace, so T4 has only the tasks on genomes.
    assert links == [f"{base}?axis=T1", f"{base}?axis=T2", f"{base}?axis=T3", f"{base}?axis=T4", base]
    client = Client()
    client.force_login(cast.annotator1)
    rows = client.get(f"{base}?axis=T3&result=wrong").content.decode()
    instances = re.findall(r'href="(/projects/demo/releases/1.0.0/exam/[^"]+)"', rows)
    assert len(instances) == 1
    instance = client.get(instances[0].replace("&amp;", "&")).content.decode()
    assert "isolation" in instance
    assert "mutation" in instance
    assert "Torch" in instance


def test_the_newest_release_with_a_run_is_shown_first(cast: Cast, release: Release) -> None:
    found = ranked_releases(cast.annotator1, cast.project)
    assert release_to_show(found, "") == release
    assert release_to_show([], "") is None
    assert release_to_show(found, "9.9.9") == release


def test_its_queries_do_not_grow_with_its_rows(
    cast: Cast, release: Release, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = Client()
    client.force_login(cast.annotator1)
    for number in range(6):
        scored(cast, release, answers(release), f"Torch {number}")
    client.get("/projects/demo/leaderboard/")
    with django_assert_max_num_queries(9):
        client.get("/projects/demo/leaderboard/")
