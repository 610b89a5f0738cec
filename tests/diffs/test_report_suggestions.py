"""How often a suggestion was right and taken: from labels that the reader may see, without a word about others."""

import csv
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotation.services import add_member, change_project, claim_unit
from diffs.models import PaperPair, Suggestion
from diffs.selectors.takes import Figures, report_of
from diffs.services import submit_diff, suggest_pair, take_suggestion
from tests.cast import Cast
from tests.factories import a_diff, a_pair, an_answer

PAGE = "/projects/demo/suggestions/"


def signed_in(person: Any) -> Client:
    client = Client()
    client.force_login(person)
    return client


def taken(pair: PaperPair, person: Any, source: str, target: str) -> None:
    ends = {"source": f"{pair.source.paper.slug}:{source}", "target": f"{pair.target.paper.slug}:{target}"}
    take_suggestion(by=person, pair=pair, **ends)


def a_labelled_pair(cast: Cast, *takes: str) -> PaperPair:
    """Both annotators align N1 and M1, at rank 1 each; annotator1 pressed the suggestions named."""
    pair = a_pair(cast)
    suggest_pair(pair_id=pair.pk)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    for handle in takes:
        taken(pair, cast.annotator1, handle, handle)
    submit_diff(by=cast.annotator1, pair=pair, payload=an_answer(pair))
    a_diff(cast.annotator2, pair)
    return pair


def figures(cast: Cast, reader: Any = None) -> dict[str, Figures]:
    """Type to figures of the only provider; "all" is the total."""
    (provider,) = report_of(cast.project, reader or cast.admin).providers
    return {"all": provider.total, **{kind.value: each for kind, _word, each in provider.types}}


def test_edges_are_counted_by_the_rank_of_their_target_and_by_what_was_pressed(cast: Cast) -> None:
    """Two labels with the edges N1 and M1 each: four edges, all at rank 1; two of annotator1's were pressed."""
    a_labelled_pair(cast, "M1", "L1")  # L1 was pressed and then given up: it is no edge of the answer
    found = figures(cast)
    assert found["all"] == Figures(4, (4, 4, 4), (1, 1, 1))
    assert found["mechanism"] == Figures(2, (2, 2, 2), (1, 1, 1))
    assert found["niche"] == Figures(2, (2, 2, 2), (0, 0, 0))
    assert found["limitation"] == Figures(0, (0, 0, 0), (0, 0, 0))


def test_later_ranks_count_from_their_rank_on_and_what_was_never_suggested_nowhere(cast: Cast) -> None:
    """M1's target moved to rank 4, so it counts from 5 on; N1's is gone, so it is an edge and no more."""
    pair = a_labelled_pair(cast, "M1")
    Suggestion.objects.filter(pair=pair, source_object__handle="M1").update(rank=4)
    Suggestion.objects.filter(pair=pair, source_object__handle="N1").delete()
    found = figures(cast)
    assert found["mechanism"].suggested == (0, 0, 2)
    assert found["niche"] == Figures(2, (0, 0, 0), (0, 0, 0))


def test_what_was_taken_from_another_provider_is_not_this_one_s_merit(cast: Cast) -> None:
    pair = a_labelled_pair(cast, "M1")
    Suggestion.objects.filter(pair=pair).update(provider="another/1")
    (provider,) = report_of(cast.project, cast.admin).providers
    assert (provider.name, provider.total) == ("another/1", Figures(4, (4, 4, 4), (0, 0, 0)))


def test_edges_of_pairs_without_suggestions_are_told_apart(cast: Cast) -> None:
    pair = a_pair(cast)
    for person in (cast.annotator1, cast.annotator2):
        a_diff(person, pair)
    report = report_of(cast.project, cast.admin)
    assert (report.providers, report.unsuggested, report.waiting) == ([], 4, 1)


def test_a_pair_counts_once_it_has_all_its_labels_and_no_surplus(cast: Cast) -> None:
    pair = a_pair(cast)
    suggest_pair(pair_id=pair.pk)
    a_diff(cast.annotator1, pair)
    assert report_of(cast.project, cast.admin).providers == []
    a_diff(cast.annotator2, pair)
    assert figures(cast)["all"].edges == 4


