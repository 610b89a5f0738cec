"""The client of the catalogues: what it understands, how politely it asks, and what it says when it cannot."""

import gzip
import itertools
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.core.cache.backends.locmem import LocMemCache

from genomes.lookups import Catalogues, Found, Limits
from genomes.lookups.fetching import Fetcher
from genomes.lookups.pacing import Pace
from tests.genomes.catalogues import (
    ARXIV_FEED,
    ATOM,
    CROSSREF_ANSWER,
    CROSSREF_WORK,
    JSON,
    OPENALEX_WORK,
    UNKNOWN,
    Said,
    Server,
    catalogue_server,
    said,
)

WHO = "IdeaGene-Workbench/1 (mailto:curator@example.org)"
PACKED = gzip.compress(b" " * 300_000)
_names = itertools.count()


@pytest.fixture(scope="module")
def listening() -> Iterator[Server]:
    with catalogue_server() as server:
        yield server


@pytest.fixture
def server(listening: Server) -> Server:
    listening.script, listening.asked = {}, []
    return listening


def a_cache() -> Any:
    return LocMemCache(f"lookups-{next(_names)}", {})


def client(server: Server, cache: Any = None, **limits: Any) -> Catalogues:
    quick = {
        "connect": 1,
        "silence": 1,
        "whole": 1,
        "patience": 1,
        "tries": 2,
        "pause": 0.01,
        "pace": dict.fromkeys(server.addresses, 0),
    }
    fetcher = Fetcher(cache or a_cache(), Limits(**{**quick, **limits}), WHO)
    return Catalogues(fetcher, server.addresses, "curator@example.org")


def crossref(found: Iterator[Found]) -> Found:
    return next(each for each in found if each.source == "crossref")


def failure(server: Server, *answers: Said, **limits: Any) -> str:
    """What is said when Crossref answers so."""
    server.script["crossref"] = list(answers)
    found = crossref(client(server, **limits).by_doi("10.1000/finder"))
    assert found.record is None
    return str(found.failure)


def test_a_doi_is_asked_of_crossref_and_openalex_by_somebody_who_says_who_they_are(server: Server) -> None:
    server.script = {"crossref": [said(CROSSREF_ANSWER)], "openalex": [said(OPENALEX_WORK)]}
    found = {each.source: each.record for each in client(server).by_doi("10.1000/finder")}
    assert found["crossref"].doi == found["openalex"].doi == "10.1000/finder"
    assert found["crossref"].references[0].title == "Older finding"
    assert found["openalex"].abstract == "We find."
    assert server.asked == [
        ("/crossref/works/10.1000%2Ffinder?mailto=curator%40example.org", WHO),
        ("/openalex/works/doi:10.1000/finder?mailto=curator%40example.org", WHO),
    ]


def test_an_arxiv_id_is_asked_of_arxiv_and_by_arxiv_s_own_doi(server: Server) -> None:
    server.script = {"arxiv": [Said(ARXIV_FEED, kind=ATOM)], "openalex": [UNKNOWN]}
    arxiv, openalex = client(server).by_arxiv("1506.02640")
    assert arxiv.record.title == "Finding things at a glance"
    assert (arxiv.record.published, arxiv.record.doi) == (date(2015, 6, 8), "10.1000/finder")
    assert (arxiv.record.abstract, arxiv.record.arxiv_id) == ("We find.", "1506.02640")
    assert openalex == Found("openalex")  # it was asked, and does not know it
    assert [path.partition("?")[0] for path, _who in server.asked] == [
        "/arxiv",
        "/openalex/works/doi:10.48550/arxiv.1506.02640",
    ]


def test_a_title_is_known_only_where_it_is_the_very_same(server: Server) -> None:
    other = {**CROSSREF_WORK, "title": ["Finding things at a glance, again"], "DOI": "10.1000/other"}
    works = {"status": "ok", "message-type": "work-list", "message": {"items": [other, CROSSREF_WORK]}}
    server.script = {
        "crossref": [said(works)],
        "openalex": [said({"meta": {}, "results": []})],
        "arxiv": [Said(ARXIV_FEED, kind=ATOM)],
    }
    found = {
        each.source: each.record for each in client(server).by_title("Finding Things at a Glance!", lambda _r: True)
    }
    assert found["crossref"].doi == "10.1000/finder"
    assert found["openalex"] is None
    assert found["arxiv"].arxiv_id == "1506.02640"
    assert all(each.record is None for each in client(server).by_title("Finding things at a glance", lambda _r: False))


def test_an_answer_is_kept_also_that_nothing_is_known(server: Server) -> None:
    server.script = {"crossref": [said(CROSSREF_ANSWER), Said(status=500)], "openalex": [UNKNOWN, Said(status=500)]}
    cache = a_cache()
    first = list(client(server, cache).by_doi("10.1000/finder"))
    assert list(client(server, cache).by_doi("10.1000/finder")) == first
    assert len(server.asked) == 2


