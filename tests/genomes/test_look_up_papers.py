"""Looking a paper up: off by default, asked for by an admin, done by the worker, seen on the page."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.core.cache.backends.locmem import LocMemCache
from django.test import Client
from pytest_django import Settings
from redis import ConnectionError as CacheGone

from annotation.refusal import Refused
from genomes.lookups import Catalogues, Limits
from genomes.lookups.fetching import Fetcher
from genomes.models import LookUp, Paper
from genomes.services import look_up_paper, set_paper_facts, start_look_up
from tests.cast import Cast
from tests.factories import a_paper
from tests.genomes.catalogues import (
    ARXIV_FEED,
    ATOM,
    CROSSREF_ANSWER,
    OPENALEX_WORK,
    UNKNOWN,
    Said,
    Server,
    catalogue_server,
    said,
)

PAGE = "/projects/demo/papers/finding-things-at-a-glance/"
TITLE = "Finding things at a glance"


@pytest.fixture(scope="module")
def listening() -> Iterator[Server]:
    with catalogue_server() as server:
        yield server


@pytest.fixture
def server(listening: Server, settings: Settings) -> Server:
    """Catalogues that know the paper, in a site whose look-ups are on."""
    knowing = {
        "openalex": [said(OPENALEX_WORK)],
        "crossref": [said(CROSSREF_ANSWER)],
        "arxiv": [Said(ARXIV_FEED, kind=ATOM)],
    }
    listening.script, listening.asked = knowing, []
    settings.LOOKUPS = {"is_on": True, "contact": "curator@example.org", "addresses": listening.addresses, "limits": {}}
    return listening


def ask(cast: Cast, paper: Paper, server: Server, cache: Any = None) -> LookUp:
    quick = Limits(tries=1, patience=1, pace=dict.fromkeys(server.addresses, 0))
    fetcher = Fetcher(cache or LocMemCache(f"papers-{paper.pk}", {}), quick, "test")
    row = start_look_up(by=cast.admin, paper=paper)
    return look_up_paper(lookup_id=row.pk, catalogues=Catalogues(fetcher, server.addresses, "curator@example.org"))


def test_a_paper_is_asked_for_by_its_ids_and_only_what_is_missing_is_filled(cast: Cast, server: Server) -> None:
    paper = a_paper(cast, title=TITLE, doi="10.1000/finder", venue="My own words", published=date(2016, 1, 1))
    row = ask(cast, paper, server)
    assert (row.state, row.faults) == ("done", [])
    # authors and abstract and OpenAlex's id; both catalogues know it
    assert row.outcome["known_to"] == ["crossref", "openalex"]
    assert (row.outcome["facts_filled"], row.outcome["references"]) == (3, 2)
    paper.refresh_from_db()
    assert (paper.venue, paper.published) == ("My own words", date(2016, 1, 1))
    assert (paper.authors, paper.abstract, paper.other_ids) == (["Jo Finder"], "We find.", {"openalex": "W1"})
    assert sorted(paper.references.values_list("origin", "doi")) == [("crossref", "10.1000/older"), ("openalex", "")]


def test_a_paper_without_ids_is_asked_for_by_its_title(cast: Cast, server: Server) -> None:
    paper = a_paper(cast, title=TITLE, published=date(2015, 6, 8))
    server.script["openalex"] = server.script["crossref"] = [UNKNOWN]
    row = ask(cast, paper, server)
    paper.refresh_from_db()
    assert (row.outcome["known_to"], paper.arxiv_id, paper.doi) == (["arxiv"], "1506.02640", "10.1000/finder")


def test_another_author_s_work_of_that_title_is_not_taken(cast: Cast, server: Server) -> None:
    paper = a_paper(cast, title=TITLE, authors=["Somebody Else"])
    assert ask(cast, paper, server).outcome["known_to"] == []


def test_what_a_person_has_emptied_stays_empty(cast: Cast, server: Server) -> None:
    paper = a_paper(cast, title=TITLE, doi="10.1000/finder", authors=["Wrong One"])
    set_paper_facts(by=cast.admin, paper=paper, facts={"authors": []})
    ask(cast, paper, server)
    paper.refresh_from_db()
    assert paper.authors == []


def test_an_id_that_another_paper_has_is_not_given_twice(cast: Cast, server: Server) -> None:
    a_paper(cast, title="The print", doi="10.1000/finder")
    preprint = a_paper(cast, title=TITLE, arxiv_id="1506.02640")
    ask(cast, preprint, server)
    preprint.refresh_from_db()
    assert preprint.doi == ""


def test_one_catalogue_that_fails_never_stops_the_others(cast: Cast, server: Server) -> None:
    server.script["crossref"] = [Said(b"<html>", kind="text/html")]
    row = ask(cast, a_paper(cast, title=TITLE, doi="10.1000/finder"), server)
    assert (row.state, row.outcome["known_to"]) == ("done", ["openalex"])
    assert "instead of" in row.faults[0]["template"]
    server.script["openalex"] = [Said(status=403)]
    assert ask(cast, a_paper(cast, title="Another", doi="10.1000/else"), server).state == "failed"


def test_asked_again_while_it_waits_it_is_the_same_and_done_it_stays_done(cast: Cast, server: Server) -> None:
    paper = a_paper(cast, title=TITLE, doi="10.1000/finder")
    first = start_look_up(by=cast.admin, paper=paper)
    assert start_look_up(by=cast.admin, paper=paper) == first
    ask(cast, paper, server)
    asked = len(server.asked)
    look_up_paper(lookup_id=first.pk)
    assert len(server.asked) == asked


def test_without_a_cache_nothing_is_asked(cast: Cast, server: Server) -> None:
    class Gone:
        def get(self, _key: str) -> Any:
            raise CacheGone("gone")

    row = ask(cast, a_paper(cast, title=TITLE, doi="10.1000/finder"), server, cache=Gone())
    assert (row.state, server.asked) == ("failed", [])
    assert "cannot keep to one pace" in row.faults[0]["template"]


def test_look_ups_are_off_unless_switched_on_with_an_address(cast: Cast, client: Client, settings: Settings) -> None:
    paper = a_paper(cast, title=TITLE)
    assert not settings.LOOKUPS["is_on"]
    with pytest.raises(Refused, match="Look-ups are off"):
        start_look_up(by=cast.admin, paper=paper)
    settings.LOOKUPS = {**settings.LOOKUPS, "is_on": True}  # nobody to write to
    client.force_login(cast.admin)
    page = client.post(f"{PAGE}look-up/", follow=True).content.decode()
    assert "Look-ups are off" in page
    assert "<code>LOOKUPS=1</code>" in page
    assert f'action="{PAGE}look-up/"' not in page
    assert not LookUp.objects.exists()


def test_the_page_shows_how_a_look_up_is_getting_on(
    cast: Cast, client: Client, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_paper(cast, title=TITLE, doi="10.1000/finder")
    monkeypatch.setattr("genomes.tasks.look_up_paper_task.delay", lambda _pk: None)
    client.force_login(cast.admin)
    waiting = client.post(f"{PAGE}look-up/", follow=True).content.decode()
    assert f'hx-get="{PAGE}look-up/"' in waiting
    server.script["crossref"] = [Said(status=403)]
    ask(cast, Paper.objects.get(), server)
    answer = client.get(f"{PAGE}look-up/", headers={"HX-Request": "true"})
    assert answer["HX-Refresh"] == "true"  # what it found stands elsewhere on the page
    done = answer.content.decode()
    assert "Known to OpenAlex. Facts filled in:" in done
    assert "Crossref refused the question (status 403)" in done
    assert "hx-get" not in done


def test_programs_ask_and_read_what_came_of_it(
    cast: Cast, client: Client, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper = a_paper(cast, title=TITLE, doi="10.1000/finder")
    monkeypatch.setattr("genomes.tasks.look_up_paper_task.delay", lambda _pk: None)
    client.force_login(cast.admin)
    address = "/api/v1/projects/demo/papers/finding-things-at-a-glance/look-ups/"
    asked = client.post(address)
    assert (asked.status_code, asked.json()["state"]) == (202, "waiting")
    server.script["crossref"] = [Said(status=403)]
    ask(cast, paper, server)
    (row,) = client.get(address).json()
    assert (row["state"], row["faults"]) == ("done", ["Crossref refused the question (status 403). Try again later."])
