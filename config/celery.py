"""The task queue: JSON messages, redelivered when a worker dies, and a worker that shows it is alive."""

import os

from celery import Celery
from celery.signals import worker_process_init

from config.heartbeat import Heartbeat
from config.stack.children import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("ideagene")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(Heartbeat)


@worker_process_init.connect
def follow_the_worker(**_: object) -> None:
    """End a pool process with its worker: a killed worker must not leave one holding a task."""
    die_with_parent()
