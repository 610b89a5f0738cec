"""Work that a page of agreement leaves to the worker: handed over once, and said when nobody is there to do it."""

import logging
from typing import Any

from django.core.cache import cache
from kombu.exceptions import OperationalError

from adjudication.agreement_wording import WORKER_WORDS
from annotation.workers import queue_state
from evaluator.canonical import sha256_hex

logger = logging.getLogger(__name__)
ONCE_IN = 30  # seconds in which the same work is handed over once, however often a page asks


def queued(task: Any, *arguments: Any) -> str:
    """Hand work to the worker; says why nobody will do it now, or nothing.

    A queue that does not answer now is asked again by a later look, or by the worker's own clock.
    """
    if cache.add(f"agreement:asked:{task.name}:{sha256_hex(repr(arguments).encode())}", True, ONCE_IN):
        try:
            task.delay(*arguments)
        except OperationalError:
            logger.warning("The queue does not answer; %s waits", task.name)
    return str(WORKER_WORDS.get(queue_state(), ""))
