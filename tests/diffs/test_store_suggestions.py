"""The worker stores what is suggested, whole; what people take of it is noted, and nobody else's business."""

from typing import Any

import pytest
from celery import Celery
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from annotation.refusal import Refused
from annotation.services import change_project, claim_unit, release_unit
from config import celery_app
from diffs.checks import check_suggester
from diffs.models import DiffDraft, PaperPair, Suggestion, SuggestionTake
from diffs.selectors.suggestions import State, suggestions_of
from diffs.services import save_draft, submit_diff, suggest_pair, take_suggestion
from diffs.tasks import suggest_pair_task, suggest_project_task
from tests.cast import Cast
from tests.factories import a_genome, a_pair, an_answer, an_object


def read(pair: PaperPair) -> Any:
    return suggestions_of(PaperPair.objects.with_papers().get(pk=pair.pk))


def ends(pair: PaperPair, source: str = "M1", target: str = "M1") -> dict[str, str]:
    return {"source": f"{pair.source.paper.slug}:{source}", "target": f"{pair.target.paper.slug}:{target}"}


def signed_in(person: Any) -> Client:
    client = Client()
    client.force_login(person)
    return client


def test_each_source_gets_the_targets_of_its_type(cast: Cast) -> None:
    """GENOME has one object of each of four types, so each source has one target; its words are those of both."""
    pair = a_pair(cast)
    assert suggest_pair(pair_id=pair.pk) is True
    found = read(pair)
    assert found.state is State.READY
    assert [(each.source.rpartition(":")[2], each.target.rpartition(":")[2]) for each in found.suggestions] == [
        ("N1", "N1"), ("M1", "M1"), ("L1", "L1"), ("D1", "D1"),
    ]  # fmt: skip
    assert {each.rank for each in found.suggestions} == {1}
    assert found.provider == "words/1"
    mechanism = found.suggestions[1]
    assert {"regression", "treats"} <= set(mechanism.words)
    assert "one" not in mechanism.words


def test_six_targets_of_a_type_give_five_suggestions_in_their_order(cast: Cast) -> None:
    source, target = a_genome(cast, handed_in=True), a_genome(cast)
    for number in range(6):
        content = f"The chain of part {number} is slow." if number else "It treats finding as one regression."
        an_object(target, "A single network looks once at the whole scene.", by=cast.annotator1, content=content)
    target.handed_in_at = source.handed_in_at
    target.save(update_fields=["handed_in_at"])
    pair = a_pair(cast, source=source, target=target)
    suggest_pair(pair_id=pair.pk)
    found = [each for each in read(pair).suggestions if each.source.endswith(":M1")]
    assert [each.rank for each in found] == [1, 2, 3, 4, 5]
    # M1 says what the source says; the others share no word with its content and differ in a digit alone.
    assert found[0].target.endswith(":M1")
    assert found[0].score > found[1].score
    assert len({each.target for each in found}) == 5


