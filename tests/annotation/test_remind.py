"""The day before a unit is due, whoever holds it is told, once for each date."""

from datetime import timedelta

from django.utils import timezone

from annotation.models import Notification
from annotation.services import assign_unit, change_unit, claim_unit, finish_unit, remind_due
from tests.annotation.test_claim import let_lapse
from tests.cast import Cast
from tests.factories import make_unit


def test_holders_are_told_once_a_day_before(cast: Cast) -> None:
    today = timezone.localdate()
    tomorrow, later, past = today + timedelta(days=1), today + timedelta(days=2), today - timedelta(days=1)
    due, far, gone = (make_unit(cast.project, due=day) for day in (tomorrow, later, past))
    for unit in (due, far, gone):
        claim_unit(person=cast.annotator1, unit=unit)
    assign_unit(by=cast.admin, unit=due, person=cast.annotator2)
    assert remind_due() == 2
    assert remind_due() == 0
    rows = Notification.objects.filter(kind="due").values_list("recipient__username", "unit", "params__due")
    assert set(rows) == {("annotator1", due.pk, tomorrow.isoformat()), ("annotator2", due.pk, tomorrow.isoformat())}
    change_unit(by=cast.admin, unit=due, due=today)  # another date is another reminder
    assert remind_due() == 2


def test_who_has_finished_or_let_go_is_not_told(cast: Cast) -> None:
    unit = make_unit(cast.project, due=timezone.localdate())
    finish_unit(person=cast.annotator1, unit=unit)
    claim_unit(person=cast.annotator2, unit=unit)
    let_lapse(unit, cast.annotator2)
    assert remind_due() == 0
