"""The list of pairs at 10,000 pairs and 100,000 labels, as ratios to 100 ms: `python -m tests.benchmarks.bench_units`.

Each address is asked as an admin, in one process, without the network. The best of five says what the page costs; a
busy machine can only make it worse, so the first line, a list without a row, shows what the machine itself costs.
"""

import os
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from tests.servers import start_servers, use_private_data_folder

LIMIT = 0.1  # seconds
LABELS_PER_PAIR = 10
TIMES = 5
LISTS = (
    "?q=nothing-fits", "", "?page=150", "?q=paper-7", "?q=paper-7+paper-33", "?state=open", "?state=in_work",
    "?state=complete", "?state=differ", "?due=overdue&sort=-due", "?sort=title", "?sort=-published", "?sort=-labels",
    "?priority=1", "?person=PERSON", "?suggested=no&known=no",
)  # fmt: skip


def best(ask: Callable[[], Any]) -> float:
    """Seconds of the fastest of several times, after one that warms up."""
    ask()
    seconds = []
    for _each in range(TIMES):
        start = time.perf_counter()
        ask()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def in_a_database(measure: Callable[[], None]) -> None:
    """Measure in a database of its own, which goes away afterwards."""
    use_private_data_folder()
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    start_servers()
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    setup_test_environment()
    made = setup_databases(verbosity=0, interactive=False)
    try:
        measure()
    finally:
        teardown_databases(made, verbosity=0)


def main() -> None:
    in_a_database(measure)


def measure() -> None:
    from django.db import connection, reset_queries
    from django.test import Client, override_settings

    from diffs.models import Diff, PaperPair
    from tests.cast import make_cast
    from tests.house.test_many_pairs import fill

    cast = make_cast()
    fill(cast)
    add_labels(cast, LABELS_PER_PAIR - 2)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    print(f"{PaperPair.objects.count()} pairs, {Diff.objects.count()} labels; limit {LIMIT * 1000:.0f} ms")
    client = Client()
    client.force_login(cast.admin)
    for each in LISTS:
        address = f"/projects/demo/pairs/{each.replace('PERSON', str(cast.annotator1.pk))}"
        seconds = best(partial(client.get, address))
        with override_settings(DEBUG=True):
            reset_queries()
            client.get(address)
            queries = len(connection.queries)
        print(f"{seconds / LIMIT:6.2f} of the limit, {queries:3d} queries  {address}")
    start = time.perf_counter()
    answer: Any = client.get("/projects/demo/labels/labels.jsonl")
    size = sum(len(part) for part in answer.streaming_content)
    print(f"export of {size / 1e6:.0f} MB in {time.perf_counter() - start:.1f} s")


def add_labels(cast: Any, more: int) -> None:
    """Further versions of the first annotator's labels, copied inside the database: Python would take minutes."""
    from django.db import connection

    kept = "guideline_id, answer, decision, decision_key, dynamics, derived_dynamics, rule, is_surplus, submitted_at"
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO diffs_diff (id, pair_id, author_id, number, {kept})"  # noqa: S608 - our own words
            f" SELECT gen_random_uuid(), pair_id, author_id, version, {kept}"
            " FROM diffs_diff, generate_series(2, %s) AS version WHERE author_id = %s AND number = 1",
            [more + 1, cast.annotator1.pk],
        )


if __name__ == "__main__":
    main()