def test_an_admin_who_may_still_label_a_pair_finds_nothing_of_it(cast: Cast) -> None:
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="annotator")
    a_labelled_pair(cast, "M1")
    client = signed_in(cast.admin)
    page = client.get(PAGE).content.decode()
    assert "Nothing to report yet" in page
    assert "words/1" not in page
    assert b"".join(client.get(f"{PAGE}table.csv").streaming_content).decode().splitlines()[1:] == []  # type: ignore[attr-defined]  # a stream


def test_the_page_says_counts_with_shares_and_why_there_is_none(cast: Cast) -> None:
    a_labelled_pair(cast, "M1")
    page = signed_in(cast.admin).get(PAGE).content.decode()
    assert "By words/1" in page
    assert "n = 4 aligned edges" in page
    assert '25.0 % <span class="meta">1</span>' in page  # one of four was pressed
    assert page.count("no object of this type was aligned") == 4
    assert 'href="/projects/demo/suggestions/"' in signed_in(cast.admin).get("/projects/demo/pairs/").content.decode()


def test_the_file_has_a_row_for_all_and_for_each_type(cast: Cast) -> None:
    a_labelled_pair(cast, "M1")
    answer = signed_in(cast.admin).get(f"{PAGE}table.csv")
    rows = list(csv.reader(b"".join(answer.streaming_content).decode().splitlines()))  # type: ignore[attr-defined]  # a stream
    assert rows[0][:3] == ["provider", "type", "aligned_edges"]
    assert rows[1] == ["words/1", "all", "4", "4", "4", "4", "1", "1", "1", ""]
    assert ["words/1", "limitation", "0", "0", "0", "0", "0", "0", "0", "no aligned edge"] in rows
    assert len(rows) == 1 + 1 + 6


@pytest.mark.parametrize("person", ["annotator1", "adjudicator"])
def test_annotators_and_adjudicators_are_shown_no_report(cast: Cast, person: str) -> None:
    client = signed_in(getattr(cast, person))
    assert client.get(PAGE).status_code == 403
    assert 'href="/projects/demo/suggestions/"' not in client.get("/projects/demo/pairs/").content.decode()


def test_the_report_asks_the_same_however_many_labels_there_are(cast: Cast) -> None:
    client = signed_in(cast.admin)
    counts = []
    for _each in range(2):
        a_labelled_pair(cast, "M1")
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client.get(PAGE).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_project_without_suggestions_says_so_and_computes_none(cast: Cast) -> None:
    pair = a_pair(cast)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    annotator = signed_in(cast.annotator1)
    assert 'id="suggestions"' in annotator.get(f"/projects/demo/pairs/{pair.pk}/").content.decode()
    change_project(by=cast.admin, project=cast.project, wants_suggestions=False)
    assert 'id="suggestions"' not in annotator.get(f"/projects/demo/pairs/{pair.pk}/").content.decode()
    answer = annotator.get(f"/api/v1/projects/demo/pairs/{pair.pk}/suggestions/").json()
    assert (answer["state"], answer["suggestions"]) == ("off", [])
    client = signed_in(cast.admin)
    page = client.post(f"{PAGE}compute/", follow=True).content.decode()
    assert "its settings switch them on" in page
    assert "This project does without suggestions." in page


def test_an_admin_switches_suggestions_off_and_on_in_the_settings(cast: Cast) -> None:
    client = signed_in(cast.admin)
    page = client.get("/projects/demo/settings/").content.decode()
    assert 'name="wants_suggestions"' in page
    answer = client.patch("/api/v1/projects/demo/", {"wants_suggestions": False}, content_type="application/json")
    assert answer.json()["wants_suggestions"] is False


def test_all_that_waits_is_handed_to_the_worker_at_once(cast: Cast) -> None:
    a_pair(cast)
    client = signed_in(cast.admin)
    assert "1 pair has no suggestions yet." in client.get(PAGE).content.decode()
    page = client.post(f"{PAGE}compute/", follow=True).content.decode()
    assert "The worker computes suggestions." in page
