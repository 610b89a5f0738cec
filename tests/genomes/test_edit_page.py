"""Editing on the genome screen, with scripts (fragments) and without (pages and redirects)."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Assignment
from genomes.models import Genome, IdeaObject
from tests.cast import Cast
from tests.factories import a_genome, a_paper, an_object, evidence

QUOTE = "A single network looks once at the whole scene."
HTMX = {"HX-Request": "true"}


@pytest.fixture
def genome(cast: Cast, client: Client) -> Genome:
    client.force_login(cast.annotator1)
    return a_genome(cast)


def address(name: str, genome: Genome, *more: Any) -> str:
    return reverse(f"genomes:{name}", args=["demo", genome.paper.slug, *more])


def fields(genome: Genome, **changes: Any) -> dict[str, Any]:
    """What the form sends."""
    return {
        "type": "mechanism",
        "content": "One look",
        "contribution_role": "driver",
        "constraint": "",
        "lineage_relevant": "on",
        "evidence": [json.dumps(evidence(genome, QUOTE))],
        **changes,
    }


def test_a_new_object_comes_back_as_the_list_and_the_changed_passage(client: Client, genome: Genome) -> None:
    answer = client.post(address("objects", genome), fields(genome), headers=HTMX)
    made = IdeaObject.objects.get()
    page = answer.content.decode()
    assert answer.status_code == 200
    assert json.loads(answer.headers["HX-Trigger-After-Settle"]) == {
        "object:saved": {"id": made.pk, "handle": "M1", "did": "save"}
    }
    assert f'id="object-{made.pk}"' in page
    # only the passage that holds the new mark is sent anew
    assert page.count('class="passage"') == 1
    assert f'data-object="{made.pk}"' in page
    assert 'id="genome-actions"' in page


def test_without_scripts_a_saved_object_leads_back_to_the_page(client: Client, genome: Genome) -> None:
    answer = client.post(address("objects", genome), fields(genome))
    made = IdeaObject.objects.get()
    assert answer.status_code == 302
    assert answer.headers["Location"].endswith(f"#object-{made.pk}")
    assert (made.contribution_role, made.lineage_relevant) == ("driver", True)


def test_a_refused_form_keeps_what_was_typed_and_names_every_fault(client: Client, genome: Genome) -> None:
    bad = [json.dumps({"start": 999999, "end": -5, "quote": "x"}), "not json"]
    answer = client.post(address("objects", genome), fields(genome, content=" ", type="", evidence=bad), headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert answer.headers["HX-Retarget"] == "#editor"
    assert "start (999999) lies outside the text" in page
    assert "end (-5) lies outside the text" in page
    assert "must be one of" in page
    assert "not json" in page


def test_a_conflict_shows_what_stands_and_the_second_save_wins(client: Client, genome: Genome) -> None:
    made = an_object(genome, QUOTE, by=genome.unit.assignments.get().person)
    client.post(address("object", genome, made.pk), fields(genome, content="There", revision=1), headers=HTMX)
    answer = client.post(address("object", genome, made.pk), fields(genome, content="Here", revision=1), headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "There" in page
    assert "Here" in page
    assert 'name="revision" value="2"' in page
    again = client.post(address("object", genome, made.pk), fields(genome, content="Here", revision=2), headers=HTMX)
    made.refresh_from_db()
    assert (again.status_code, made.content, made.revision) == (200, "Here", 3)


def test_the_form_of_an_object_opens_without_scripts_too(cast: Cast, client: Client, genome: Genome) -> None:
    made = an_object(genome, QUOTE, by=cast.annotator1, constraint="on a grid")
    fragment = client.get(address("object", genome, made.pk), headers=HTMX).content.decode()
    assert "on a grid" in fragment
    assert "<html" not in fragment
    answer = client.get(address("object", genome, made.pk))
    assert answer.status_code == 302
    page = client.get(answer.headers["Location"]).content.decode()
    assert "on a grid" in page
    assert f'data-object-id="{made.pk}"' in page


def test_evidence_that_is_unticked_goes_and_the_rest_stays(cast: Cast, client: Client, genome: Genome) -> None:
    made = an_object(
        genome,
        QUOTE,
        by=cast.annotator1,
        evidence=[evidence(genome, QUOTE), evidence(genome, "Small things in groups are missed.")],
    )
    client.post(address("object", genome, made.pk), fields(genome, revision=1))
    assert [row.quote for row in made.evidence.all()] == [QUOTE]


def test_an_object_is_rejected_with_a_reason_and_restored(cast: Cast, client: Client, genome: Genome) -> None:
    made = an_object(genome, QUOTE, by=cast.annotator1)
    answer = client.post(address("reject", genome, made.pk), {"reason": "no idea"}, headers=HTMX)
    page = answer.content.decode()
    made.refresh_from_db()
    assert (made.state, made.reject_reason) == ("rejected", "no idea")
    assert "no idea" in page
    assert f'data-object="{made.pk}"' not in page  # its mark is gone from the text
    client.post(address("restore", genome, made.pk))
    made.refresh_from_db()
    assert made.state == "accepted"


def test_metadata_is_kept_apart(cast: Cast, client: Client, genome: Genome) -> None:
    sent = fields(genome)
    del sent["lineage_relevant"]
    client.post(address("objects", genome), sent)
    assert not IdeaObject.objects.get().lineage_relevant
    assert "Kept as metadata" in client.get(address("paper", genome)).content.decode()


def test_handing_in_too_early_lists_all_that_is_missing_as_links(cast: Cast, client: Client, genome: Genome) -> None:
    an_object(genome, QUOTE, by=cast.annotator1, type="claim")
    answer = client.post(address("hand-in", genome))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert page.count('<li><a href="#objects-title">No ') == 3
    assert Genome.objects.get().handed_in_at is None


def test_a_handed_in_genome_is_read_only(cast: Cast, client: Client) -> None:
    genome = a_genome(cast, handed_in=True)
    client.force_login(cast.annotator1)
    page = client.get(address("paper", genome)).content.decode()
    assert "data-object-card" in page
    assert "<textarea" not in page
    assert 'data-can-edit="false"' in page
    answer = client.post(address("objects", genome), fields(genome), headers=HTMX)
    assert answer.status_code == 422
    assert "can no longer be changed" in answer.content.decode()


def test_nothing_of_a_genome_in_work_is_shown_to_others(cast: Cast, client: Client, genome: Genome) -> None:
    made = an_object(genome, QUOTE, by=cast.annotator1, content="A secret idea")
    for person in (cast.annotator2, cast.adjudicator):
        client.force_login(person)
        page = client.get(address("paper", genome)).content.decode()
        assert "A secret idea" not in page
        assert "annotator1" not in page
        assert f"object-{made.pk}" not in page
        assert "data-object=" not in page
        listing = client.get(reverse("genomes:papers", args=["demo"])).content.decode()
        assert "annotator1" not in listing


def test_an_annotator_takes_a_free_genome(cast: Cast, client: Client) -> None:
    paper = a_paper(cast)
    client.force_login(cast.annotator2)
    page = reverse("genomes:paper", args=["demo", paper.slug])
    assert "Take this genome" in client.get(page).content.decode()
    client.post(reverse("genomes:take", args=["demo", paper.slug]))
    assert Assignment.objects.get().person == cast.annotator2
    assert 'data-can-edit="true"' in client.get(page).content.decode()


def test_limitations_of_other_papers_are_found_by_words(cast: Cast, client: Client, genome: Genome) -> None:
    other = a_genome(cast, author=cast.annotator2, handed_in=True, title="Older finder")
    hidden = a_genome(cast, author=cast.annotator2)
    an_object(hidden, "Small things in groups are missed.", by=cast.annotator2, type="limitation")
    found = client.get(address("limitations", genome), {"q": "small groups"}).content.decode()
    assert found.count("<li>") == 1
    assert f'value="{other.paper.slug}:L1"' in found
    assert "<li>" not in client.get(address("limitations", genome), {"q": "nowhere"}).content.decode()


def test_an_older_version_is_addressed_by_its_number(cast: Cast, client: Client) -> None:
    paper = a_paper(cast, text="Look\n\nFirst words.", slug="look")
    a_paper(cast, text="Look\n\nSecond words.", slug="look")
    client.force_login(cast.annotator1)
    page = reverse("genomes:paper", args=["demo", paper.slug])
    assert "Second words." in client.get(page).content.decode()
    assert "First words." in client.get(page, {"version": 1}).content.decode()
    assert client.get(page, {"version": 7}).status_code == 404
    client.post(reverse("genomes:take", args=["demo", paper.slug]) + "?version=1")
    assert "First words." in client.get(page).content.decode()  # what one holds comes first
