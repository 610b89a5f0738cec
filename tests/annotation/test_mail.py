"""Mails of notifications: once each, in the recipient's language, without anything that a unit keeps secret."""

import contextlib
import smtplib
from typing import Any

import pytest
from celery import current_app
from django.conf import LazySettings
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from pytest_django import DjangoCaptureOnCommitCallbacks

from annotation.models import Notification
from annotation.services import (
    choose_notifications,
    finish_unit,
    mail_notification,
    notify,
    remove_member,
    say,
    withdraw,
)
from annotation.tasks import mail_notification_task
from config.tasks import queue_what_waits
from tests.annotation.talking import at_work, submitted
from tests.annotation.test_race import crowd
from tests.cast import Cast, make_cast
from tests.factories import make_unit

ADDRESS = "ann@example.org"
SECRET = "xyzzy-the-first-label"


@pytest.fixture
def reachable(cast: Cast) -> Cast:
    return with_addresses(cast)


def with_addresses(cast: Cast) -> Cast:
    for number, person in enumerate((cast.annotator1, cast.annotator2, cast.adjudicator, cast.admin)):
        person.email = f"{number}.{ADDRESS}"
        person.save()
    return cast


def a_notification(cast: Cast, title: str = "Finder") -> Notification:
    unit = make_unit(cast.project, title=title)
    (row,) = notify(recipients=[cast.annotator1], project=cast.project, kind="assigned", unit=unit, title=title)
    return row


def queued() -> list[list[Any]]:
    """The arguments of the tasks that wait in the queue, which is empty afterwards."""
    found = []
    with current_app.connection_for_read() as connection:
        waiting = connection.SimpleQueue("celery")
        with contextlib.suppress(waiting.Empty):
            while True:
                message = waiting.get(block=False)
                if message.headers["task"] == mail_notification_task.name:
                    found.append([str(argument) for argument in message.payload[0]])
                message.ack()
    return found


def test_a_mail_is_queued_after_the_commit_and_says_what_the_page_says(
    reachable: Cast, settings: LazySettings, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    settings.SITE_ADDRESS = "https://ideas.example.org"
    queued()
    with django_capture_on_commit_callbacks(execute=True):
        row = a_notification(reachable, "Finder\nBcc: all@example.org")
        assert queued() == []
    assert queued() == [[str(row.pk)]]
    mail_notification_task(str(row.pk))
    (sent,) = mail.outbox
    assert (sent.to, sent.alternatives if hasattr(sent, "alternatives") else []) == ([f"0.{ADDRESS}"], [])
    assert sent.subject == "Demo: “Finder Bcc: all@example.org” is assigned to you."
    assert "https://ideas.example.org/projects/demo/work/" in sent.body
    assert "https://ideas.example.org/notifications/choices/" in sent.body


def test_a_task_that_comes_twice_mails_once(reachable: Cast) -> None:
    row = a_notification(reachable)
    assert [mail_notification(notification_id=row.pk) for _each in range(3)] == [True, False, False]
    assert len(mail.outbox) == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_mail_once() -> None:
    row = a_notification(with_addresses(make_cast()))
    with crowd(4) as all_at_once:
        answers = all_at_once(lambda _index: mail_notification(notification_id=row.pk))
    assert sorted(answers) == [False, False, False, True]


class Refusing(EmailBackend):
    """A mail server that is not ready. It stands in for a server outside, nothing of ours."""

    def send_messages(self, messages: Any) -> int:
        raise smtplib.SMTPServerDisconnected("not now")


def test_a_mail_that_fails_waits_and_is_handed_out_again(reachable: Cast, settings: LazySettings) -> None:
    row = a_notification(reachable)
    settings.EMAIL_BACKEND = f"{Refusing.__module__}.{Refusing.__name__}"
    with pytest.raises(smtplib.SMTPServerDisconnected):
        mail_notification(notification_id=row.pk)
    row.refresh_from_db()
    assert (row.by_mail, row.mailed_at) == (True, None)
    assert issubclass(smtplib.SMTPException, mail_notification_task.autoretry_for)  # type: ignore[attr-defined]  # set by the decorator
    queued()
    queue_what_waits()
    assert queued() == [[str(row.pk)]]


def test_a_mail_is_in_its_reader_s_language(reachable: Cast) -> None:
    choose_notifications(person=reachable.annotator1, ways={}, mail_language="ko")
    row = a_notification(reachable)
    mail_notification(notification_id=row.pk)
    (sent,) = mail.outbox
    assert "is assigned" not in f"{sent.subject} {sent.body}"
    assert "Finder" in sent.subject


def test_no_mail_of_a_comment_goes_out_before_its_reader_may_see_it(
    reachable: Cast, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    queued()
    unit = submitted(reachable, reachable.annotator1)
    at_work(unit, reachable.annotator2)
    with django_capture_on_commit_callbacks(execute=True):
        say(by=reachable.annotator1, unit=unit, body=f"{SECRET} @annotators @admins")
    assert queued() == []
    with django_capture_on_commit_callbacks(execute=True):
        finish_unit(person=reachable.annotator2, unit=unit)
    for (number,) in queued():
        mail_notification(notification_id=number)
    assert sorted(each.to[0][0] for each in mail.outbox) == ["1", "3"]  # annotator2 and admin
    text = "".join(f"{each.subject} {each.body}" for each in mail.outbox)
    assert SECRET not in text
    assert "annotator1" not in text


def test_what_was_taken_back_and_who_left_get_no_mail(reachable: Cast) -> None:
    unit = submitted(reachable, reachable.annotator1, reachable.annotator2)
    said = say(by=reachable.annotator1, unit=unit, body="@admins oh")
    withdraw(by=reachable.annotator1, comment=said)
    left = a_notification(reachable)
    remove_member(by=reachable.admin, project=reachable.project, user=reachable.annotator1)
    for row in Notification.objects.all():
        assert mail_notification(notification_id=row.pk) is False
    left.refresh_from_db()
    assert (mail.outbox, left.by_mail, list(Notification.objects.to_mail())) == ([], False, [])
