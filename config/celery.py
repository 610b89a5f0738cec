"""The task queue: JSON messages, redelivered when a worker dies, and a worker that shows it is alive."""

import os
from typing import Any

from celery import Celery, Task
from celery.signals import worker_process_init, worker_ready
from django.db import InterfaceError, OperationalError

from config.clock import Clock, ask_for_all
from config.heartbeat import Heartbeat
from config.stack.children import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


class PatientTask(Task[..., Any]):
    """Tries again until the database is back: without one, nothing can be done, and the failure cannot be recorded."""

    autoretry_for = (OperationalError, InterfaceError)
    max_retries = None
    retry_backoff = 1
    retry_backoff_max = 60
    retry_jitter = False


app = Celery("ideagene", task_cls=PatientTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(Heartbeat)
app.steps["worker"].add(Clock)


@worker_process_init.connect
def follow_the_worker(**_: object) -> None:
    """End a pool process with its worker: a killed worker must not leave one holding a task."""
    die_with_parent()


@worker_ready.connect
def resume(**_: object) -> None:
    """Go on with what an earlier worker left; by a task, so that this process needs no database."""
    app.send_task("config.queue_what_waits")
    ask_for_all(app)
