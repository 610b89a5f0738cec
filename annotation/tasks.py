"""What the worker does for this app: fetch, call one service."""

from celery import shared_task
from django.db import InterfaceError, OperationalError

from annotation.services.reminders import remind_due
from annotation.services.telling import mail_notification


@shared_task(
    name="annotation.mail_notification",
    autoretry_for=(OperationalError, InterfaceError, OSError),  # a mail server's refusals are OSErrors
    max_retries=12,
    retry_backoff=10,
    retry_backoff_max=3600,
)
def mail_notification_task(notification_id: str) -> None:
    """After the last try the mail still waits in its row; the next worker that starts takes it up."""
    mail_notification(notification_id=notification_id)


@shared_task(name="annotation.remind_due")
def remind_due_task() -> None:
    """Every hour, from the worker's own clock."""
    remind_due()