def test_made_pairs_are_handed_to_the_worker_once_they_are_committed(
    cast: Cast, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks() as waiting:
        a_pair(cast)
    assert len(waiting) == 1
    change_project(by=cast.admin, project=cast.project, wants_suggestions=False)
    with django_capture_on_commit_callbacks() as waiting:
        a_pair(cast)
    assert waiting == []


def test_a_queue_that_is_away_keeps_nobody_from_making_pairs(
    cast: Cast, caplog: pytest.LogCaptureFixture, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    nowhere = Celery("nowhere", broker="redis://127.0.0.1:1/0", set_as_current=False)
    nowhere.conf.task_publish_retry = False
    nowhere.set_current()
    try:
        with django_capture_on_commit_callbacks(execute=True):
            pair = a_pair(cast)
    finally:
        celery_app.set_current()
    assert f"The queue does not answer; diffs.suggest_pair {pair.pk} waits" in caplog.text


def test_computed_again_nothing_changes_until_there_is_another_provider(cast: Cast) -> None:
    pair = a_pair(cast)
    suggest_pair(pair_id=pair.pk)
    rows = list(Suggestion.objects.values_list("pk", flat=True))
    assert suggest_pair(pair_id=pair.pk) is False
    assert list(Suggestion.objects.values_list("pk", flat=True)) == rows
    Suggestion.objects.update(provider="words/0")
    assert suggest_pair(pair_id=pair.pk) is True
    assert Suggestion.objects.count() == len(rows)
    assert set(Suggestion.objects.values_list("provider", flat=True)) == {"words/1"}


def test_a_pair_that_is_gone_and_a_project_without_suggestions_are_left_alone(cast: Cast) -> None:
    pair = a_pair(cast)
    assert suggest_pair(pair_id=0) is False
    change_project(by=cast.admin, project=cast.project, wants_suggestions=False)
    assert suggest_pair(pair_id=pair.pk) is False
    assert not Suggestion.objects.exists()
    assert read(pair).state is State.OFF


def test_a_provider_that_is_not_installed_is_told_on_the_screen_and_in_the_log(
    cast: Cast, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    pair = a_pair(cast)
    settings.SUGGESTIONS_PROVIDER = "embeddings"
    assert suggest_pair(pair_id=pair.pk) is False
    assert "sentence-transformers is not installed" in caplog.text
    assert read(pair).state is State.UNAVAILABLE
    settings.SUGGESTIONS_PROVIDER = "words"
    assert read(pair).state is State.FAILED
    cache.clear()
    suggest_pair(pair_id=pair.pk)
    assert read(pair).state is State.READY


def test_settings_that_name_what_is_not_there_are_told_before_anything_starts(settings: Settings) -> None:
    assert check_suggester() == []
    settings.SUGGESTIONS_PROVIDER = "embeddings"
    (error,) = check_suggester()
    assert "sentence-transformers is not installed" in error.msg


def test_without_a_worker_the_screen_says_so(cast: Cast) -> None:
    pair = a_pair(cast)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    answer = signed_in(cast.annotator1).get(f"/projects/demo/pairs/{pair.pk}/suggestions/").json()
    assert (answer["state"], answer["suggestions"]) == ("no_worker", [])
    assert "No worker is running" in answer["said"]


def test_all_pairs_of_a_project_are_asked_for_at_once(cast: Cast) -> None:
    """One waits, one has another provider's list, and the third is up to date."""
    first, second, third = (a_genome(cast, handed_in=True) for _each in range(3))
    ends = ((first, second), (second, third), (first, third))
    pairs = [a_pair(cast, source=source, target=target) for source, target in ends]
    for pair in pairs[:2]:
        suggest_pair(pair_id=pair.pk)
    Suggestion.objects.filter(pair=pairs[0]).update(provider="words/0")
    suggest_pair_task.app.conf.task_always_eager = True  # the tasks that it sends run here, at once
    try:
        suggest_project_task(cast.project.pk)
    finally:
        suggest_pair_task.app.conf.task_always_eager = False
    assert not PaperPair.objects.filter(suggested_at=None).exists()
    assert set(Suggestion.objects.values_list("provider", flat=True)) == {"words/1"}


@pytest.fixture
def held(cast: Cast) -> PaperPair:
    """A pair with suggestions that both annotators hold."""
    pair = a_pair(cast)
    suggest_pair(pair_id=pair.pk)
    for person in (cast.annotator1, cast.annotator2):
        claim_unit(person=person, unit=pair.unit)
    return pair


def test_a_take_is_noted_once_with_the_rank_that_it_had(cast: Cast, held: PaperPair) -> None:
    client = signed_in(cast.annotator1)
    address = f"/projects/demo/pairs/{held.pk}/suggestions/take/"
    for _twice in range(2):
        assert client.post(address, ends(held), content_type="application/json").status_code == 204
    take = SuggestionTake.objects.get()
    assert (take.person, take.source_object.handle, take.target_object.handle) == (cast.annotator1, "M1", "M1")
    assert (take.rank, take.provider) == (1, "words/1")
    assert not DiffDraft.objects.exists()  # the answer is the draft's matter: nothing is accepted by being noted


@pytest.mark.parametrize(
    "body",
    [{}, [], "M1", {"source": "M1"}, {"source": 1, "target": 2}, {"source": "x:M1", "target": "y:M1"},
     {"source": "", "target": ""}, {"source": "a\u0000:M1", "target": "b:M1"}],
)  # fmt: skip
def test_what_is_no_suggestion_is_not_noted(cast: Cast, held: PaperPair, body: Any) -> None:
    client = signed_in(cast.annotator1)
    address = f"/projects/demo/pairs/{held.pk}/suggestions/take/"
    answer = client.post(address, body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["faults"]
    assert not SuggestionTake.objects.exists()


def test_two_objects_that_are_not_suggested_for_one_another_are_refused(cast: Cast, held: PaperPair) -> None:
    with pytest.raises(Refused, match="is not suggested for"):
        take_suggestion(by=cast.annotator1, pair=held, **ends(held, "M1", "L1"))


def test_only_who_labels_the_pair_takes(cast: Cast, held: PaperPair) -> None:
    with pytest.raises(Refused, match="You do not hold this pair"):
        take_suggestion(by=cast.admin, pair=held, **ends(held))
    release_unit(person=cast.annotator2, unit=held.unit)
    with pytest.raises(Refused, match="You do not hold this pair"):
        take_suggestion(by=cast.annotator2, pair=held, **ends(held))


def test_a_take_that_comes_late_from_a_lost_network_is_noted_after_the_submission(cast: Cast, held: PaperPair) -> None:
    submit_diff(by=cast.annotator1, pair=held, payload=an_answer(held))
    take_suggestion(by=cast.annotator1, pair=held, **ends(held))
    assert SuggestionTake.objects.count() == 1


def test_a_take_by_one_changes_nothing_that_the_other_sees(cast: Cast, held: PaperPair) -> None:
    client = signed_in(cast.annotator2)
    save_draft(by=cast.annotator2, pair=held, payload={"rationale": "mine"}, revision=0)
    places = [
        f"/projects/demo/pairs/{held.pk}/",
        f"/projects/demo/pairs/{held.pk}/suggestions/",
        f"/api/v1/projects/demo/pairs/{held.pk}/suggestions/",
        f"/api/v1/projects/demo/pairs/{held.pk}/",
    ]
    before = [client.get(place).content for place in places[1:]]
    take_suggestion(by=cast.annotator1, pair=held, **ends(held))
    assert [client.get(place).content for place in places[1:]] == before
    take_suggestion(by=cast.annotator2, pair=held, **ends(held))  # nor is it in the way of their own
    assert SuggestionTake.objects.count() == 2
