"""What is to be done every hour: each worker's own timer asks for it, so no other process has to keep time.

Several workers ask several times; the tasks can be run twice. A message that nobody took within the hour expires,
so a queue that stood still holds one of them, not a day's.
"""

import logging
from typing import Any

from celery import bootsteps
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)

EVERY_SECONDS = 3600.0
TASKS = ("annotation.remind_due", "adjudication.tell_undecidable", "adjudication.count_all")


class Clock(bootsteps.StartStopStep):
    """Asks an hour after the worker started, and every hour then; the start itself is `config.celery.resume`'s."""

    requires = ("celery.worker.components:Timer",)

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self.timer_entry: Any = None

    def start(self, parent: Any) -> None:
        """Arrange the next times."""
        self.timer_entry = parent.timer.call_repeatedly(EVERY_SECONDS, self.ask, (parent,), priority=10)

    def stop(self, parent: Any) -> None:
        """Stop asking."""
        if self.timer_entry is not None:
            self.timer_entry.cancel()
            self.timer_entry = None

    def ask(self, parent: Any) -> None:
        """Queue the tasks; a broker that is away now is asked again in an hour."""
        try:
            ask_for_all(parent.app)
        except OperationalError:
            logger.warning("The queue does not answer; what is due is asked for again in an hour")


def ask_for_all(app: Any) -> None:
    """Queue what is to be done every hour."""
    for name in TASKS:
        app.send_task(name, expires=EVERY_SECONDS, retry=False)
