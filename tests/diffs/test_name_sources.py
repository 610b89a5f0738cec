"""Where an external object comes from is sought as one types, in the project and in time."""

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from diffs.models import PaperPair
from diffs.selectors.sources import MOST_PAPERS, sources_of
from genomes.models import Paper, Reference
from tests.cast import Cast, make_cast
from tests.factories import a_genome, a_pair, a_paper


@pytest.fixture
def pair(cast: Cast) -> PaperPair:
    return a_pair(
        cast,
        source=a_genome(cast, handed_in=True, published=date(2015, 6, 1)),
        target=a_genome(cast, handed_in=True, published=date(2016, 12, 1)),
    )


def a_work(cast: Cast, slug: str, published: date | None, **facts: Any) -> Paper:
    """A paper of the library that no pair needs."""
    title = facts.pop("title", f"A title of {slug}")
    return a_paper(cast, slug=slug, title=title, text=f"# {title}\n\nA text.\n", published=published, **facts)


def found(pair: PaperPair, cast: Cast, query: str) -> list[str]:
    return [each["slug"] for each in sources_of(pair, cast.annotator1, query).papers]


def test_a_paper_is_found_by_the_beginning_of_its_words_unless_it_is_later_or_of_the_pair(
    cast: Cast, pair: PaperPair
) -> None:
    a_work(cast, "faster", date(2015, 6, 4), title="Region proposals in a network", lineage="Region proposals")
    a_work(cast, "undated", None, title="Region words")
    a_work(cast, "later", date(2017, 1, 1), title="Regions of tomorrow")
    other = make_cast("other", "other-")
    a_work(other, "theirs", date(2015, 1, 1), title="Regions of another project")
    assert set(found(pair, cast, "region")) == {"faster", "undated"}
    assert found(pair, cast, "prop net") == ["faster"]
    assert found(pair, cast, pair.source.paper.slug) == []
    row = sources_of(pair, cast.annotator1, "proposals").papers[0]
    assert (row["name"], row["year"], row["lineage"]) == ("faster", "2015", "Region proposals")


def test_lineages_in_use_are_offered_and_those_that_others_typed_are_not(cast: Cast, pair: PaperPair) -> None:
    a_work(cast, "one", date(2014, 1, 1), lineage="Region proposals")
    a_work(cast, "two", date(2014, 1, 2), lineage="Region proposals")
    a_work(cast, "three", date(2014, 1, 3), lineage="Set prediction")
    assert sources_of(pair, cast.annotator1, "PROPOSAL").lineages == ["Region proposals"]
    assert sources_of(pair, cast.annotator1, "").lineages == ["Region proposals", "Set prediction"]


def test_the_successor_s_references_are_offered_as_citations(cast: Cast, pair: PaperPair) -> None:
    entries: tuple[dict[str, Any], ...] = (
        {"title": "Anchors for all", "first_author": "Ren", "year": 2015, "raw": "long"},
        {"raw": "A raw entry on anchors, 1998"},
        {"title": "Elsewhere"},
    )
    for number, entry in enumerate(entries):
        Reference.objects.create(paper=pair.target.paper, position=number, origin="tei", **entry)
    Reference.objects.create(paper=pair.source.paper, position=0, origin="tei", title="Anchors of the predecessor")
    assert sources_of(pair, cast.annotator1, "anchors").citations == [
        "Ren, 2015, Anchors for all",
        "A raw entry on anchors, 1998",
    ]


def test_a_large_library_is_asked_as_often_as_a_small_one_and_answers_in_few_rows(cast: Cast, pair: PaperPair) -> None:
    client = Client()
    client.force_login(cast.annotator1)

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            answer = client.get(f"/projects/demo/pairs/{pair.pk}/sources/?q=work")
        assert len(answer.json()["papers"]) <= MOST_PAPERS
        return len(captured)

    queries()
    few = queries()
    Paper.objects.bulk_create(
        Paper(project=cast.project, slug=f"w{n}", title=f"Work {n}", published=date(2010, 1, 1), created_by=cast.admin)
        for n in range(60)
    )
    assert queries() == few
    # The screen itself no longer holds the library.
    page = client.get(f"/projects/demo/pairs/{pair.pk}/").content.decode()
    assert "w59" not in page


def test_whatever_is_typed_is_answered(cast: Cast, pair: PaperPair) -> None:
    client = Client()
    client.force_login(cast.annotator1)
    for query in ("", "%", "\U0001f4a9", "' OR 1=1", "a" * 5_000, "::*!&|"):
        assert client.get(f"/projects/demo/pairs/{pair.pk}/sources/", {"q": query}).status_code == 200, query
