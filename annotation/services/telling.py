"""Telling people things: rows that the page shows and the worker mails."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from annotation.models import Comment, Guideline, Notification, NotificationChoice, Project, Unit, User


@transaction.atomic
def notify(
    *,
    recipients: Iterable[User],
    project: Project,
    kind: str,
    unit: Unit | None = None,
    comment: Comment | None = None,
    guideline: Guideline | None = None,
    **params: Any,
) -> list[Notification]:
    """Tell each of the recipients once, in the ways that they want. Nothing is stored for those who want neither way.

    `kind` is one of `Notification.Kind`; `params` are what its sentence names, as JSON.
    """
    people = {each.pk: each for each in recipients}
    choices = {
        each.person_id: each for each in NotificationChoice.objects.filter(person__in=people.values(), kind=kind)
    }
    rows = []
    for person in people.values():
        choice = choices.get(person.pk)
        on_page = choice.on_page if choice else True
        by_mail = bool(person.email) and (choice.by_mail if choice else True)
        if on_page or by_mail:
            rows.append(
                Notification(
                    recipient=person,
                    project=project,
                    kind=kind,
                    unit=unit,
                    comment=comment,
                    guideline=guideline,
                    params=params,
                    on_page=on_page,
                    by_mail=by_mail,
                )
            )
    return Notification.objects.bulk_create(rows)
