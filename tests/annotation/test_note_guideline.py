"""Notes to the guideline: an admin answers for everybody, also a question, until a version takes the answer in."""

import pytest
from django.test import Client

from annotation.models import Comment, GuidelineNote, User
from annotation.refusal import Refused
from annotation.services import add_note, claim_unit, publish_guideline, remove_note
from tests.cast import Cast, make_cast
from tests.factories import a_pair

NOTES = "/projects/demo/guidelines/notes/"
API = "/api/v1/projects/demo/guidelines/notes/"


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def a_question(cast: Cast, body: str = "Is an anchor box a driver?") -> Comment:
    """Annotator1 asks about the predecessor's driver of a pair that they hold."""
    pair = a_pair(cast)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    question: Comment = Comment.objects.create(
        unit=pair.unit, author=cast.annotator1, kind="question", about_field="predecessor_driver", body=body,
        spoken_as="annotator",
    )  # fmt: skip
    return question


def test_a_note_stands_below_the_guideline_and_in_the_drawer_for_everybody(cast: Cast) -> None:
    signed_in(cast.admin).post(NOTES, {"text": "Anchor boxes are *passengers*.", "about_field": "dynamics"})
    client = signed_in(cast.annotator1)
    for words in (
        client.get("/projects/demo/guidelines/").content.decode(),
        client.get("/projects/demo/guidelines/at-hand/").json()["html"],
    ):
        assert "Anchor boxes are <em>passengers</em>." in words
        assert "about dynamics" in words
    assert [each["text"] for each in client.get(API).json()["results"]] == ["Anchor boxes are *passengers*."]


def test_a_note_that_answers_a_question_keeps_it_and_shows_it_to_admins_alone(cast: Cast) -> None:
    question = a_question(cast)
    client = signed_in(cast.admin)
    page = client.get(f"{NOTES}?question={question.pk}")
    assert "Is an anchor box a driver?" in page.content.decode()
    assert page.context["form"].initial == {"about_field": "driver"}
    client.post(NOTES, {"text": "It is not.", "about_field": "driver", "question": str(question.pk)})
    assert GuidelineNote.objects.get().question == question
    told = signed_in(cast.annotator1).get("/notifications/").content.decode()
    assert "A note to the guideline answers your question about" in told
    assert "Is an anchor box" in client.get(NOTES).content.decode()
    for place in ("/projects/demo/guidelines/", "/projects/demo/guidelines/at-hand/", API):
        assert "Is an anchor box" not in signed_in(cast.annotator2).get(place).content.decode()


def test_a_question_that_the_admin_cannot_see_is_no_question(cast: Cast) -> None:
    theirs = a_question(make_cast("other", "other-"))
    client = signed_in(cast.admin)
    for named in (str(theirs.pk), "1", "nonsense"):
        assert client.get(f"{NOTES}?question={named}").context["question"] is None
    client.post(NOTES, {"text": "No.", "question": str(theirs.pk)})
    assert GuidelineNote.objects.get().question is None
    answer = client.post(API, {"text": "No.", "question": str(theirs.pk)}, content_type="application/json")
    assert (answer.status_code, answer.json()["faults"][0]["field"]) == (400, "question")


def test_a_note_without_text_or_about_nothing_is_refused(cast: Cast) -> None:
    for text, about in ((" ", ""), ("x", "weather")):
        with pytest.raises(Refused):
            add_note(by=cast.admin, project=cast.project, text=text, about_field=about)
    assert not GuidelineNote.objects.exists()


def test_a_note_is_taken_back_until_a_version_has_taken_it_in(cast: Cast) -> None:
    gone = add_note(by=cast.admin, project=cast.project, text="A slip.")
    kept = add_note(by=cast.admin, project=cast.project, text="Kept.")
    client = signed_in(cast.admin)
    client.post(f"{NOTES}{gone.pk}/remove/")
    publish_guideline(by=cast.admin, project=cast.project, body="# Two", note="Kept.", notes=[kept.pk])
    with pytest.raises(Refused):
        remove_note(by=cast.admin, note=kept)
    assert [each.text for each in GuidelineNote.objects.all()] == ["Kept."]
    assert client.delete(f"{API}{kept.pk}/").status_code == 400
    assert "Taken in by version 2" in client.get(NOTES).content.decode()


def test_a_version_takes_in_nothing_that_does_not_wait(cast: Cast) -> None:
    other = make_cast("other", "other-")
    theirs = add_note(by=other.admin, project=other.project, text="Theirs.")
    with pytest.raises(Refused) as refusal:
        publish_guideline(by=cast.admin, project=cast.project, body="# Two", note="x", notes=[theirs.pk])
    assert refusal.value.faults[0].field == "notes"
    assert cast.project.guidelines.count() == 1
