"""What people are told on the page: words, places, counts, and how each kind is turned off."""

from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from annotation.models import Notification, NotificationChoice
from annotation.refusal import Refused
from annotation.selectors.notifications import address_of, sentence
from annotation.services import (
    choose_notifications,
    finish_unit,
    mark_read,
    notify,
    publish_guideline,
    remove_member,
    say,
)
from tests.annotation.talking import submitted
from tests.cast import Cast
from tests.factories import make_unit

PAGE, CHOICES = "/notifications/", "/notifications/choices/"


def assigned(cast: Cast, number: int = 1) -> list[Notification]:
    made = []
    for _each in range(number):
        unit = make_unit(cast.project)
        made += notify(recipients=[cast.annotator1], project=cast.project, kind="assigned", unit=unit, title=unit.title)
    return made


def test_each_is_told_once_and_in_the_ways_they_want(cast: Cast) -> None:
    off = {"assigned": (False, False)}
    choose_notifications(person=cast.annotator2, ways=off)
    people = [cast.annotator1, cast.annotator2, cast.annotator1]
    (row,) = notify(recipients=people, project=cast.project, kind="assigned", count=2)
    assert (row.recipient, row.on_page, row.by_mail) == (cast.annotator1, True, False)  # there is no address to mail to
    assert sentence(row) == "2 units are assigned to you."
    choose_notifications(person=cast.annotator2, ways={"assigned": (True, True)})
    assert NotificationChoice.objects.count() == 1
    assert len(notify(recipients=people, project=cast.project, kind="assigned", count=2)) == 2


@pytest.mark.parametrize(
    ("kind", "params", "words"),
    [
        ("due", {"due": "2030-01-02"}, "“Finder” is due on 2030-01-02."),
        ("taken_back", {"count": 3}, "3 units are given to somebody else."),
        ("paused", {"event": "accuracy"}, "Your work in Demo is paused. An admin will talk with you."),
        ("paused", {"event": "accuracy_of", "person": "ann", "right": 3, "of": 9},
         "ann is paused: 3 of 9 latest answers on known pairs are right."),
        ("qualified", {"event": "qualified"}, "You are qualified: real work in Demo is open to you."),
        ("question", {"said": "answer"}, "Your guideline question about “Finder” is answered."),
        ("paused", {"event": "of a later version"}, "You, or somebody in your project, is paused or may go on"),
    ],
)  # fmt: skip
def test_a_notification_is_a_sentence(cast: Cast, kind: str, params: dict[str, Any], words: str) -> None:
    unit = make_unit(cast.project, title="Finder")
    (row,) = notify(recipients=[cast.annotator1], project=cast.project, kind=kind, unit=unit, **params)
    assert sentence(row) == words
    with override("ko"):
        assert sentence(row) != words


def test_it_leads_to_its_place(cast: Cast) -> None:
    unit = submitted(cast, cast.annotator1, cast.annotator2)
    said = say(by=cast.annotator1, unit=unit, body="Why?")
    reply = say(by=cast.annotator2, unit=unit, body="So.", reply_to=said)
    version = publish_guideline(by=cast.admin, project=cast.project, body="# Two", note="shorter")
    rows = {row.kind: row for row in Notification.objects.filter(recipient=cast.annotator1)}
    assert rows["comment"].comment == reply
    assert address_of(rows["comment"]) == f"/projects/demo/units/{unit.pk}/discussion/#c-{said.pk}"
    assert address_of(rows["guideline"]) == f"/projects/demo/guidelines/{version.version}/"


