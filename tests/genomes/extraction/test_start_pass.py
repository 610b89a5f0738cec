import pytest
from pytest_django.fixtures import Settings

from annotation.refusal import Refused
from annotation.services import change_project
from genomes.models import ExtractionPass
from genomes.services import cancel_pass, start_passes
from tests.cast import Cast
from tests.factories import a_genome
from tests.genomes.extraction.endpoint import Endpoint
from tests.genomes.extraction.making import a_pass, endpoint_settings

pytestmark = pytest.mark.django_db


def codes(refusal: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [fault.code for fault in refusal.value.faults]


def test_several_types_are_several_passes(cast: Cast) -> None:
    genome = a_genome(cast)
    made = start_passes(by=cast.annotator1, genome=genome, types=["niche", "claim", "niche"], provider="cues")
    assert [(each.type, each.state, each.started_by) for each in made] == [
        ("niche", "waiting", cast.annotator1),
        ("claim", "waiting", cast.annotator1),
    ]


def test_one_pass_of_a_type_is_open_at_a_time(cast: Cast) -> None:
    genome = a_genome(cast)
    first = a_pass(genome, by=cast.annotator1)
    assert a_pass(genome, by=cast.admin) == first
    cancel_pass(by=cast.annotator1, extraction=first)
    assert a_pass(genome, by=cast.annotator1) != first


def test_who_neither_holds_the_genome_nor_is_admin_starts_none(cast: Cast) -> None:
    genome = a_genome(cast)
    with pytest.raises(Refused) as refusal:
        a_pass(genome, by=cast.annotator2)
    assert codes(refusal) == ["not_yours"]
    assert a_pass(genome, by=cast.admin).pk


def test_a_genome_that_is_handed_in_gets_no_pass(cast: Cast) -> None:
    genome = a_genome(cast, handed_in=True)
    with pytest.raises(Refused) as refusal:
        a_pass(genome, by=cast.admin)
    assert codes(refusal) == ["handed_in"]


@pytest.mark.parametrize("types", [[], ["poem"], ["niche", "poem"]])
def test_unknown_types_and_none_are_refused_together_with_an_unknown_provider(cast: Cast, types: list[str]) -> None:
    with pytest.raises(Refused) as refusal:
        start_passes(by=cast.annotator1, genome=a_genome(cast), types=types, provider="oracle")
    assert codes(refusal) == ["types", "provider"]


def test_a_text_leaves_the_house_only_where_it_is_set_up_allowed_and_free(cast: Cast, settings: Settings) -> None:
    genome = a_genome(cast, redistributable=False)

    def refused() -> list[str]:
        with pytest.raises(Refused) as refusal:
            a_pass(genome, by=cast.annotator1, provider="endpoint")
        return codes(refusal)

    assert refused() == ["endpoint_off"]
    settings.EXTRACTION_ENDPOINT = endpoint_settings(Endpoint(), base_url="http://127.0.0.1:9/v1")
    assert refused() == ["no_consent"]
    change_project(by=cast.admin, project=cast.project, may_send_texts=True)
    assert refused() == ["restricted_text"]
    change_project(by=cast.admin, project=cast.project, may_send_restricted_texts=True)
    assert a_pass(genome, by=cast.annotator1, provider="endpoint").model == "tiny"


def test_a_waiting_pass_is_cancelled_at_once_a_running_one_is_asked_to_end(cast: Cast) -> None:
    genome = a_genome(cast)
    waiting = cancel_pass(by=cast.annotator1, extraction=a_pass(genome, by=cast.admin))
    assert (waiting.state, waiting.finished_at is not None) == ("cancelled", True)
    running = a_pass(genome, by=cast.annotator1)
    ExtractionPass.objects.filter(pk=running.pk).update(state="running")
    asked = cancel_pass(by=cast.admin, extraction=running)
    assert (asked.state, asked.is_cancel_asked) == ("running", True)


def test_a_pass_that_has_ended_stays_as_it_is(cast: Cast) -> None:
    extraction = a_pass(a_genome(cast), by=cast.annotator1)
    ExtractionPass.objects.filter(pk=extraction.pk).update(state="done")
    assert cancel_pass(by=cast.annotator1, extraction=extraction).is_cancel_asked is False


def test_others_do_not_cancel(cast: Cast) -> None:
    extraction = a_pass(a_genome(cast), by=cast.annotator1)
    with pytest.raises(Refused) as refusal:
        cancel_pass(by=cast.annotator2, extraction=extraction)
    assert codes(refusal) == ["not_yours"]
