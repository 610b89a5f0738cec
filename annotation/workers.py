"""Is anybody there to do what is queued? Pages say so instead of showing progress that never comes."""

from enum import StrEnum

from django.conf import settings
from django.utils.module_loading import import_string


class Queue(StrEnum):
    WORKING = "working"
    NO_WORKER = "no_worker"
    NO_BROKER = "no_broker"


def queue_state() -> Queue:
    """Ask the broker; the site's own check is named in the settings, since this app knows nothing of the site."""
    broker_answers, worker_lives = import_string(settings.WORKER_PROBE)()
    if not broker_answers:
        return Queue.NO_BROKER
    return Queue.WORKING if worker_lives else Queue.NO_WORKER
