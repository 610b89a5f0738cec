import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from pytest_django.fixtures import Settings

from annotation.services import change_project
from genomes.extraction import Place, Proposal, Proposals
from genomes.models import ExtractionPass, Genome, RawReply
from genomes.selectors import genome_gaps_of, genome_objects, genome_screen
from genomes.services import cancel_pass, reject_object, run_pass
from genomes.services.running import _store
from tests.cast import Cast
from tests.factories import a_genome, an_object
from tests.genomes.extraction.endpoint import DOWN, NOT_JSON, NOTHING, Endpoint, proposing, running_endpoint
from tests.genomes.extraction.making import a_pass, a_run_pass, candidates, endpoint_settings

pytestmark = pytest.mark.django_db
MISSED = "Small things in groups are missed."
GIVEN_UP = "The chain of parts is given up."
State = ExtractionPass.State


@pytest.fixture(scope="module")
def served() -> Iterator[Endpoint]:
    with running_endpoint() as endpoint:
        yield endpoint


@pytest.fixture
def language_model(cast: Cast, served: Endpoint, settings: Settings) -> Endpoint:
    """The stand-in, set up and allowed."""
    settings.EXTRACTION_ENDPOINT = endpoint_settings(served)
    settings.EXTRACTION_TOKEN_BUDGET = 100_000
    change_project(by=cast.admin, project=cast.project, may_send_texts=True)
    served.say(NOTHING)
    return served


@pytest.fixture
def genome(cast: Cast) -> Genome:
    return a_genome(cast, title="Finder", redistributable=True)


def test_a_pass_proposes_ghosts_with_checked_evidence(cast: Cast, genome: Genome) -> None:
    extraction = a_run_pass(genome, by=cast.annotator1)
    assert (extraction.state, extraction.parts_done, extraction.parts_total) == (State.DONE, 1, 1)
    found = candidates(genome)
    assert extraction.proposed == len(found) > 0
    first = found[0]
    assert (first.handle[0], first.type) == ("L", "limitation")
    row = first.evidence.get()
    assert genome.source_version.text[row.start : row.end] == row.quote == first.content
    assert (row.passage.kind, first.candidate.places) == ("sentence", [[row.start, row.end]])
    assert MISSED in {each.content for each in found}


def test_candidates_count_for_nothing_until_a_person_accepts_them(cast: Cast, genome: Genome) -> None:
    extraction = a_run_pass(genome, by=cast.annotator1)
    assert genome_objects(genome) == []
    codes = {fault.code: fault.message for fault in genome_gaps_of(genome)}
    assert codes["open_candidates"].startswith(str(extraction.proposed))


def test_run_again_a_pass_changes_nothing(cast: Cast, genome: Genome) -> None:
    extraction = a_run_pass(genome, by=cast.annotator1)
    run_pass(pass_id=extraction.pk)
    assert len(candidates(genome)) == extraction.proposed


def test_a_second_pass_proposes_no_place_twice_not_even_a_rejected_one(cast: Cast, genome: Genome) -> None:
    first = a_run_pass(genome, by=cast.annotator1)
    reject_object(by=cast.annotator1, idea_object=candidates(genome)[0])
    second = a_run_pass(genome, by=cast.annotator1)
    assert (second.proposed, second.repeated) == (0, first.proposed)


def test_a_candidate_that_overlaps_or_is_too_large_is_flagged(cast: Cast, genome: Genome) -> None:
    change_project(by=cast.admin, project=cast.project, object_length_limit=20)
    mine = an_object(genome, "in groups", by=cast.annotator1, type="limitation")
    a_run_pass(genome, by=cast.annotator1)
    genome = Genome.objects.select_related("source_version", "unit").get(pk=genome.pk)
    screen = genome_screen(cast.annotator1, cast.project, genome.paper, genome)
    (card,) = [each for each in screen.cards if each.content == MISSED]
    said = [flag.says for flag in card.flags]
    assert any(mine.handle in each for each in said)
    assert any("34 characters" in each for each in said)


