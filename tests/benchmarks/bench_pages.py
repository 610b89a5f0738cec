"""Queries, milliseconds and bytes of every page: `python -m tests.benchmarks.bench_pages`.

Loads the demo into a temporary data folder and asks, in this process, for every address of the site as annotator,
adjudicator and admin. Addresses come from the site's own map, so a new page is measured without being listed here.
"""

import argparse
import logging
import os
import shutil
import statistics
import tempfile
import time
from contextlib import ExitStack, suppress
from fnmatch import fnmatch
from itertools import product
from pathlib import Path
from typing import Any

from tests.benchmarks.report import machine, table, tell

PEOPLE = ("annotator1", "adjudicator", "admin")
# Pages of Django's admin and of accounts are not ours; the others change something when asked for.
NOT_OURS = ("admin:*", "account_*", "mfa_*", "socialaccount_*", "usersessions_*", "headless:*", "set_language")


def prepare(data: Path, stack: ExitStack) -> None:
    """Start the embedded servers on the folder for as long as `stack` lasts, and load the demo unless it is there."""
    os.environ.update(IDEAGENE_DATA=str(data), DJANGO_SETTINGS_MODULE="config.settings")
    for name in ("DATABASE_URL", "REDIS_URL", "DEBUG", "STATIC_FROM_SOURCES"):
        os.environ.pop(name, None)
    from config.stack.embedded import servers_for

    stack.enter_context(servers_for(["migrate"]))
    import django

    django.setup()
    logging.disable(logging.ERROR)  # refusals are expected here
    from django.conf import settings
    from django.core.management import call_command

    from config.collected import collect_if_changed
    from config.demo import load_into_empty_database

    call_command("migrate", verbosity=0)
    load_into_empty_database(settings.LAYOUT)
    collect_if_changed()


def addresses() -> tuple[list[tuple[str, str]], list[str]]:
    """(name, path) of every address with its parameters filled in from the demo, and the names for which none are."""
    from django.urls import NoReverseMatch, get_resolver, reverse

    from tests.benchmarks.demo_values import values_of_the_demo
    from tests.house.test_permission_table import addresses as addresses_of

    values = values_of_the_demo()
    found, missed = [], []
    for name, parameters in addresses_of(get_resolver().url_patterns):
        if any(fnmatch(name, pattern) for pattern in NOT_OURS):
            continue
        if not set(parameters) <= set(values):
            missed.append(name)
            continue
        for chosen in product(*(values[each] for each in parameters)):
            with suppress(NoReverseMatch):
                found.append((name, reverse(name, kwargs=dict(zip(parameters, chosen, strict=True)))))
    return found, missed


def ask(client: Any, path: str) -> tuple[int, int]:
    """Status and bytes; a streamed answer is read to its end."""
    response = client.get(path)
    body = b"".join(response.streaming_content) if response.streaming else response.content
    return response.status_code, len(body)


def measure(client: Any, path: str, runs: int) -> dict[str, Any] | None:
    """One request to warm up and count, `runs` to time. None when there is nothing to see (redirects, refusals)."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    if ask(client, path)[0] != 200:
        return None
    with CaptureQueriesContext(connection) as queries:
        _, size = ask(client, path)
    count = len(queries)  # read now: the next request empties the log
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        ask(client, path)
        times.append((time.perf_counter() - began) * 1000)
    return {"queries": count, "ms": round(statistics.median(times), 1), "best": round(min(times), 1), "bytes": size}


def all_pages(runs: int, only: str) -> dict[str, Any]:
    """The slowest example of each address for each person, slowest first."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    found: dict[tuple[str, str], dict[str, Any]] = {}
    paths, missed = addresses()
    for person in PEOPLE:
        client = Client(SERVER_NAME="localhost")
        client.force_login(get_user_model().objects.get(username=person))
        for name, path in paths:
            measured = measure(client, path, runs) if fnmatch(name, only) else None
            known = found.get((name, person))
            if measured and (known is None or measured["ms"] > known["ms"]):
                found[name, person] = {"page": name, "person": person, "path": path, **measured}
    return {"pages": sorted(found.values(), key=lambda row: -float(row["ms"])), "not_measured": missed}


def show(result: dict[str, Any]) -> None:
    limit, rows = result["limit_ms"], result["pages"]
    print(" · ".join(f"{name} {value}" for name, value in result["machine"].items()))
    heads = ["page", "person", "queries", "ms", f"of {limit:g} ms", "best ms", "bytes"]
    cells = [[r["page"], r["person"], r["queries"], r["ms"], r["ms"] / limit, r["best"], r["bytes"]] for r in rows]
    print(f"\n{table(heads, cells)}\n")
    for what in ("ms", "queries", "bytes"):
        worst = max(rows, key=lambda row: float(row[what]))
        print(f"most {what}: {worst[what]} at {worst['path']} as {worst['person']}")
    print(f"not measured, for want of an example: {', '.join(result['not_measured']) or 'none'}")
    print(f"over the limit of {limit:g} ms: {sum(row['ms'] > limit for row in rows)} of {len(rows)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10, help="timed requests of each page (10)")
    parser.add_argument("--limit", type=float, default=100, help="milliseconds that a page may take (100)")
    parser.add_argument("--only", default="*", help="a pattern of page names, e.g. 'diffs:*'")
    parser.add_argument("--data", type=Path, help="a data folder to keep and use again, instead of a temporary one")
    parser.add_argument("--json", type=Path, help="write the JSON there instead of below the table")
    arguments = parser.parse_args()
    data = arguments.data or Path(tempfile.mkdtemp(prefix="ig-bp-"))
    with ExitStack() as stack:
        if arguments.data is None:
            stack.callback(shutil.rmtree, data, ignore_errors=True)
        prepare(data, stack)
        result = {"machine": machine(), "limit_ms": arguments.limit, **all_pages(arguments.runs, arguments.only)}
    show(result)
    tell(result, arguments.json)


if __name__ == "__main__":
    main()
