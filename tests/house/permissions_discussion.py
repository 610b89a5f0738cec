"""Who may reach discussions, questions and notifications."""

from typing import Any

from annotation.models import Notification
from annotation.services import ask, claim_unit, notify
from tests.cast import Cast
from tests.factories import make_unit
from tests.house.permissions import Row

WORDS = {"body": "What is a driver?", "kind": "question"}

ROWS = {
    # A unit that annotator1 labels, and the question that they ask from it
    ("annotation:discussion", "GET"): Row("302 404 200 403 200 200"),
    ("annotation:discussion", "POST"): Row("302 404 302 403 302 422", WORDS),
    ("annotation:comment-withdraw", "POST"): Row("302 404 302 404 404 403"),
    ("annotation:questions", "GET"): Row("302 404 403 403 403 200"),
    ("annotation:question-answer", "POST"): Row("302 404 403 404 404 302", {"body": "See rule 2."}),
    ("annotation:question-close", "POST"): Row("302 404 403 404 404 302"),
    ("api:comments", "GET"): Row("401 404 200 403 200 200"),
    ("api:comments", "POST"): Row("401 404 201 403 201 400", WORDS, json=True),
    ("api:comment-withdraw", "POST"): Row("401 404 200 404 404 403"),
    ("api:questions", "GET"): Row("401 404 403 403 403 200"),
    ("api:question-answer", "POST"): Row("401 404 403 404 404 201", {"body": "See rule 2."}, json=True),
    ("api:question-close", "POST"): Row("401 404 403 404 404 200"),
    # Everybody's own; the notification is annotator1's
    ("annotation:notifications", "GET"): Row("302 200 200 200 200 200"),
    ("annotation:notifications-read", "POST"): Row("302 302 302 302 302 302"),
    ("annotation:notification", "POST"): Row("302 404 302 404 404 404"),
    ("annotation:notification-choices", "GET"): Row("302 200 200 200 200 200"),
    ("annotation:notification-choices", "POST"): Row("302 302 302 302 302 302", {"mention.page": "on"}),
    ("api:notifications", "GET"): Row("401 200 200 200 200 200"),
    ("api:notifications-read", "POST"): Row("401 200 200 200 200 200", {}, json=True),
    ("api:notification-choices", "GET"): Row("401 200 200 200 200 200"),
    ("api:notification-choices", "PUT"): Row(
        "401 200 200 200 200 200", {"ways": [{"kind": "due", "on_page": True, "by_mail": False}]}, json=True
    ),
}


def prepare(cast: Cast) -> dict[str, Any]:
    unit = make_unit(cast.project)
    claim_unit(person=cast.annotator1, unit=unit)
    question = ask(by=cast.annotator1, unit=unit, body="What is a driver?")
    kind = Notification.Kind.ASSIGNED
    (told,) = notify(recipients=[cast.annotator1], project=cast.project, kind=kind, unit=unit, title=unit.title)
    return {"unit_id": unit.pk, "comment_id": question.pk, "notification_id": told.pk}
