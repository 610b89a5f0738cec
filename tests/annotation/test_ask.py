"""Guideline questions: asked while one labels, read by admins, answered to whoever asked."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from annotation.models import Comment, Notification
from annotation.refusal import Refused
from annotation.services import add_member, answer, ask, close_question, finish_unit, say
from tests.annotation.talking import at_work, sees, submitted
from tests.cast import Cast, make_cast
from tests.factories import make_unit

QUESTIONS = "/projects/demo/questions/"


def test_a_question_goes_to_admins_who_do_not_label_and_to_nobody_else(cast: Cast) -> None:
    unit = make_unit(cast.project)
    at_work(unit, cast.annotator1)
    asked = ask(by=cast.annotator1, unit=unit, body="Is a loss a mechanism?", about_field="dynamics")
    seen = [sees(each, asked) for each in (cast.admin, cast.adjudicator, cast.annotator2, cast.outsider)]
    assert seen == [True, False, False, False]
    (told,) = Notification.objects.all()
    assert (told.recipient, told.kind) == (cast.admin, "question")
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="annotator")
    assert not sees(cast.admin, asked)


def test_an_answer_comes_back_to_the_asker_alone_until_all_labels_are_in(cast: Cast) -> None:
    unit = make_unit(cast.project)
    at_work(unit, cast.annotator1)
    at_work(unit, cast.annotator2)
    asked = ask(by=cast.annotator1, unit=unit, body="Is a loss a mechanism?")
    told = answer(by=cast.admin, question=asked, body="It is, when it can be inherited.")
    asked.refresh_from_db()
    assert asked.closed_by == cast.admin
    assert (sees(cast.annotator1, told), sees(cast.annotator2, told)) == (True, False)
    assert Notification.objects.get(recipient=cast.annotator1).params == {"said": "answer"}
    for person in (cast.annotator1, cast.annotator2):
        finish_unit(person=person, unit=unit)
    assert sees(cast.annotator2, told)


def test_what_others_reply_reaches_the_asker_with_their_own_label_only(cast: Cast) -> None:
    """Somebody who labels late asks; those who are done must not answer by how they labelled."""
    unit = make_unit(cast.project, overlap=1)
    at_work(unit, cast.annotator1)
    finish_unit(person=cast.annotator2, unit=unit)
    asked = ask(by=cast.annotator1, unit=unit, body="Is a loss a mechanism?")
    reply = say(by=cast.annotator2, unit=unit, body="I took it for one.", reply_to=asked)
    assert (reply.kind, sees(cast.annotator1, reply)) == ("comment", False)
    finish_unit(person=cast.annotator1, unit=unit)
    assert sees(cast.annotator1, reply)


def test_asking_further_opens_a_closed_question_again(cast: Cast) -> None:
    unit = make_unit(cast.project)
    at_work(unit, cast.annotator1)
    asked = ask(by=cast.annotator1, unit=unit, body="Is a loss a mechanism?")
    answer(by=cast.admin, question=asked, body="Yes.")
    Notification.objects.all().delete()
    asked.refresh_from_db()
    further = say(by=cast.annotator1, unit=unit, body="Even an auxiliary one?", reply_to=asked)
    asked.refresh_from_db()
    assert (asked.closed_at, sees(cast.admin, further), sees(cast.adjudicator, further)) == (None, True, False)
    assert Notification.objects.get().recipient == cast.admin


def test_an_admin_s_reply_in_the_thread_is_an_answer_and_leaves_it_open(cast: Cast) -> None:
    unit = make_unit(cast.project)
    at_work(unit, cast.annotator1)
    asked = ask(by=cast.annotator1, unit=unit, body="Why?")
    said = say(by=cast.admin, unit=unit, body="Because.", reply_to=asked)
    asked.refresh_from_db()
    assert (said.kind, asked.closed_at) == (Comment.Kind.ANSWER, None)


def test_who_has_no_part_asks_nothing_and_only_admins_answer(cast: Cast) -> None:
    unit = submitted(cast, cast.annotator1, overlap=3)
    with pytest.raises(Refused) as refusal:
        ask(by=cast.annotator2, unit=unit, body="Why?")
    assert refusal.value.faults[0].code == "no_part"
    asked = ask(by=cast.annotator1, unit=unit, body="Why?")
    with pytest.raises(Refused) as refusal:
        answer(by=cast.adjudicator, question=asked, body="Because.")
    assert refusal.value.faults[0].code == "not_an_admin"
    with pytest.raises(Refused):
        close_question(by=cast.admin, question=say(by=cast.annotator1, unit=unit, body="A comment."))


def test_the_list_is_answered_closed_and_leads_to_a_note(cast: Cast, client: Client) -> None:
    unit = make_unit(cast.project, title="Finder 1 → Finder 2")
    at_work(unit, cast.annotator1)
    asked = ask(by=cast.annotator1, unit=unit, body="Is a **loss** a mechanism?", about_field="dynamics")
    client.force_login(cast.admin)
    page = client.get(QUESTIONS).content.decode()
    for words in ("annotator1", "<strong>loss</strong>", "Dynamics", "Finder 1 → Finder 2", "waits for an answer"):
        assert words in page
    assert f"/projects/demo/guidelines/notes/?question={asked.pk}" in page
    sent = {"body": "Yes.", "key": "k"}
    for _twice in range(2):
        client.post(f"{QUESTIONS}{asked.pk}/answer/", sent)
    assert asked.replies.count() == 1
    assert "No question is open" in client.get(QUESTIONS).content.decode()
    assert "closed" in client.get(f"{QUESTIONS}?show=all").content.decode()


def test_the_nav_counts_open_questions_for_admins_who_answer(cast: Cast, client: Client) -> None:
    unit = make_unit(cast.project)
    at_work(unit, cast.annotator1)
    for number in range(3):
        ask(by=cast.annotator1, unit=unit, body=f"Question {number}?")
    for person, count in ((cast.admin, 3), (cast.annotator1, 0), (cast.adjudicator, 0)):
        client.force_login(person)
        assert client.get("/projects/demo/guidelines/").context["shell"].open_questions == count


def test_the_list_asks_the_same_however_many_questions(
    cast: Cast, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(cast.admin)
    unit = make_unit(cast.project, overlap=5)
    at_work(unit, cast.annotator1)
    asked = ask(by=cast.annotator1, unit=unit, body="First?")
    answer(by=cast.admin, question=asked, body="So.", close=False)
    client.get(QUESTIONS)
    # session, person, project, role, count, page, its mentions, replies, their mentions, who may see names (twice),
    # notes, the shell, its count of what is unread, and of what is open
    with django_assert_num_queries(15) as few:
        client.get(QUESTIONS)
    for number in range(8):
        again = ask(by=cast.annotator1, unit=unit, body=f"{number}?")
        answer(by=cast.admin, question=again, body="So.", close=False)
    with django_assert_num_queries(len(few)):
        client.get(QUESTIONS)


def test_a_question_of_another_project_is_not_there(cast: Cast, client: Client) -> None:
    other = make_cast("other", "other-")
    unit = make_unit(other.project)
    at_work(unit, other.annotator1)
    asked = ask(by=other.annotator1, unit=unit, body="Why?")
    client.force_login(cast.admin)
    places = [f"{QUESTIONS}{asked.pk}/answer/", f"{QUESTIONS}{asked.pk}/close/"]
    places += [f"/projects/demo/comments/{asked.pk}/withdraw/", f"/projects/demo/units/{unit.pk}/discussion/"]
    assert [client.post(place, {"body": "x"}).status_code for place in places] == [404] * 4
    add_member(by=other.admin, project=other.project, user=cast.admin, role="admin")
    assert [client.post(place, {"body": "x"}).status_code for place in places] == [404] * 4
    mine = submitted(cast, cast.annotator1)
    client.force_login(cast.annotator1)
    reply = {"body": "x", "reply_to": asked.pk}
    assert client.post(f"/projects/demo/units/{mine.pk}/discussion/", reply).status_code == 404
