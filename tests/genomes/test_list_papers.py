"""The list of papers: states, filters, and a number of queries that does not grow."""

from typing import Any

from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.factories import a_genome, a_paper, an_object

ADDRESS = "/projects/demo/papers/"


def page(client: Client, **query: str) -> str:
    return client.get(ADDRESS, query).content.decode()


def test_an_empty_library_says_what_to_do_by_role(cast: Cast, client: Client) -> None:
    client.force_login(cast.admin)
    assert reverse("genomes:import", args=["demo"]) in page(client)
    client.force_login(cast.annotator1)
    assert "No papers yet" in page(client)
    assert reverse("genomes:import", args=["demo"]) not in page(client)


def test_each_paper_shows_what_has_become_of_its_genome(cast: Cast, client: Client) -> None:
    a_paper(cast, title="Free one")
    held = a_genome(cast, title="Held one")
    an_object(held, "Small things in groups are missed.", by=cast.annotator1)
    a_genome(cast, title="Done one", handed_in=True)
    client.force_login(cast.annotator2)
    rows = {row.partition("</a>")[0].rpartition(">")[2]: row for row in page(client).split("<tr>")[2:]}
    assert "waits for a reader" in rows["Free one"]
    assert "in work" in rows["Held one"]
    assert "yours" not in rows["Held one"]
    assert '<td class="number">–</td>' in rows["Held one"]  # how many objects it has is nobody's business yet
    assert "handed in" in rows["Done one"]
    assert '<td class="number">4</td>' in rows["Done one"]
    client.force_login(cast.annotator1)
    assert "yours, in work" in page(client)


def test_papers_are_filtered_by_domain_state_and_words(cast: Cast, client: Client) -> None:
    a_paper(cast, title="Alpha", domain="nlp", aliases=["GRID"])
    a_paper(cast, title="Beta", domain="computer_vision")
    a_genome(cast, title="Gamma", domain="nlp", handed_in=True)
    client.force_login(cast.annotator1)

    def titles(**query: str) -> list[str]:
        listing = page(client, **query)
        return [title for title in ("Alpha", "Beta", "Gamma") if f">{title}</a>" in listing]

    assert titles() == ["Alpha", "Beta", "Gamma"]
    assert titles(domain="nlp") == ["Alpha", "Gamma"]
    assert titles(domain="nlp", state="open") == ["Alpha"]
    assert titles(state="handed_in") == ["Gamma"]
    assert titles(q="bet") == ["Beta"]
    assert titles(q="grid") == ["Alpha"]
    assert "No paper fits" in page(client, q="zzz")


def test_the_list_asks_as_often_for_fifty_papers_as_for_one(
    cast: Cast, client: Client, django_assert_num_queries: Any
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    a_paper(cast, domain="nlp")
    client.force_login(cast.annotator1)
    page(client)
    with CaptureQueriesContext(connection) as few:
        page(client)
    for _each in range(12):
        a_paper(cast, domain="nlp")
    a_genome(cast, handed_in=True)
    with django_assert_num_queries(len(few)):
        page(client)


def test_facts_are_corrected_by_admins(cast: Cast, client: Client) -> None:
    paper = a_paper(cast)
    address = reverse("genomes:facts", args=["demo", paper.slug])
    client.force_login(cast.admin)
    sent = {
        "title": "Look",
        "published": "2015-06-08",
        "aliases": "LOOK\nLook v1\nLOOK",
        "lineage": "Grid detectors",
        "redistributable": "on",
    }
    assert client.post(address, sent).status_code == 302
    paper.refresh_from_db()
    assert (paper.title, str(paper.published), paper.aliases) == ("Look", "2015-06-08", ["LOOK", "Look v1"])
    answer = client.post(address, {**sent, "title": "", "published": "8 June"})
    assert answer.status_code == 422
    assert answer.content.decode().count('class="errorlist"') == 2
