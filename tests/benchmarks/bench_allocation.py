"""Handing out and the pages of progress in a large project: `python -m tests.benchmarks.bench_allocation`.

Makes a project with 50 annotators, 10,000 units and 100,000 assignments in a temporary database, and times what is
asked for most often, each in milliseconds and as a share of the 100 ms that it may take.
"""

import argparse
import logging
import os
import random
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.benchmarks.report import machine, table, tell

PEOPLE, UNITS, ASSIGNMENTS = 50, 10_000, 100_000
OVERLAP = 9
DOMAINS = ("vision", "nlp", "biology", "physics", "chemistry", "medicine")


def prepare(data: Path, stack: ExitStack) -> None:
    """Start the embedded servers on the folder for as long as `stack` lasts, with an empty database."""
    os.environ.update(IDEAGENE_DATA=str(data), DJANGO_SETTINGS_MODULE="config.settings", STATIC_FROM_SOURCES="1")
    for name in ("DATABASE_URL", "REDIS_URL", "DEBUG"):
        os.environ.pop(name, None)
    from config.stack.embedded import servers_for

    stack.enter_context(servers_for(["migrate"]))
    import django

    django.setup()
    logging.disable(logging.ERROR)
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def fill(people: int, units: int, assignments: int) -> Any:
    """A project at work for eight weeks: each unit has about the same number of people, most of them finished.

    A tenth of the rows are given back, a few per person are in work, and some units are assigned and not opened.
    """
    from django.db import connection
    from django.utils import timezone

    from annotation.models import Assignment, Unit
    from annotation.services import add_member, create_account, create_stage
    from tests.cast import make_cast

    chance, now = random.Random(1), timezone.now()
    cast = make_cast()
    stage = create_stage(by=cast.admin, project=cast.project, name="Pilot", overlap=OVERLAP)
    annotators = [cast.annotator1, cast.annotator2]
    for number in range(3, people + 1):
        person = create_account(by=None, username=f"annotator{number}")
        known = chance.sample(DOMAINS, 2)
        add_member(by=cast.admin, project=cast.project, user=person, role="annotator", expertise=known)
        annotators.append(person)
    each = assignments // units
    made = [a_unit(cast.project, stage if number % 5 == 0 else None, number, each, chance) for number in range(units)]
    Unit.objects.bulk_create(made, batch_size=2000)
    rows = [
        a_hold(unit, person, position, now, chance)
        for unit in made
        for position, person in enumerate(chance.sample(annotators, each))
    ]
    Assignment.objects.bulk_create(rows, batch_size=5000)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return cast, annotators


def a_unit(project: Any, stage: Any, number: int, each: int, chance: random.Random) -> Any:
    """A pair with most of its labels in."""
    from django.utils import timezone

    from annotation.models import Unit

    return Unit(
        project=project,
        kind="pair",
        title=f"Unit {number}",
        overlap=OVERLAP,
        labels_done=min(chance.randint(each - 4, each - 2), OVERLAP),
        domain=chance.choice(DOMAINS),
        priority=chance.choice((0, 0, 0, 1, 5)),
        stage=stage,
        due=timezone.localdate() + timedelta(days=chance.randint(-5, 60)) if number % 4 == 0 else None,
    )


def a_hold(unit: Any, person: Any, position: int, now: Any, chance: random.Random) -> Any:
    """One person's part: finished for as many as the unit has labels, then in work or given back."""
    from annotation.models import Assignment

    at = now - timedelta(minutes=chance.randint(60, 60 * 24 * 56))
    row = Assignment(unit=unit, person=person, claimed_at=at, opened_at=at, lease_expires_at=at)
    if position < unit.labels_done:
        row.state, row.finished_at, row.is_counted = "finished", at, True
        row.active_seconds = chance.randint(60, 3600)
    elif chance.random() < 0.02:
        row.state, row.lease_expires_at = "active", now + timedelta(hours=2)
    else:
        row.state = "released"
    return row


def timed(action: Callable[[], Any], runs: int) -> dict[str, Any]:
    """Queries of one call and the median and worst milliseconds of `runs`, each rolled back."""
    from django.db import connection, transaction
    from django.test.utils import CaptureQueriesContext

    def once() -> float:
        with transaction.atomic():
            began = time.perf_counter()
            action()
            took = (time.perf_counter() - began) * 1000
            transaction.set_rollback(True)
        return took

    once()
    with CaptureQueriesContext(connection) as queries:
        once()
    count = len(queries) - 2  # the savepoint or transaction around the call
    times = [once() for _each in range(runs)]
    return {"queries": count, "ms": round(statistics.median(times), 1), "worst": round(max(times), 1)}


def measure(runs: int, people: int, units: int, assignments: int) -> list[dict[str, Any]]:
    from django.test import Client

    from annotation.models import Assignment, Unit
    from annotation.selectors import planned
    from annotation.services import claim_next, finish_unit

    cast, annotators = fill(people, units, assignments)
    Assignment.objects.filter(state="active", person=annotators[5]).update(state="released")
    admin, labeller = Client(SERVER_NAME="localhost"), Client(SERVER_NAME="localhost")
    admin.force_login(cast.admin)
    labeller.force_login(annotators[5])
    base = f"/projects/{cast.project.slug}"
    ids = list(Unit.objects.order_by("pk").values_list("pk", flat=True)[:2000])
    open_unit = Unit.objects.filter(labels_done__lt=OVERLAP).order_by("-pk")[0]
    actions: dict[str, Callable[[], Any]] = {
        "claim_next": lambda: claim_next(person=annotators[5], project=cast.project),
        "finish_unit": lambda: finish_unit(person=annotators[5], unit=open_unit),
        "My work": lambda: labeller.get(f"{base}/work/"),
        "Progress": lambda: admin.get(f"{base}/progress/"),
        "Progress, page 150": lambda: admin.get(f"{base}/progress/?page=150"),
        "Progress, state=waiting": lambda: admin.get(f"{base}/progress/?state=waiting"),
        "Progress, person": lambda: admin.get(f"{base}/progress/?person={annotators[5].pk}"),
        "People": lambda: admin.get(f"{base}/progress/people/"),
        "Forecast": lambda: admin.get(f"{base}/progress/forecast/"),
        "Panel of a unit": lambda: admin.get(f"{base}/progress/units/{open_unit.pk}/", headers={"hx-request": "true"}),
        "Stages": lambda: admin.get(f"{base}/stages/"),
        "Plan of 2000 units": lambda: planned(cast.project, ids, [each.pk for each in annotators]),
    }
    return [{"what": name, **timed(action, runs)} for name, action in actions.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10, help="timed calls of each (10)")
    parser.add_argument("--people", type=int, default=PEOPLE)
    parser.add_argument("--units", type=int, default=UNITS)
    parser.add_argument("--assignments", type=int, default=ASSIGNMENTS)
    parser.add_argument("--limit", type=float, default=100, help="milliseconds that each may take (100)")
    parser.add_argument("--json", type=Path, help="write the JSON there instead of below the table")
    asked = parser.parse_args()
    data = Path(tempfile.mkdtemp(prefix="ig-ba-"))
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, data, ignore_errors=True)
        prepare(data, stack)
        rows = measure(asked.runs, asked.people, asked.units, asked.assignments)
    heads = ["what", "queries", "ms", f"of {asked.limit:g} ms", "worst ms"]
    print(table(heads, [[r["what"], r["queries"], r["ms"], r["ms"] / asked.limit, r["worst"]] for r in rows]))
    tell({"machine": machine(), "limit_ms": asked.limit, "rows": rows}, asked.json)


if __name__ == "__main__":
    main()