def test_a_killed_pass_goes_on_after_the_parts_that_are_done(
    cast: Cast, genome: Genome, language_model: Endpoint, settings: Settings
) -> None:
    settings.EXTRACTION_ENDPOINT = endpoint_settings(language_model, part_characters=150)
    language_model.say(proposing(MISSED))
    extraction = a_run_pass(genome, by=cast.annotator1, provider="endpoint")
    assert extraction.parts_total > 2
    asked = len(language_model.asked)
    # as a worker leaves it that was killed before its last part
    ExtractionPass.objects.filter(pk=extraction.pk).update(state=State.RUNNING, parts_done=extraction.parts_total - 1)
    run_pass(pass_id=extraction.pk)
    extraction.refresh_from_db()
    assert (extraction.state, len(language_model.asked)) == (State.DONE, asked + 1)
    assert [each.content for each in candidates(genome)] == [f"The idea of {MISSED[:20]}"]


def test_a_part_that_two_workers_have_read_is_written_once(cast: Cast, genome: Genome) -> None:
    extraction = a_pass(genome, by=cast.annotator1)
    ExtractionPass.objects.filter(pk=extraction.pk).update(state=State.RUNNING)
    from genomes.extraction.cues import CueProvider
    from genomes.selectors.providers import document_of

    (part,) = CueProvider().parts(document_of(genome.source_version))
    proposals = Proposals((Proposal("Missed things.", (Place(5, 9),)),), unverifiable=2)
    _store(extraction.pk, part, proposals)
    _store(extraction.pk, part, proposals)
    extraction.refresh_from_db()
    assert (extraction.parts_done, extraction.proposed, extraction.unverifiable) == (1, 1, 2)
    assert len(candidates(genome)) == 1


@pytest.mark.django_db(transaction=True)
def test_a_pass_that_another_worker_has_in_hand_is_left_to_it(cast: Cast, genome: Genome) -> None:
    extraction = a_pass(genome, by=cast.annotator1)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(75103, %s)", [extraction.pk])
    other = threading.Thread(target=_in_another_session, args=(lambda: run_pass(pass_id=extraction.pk),))
    other.start()
    other.join()
    extraction.refresh_from_db()
    assert extraction.state == State.WAITING
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_unlock(75103, %s)", [extraction.pk])


def _in_another_session(call: Callable[[], Any]) -> None:
    try:
        call()
    finally:
        connection.close()


def test_every_reply_is_kept_and_tokens_are_counted(cast: Cast, genome: Genome, language_model: Endpoint) -> None:
    language_model.say(DOWN, NOT_JSON, proposing(MISSED, "An invented quote."))
    extraction = a_run_pass(genome, by=cast.annotator1, provider="endpoint")
    assert (extraction.state, extraction.proposed, extraction.unverifiable) == (State.DONE, 1, 1)
    assert (extraction.model, extraction.prompt_version, extraction.requests) == ("tiny", "v1", 3)
    assert (extraction.tokens_in, extraction.tokens_out) == (200, 40)
    replies = RawReply.objects.filter(extraction=extraction).values_list("attempt", "status", "fault")
    faults = [(attempt, status, fault.partition(":")[0]) for attempt, status, fault in replies]
    assert faults == [(1, 503, "busy"), (2, 200, "bad_json"), (3, 200, "")]


def test_an_endpoint_that_stays_down_fails_the_pass_with_its_status(
    cast: Cast, genome: Genome, language_model: Endpoint
) -> None:
    language_model.say(DOWN)
    extraction = a_run_pass(genome, by=cast.annotator1, provider="endpoint")
    assert (extraction.state, extraction.reason, extraction.reason_params) == (State.FAILED, "busy", {"status": 503})


def test_a_pass_without_any_reply_that_can_be_read_fails(cast: Cast, genome: Genome, language_model: Endpoint) -> None:
    language_model.say(NOT_JSON)
    extraction = a_run_pass(genome, by=cast.annotator1, provider="endpoint")
    assert (extraction.state, extraction.reason, extraction.parts_failed) == (State.FAILED, "nothing_usable", 1)


