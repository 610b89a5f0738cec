"""Reference lists: which entries are papers of the library, and which papers refer to one."""

from datetime import date
from typing import Any

import pytest
from django.test import Client

from genomes.ingest.document import ParsedReference
from genomes.metadata import Record
from genomes.models import Paper
from genomes.selectors import citing_papers, matched
from genomes.services import import_metadata
from tests.cast import Cast, make_cast
from tests.factories import a_paper

OLD = Record(
    title="An older way of finding",
    authors=("Ada Old",),
    published=date(2001, 5, 1),
    doi="10.1000/older",
    arxiv_id="0105001",
    other_ids={"openalex": "W7"},
)


QUERIES = 13  # whatever the length of the list


def bring(cast: Cast, *records: Record, origin: str = "crossref") -> None:
    import_metadata(by=cast.admin, project=cast.project, records=records, origin=origin)


def citing(*references: ParsedReference, title: str = "A newer way of finding") -> Record:
    return Record(title=title, authors=("Bo New",), published=date(2010, 1, 1), references=references)


def paper(title: str) -> Paper:
    return Paper.objects.get(title=title)


@pytest.mark.parametrize(
    ("reference", "is_meant"),
    [
        (ParsedReference(doi="10.1000/OLDER"), True),
        (ParsedReference(other_ids={"openalex": "W7"}), True),
        (ParsedReference(title="An Older Way of Finding", first_author="Old A", year=2001), True),
        (ParsedReference(title="An Older Way of Finding", first_author="A. Old"), True),
        (ParsedReference(title="An Older Way of Finding", year=2002), True),
        (ParsedReference(title="An Older Way of Finding"), False),
        (ParsedReference(title="An Older Way of Finding", first_author="A. Old", year=1990), False),
        (ParsedReference(title="An Older Way of Finding", first_author="C. Else", year=2001), False),
        (ParsedReference(title="An Older Way of Finding", first_author="A. Old", doi="10.1000/else"), False),
        (ParsedReference(raw="An older way of finding, 2001"), False),
    ],
)
def test_both_directions_agree_on_what_an_entry_means(cast: Cast, reference: ParsedReference, is_meant: bool) -> None:
    bring(cast, OLD, citing(reference))
    old, new = paper(OLD.title), paper("A newer way of finding")
    (entry,) = matched(new, new.references.all())
    assert (entry.paper is not None and entry.paper.pk == old.pk) == is_meant
    assert citing_papers(old) == ([new.pk] if is_meant else [])


def test_a_paper_never_refers_to_itself_nor_to_another_project(cast: Cast) -> None:
    other = make_cast("other", "o-")
    bring(cast, OLD, citing(ParsedReference(title="A newer way of finding", first_author="Bo New")))
    bring(other, citing(ParsedReference(doi="10.1000/older")))
    new = Paper.objects.get(title="A newer way of finding", project=cast.project)
    assert [entry.paper for entry in matched(new, new.references.all())] == [None]
    assert citing_papers(paper(OLD.title)) == []


def test_the_page_links_what_is_in_the_library_and_lists_who_cites(cast: Cast, client: Client) -> None:
    bring(cast, OLD, citing(ParsedReference(doi="10.1000/older", title="Older"), ParsedReference(raw="Unknown <b>.")))
    client.force_login(cast.annotator1)
    page = client.get("/projects/demo/papers/a-newer-way-of-finding/references/").content.decode()
    assert '<a class="chip" href="/projects/demo/papers/an-older-way-of-finding/"' in page
    assert page.count('class="chip"') == 1
    assert "Unknown &lt;b&gt;." in page
    back = client.get("/projects/demo/papers/an-older-way-of-finding/references/", {"show": "cited-by"})
    assert "A newer way of finding" in back.content.decode()


def test_lists_from_several_places_are_shown_one_at_a_time(cast: Cast, client: Client) -> None:
    two = (ParsedReference(title="One of Crossref"), ParsedReference(title="Two of Crossref"))
    bring(cast, citing(*two))
    bring(cast, citing(ParsedReference(title="One of OpenAlex")), origin="openalex")
    client.force_login(cast.annotator1)
    address = "/projects/demo/papers/a-newer-way-of-finding/references/"
    assert "Two of Crossref" in client.get(address).content.decode()  # the longest list comes first
    other = client.get(address, {"from": "openalex"}).content.decode()
    assert "One of OpenAlex" in other
    assert "Two of Crossref" not in other


def test_a_long_list_comes_in_pages_and_asks_no_more_for_more(
    cast: Cast, client: Client, django_assert_num_queries: Any
) -> None:
    a_paper(cast, title="With a text")
    bring(cast, citing(ParsedReference(title="Only one")))
    client.force_login(cast.annotator1)
    address = "/projects/demo/papers/a-newer-way-of-finding/references/"
    client.get(address)
    with django_assert_num_queries(QUERIES):
        client.get(address)
    bring(cast, OLD, citing(*(ParsedReference(title=f"Work number {n}") for n in range(120))))
    with django_assert_num_queries(QUERIES):
        page = client.get(address, {"page": 2}).content.decode()
    assert "Work number 50<" in page
    assert "Page 2 of 3" in page
    assert client.get("/projects/demo/papers/with-a-text/references/").status_code == 200


def test_programs_read_the_entries_with_what_they_mean(cast: Cast, client: Client) -> None:
    bring(cast, OLD, citing(ParsedReference(doi="10.1000/older", year=2001), ParsedReference(title="Else")))
    client.force_login(cast.annotator1)
    address = "/api/v1/projects/demo/papers/a-newer-way-of-finding/references/"
    first, second = client.get(address, {"origin": "crossref"}).json()["results"]
    assert (first["paper"], first["doi"], first["year"], first["origin"]) == (
        "an-older-way-of-finding", "10.1000/older", 2001, "crossref",
    )  # fmt: skip
    assert (second["paper"], second["title"]) == (None, "Else")
    cited = client.get("/api/v1/projects/demo/papers/an-older-way-of-finding/cited-by/").json()["results"]
    assert [each["slug"] for each in cited] == ["a-newer-way-of-finding"]
