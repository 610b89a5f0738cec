"""The builder of a trace: every press leads to an address that holds the draft, and saving says all that is wrong."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from annotation.models import User
from diffs.models import PaperPair, Trace
from diffs.services import create_trace
from genomes.models import Genome
from tests.cast import Cast
from tests.factories import a_genome, a_pair

NEW = "/projects/demo/traces/new/"


@pytest.fixture
def genomes(cast: Cast) -> list[Genome]:
    """Five genomes by date: 0 → 1 → 2 and the branch 1 → 3; nothing leads to 4."""
    found = [a_genome(cast, handed_in=True, slug=f"p{number}") for number in range(5)]
    for one, other in ((0, 1), (1, 2), (1, 3)):
        a_pair(cast, source=found[one], target=found[other])
    return found


@pytest.fixture
def admin(cast: Cast, genomes: list[Genome]) -> Client:
    return signed_in(cast.admin)


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def pressed(client: Client, do: str, *papers: str, address: str = NEW, **more: Any) -> dict[str, list[str]]:
    """Press a button of the builder; the draft in the address that it leads to."""
    answer = client.post(address, {"do": do, "paper": papers, **more})
    assert answer.status_code == 302, answer.content.decode()
    return parse_qs(urlsplit(answer["Location"]).query)


def offered(page: str) -> list[str]:
    return [part.split('"')[0] for part in page.split('name="do" value="add:')[1:]]


def shown(client: Client, query: str = "", address: str = NEW) -> str:
    answer = client.get(f"{address}?{query}")
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_one_begins_with_a_predecessor_and_presses_through_successors(admin: Client) -> None:
    assert offered(shown(admin)) == ["p0", "p1"]  # those that pairs lead on from
    assert pressed(admin, "add:p0") == {"paper": ["p0"]}
    assert offered(shown(admin, "paper=p0")) == ["p1"]
    assert offered(shown(admin, "paper=p0&paper=p1")) == ["p2", "p3"]
    page = shown(admin, "paper=p0&paper=p1&paper=p2&name=Finders")
    assert 'value="Finders"' in page
    assert "Nothing speaks against it" in page


def test_a_paper_goes_in_between_and_the_gap_says_what_it_lacks(admin: Client) -> None:
    assert pressed(admin, "add:p1", "p0", "p2", at="1") == {"paper": ["p0", "p1", "p2"], "at": ["2"]}
    page = shown(admin, "paper=p0&paper=p2&at=1")
    assert offered(page) == ["p1"]  # both its pairs are there
    assert "There is no pair Finder" not in page.split('id="builder-next"')[1].split("</section>")[0]
    assert "no pair to" in shown(admin, "paper=p0&paper=p4&at=1").split('id="builder-next"')[1]


def test_papers_are_moved_and_taken_out(admin: Client) -> None:
    assert pressed(admin, "up:1", "p0", "p1", "p2")["paper"] == ["p1", "p0", "p2"]
    assert pressed(admin, "remove:1", "p0", "p1", "p2")["paper"] == ["p0", "p2"]
    assert pressed(admin, "swap:0", "p1", "p0", "p2", name="Kept")["name"] == ["Kept"]


def test_a_search_finds_papers_without_a_pair_too(admin: Client) -> None:
    page = shown(admin, "paper=p0&q=p4")
    assert offered(page) == ["p4"]
    assert "no pair from" in page
    assert "No other paper with a genome is called that." in shown(admin, "q=nowhere")


def test_each_fault_is_said_where_it_is_with_the_press_that_mends_it(admin: Client, genomes: list[Genome]) -> None:
    page = shown(admin, "paper=p1&paper=p0&paper=p4&paper=p1")
    assert "stands in the trace more than once" in page
    assert "The pair goes the other way" in page
    for press in ("remove:3", "swap:0", "pair:1", "pair:2"):
        assert f'value="{press}"' in page
    assert f"/projects/demo/papers/{genomes[1].paper.slug}/facts/" in page  # the dates run backwards
    assert "A trace has 3 to 7 papers; this one has 1." in shown(admin, "paper=p1")


def test_a_missing_pair_is_made_on_the_way(admin: Client, genomes: list[Genome]) -> None:
    assert pressed(admin, "pair:1", "p0", "p1", "p4")["paper"] == ["p0", "p1", "p4"]
    pair = PaperPair.objects.get(source=genomes[1], target=genomes[4])
    page = shown(admin, "paper=p0&paper=p1&paper=p4")
    assert f"/projects/demo/pairs/{pair.pk}/" in page
    assert "is ready to be labelled" in page


def test_a_pair_that_cannot_be_made_is_refused_in_words(cast: Cast, admin: Client) -> None:
    pressed(admin, "pair:0", "p4", "p0")
    assert "is published later than the successor" in shown(admin)
    waiting = a_genome(cast)  # not handed in, so it is no paper of a trace at all
    assert "paper" not in pressed(admin, f"add:{waiting.paper.slug}")
    assert PaperPair.objects.count() == 3


def test_saving_makes_the_trace_or_says_everything_that_is_wrong(cast: Cast, admin: Client) -> None:
    wrong = admin.post(NEW, {"do": "save", "paper": ["p0", "p2"], "name": " "})
    assert wrong.status_code == 422
    for words in ("Give the trace a name.", "this one has 2", "There is no pair"):
        assert words in wrong.content.decode()
    right = admin.post(NEW, {"do": "save", "paper": ["p0", "p1", "p2"], "name": "Finders"})
    trace = Trace.objects.get()
    assert right["Location"] == f"/projects/demo/traces/{trace.pk}/"
    assert [paper.slug for paper in trace.papers()] == ["p0", "p1", "p2"]


def test_a_trace_is_changed_from_what_it_was(cast: Cast, admin: Client, genomes: list[Genome]) -> None:
    trace = create_trace(
        by=cast.admin, project=cast.project, name="Finders", papers=[each.paper for each in genomes[:3]]
    )
    address = f"/projects/demo/traces/{trace.pk}/edit/"
    opened = shown(admin, address=address)
    was = opened.split('name="was" value="')[1].split('"')[0]
    assert was == ",".join(str(step.pair_id) for step in trace.steps.all())
    assert pressed(admin, "remove:2", "p0", "p1", "p2", address=address, was=was)["was"] == [was]
    # Emptied on purpose it stays empty; only a bare address opens the trace anew.
    assert pressed(admin, "remove:0", "p0", address=address, was=was) == {"was": [was]}
    assert "No paper yet" in shown(admin, "name=", address=address)
    sent = {"do": "save", "name": "Branch", "paper": ["p0", "p1", "p3"], "was": was}
    assert admin.post(address, sent).status_code == 302
    trace.refresh_from_db()
    assert (trace.name, [paper.slug for paper in trace.papers()]) == ("Branch", ["p0", "p1", "p3"])
    late = admin.post(address, {**sent, "name": "Late"})
    assert late.status_code == 422
    assert "Somebody changed this trace meanwhile" in late.content.decode()
    assert "Open the trace as it stands" in late.content.decode()


def test_the_builder_without_a_genome_says_what_to_do(cast: Cast) -> None:
    assert "No genome is handed in yet" in shown(signed_in(cast.admin))