def test_an_overloaded_catalogue_is_asked_again_and_given_up_in_words(server: Server) -> None:
    server.script["crossref"] = [Said(status=503), said(CROSSREF_ANSWER)]
    assert crossref(client(server).by_doi("10.1000/finder")).record is not None
    assert failure(server, Said(status=503)) == "Crossref is overloaded (status 503). Try again later."
    assert len([path for path, _who in server.asked if path.startswith("/crossref")]) == 4  # two tries each


def test_retry_after_is_honoured_and_keeps_every_worker_away(server: Server) -> None:
    cache = a_cache()
    server.script["crossref"] = [Said(status=429, headers={"Retry-After": "90"})]
    said_first = str(crossref(client(server, cache).by_doi("10.1000/finder")).failure)
    assert said_first == "Crossref asks to be left alone for 90 seconds more. Try again after that."
    crossref(client(server, cache).by_doi("10.1000/another"))  # another worker, the same cache
    assert len([path for path, _who in server.asked if path.startswith("/crossref")]) == 1


@pytest.mark.parametrize(
    ("answer", "limits", "words"),
    [
        (Said(delay=0.4), {"silence": 0.1, "tries": 1}, "took too long"),
        (Said(b"<html>", kind="text/html"), {}, "answered with “text/html” instead of JSON"),
        (Said(b"{", kind=JSON), {}, "gave an answer that cannot be read"),
        (Said(b"[1]", kind=JSON), {}, "gave an answer that cannot be read"),
        (said({"hello": "world"}), {}, "gave an answer that cannot be read"),
        (Said(b"x" * 300_000, kind=JSON), {"megabytes": 0.1}, "answered with more than"),
        (Said(status=403), {}, "refused the question (status 403)"),
        (Said(b"<html>", 301, "text/html", {"Location": "https://elsewhere.example.org/"}), {}, "has moved"),
        (Said(b"", 301, "text/html", {"Location": "/crossref/again"}), {}, "has moved"),
        (Said(b"", 301, "text/html", {"Location": "http://127.0.0.1:9/works/new"}), {}, "has moved"),
        (Said(PACKED, 200, JSON, {"Content-Encoding": "gzip"}), {"megabytes": 0.1}, "answered with more than"),
        (Said(PACKED, 200, JSON, {"Content-Encoding": "gzip, gzip"}), {"tries": 1}, "cannot be reached"),
        (Said(b"no gzip", 200, JSON, {"Content-Encoding": "gzip"}), {"tries": 1}, "cannot be reached"),
    ],
)
def test_what_cannot_be_used_is_said_in_words(server: Server, answer: Said, limits: dict[str, Any], words: str) -> None:
    assert words in failure(server, answer, **limits)


def test_a_move_on_the_same_host_is_followed(server: Server) -> None:
    moved = Said(b"", 301, "text/html", {"Location": "/crossref/works/new"})
    server.script["crossref"] = [moved, said(CROSSREF_ANSWER)]
    assert crossref(client(server).by_doi("10.1000/finder")).record is not None


def test_a_packed_answer_is_read(server: Server) -> None:
    plain = said(CROSSREF_ANSWER)
    server.script["crossref"] = [Said(gzip.compress(plain.body), 200, JSON, {"Content-Encoding": "gzip"})]
    assert crossref(client(server).by_doi("10.1000/finder")).record is not None


def test_a_catalogue_that_is_not_there_is_said_so(server: Server) -> None:
    catalogues = Catalogues(
        Fetcher(a_cache(), Limits(tries=1), WHO), dict.fromkeys(server.addresses, "http://127.0.0.1:9"), "x"
    )
    assert "cannot be reached" in str(crossref(catalogues.by_doi("10.1000/finder")).failure)


def test_no_arxiv_is_read_out_of_something_else(server: Server) -> None:
    for body in (b"<feed", b"<html/>", b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><feed>&x;</feed>'):
        server.script["arxiv"] = [Said(body, kind=ATOM)]
        found = next(client(server).by_arxiv("1506.02640"))
        assert found.record is None


def test_two_workers_never_share_a_turn_and_turns_lie_apart() -> None:
    cache, clock = a_cache(), [100.5]
    began = []

    def sleep(seconds: float) -> None:
        began.append(clock[0] + seconds)

    workers = [Pace(cache, "arxiv", 3, now=lambda: clock[0], sleep=sleep) for _ in range(2)]
    for worker in (*workers, *workers):
        assert worker.wait(patience=60) is None
    assert began == [102, 105, 108, 111]
    assert workers[0].wait(patience=10) is not None  # the next turn begins 13.5 seconds from now
