"""A case in hand: reasons row by row, flags for the guideline, and what happens when its time is up."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from adjudication.models import Case, CaseDraft, Resolution
from adjudication.services import claim_case, resolve_case
from annotation.models import Comment, Notification, User
from annotation.refusal import Refused
from annotation.services import add_member
from diffs.models import PaperPair
from tests.adjudication.making import a_dispute, an_answer, letter_of
from tests.cast import Cast

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def pair(cast: Cast) -> PaperPair:
    """A dispute about dynamics and ecology, in the adjudicator's hands; the admin adjudicates, too."""
    found = a_dispute(cast)
    claim_case(by=cast.adjudicator, pair=found)
    return found


def client_of(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def send(person: User, pair: PaperPair, name: str = "", data: Any = None, **headers: Any) -> Any:
    address = reverse(f"adjudication:{name or 'case'}", args=[pair.project.slug, pair.pk])
    client = client_of(person)
    return client.get(address, headers=headers) if data is None else client.post(address, data, headers=headers)


def keep(person: User, pair: PaperPair, payload: dict[str, Any], revision: int = 0) -> int:
    address = reverse("adjudication:draft", args=[pair.project.slug, pair.pk])
    body = json.dumps({"payload": payload, "revision": revision})
    return client_of(person).put(address, body, content_type="application/json").status_code


def lapse(pair: PaperPair) -> None:
    Case.objects.filter(pair=pair).update(lease_expires_at=timezone.now() - timedelta(minutes=1))


def test_rows_with_words_of_their_own_need_none_of_the_whole_and_all_stand_in_the_history(
    cast: Cast, pair: PaperPair
) -> None:
    letter = letter_of(pair, cast.annotator2)
    form = {
        "outcome": "resolved",
        **dict.fromkeys(("choice.dynamics", "choice.ecology"), letter),
        "note.ecology.reason_code": "ambiguous_text",
        "note.ecology.rationale": "Section 3 says so.",
        "note.dynamics.rationale": "It follows.",
    }
    short = send(cast.adjudicator, pair, "resolve", form)
    assert short.status_code == 422
    assert "Say why the labels differ: choose a reason." in short.content.decode()
    assert "Write the rationale of the decision." not in short.content.decode()
    assert send(cast.adjudicator, pair, "resolve", {**form, "note.dynamics.reason_code": "other"}).status_code == 302
    made = Resolution.objects.get()
    assert made.row_notes == {
        "dynamics": {"reason_code": "other", "rationale": "It follows."},
        "ecology": {"reason_code": "ambiguous_text", "rationale": "Section 3 says so."},
    }
    # One row each: the reason of the first; the rationales stand together under the names of their rows.
    assert (made.reason_code, made.rationale) == ("other", "Dynamics: It follows.\nEcology: Section 3 says so.")
    page = send(cast.adjudicator, pair).content.decode()
    assert "Section 3 says so." in page
    assert "You" in page
    overseen = send(cast.admin, pair).content.decode()
    assert cast.annotator1.username not in overseen


def test_a_note_must_name_a_reason_that_there_is_and_a_row_of_the_case(cast: Cast, pair: PaperPair) -> None:
    why: dict[str, Any] = {"reason_code": "other", "rationale": "So."}
    notes = {"dynamics": {"reason_code": "mood"}, "fates[nobody:M1]": {"rationale": "So."}}
    with pytest.raises(Refused) as refusal:
        resolve_case(by=cast.adjudicator, pair=pair, outcome="excluded", row_notes=notes, **why)
    assert [(fault.code, fault.field) for fault in refusal.value.faults] == [
        ("no_reason", "dynamics"),
        ("unknown_row", "row_notes"),
    ]


def test_a_row_is_flagged_with_its_name_and_the_case_goes_on(cast: Cast, pair: PaperPair) -> None:
    key = f"fates[{pair.source.paper.slug}:M1]"
    asked = {"flag": "ecology", "flag.ecology": "What counts as adjacent?", "rationale": "Half a thought"}
    for _twice in range(2):
        flagged = send(cast.adjudicator, pair, "flag", asked, **HTMX)
        assert flagged.status_code == 200
        assert "Flagged for the guideline" in flagged.content.decode()
        assert "What counts as adjacent?" not in flagged.content.decode()
    question = Comment.objects.get()
    assert (question.kind, question.about_field, question.about_object) == ("question", "ecology", "")
    assert [each.recipient for each in Notification.objects.filter(kind="question")] == [cast.admin]
    # Without scripts the whole page comes back with all that its form held; an object's row names the object.
    page = send(cast.adjudicator, pair, "flag", {**asked, "flag": key, f"flag.{key}": "Is M1 one idea?"})
    assert "Half a thought" in page.content.decode()
    assert Comment.objects.filter(about_field="fates", about_object=f"{pair.source.paper.slug}:M1").count() == 1
    empty = send(cast.adjudicator, pair, "flag", {"flag": "dynamics", "rationale": "Still here"})
    assert empty.status_code == 422
    assert "Still here" in empty.content.decode()
    assert "Write what the guideline leaves open" in empty.content.decode()
    assert not Resolution.objects.exists()
    made = resolve_case(
        by=cast.adjudicator, pair=pair, outcome="resolved", payload=an_answer(pair), reason_code="guideline_gap",
        rationale="As the guideline stands.",
    )  # fmt: skip
    assert made.outcome == "resolved"


def test_a_lapsed_case_says_so_and_is_taken_again_with_all_that_was_chosen(cast: Cast, pair: PaperPair) -> None:
    assert keep(cast.adjudicator, pair, {"choice.dynamics": "a"}) == 200
    assert "Hold longer" in send(cast.adjudicator, pair, "missing").content.decode()
    lapse(pair)
    assert keep(cast.adjudicator, pair, {"choice.dynamics": "a", "rationale": "Late"}, revision=1) == 200
    piece = send(cast.adjudicator, pair, "missing").content.decode()
    assert "Your time ran out. Your choices are kept." in piece
    assert "Hold longer" in send(cast.adjudicator, pair, "claim", {}, **HTMX).content.decode()
    assert "Late" in send(cast.adjudicator, pair).content.decode()


def test_who_lost_a_case_to_another_is_told_and_keeps_the_draft(cast: Cast, pair: PaperPair) -> None:
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="adjudicator")
    keep(cast.adjudicator, pair, {"choice.dynamics": "a", "rationale": "My words"})
    lapse(pair)
    claim_case(by=cast.admin, pair=pair)
    assert "Another adjudicator has this case in hand." in send(cast.adjudicator, pair, "missing").content.decode()
    refused = send(cast.adjudicator, pair, "claim", {}, **HTMX).content.decode()
    assert "it comes back if they leave it" in refused
    assert "See how it stands" in refused
    assert keep(cast.adjudicator, pair, {"choice.dynamics": "b", "rationale": "My words"}, revision=1) == 200
    decision = {"outcome": "excluded", "reason_code": "other", "rationale": "x"}
    assert send(cast.adjudicator, pair, "resolve", decision).status_code == 409
    assert not Resolution.objects.exists()
    assert "My words" not in send(cast.admin, pair).content.decode()
    assert "is kept; the rows above show what you had chosen" in send(cast.adjudicator, pair).content.decode()
    resolve_case(by=cast.admin, pair=pair, outcome="excluded", reason_code="other", rationale="Unclear.")
    assert keep(cast.adjudicator, pair, {"choice.dynamics": "a"}, revision=2) == 410
    assert CaseDraft.objects.get().payload["rationale"] == "My words"
