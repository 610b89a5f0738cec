"""The case's form: it composes the gold answer, row by row, and says what is missing. No scripts are needed."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from adjudication.models import CaseDraft, Resolution
from adjudication.services import claim_case
from annotation.services import add_member, create_account
from diffs.models import PaperPair
from diffs.services import create_pair
from tests.adjudication.making import METHOD, NICHE, a_dispute, a_pair, an_answer, letter_of, lost_driver, moved, submit
from tests.cast import Cast

pytestmark = pytest.mark.django_db
WHY: dict[str, Any] = {"reason_code": "rule_misread", "rationale": "The text says so."}


def url(pair: PaperPair, name: str = "case") -> str:
    return reverse(f"adjudication:{name}", args=[pair.project.slug, pair.pk])


def signed_in(cast: Cast) -> Client:
    client = Client()
    client.force_login(cast.adjudicator)
    return client


def decide(cast: Cast, pair: PaperPair, **fields: Any) -> Any:
    return signed_in(cast).post(url(pair, "resolve"), {"outcome": "resolved", **WHY, **fields})


def taken(cast: Cast, *answers: dict[str, Any], pair: PaperPair | None = None) -> PaperPair:
    pair = a_dispute(cast, *answers, pair=pair)
    claim_case(by=cast.adjudicator, pair=pair)
    return pair


def text(response: Any) -> str:
    return str(response.content.decode())


def test_viewing_takes_and_decides_nothing(cast: Cast) -> None:
    pair = a_dispute(cast)
    response = signed_in(cast).get(url(pair))
    assert "Take this case" in text(response)
    assert not hasattr(PaperPair.objects.get(pk=pair.pk), "case")
    assert not Resolution.objects.exists()


def test_choosing_one_side_in_every_row_makes_its_answer_gold_with_its_words(cast: Cast) -> None:
    pair = taken(cast)
    letter = letter_of(pair, cast.annotator2)
    response = decide(cast, pair, **{"choice.dynamics": letter, "choice.ecology": letter})
    assert response.headers["Location"] == reverse("adjudication:queue", args=[cast.project.slug])
    resolution = Resolution.objects.get()
    assert resolution.answer["dynamics"] == "adaptive_radiation"
    assert resolution.answer["rationale"] == "It moved to another field."
    assert resolution.answer["confidence"] == 60
    assert resolution.rationale == WHY["rationale"]


def test_after_a_decision_the_next_case_opens(cast: Cast) -> None:
    pair, following = taken(cast), a_dispute(cast)
    response = decide(cast, pair, outcome="excluded")
    assert response.headers["Location"] == url(following)
    assert following.case.adjudicator == cast.adjudicator


def test_rows_from_two_sides_are_put_together(cast: Cast) -> None:
    pair = a_pair(cast)
    taken(cast, an_answer(pair), moved(pair, transition_driver=f"{pair.source.paper.slug}:M1"), pair=pair)
    one, two = letter_of(pair, cast.annotator1), letter_of(pair, cast.annotator2)
    choices = {"choice.dynamics": two, "choice.ecology": two, "choice.transition_driver": one}
    assert decide(cast, pair, **choices).status_code == 302
    answer = Resolution.objects.get().answer
    assert answer["dynamics"] == "adaptive_radiation"
    assert answer["transition_driver"] == f"{pair.target.paper.slug}:D1"


def test_links_follow_the_fate_of_their_source(cast: Cast) -> None:
    pair = a_pair(cast)
    taken(cast, an_answer(pair), lost_driver(pair), pair=pair)
    old, new = pair.source.paper.slug, pair.target.paper.slug
    rows = ("dynamics", "driver_continuity", f"fates[{old}:M1]", f"origins[{new}:M1]")
    kept = letter_of(pair, cast.annotator1)
    assert decide(cast, pair, **{f"choice.{row}": kept for row in rows}).status_code == 302
    assert {edge["source"] for edge in Resolution.objects.get().answer["alignments"]} == {f"{old}:N1", f"{old}:M1"}


def test_a_mixture_that_contradicts_itself_is_refused_with_each_place(cast: Cast) -> None:
    pair = a_pair(cast)
    taken(cast, an_answer(pair), lost_driver(pair), pair=pair)
    old, new = pair.source.paper.slug, pair.target.paper.slug
    kept, lost = letter_of(pair, cast.annotator1), letter_of(pair, cast.annotator2)
    choices = {"dynamics": kept, "driver_continuity": kept, f"fates[{old}:M1]": kept, f"origins[{new}:M1]": lost}
    response = decide(cast, pair, **{f"choice.{row}": chosen for row, chosen in choices.items()})
    assert response.status_code == 422
    # M1 of the successor is linked by its source's fate, and novel by its own origin.
    assert "is marked as novel, but it is linked to a source" in text(response)
    assert "The text says so." in text(response)
    assert not Resolution.objects.exists()


def test_rows_without_a_choice_and_missing_words_are_all_named(cast: Cast) -> None:
    pair = taken(cast)
    response = decide(cast, pair, reason_code="", rationale="")
    for said in ("Dynamics: choose a label", "Ecology: choose a label", "choose a reason", "Write the rationale"):
        assert said in text(response)


def test_neither_in_every_row_decides_the_pair_as_neither(cast: Cast) -> None:
    pair = taken(cast)
    assert decide(cast, pair, **{"choice.dynamics": "neither", "choice.ecology": "neither"}).status_code == 302
    assert Resolution.objects.get().outcome == "neither"


def test_an_own_answer_to_the_dynamics_carries_the_adjudicator_s_words(cast: Cast) -> None:
    pair = taken(cast)
    own = {
        "choice.dynamics": "own",
        "own.dynamics": "mutation",
        "own.confidence": "70",
        "choice.ecology": "own",
        "own.ecology": "adjacent",
    }
    assert decide(cast, pair, **own).status_code == 302
    resolution = Resolution.objects.get()
    assert (resolution.answer["rationale"], resolution.answer["confidence"]) == (WHY["rationale"], 70)
    assert resolution.answer["ecology"] == "adjacent"
    # Everybody's evidence, each place once: both labels cite the same two sentences.
    assert len(resolution.answer["evidence"]) == 2
    assert resolution.choices == {"dynamics": "own", "ecology": "own"}


def test_an_own_fate_takes_its_links_and_their_evidence_from_the_objects(cast: Cast) -> None:
    pair = a_pair(cast)
    taken(cast, an_answer(pair), lost_driver(pair), pair=pair)
    old, new = pair.source.paper.slug, pair.target.paper.slug
    fate, kept = f"fates[{old}:M1]", letter_of(pair, cast.annotator1)
    own = {
        "choice.dynamics": kept,
        "choice.driver_continuity": "own",
        "own.driver_continuity": "mutated",
        f"choice.{fate}": "own",
        f"own.{fate}": "mutated",
        f"own.{fate}.targets": [f"{new}:M1"],
        f"own.{fate}.similarity": "One pass in both, with other anchors.",
        f"choice.origins[{new}:M1]": kept,
    }
    assert decide(cast, pair, **own).status_code == 302
    edges = Resolution.objects.get().answer["alignments"]
    made = next(edge for edge in edges if edge["source"] == f"{old}:M1")
    assert made["similarity"] == "One pass in both, with other anchors."
    assert made["source_evidence"][0]["quote"] == METHOD.format(title=pair.source.paper.title)


def test_an_own_sentence_of_transition_is_found_in_the_text_or_refused(cast: Cast) -> None:
    pair = a_pair(cast)
    sentence = NICHE.format(title=pair.target.paper.title)
    start = pair.target.source_version.text.index(sentence)
    shown = {"paper": pair.target.paper.slug, "start": start, "end": start + len(sentence), "quote": sentence}
    taken(cast, lost_driver(pair), lost_driver(pair, transition_evidence=[shown], dynamics="speciation"), pair=pair)
    letter, field = letter_of(pair, cast.annotator2), "own.transition_evidence"
    own = {"choice.dynamics": letter, "choice.transition_evidence": "own", field: "quote"}
    wrong = decide(
        cast, pair, **own, **{f"{field}.paper": pair.target.paper.slug, f"{field}.quote": "Nobody wrote this."}
    )
    assert wrong.status_code == 422
    assert "The text has this sentence 0 times, not once." in text(wrong)
    found = METHOD.format(title=pair.target.paper.title)
    right = {f"{field}.paper": pair.target.paper.slug, f"{field}.quote": found}
    assert decide(cast, pair, **own, **right).status_code == 302
    assert Resolution.objects.get().answer["transition_evidence"][0]["quote"] == found


def test_three_labels_stand_side_by_side_and_the_third_can_be_chosen(cast: Cast) -> None:
    cast.project.overlap = 3
    cast.project.save(update_fields=["overlap"])
    pair = a_pair(cast)
    assert pair.unit.overlap == 3
    from annotation.services import add_member, create_account

    third = create_account(by=None, username="annotator3")
    add_member(by=cast.admin, project=cast.project, user=third, role="annotator")
    submit(pair, third, lost_driver(pair))
    taken(cast, an_answer(pair), moved(pair), pair=pair)
    page = text(signed_in(cast).get(url(pair)))
    assert all(f'id="answer-{letter}"' in page for letter in "abc")
    letter = letter_of(pair, third)
    old, new = pair.source.paper.slug, pair.target.paper.slug
    rows = ("dynamics", "ecology", "driver_continuity", f"fates[{old}:M1]", f"origins[{new}:M1]")
    assert decide(cast, pair, **{f"choice.{row}": letter for row in rows}).status_code == 302
    assert Resolution.objects.get().answer["dynamics"] == "niche_competition"


def test_an_agreed_row_is_open_to_an_own_answer(cast: Cast) -> None:
    pair = taken(cast)
    letter = letter_of(pair, cast.annotator1)
    own = {"choice.transition_driver": "own", "own.transition_driver": f"{pair.source.paper.slug}:M1"}
    assert decide(cast, pair, **{"choice.dynamics": letter, "choice.ecology": letter}, **own).status_code == 302
    resolution = Resolution.objects.get()
    assert resolution.answer["transition_driver"] == f"{pair.source.paper.slug}:M1"
    assert resolution.choices["transition_driver"] == "own"


def save(cast: Cast, pair: PaperPair, payload: Any, revision: Any = 0) -> Any:
    body = json.dumps({"revision": revision, "payload": payload})
    return signed_in(cast).put(url(pair, "draft"), body, content_type="application/json")


def test_a_draft_comes_back_on_the_page_and_says_what_is_missing(cast: Cast) -> None:
    pair = taken(cast)
    saved = save(cast, pair, {"choice.dynamics": "a", "rationale": "Half a thought"})
    assert saved.json()["revision"] == 1
    assert "Half a thought" in text(signed_in(cast).get(url(pair)))
    missing = text(signed_in(cast).get(url(pair, "missing")))
    assert "Ecology: choose a label" in missing
    assert "Dynamics: choose a label" not in missing


def test_a_second_tab_gets_the_saved_draft_to_choose_from(cast: Cast) -> None:
    pair = taken(cast)
    save(cast, pair, {"choice.dynamics": "a"})
    conflict = save(cast, pair, {"choice.dynamics": "b"})
    assert conflict.status_code == 409
    assert (conflict.json()["payload"], conflict.json()["revision"]) == ({"choice.dynamics": "a"}, 1)


@pytest.mark.parametrize("body", ["", "[]", '{"payload": {}}', '{"payload": [], "revision": 0}'])
def test_a_draft_that_is_none_is_refused(cast: Cast, body: str) -> None:
    pair = taken(cast)
    response = signed_in(cast).put(url(pair, "draft"), body, content_type="application/json")
    assert response.status_code == 400
    assert response.json()["faults"]
    assert not CaseDraft.objects.exists()


def test_a_pair_whose_labels_agree_has_no_case(cast: Cast) -> None:
    pair = a_pair(cast)
    submit(pair, cast.annotator1, an_answer(pair))
    submit(pair, cast.annotator2, an_answer(pair))
    assert signed_in(cast).get(url(pair)).status_code == 404


def test_a_decided_case_shows_gold_and_can_be_reopened(cast: Cast) -> None:
    pair = taken(cast)
    letter = letter_of(pair, cast.annotator1)
    decide(cast, pair, **{"choice.dynamics": letter, "choice.ecology": letter})
    page = text(signed_in(cast).get(url(pair)))
    assert "Reopen this pair" in page
    signed_in(cast).post(url(pair, "reopen"), {"reason_code": "other", "rationale": "A new guideline."})
    assert [row.outcome for row in Resolution.objects.order_by("number")] == ["resolved", "reopened"]
    assert "Take this case" in text(signed_in(cast).get(url(pair)))


def test_the_number_of_queries_of_a_case_does_not_grow_with_its_objects_and_neighbours(cast: Cast) -> None:
    pair = taken(cast)
    client = signed_in(cast)
    client.get(url(pair))
    with CaptureQueriesContext(connection) as few:
        client.get(url(pair))
    other = create_pair(by=cast.admin, project=cast.project, source=pair.source, target=a_pair(cast).target)
    a_dispute(cast, pair=PaperPair.objects.with_papers().get(pk=other.pk))
    client.get(url(pair))  # the grades of a new dispute are kept from the first look at it
    with CaptureQueriesContext(connection) as more:
        client.get(url(pair))
    assert len(few) == len(more)


def test_who_comes_second_keeps_the_words_that_they_wrote(cast: Cast) -> None:
    pair = taken(cast)
    letter = letter_of(pair, cast.annotator1)
    second = create_account(by=None, username="adjudicator2")
    add_member(by=cast.admin, project=cast.project, user=second, role="adjudicator")
    late = Client()
    late.force_login(second)
    form = {"outcome": "resolved", **WHY, "choice.dynamics": letter, "choice.ecology": letter}
    words = {"rationale": "Mine, <b>at length</b>.", "note.ecology.rationale": "The task moved."}
    for _when in ("while another holds it", "when it is decided"):
        answer = late.post(url(pair, "resolve"), {**form, **words})
        assert answer.status_code == 409
        assert "Mine, &lt;b&gt;at length&lt;/b&gt;." in text(answer)
        assert "The task moved." in text(answer)
        assert "What you had written" in text(answer)
        decide(cast, pair, **{"choice.dynamics": letter, "choice.ecology": letter})
    assert Resolution.objects.get().adjudicator == cast.adjudicator
    assert "What you had written" not in text(late.get(url(pair)))


def test_an_adjudicator_who_is_also_an_admin_may_flag(cast: Cast) -> None:
    add_member(by=cast.admin, project=cast.project, user=cast.adjudicator, role="admin")
    pair = taken(cast)
    assert "Flag for guideline" in text(signed_in(cast).get(url(pair)))
    flagged = signed_in(cast).post(url(pair, "flag"), {"flag": "ecology", "flag.ecology": "Where does a task end?"})
    assert flagged.status_code == 200
    assert "Flagged for the guideline" in text(flagged)
