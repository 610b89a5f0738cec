"""The worker's own clock sends the reminders: no other process keeps time."""

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.models import Notification
from annotation.services import claim_unit
from config.celery import app
from config.clock import Clock, ask_for_all
from tests.cast import make_cast
from tests.factories import make_unit
from tests.patience import ends


@pytest.mark.django_db(transaction=True)
def test_a_worker_reminds_when_its_clock_asks(celery_worker_process: int) -> None:
    cast = make_cast()
    unit = make_unit(cast.project, due=timezone.localdate() + timedelta(days=1))
    claim_unit(person=cast.annotator1, unit=unit)
    ask_for_all(app)
    with ends():
        while not Notification.objects.filter(kind="due", recipient=cast.annotator1, unit=unit).exists():
            time.sleep(0.1)


def test_every_worker_has_the_clock() -> None:
    assert Clock in app.steps["worker"]