def test_the_bell_counts_what_is_unread_in_a_query_only_where_there_is_something(
    cast: Cast, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(cast.annotator1)
    client.get("/account/token/")
    with django_assert_num_queries(4):  # session, person, token, and the shell
        client.get("/account/token/")
    rows = assigned(cast, 3)
    mark_read(person=cast.annotator1, notification=rows[0])
    with django_assert_num_queries(5):
        client.get("/account/token/")
    assert client.get(PAGE).context["shell"].unread == 2


def test_opening_one_marks_it_read_and_leads_on(cast: Cast, client: Client) -> None:
    first, second = assigned(cast, 2)
    client.force_login(cast.annotator1)
    assert client.post(f"{PAGE}{first.pk}/")["Location"] == "/projects/demo/work/"
    assert client.post(f"{PAGE}{second.pk}/", {"stay": "1"})["Location"] == PAGE
    assert "You have read everything" in client.get(f"{PAGE}?show=unread").content.decode()
    client.force_login(cast.annotator2)
    assert client.post(f"{PAGE}{first.pk}/").status_code == 404


def test_all_are_marked_read_and_only_one_s_own(cast: Cast, client: Client) -> None:
    assigned(cast, 3)
    notify(recipients=[cast.annotator2], project=cast.project, kind="assigned", count=2)
    client.force_login(cast.annotator1)
    client.post(f"{PAGE}read/")
    assert Notification.objects.filter(read_at__isnull=True).get().recipient == cast.annotator2


def test_who_left_the_project_is_told_nothing_of_it(cast: Cast, client: Client) -> None:
    assigned(cast, 2)
    remove_member(by=cast.admin, project=cast.project, user=cast.annotator1)
    client.force_login(cast.annotator1)
    page = client.get(PAGE)
    assert "Nothing yet" in page.content.decode()
    assert page.context["shell"].unread == 0


def test_each_kind_is_turned_off_on_the_page_of_choices(cast: Cast, client: Client) -> None:
    client.force_login(cast.annotator1)
    client.post(CHOICES, {"comment.page": "on", "mention.mail": "on", "mail_language": "ko"})
    ways = {each.kind: (each.on_page, each.by_mail) for each in NotificationChoice.objects.all()}
    assert ways == {
        **dict.fromkeys(Notification.Kind.values, (False, False)),
        "comment": (True, False),
        "mention": (False, True),
    }
    cast.annotator1.refresh_from_db()
    assert cast.annotator1.mail_language == "ko"
    page = client.get(CHOICES).content.decode()
    assert page.count(" checked") == 2 + page.count("data-keys-switch checked")
    with pytest.raises(Refused):
        choose_notifications(person=cast.annotator1, ways={}, mail_language="xx")


def test_what_is_only_mailed_is_not_on_the_page(cast: Cast, client: Client) -> None:
    cast.annotator1.email = "a@example.org"
    cast.annotator1.save()
    choose_notifications(person=cast.annotator1, ways={"assigned": (False, True)})
    (row,) = assigned(cast)
    assert (row.on_page, row.by_mail) == (False, True)
    client.force_login(cast.annotator1)
    assert client.get(PAGE).context["unread"] == 0


def test_a_program_reads_marks_and_chooses(cast: Cast, client: Client) -> None:
    rows = assigned(cast, 2)
    client.force_login(cast.annotator1)
    api = "/api/v1/notifications/"
    listed = client.get(api).json()["results"]
    assert {each["words"] for each in listed} == {f"“{row.unit.title}” is assigned to you." for row in rows}
    one = client.post(f"{api}read/", {"id": str(rows[0].pk)}, content_type="application/json")
    rest = client.post(f"{api}read/", {}, content_type="application/json")
    assert (one.json(), rest.json()) == ({"read": 1}, {"read": 1})
    body = {"ways": [{"kind": "due", "on_page": True, "by_mail": False}]}
    chosen = client.put(f"{api}choices/", body, content_type="application/json").json()["ways"]
    assert [each["kind"] for each in chosen if not each["by_mail"]] == ["due"]


def test_the_page_asks_the_same_however_much_was_told(
    cast: Cast, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(cast.annotator1)
    assigned(cast)
    client.get(PAGE)
    with django_assert_num_queries(7):  # session, person, count, page, unread, the shell, and its count
        client.get(PAGE)
    assigned(cast, 20)
    unit = submitted(cast, cast.annotator1)
    say(by=cast.annotator1, unit=unit, body="Why?")
    finish_unit(person=cast.annotator2, unit=unit)
    say(by=cast.annotator2, unit=unit, body="So.")
    with django_assert_num_queries(7):
        client.get(PAGE)
