"""A paper gets a new text: its objects are carried over, and what is not found word for word waits for a person."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from annotation.refusal import Refused
from annotation.services import claim_unit
from genomes.models import CarriedEvidence, Genome, IdeaObject
from genomes.rules import FlagCode, flags
from genomes.selectors import facts_of, genome_gaps_of
from genomes.selectors.carrying import carried_of
from genomes.services import (
    confirm_place,
    drop_place,
    hand_in_genome,
    import_document,
    reject_object,
    save_object,
)
from tests.cast import Cast
from tests.factories import a_genome, an_object, evidence

NICHE = "Finders must find things while the scene still moves."
DRIVER = "The finder treats finding as one regression over the whole scene."
LIMIT = "Small things that stand in groups are often missed by it."
OLD = f"# Finders\n\n{NICHE}\n\n{DRIVER} {LIMIT}\n\nThe end.\n"
# The niche moved, the driver was reworded, the limitation is gone.
NEW = (
    f"# Finders\n\nA preface of this version.\n\n{NICHE}\n\n{DRIVER.replace('treats', 'now treats the')}\n\nAll else.\n"
)


def an_old_genome(cast: Cast) -> Genome:
    genome = a_genome(cast, text=OLD, slug="finders")
    an_object(genome, NICHE, by=cast.annotator1, type="niche")
    an_object(genome, DRIVER, by=cast.annotator1, contribution_role="driver")
    an_object(genome, LIMIT, by=cast.annotator1, type="limitation", constraint="in crowds")
    repairs = ["finders:L1"]
    an_object(genome, NICHE, by=cast.annotator1, type="delta", content="It answers crowds", repairs=repairs)
    rejected = an_object(genome, "The end.", by=cast.annotator1, type="claim")
    reject_object(by=cast.annotator1, idea_object=rejected, reason="nothing said")
    return genome


def a_new_text(cast: Cast, text: str = NEW) -> Genome:
    imported = import_document(
        by=cast.admin, project=cast.project, data=text.encode(), filename="new.md", slug="finders"
    )
    genome: Genome = Genome.objects.select_related("source_version__paper__project", "unit").get(
        source_version=imported.version
    )
    return genome


@pytest.fixture
def genome(cast: Cast) -> Genome:
    """The genome of the new text, in the hands of annotator1."""
    an_old_genome(cast)
    new = a_new_text(cast)
    claim_unit(person=cast.annotator1, unit=new.unit)
    return new


def by_handle(genome: Genome) -> dict[str, IdeaObject]:
    return {each.handle: each for each in genome.objects_all.prefetch_related("evidence", "repairs")}


def row_of(genome: Genome, handle: str) -> CarriedEvidence:
    return CarriedEvidence.objects.select_related("idea_object__genome").get(
        idea_object__genome=genome, idea_object__handle=handle
    )


def test_objects_keep_handle_words_and_repairs_and_rejected_ones_stay_behind(cast: Cast, genome: Genome) -> None:
    found = by_handle(genome)
    assert sorted(found) == ["D1", "L1", "M1", "N1"]
    assert (found["L1"].constraint, found["M1"].contribution_role) == ("in crowds", "driver")
    assert found["D1"].repairs.get() == found["L1"]
    assert found["N1"].carried_from.genome_id != genome.pk
    assert genome.operations.get().kind == "carry"


def test_what_stands_word_for_word_is_taken(cast: Cast, genome: Genome) -> None:
    place = by_handle(genome)["N1"].evidence.get()
    text = genome.source_version.text
    assert (place.quote, text[place.start : place.end], place.is_confirmed) == (NICHE, NICHE, True)
    assert row_of(genome, "N1").outcome == "exact"


def test_what_is_only_alike_is_proposed_and_flagged_until_a_person_confirms_it(cast: Cast, genome: Genome) -> None:
    driver = by_handle(genome)["M1"]
    assert not driver.evidence.get().is_confirmed
    assert FlagCode.UNCONFIRMED_ANCHOR in [flag.code for flag in flags(facts_of(driver), [])]
    confirm_place(by=cast.annotator1, carried=row_of(genome, "M1"))
    driver = by_handle(genome)["M1"]
    assert driver.evidence.get().is_confirmed
    assert FlagCode.UNCONFIRMED_ANCHOR not in [flag.code for flag in flags(facts_of(driver), [])]
    assert genome.operations.last().kind == "confirm"
    with pytest.raises(Refused, match="settled already"):
        drop_place(by=cast.annotator1, carried=row_of(genome, "M1"))


def test_what_is_gone_is_an_orphan_that_keeps_the_genome_from_being_handed_in(cast: Cast, genome: Genome) -> None:
    assert not by_handle(genome)["L1"].evidence.exists()
    assert [place.row.idea_object.handle for place in carried_of(genome).orphans] == ["L1"]
    assert "L1.evidence" in [fault.field for fault in genome_gaps_of(genome)]
    with pytest.raises(Refused, match="No place is proposed"):
        confirm_place(by=cast.annotator1, carried=row_of(genome, "L1"))
    with pytest.raises(Refused):
        hand_in_genome(by=cast.annotator1, genome=genome)


def with_place(genome: Genome, handle: str, quote: str) -> dict[str, Any]:
    """The object as its form sends it, resting on `quote`."""
    each = by_handle(genome)[handle]
    return {
        "type": each.type,
        "content": each.content,
        "constraint": each.constraint,
        "contribution_role": each.contribution_role,
        "evidence": [evidence(genome, quote)],
        "revision": each.revision,
    }


@pytest.mark.parametrize("handle", ["L1", "M1"])
def test_another_place_that_a_person_chooses_settles_it(cast: Cast, genome: Genome, handle: str) -> None:
    payload = with_place(genome, handle, "All else.")
    save_object(by=cast.annotator1, genome=genome, payload=payload, idea_object=by_handle(genome)[handle])
    assert row_of(genome, handle).decision == "replaced"
    assert by_handle(genome)[handle].evidence.get().is_confirmed


def test_other_changes_settle_nothing(cast: Cast, genome: Genome) -> None:
    place = by_handle(genome)["M1"].evidence.get()
    payload = {**with_place(genome, "M1", place.quote), "content": "One regression"}
    save_object(by=cast.annotator1, genome=genome, payload=payload, idea_object=by_handle(genome)["M1"])
    assert row_of(genome, "M1").decision == "open"
    assert not by_handle(genome)["M1"].evidence.get().is_confirmed


def test_dropped_evidence_is_gone_with_its_proposal(cast: Cast, genome: Genome) -> None:
    drop_place(by=cast.annotator1, carried=row_of(genome, "M1"))
    drop_place(by=cast.annotator1, carried=row_of(genome, "L1"))
    assert not by_handle(genome)["M1"].evidence.exists()
    assert carried_of(genome).waiting == 0


def test_the_same_objects_are_never_carried_twice(cast: Cast, genome: Genome) -> None:
    third = a_new_text(cast, NEW + "\nOne more line.\n")
    assert sorted(by_handle(third)) == ["D1", "L1", "M1", "N1"]
    assert CarriedEvidence.objects.filter(idea_object__genome=third).count() == 3  # the orphan has none to carry
    again = import_document(by=cast.admin, project=cast.project, data=NEW.encode(), filename="again.md")
    assert not again.is_new


def test_nobody_but_its_holder_settles_it(cast: Cast, genome: Genome) -> None:
    with pytest.raises(Refused):
        confirm_place(by=cast.annotator2, carried=row_of(genome, "M1"))
    assert row_of(genome, "M1").decision == "open"


def test_the_page_shows_old_and_new_words_and_settles(
    cast: Cast, client: Client, genome: Genome, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(cast.annotator1)
    address = f"{reverse('genomes:carried', args=['demo', 'finders'])}?version=2"
    assert "2 places to look at" in client.get(reverse("genomes:paper", args=["demo", "finders"])).content.decode()
    with django_assert_max_num_queries(12):
        page = client.get(address).content.decode()
    assert "<ins>now " in page
    assert f"<del>{LIMIT}</del>" in page
    assert "Nothing alike stands there." in page
    for name, handle in (("carried-confirm", "M1"), ("carried-drop", "L1")):
        row = row_of(genome, handle)
        client.post(f"{reverse(f'genomes:{name}', args=['demo', 'finders', row.pk])}?version=2")
    assert "Nothing waits" in client.get(address).content.decode()


def test_programs_read_and_settle_it(cast: Cast, client: Client, genome: Genome) -> None:
    client.force_login(cast.annotator1)
    rows = client.get(reverse("api:genome-carried", args=["demo", "finders"])).json()
    assert [(row["handle"], row["outcome"], row["new"] is None) for row in rows] == [
        ("M1", "proposed", False),
        ("L1", "orphan", True),
    ]
    answer = client.post(reverse("api:carried-confirm", args=["demo", rows[0]["id"]]))
    assert (answer.status_code, answer.json()["decision"]) == (200, "confirmed")


def test_what_the_old_text_said_stays_on_record_when_its_object_changes(cast: Cast, genome: Genome) -> None:
    old = row_of(genome, "L1").source
    assert old is not None
    old.delete()
    (orphan,) = carried_of(genome).orphans
    assert orphan.old.quote == LIMIT
