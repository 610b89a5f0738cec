"""Candidates of lineages come from reference lists, likeness and curators' lists; each says why it is one."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from annotation.refusal import Refused
from diffs.models import CandidateSearch, LineageCandidate, PaperPair
from diffs.selectors.candidates import in_words, listed_candidates
from diffs.services import accept_candidate, add_curated, find_candidates, reject_candidate, start_candidate_search
from genomes.models import Paper, Reference
from genomes.works import title_key
from tests.cast import Cast
from tests.factories import a_genome, a_pair, a_paper

# Texts that share no word, so that nothing is alike unless a test wants it.
APART = {"old": "Zebra quagga okapi.", "new": "Violin trumpet oboe.", "third": "Granite basalt marble."}


def a_library(cast: Cast) -> dict[str, Paper]:
    return {
        slug: a_paper(
            cast, title=f"{words[:-1]} {slug}", slug=slug, text=words, published=date(2000 + year, 1, 1),
            authors=[f"{slug.capitalize()} Author"],
        )
        for year, (slug, words) in enumerate(APART.items())
    }  # fmt: skip


def cites(paper: Paper, position: int, **work: Any) -> Reference:
    title = work.get("title", "")
    return Reference.objects.create(paper=paper, origin="jats", position=position, title_key=title_key(title), **work)


def look(cast: Cast, paper: Paper | None = None) -> CandidateSearch:
    search = start_candidate_search(by=cast.admin, project=cast.project, paper=paper)
    return find_candidates(search_id=search.pk)


def found(cast: Cast) -> list[tuple[str, str, list[str]]]:
    rows = cast.project.lineage_candidates.order_by("pk")
    return [(row.source.slug if row.source else row.work["title"], row.target.slug, row.kinds) for row in rows]


def test_a_reference_to_a_paper_of_the_library_is_one(cast: Cast) -> None:
    papers = a_library(cast)
    Paper.objects.filter(slug="old").update(doi="10.1000/Old")
    cites(papers["new"], 6, title="Old, as a journal has it", doi="10.1000/old")
    cites(papers["third"], 0, title=papers["new"].title, first_author="Author, N.")
    search = look(cast)
    assert found(cast) == [("old", "new", ["reference"]), ("new", "third", ["reference"])]
    assert (search.state, search.counts) == ("done", {"reference": 2, "pairs": 0})
    (says,) = in_words(listed_candidates(cast.admin, cast.project).filter(target=papers["new"]))
    assert says.reasons == [("reference", "reference 7 of its list")]


def test_a_reference_to_a_later_paper_or_to_another_author_s_title_is_none(cast: Cast) -> None:
    papers = a_library(cast)
    cites(papers["old"], 0, title=papers["new"].title)
    cites(papers["new"], 0, title=papers["old"].title, first_author="Somebody Else")
    look(cast)
    assert found(cast) == []


def test_a_work_outside_counts_when_two_papers_refer_to_it_or_when_one_is_asked_about(cast: Cast) -> None:
    papers = a_library(cast)
    outside = {"title": "A work that nobody imported", "doi": "10.1000/x", "year": 1990}
    cites(papers["new"], 0, **outside)
    look(cast)
    assert found(cast) == []
    cites(papers["third"], 0, **outside)
    look(cast)
    assert found(cast) == [(outside["title"], slug, ["reference"]) for slug in ("new", "third")]
    cites(papers["third"], 1, title="Another one that nobody imported")
    look(cast, papers["third"])
    assert found(cast)[2] == ("Another one that nobody imported", "third", ["reference"])


def test_papers_that_share_telling_words_are_alike_the_older_one_first(cast: Cast) -> None:
    for year, slug in ((2002, "later"), (2001, "earlier")):
        text = f"Anchor boxes regress grid cells, {slug}."
        a_paper(cast, title=f"{slug.capitalize()} boxes", slug=slug, text=text, published=date(year, 1, 1))
    look(cast)
    assert found(cast) == [("earlier", "later", ["similarity"])]
    (row,) = in_words(listed_candidates(cast.admin, cast.project))
    assert "anchor" in row.reasons[0][1]


def test_looking_again_joins_reasons_and_leaves_decisions_alone(cast: Cast) -> None:
    papers = a_library(cast)
    cites(papers["new"], 0, title=papers["old"].title)
    look(cast)
    (row,) = LineageCandidate.objects.all()
    reject_candidate(by=cast.admin, candidate=row, reason="only compared with")
    assert look(cast).counts == {"pairs": 0}
    add_curated(by=cast.admin, project=cast.project, text="old -> new", name="by hand")
    (row,) = LineageCandidate.objects.all()
    assert (row.kinds, row.state) == (["curated", "reference"], "rejected")


def test_a_search_that_is_handed_over_twice_is_done_once(cast: Cast) -> None:
    search = look(cast)
    assert find_candidates(search_id=search.pk).finished_at == search.finished_at


def test_a_pair_that_exists_is_no_candidate(cast: Cast) -> None:
    pair = a_pair(cast)
    cites(pair.target.paper, 0, title=pair.source.paper.title)
    look(cast)
    assert not LineageCandidate.objects.exists()


def test_an_accepted_candidate_becomes_a_pair_as_soon_as_it_can(cast: Cast) -> None:
    source = a_genome(cast, handed_in=True)
    target = a_genome(cast, title="Violin trumpet oboe")
    text = f"{source.paper.slug} -> {target.paper.slug}"
    add_curated(by=cast.admin, project=cast.project, text=text, name="by hand")
    accept_candidate(by=cast.admin, candidate=LineageCandidate.objects.get())
    assert not PaperPair.objects.exists()
    (listed,) = in_words(listed_candidates(cast.admin, cast.project))
    assert listed.waits_for == "waits for the genome of Violin trumpet oboe"
    target.author, target.handed_in_at = cast.annotator1, source.handed_in_at
    target.save()
    assert look(cast).counts["pairs"] == 1
    row = LineageCandidate.objects.get()
    assert row.pair is not None
    assert (row.pair.source, row.pair.target) == (source, target)
    with pytest.raises(Refused, match="pair already"):
        reject_candidate(by=cast.admin, candidate=row)


def test_an_accepted_work_from_outside_becomes_a_paper_of_the_library_once(cast: Cast) -> None:
    papers = a_library(cast)
    text = "10.1000/unknown -> new\n10.1000/UNKNOWN -> third\n"
    assert add_curated(by=cast.admin, project=cast.project, text=text, name="by hand").added == 2
    for row in LineageCandidate.objects.all():
        accept_candidate(by=cast.admin, candidate=row)
    (made,) = Paper.objects.exclude(pk__in=[paper.pk for paper in papers.values()])
    assert made.doi == "10.1000/unknown"
    assert {row.source_id for row in LineageCandidate.objects.all()} == {made.pk}
    assert not PaperPair.objects.exists()


def test_lines_of_a_list_that_cannot_be_read_are_named_and_the_others_count(cast: Cast) -> None:
    a_library(cast)
    text = "# a list\n\nold -> new\nnew old\nold -> nowhere\nnew -> old\nold -> old\nx -> new\n"
    result = add_curated(by=cast.admin, project=cast.project, text=text, name="by hand")
    assert result.added == 1
    assert [number for number, _words in result.faults] == [4, 5, 6, 7, 8]
    assert "“nowhere” is not a paper of this library" in result.faults[1][1]


def test_the_page_shows_filters_and_decides_with_as_many_queries_however_long_it_is(
    cast: Cast, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    a_library(cast)
    client.force_login(cast.admin)
    add_curated(by=cast.admin, project=cast.project, text="old -> new\nold → third\nnew\tthird", name="by hand")
    address = reverse("diffs:candidates", args=["demo"])
    with django_assert_max_num_queries(8):
        page = client.get(address).content.decode()
    assert page.count('class="candidate"') == 3
    assert "on the list “by hand”, line 2" in page
    assert client.get(address, {"paper": "old"}).content.decode().count('class="candidate"') == 2
    row = LineageCandidate.objects.first()
    answer = client.post(reverse("diffs:candidate-reject", args=["demo", row.pk]), {"next": f"{address}?state="})
    assert answer.headers["Location"] == f"{address}?state="
    assert client.get(address).content.decode().count('class="candidate"') == 2
    away = client.post(reverse("diffs:candidate-reject", args=["demo", row.pk]), {"next": "//evil.example/"})
    assert away.headers["Location"] == address


def test_a_list_with_faults_comes_back_with_them(cast: Cast, client: Client) -> None:
    client.force_login(cast.admin)
    answer = client.post(reverse("diffs:candidates-curate", args=["demo"]), {"name": "x", "text": "a, b"})
    assert answer.status_code == 422
    assert "Line 1: Write “predecessor -&gt; successor”." in answer.content.decode()


def test_what_was_decided_about_a_work_stays_when_it_becomes_a_paper(cast: Cast) -> None:
    papers = a_library(cast)
    cites(papers["third"], 0, title="A work that nobody imported", doi="10.1000/x", year=1990)
    look(cast, papers["third"])
    candidate = cast.project.lineage_candidates.get()
    reject_candidate(by=cast.admin, candidate=candidate)
    a_paper(cast, title="A work that nobody imported", doi="10.1000/x", text="Slate.", published=date(1990, 1, 1))
    look(cast)
    candidate.refresh_from_db()
    assert (cast.project.lineage_candidates.count(), candidate.state) == (1, "rejected")
    assert candidate.source is not None


def test_lines_of_any_length_are_kept_or_named(cast: Cast) -> None:
    a_library(cast)
    lines = [f"10.1000/{'y' * 300} -> new", f"{'A long title ' * 40} -> new", "t" * 5000]
    result = add_curated(by=cast.admin, project=cast.project, text="\n".join(lines), name="long")
    assert (result.added, [number for number, _words in result.faults]) == (2, [3])


def test_a_work_that_turns_out_to_be_the_paper_itself_is_not_accepted(cast: Cast) -> None:
    papers = a_library(cast)
    cites(papers["third"], 0, title="A work that nobody imported", doi="10.1000/x")
    look(cast, papers["third"])
    Paper.objects.filter(pk=papers["third"].pk).update(doi="10.1000/x")
    with pytest.raises(Refused, match="very paper"):
        accept_candidate(by=cast.admin, candidate=cast.project.lineage_candidates.get())


def test_a_fault_of_ours_ends_the_search_and_the_page_says_what_to_do(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr("diffs.services.candidates.from_likeness", broken)
    assert look(cast).state == "failed"
    client.force_login(cast.admin)
    assert "Look once more" in client.get(reverse("diffs:candidates", args=["demo"])).content.decode()


def test_a_refusal_is_said_where_the_candidate_stands(cast: Cast, client: Client) -> None:
    pair = a_pair(cast)
    candidate = LineageCandidate.objects.create(
        project=cast.project, target=pair.target.paper, source=pair.source.paper, work_key="x", pair=pair,
        state="accepted",
    )  # fmt: skip
    client.force_login(cast.admin)
    address = reverse("diffs:candidate-reject", args=["demo", candidate.pk])
    assert "is a pair already" in client.post(address, headers={"HX-Request": "true"}).content.decode()