def test_a_part_that_fails_does_not_stop_the_others(
    cast: Cast, genome: Genome, language_model: Endpoint, settings: Settings
) -> None:
    settings.EXTRACTION_ENDPOINT = endpoint_settings(language_model, part_characters=200)
    language_model.say(NOT_JSON, NOT_JSON, proposing(MISSED, GIVEN_UP))
    extraction = a_run_pass(genome, by=cast.annotator1, provider="endpoint")
    assert (extraction.state, extraction.parts_failed) == (State.DONE, 1)
    assert extraction.proposed >= 1


def test_a_used_up_budget_stops_the_pass_and_keeps_what_it_has(
    cast: Cast, genome: Genome, language_model: Endpoint, settings: Settings
) -> None:
    settings.EXTRACTION_ENDPOINT = endpoint_settings(language_model, part_characters=200)
    settings.EXTRACTION_TOKEN_BUDGET = 1100  # one question of about 900 tokens and its answer
    language_model.say(proposing("Finder must find things while the scene still moves."))
    language_model.script[0] = _heavy(language_model.script[0])
    extraction = a_run_pass(genome, by=cast.annotator1, provider="endpoint")
    assert (extraction.state, extraction.reason) == (State.STOPPED, "budget")
    assert 0 < extraction.parts_done < extraction.parts_total
    assert len(candidates(genome)) == extraction.proposed == 1


def _heavy(said: Any) -> Any:
    from dataclasses import replace

    return replace(said, body=said.body.replace('"prompt_tokens": 100', '"prompt_tokens": 900'))


def test_a_pass_cancelled_while_it_runs_keeps_what_it_has_proposed(
    cast: Cast, genome: Genome, language_model: Endpoint, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EXTRACTION_ENDPOINT = endpoint_settings(language_model, part_characters=200)
    language_model.say(proposing("Finder must find things while the scene still moves."))
    extraction = a_pass(genome, by=cast.annotator1, provider="endpoint")

    def store_then_cancel(*given: Any) -> None:
        _store(*given)
        cancel_pass(by=cast.annotator1, extraction=extraction)

    monkeypatch.setattr("genomes.services.running._store", store_then_cancel)
    run_pass(pass_id=extraction.pk)
    extraction.refresh_from_db()
    assert (extraction.state, extraction.parts_done, len(candidates(genome))) == (State.CANCELLED, 1, 1)
    assert len(language_model.asked) == 1


def test_a_genome_handed_in_meanwhile_gets_no_candidates(cast: Cast) -> None:
    genome = a_genome(cast)
    extraction = a_pass(genome, by=cast.annotator1)
    Genome.objects.filter(pk=genome.pk).update(handed_in_at="2026-01-01T00:00Z", author=cast.annotator1)
    run_pass(pass_id=extraction.pk)
    extraction.refresh_from_db()
    assert (extraction.state, extraction.reason) == (State.STOPPED, "handed_in")
    assert candidates(genome) == []


def test_a_consent_withdrawn_after_the_start_holds(cast: Cast, genome: Genome, language_model: Endpoint) -> None:
    extraction = a_pass(genome, by=cast.annotator1, provider="endpoint")
    change_project(by=cast.admin, project=cast.project, may_send_texts=False)
    run_pass(pass_id=extraction.pk)
    extraction.refresh_from_db()
    assert (extraction.reason, language_model.asked) == ("not_allowed", [])


def test_a_fault_of_the_program_ends_the_pass_and_is_raised(
    cast: Cast, genome: Genome, monkeypatch: pytest.MonkeyPatch
) -> None:
    extraction = a_pass(genome, by=cast.annotator1)

    def broken(*_given: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("genomes.services.running._store", broken)
    with pytest.raises(ZeroDivisionError):
        run_pass(pass_id=extraction.pk)
    extraction.refresh_from_db()
    assert (extraction.state, extraction.reason) == (State.FAILED, "unexpected")


def test_a_raw_reply_cannot_be_changed(cast: Cast, genome: Genome, language_model: Endpoint) -> None:
    a_run_pass(genome, by=cast.annotator1, provider="endpoint")
    from django.db.utils import ProgrammingError

    with pytest.raises(ProgrammingError, match="Cannot update"):
        RawReply.objects.update(body="better")
