"""The agreement page at a million labels: `python -m tests.benchmarks.bench_dashboard`.

Fills the counts of one project, by SQL, as 500,000 pairs with two labels each would: 10 domains, 3 stages, 50 weeks,
4 guideline versions in a row, 30 people, drivers that are other objects in nearly every pair, fates of four objects.
The pairs are there too, with what each is counted as, and what the decisions about a tenth of them changed. Labels and
texts, which the pages do not read, are there for the last pairs only (--labelled), to be counted: all of those, and one
more as a page does it before it is shown.

A look is timed in this process, queries, templates and all: with nothing kept at all; the request that then fetches
the intervals; a look when they are kept; and one after the last week has changed.
"""

import argparse
import json
import random
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from tests.benchmarks.bench_pages import prepare
from tests.benchmarks.dashboard_pairs import fill_pairs
from tests.benchmarks.report import machine, table, tell

DOMAINS, STAGES, WEEKS, VERSIONS, PEOPLE = 10, 3, 50, 4, 30
FIRST = date(2026, 1, 5)
CHANCE = random.Random(1)
DYNAMICS = ("mutation", "adaptive_radiation", "hybridization", "speciation", "niche_competition", "isolation")
FEW: dict[str, tuple[str, ...] | None] = {
    "dynamics": DYNAMICS,
    "lineage": ("lineage", "no lineage"),
    "ecology": ("adjacent", "same", "shifted", "unrelated"),
    "fate.unit": ("inherited", "lost", "mutated"),
    "origin.unit": ("aligned", "external", "novel"),
    "predecessor_driver.shape": ("0", "1"),
    "transition_driver.shape": ("0", "1"),
    "decision": None,
}


def patterns(values: tuple[str, ...] | None) -> list[tuple[str, int]]:
    """Patterns of two labels with weights: most agree."""
    if values is None:
        return [('[["same"]]', 60), ('[["other"]]', 40)]
    found = [(f'[["{each}","{each}"]]', 90 // len(values)) for each in values]
    return found + [
        (f'[["{one}","{other}"]]', 2) for at, one in enumerate(sorted(values)) for other in sorted(values)[at + 1 :]
    ]


def fill(project: Any, pairs: int) -> None:
    """Write the counts."""
    from adjudication.models import AgreementTally, TallyVersion
    from evaluator.canonical import sha256_hex

    places = places_of(project)
    rows = [
        AgreementTally(
            project=project, stage=stage, domain=domain, week=week, guideline=guideline,
            field=field, pattern=pattern, pattern_key=sha256_hex(pattern.encode()), count=count,
        )
        for stage, domain, week, guideline in places
        for field, pattern, count in [*few_patterns(pairs // len(places)), *many_patterns(pairs // len(places))]
    ]  # fmt: skip
    AgreementTally.objects.bulk_create(rows, batch_size=5_000, ignore_conflicts=True)
    TallyVersion.objects.update_or_create(project=project, defaults={"version": 1})


def places_of(project: Any) -> list[Any]:
    """Every stage, domain and week, with the guideline version of the week."""
    from annotation.models import Guideline, Stage, User

    stages = [Stage.objects.create(project=project, name=f"stage {n}") for n in range(STAGES)]
    author = User.objects.get(username="admin")
    for version in range(2, VERSIONS + 1):
        Guideline.objects.create(project=project, version=version, body="x", note="y", created_by=author)
    return [
        (stage, f"domain {domain}", FIRST + timedelta(weeks=week), 1 + week * VERSIONS // WEEKS)
        for stage in stages
        for domain in range(DOMAINS)
        for week in range(WEEKS)
    ]


def few_patterns(pairs: int) -> Iterator[tuple[str, str, int]]:
    """(field, pattern, count) of the fields with few patterns, for so many pairs."""
    for field, values in FEW.items():
        known = patterns(values)
        whole = sum(weight for _pattern, weight in known)
        for pattern, weight in known:
            yield field, pattern, max(1, pairs * weight // whole * (4 if ".unit" in field else 1))


def many_patterns(pairs: int) -> Iterator[tuple[str, str, int]]:
    """The same of drivers, other objects in nearly every pair, and of fates and origins, four objects to a pair."""
    for field in ("predecessor_driver", "transition_driver"):
        for _pair in range(pairs):
            one = f"paper-{CHANCE.randrange(20_000)}:M1"
            yield field, f'[["{one}","{one if CHANCE.random() < 0.9 else one[:-1] + "2"}"]]', 1
    for field in ("fate", "origin"):
        choices = FEW[f"{field}.unit"] or ()
        for _kind in range(60):
            units = sorted(sorted(CHANCE.choices(choices, k=2)) for _object in range(4))
            yield field, json.dumps(units, separators=(",", ":")), max(1, pairs // 60)


def fill_people(project: Any) -> None:
    from adjudication.models import PersonTally, RaterTally
    from annotation.models import User

    people = [User.objects.create(username=f"bench{n}") for n in range(PEOPLE)]
    RaterTally.objects.bulk_create(
        RaterTally(
            project=project, field="dynamics", first=one, second=other, first_value=said, second_value=heard,
            count=100 if said == heard else 3,
        )
        for at, one in enumerate(people) for other in people[at + 1 :] for said in DYNAMICS for heard in DYNAMICS
    )  # fmt: skip
    PersonTally.objects.bulk_create(
        PersonTally(project=project, field="dynamics", person=one, week=FIRST + timedelta(weeks=n), same=85, count=100)
        for one in people for n in range(WEEKS)
    )  # fmt: skip


def fill_units(project: Any, pairs: int) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO annotation_unit (project_id, kind, title, domain, overlap, labels_done, priority, is_ready,"
            " is_paused, is_known, is_tallied, created_at) SELECT %s, 'pair', 'bench ' || n, 'domain ' || n %% %s, 2,"
            " 2, 0, TRUE, FALSE, FALSE, TRUE, now() FROM generate_series(1, %s) n",
            [project.pk, DOMAINS, pairs],
        )
        for name in ("annotation_unit", "adjudication_agreementtally", "adjudication_ratertally"):
            cursor.execute(f"ANALYZE {name}")


def fill_changes(project: Any) -> None:
    """What the decisions about a tenth of the pairs changed: each slice's share, spread over what can come of it."""
    from adjudication.changing import CHANGED, FIELD, KEPT, LABEL, MET, OUTCOME, OWN, PERSON, REASON
    from adjudication.models import ChangeTally, PairTally, Resolution
    from annotation.models import User
    from evaluator.compare import FIELDS

    came = (LABEL, OWN, "neither", "excluded")
    entries = [(OUTCOME, each, "other", "") for each in ("resolved", "neither", "excluded")]
    entries += [(REASON, each, "", "") for each in Resolution.Reason.values]
    entries += [(FIELD, each.name, "", how) for each in FIELDS for how in came]
    entries += [
        (MET, one, other, how)
        for at, one in enumerate(DYNAMICS)
        for other in DYNAMICS[at + 1 :]
        for how in (one, other, *came[1:])
    ]
    people = [str(each.pk) for each in User.objects.filter(username__startswith="bench")]
    entries += [(PERSON, one, each.name, how) for one in people[:4] for each in FIELDS for how in (KEPT, CHANGED)]
    places = (
        PairTally.objects.filter(project=project, stage__isnull=False)
        .values_list("stage", "domain", "week", "guideline")
        .distinct()
    )
    ChangeTally.objects.bulk_create(
        (
            ChangeTally(
                project=project, stage_id=stage, domain=domain, week=week, guideline=guideline,
                kind=kind, first=first, second=second, became=became, count=1 + CHANCE.randrange(3),
            )
            for stage, domain, week, guideline in places
            for kind, first, second, became in entries
        ),
        batch_size=5_000,
    )  # fmt: skip


def change(project: Any) -> None:
    """One more pair in the last week, as if it had just been counted."""
    from django.db.models import F

    from adjudication.models import AgreementTally, TallyVersion

    last = AgreementTally.objects.filter(project=project, field__in=FEW, week=FIRST + timedelta(weeks=WEEKS - 1))
    for field in FEW:
        AgreementTally.objects.filter(pk=last.filter(field=field).values("pk")[:1]).update(count=F("count") + 1)
    TallyVersion.objects.filter(project=project).update(version=F("version") + 1)


def timed(client: Any, path: str, runs: int, *, cold: bool, before: Any = None) -> dict[str, Any]:
    from django.core.cache import cache

    times = []
    for _run in range(runs):
        if cold:
            cache.clear()
        if before is not None:
            before()
        began = time.perf_counter()
        response = client.get(path)
        body = response.getvalue() if response.streaming else response.content
        times.append((time.perf_counter() - began) * 1000)
        assert response.status_code == 200, (path, response.status_code)
    kept = "nothing" if cold else "all" if before is None else "all but a week"
    spent = {"ms": round(statistics.median(times), 1), "worst": round(max(times), 1)}
    return {"path": path, "kept": kept, **spent, "bytes": len(body)}


def count_labels(project: Any) -> dict[str, Any]:
    """What the labels of the last pairs cost to count: all together, and one pair that changed once more."""
    from adjudication.services.tallies import count_pairs
    from annotation.models import Unit

    Unit.objects.filter(project=project, title__startswith="bench ", pair__diffs__isnull=False).update(is_tallied=False)
    began, counted = time.perf_counter(), 0
    while number := count_pairs(project=project):
        counted += number
    spent = time.perf_counter() - began
    again = []
    for unit in Unit.objects.filter(project=project, title__startswith="bench ").order_by("-pk")[:20]:
        Unit.objects.filter(pk=unit.pk).update(is_tallied=False)
        start = time.perf_counter()
        count_pairs(project=project, most=1)
        again.append((time.perf_counter() - start) * 1000)
    each = round(1000 * spent / (2 * counted), 2) if counted else None
    return {"pairs": counted, "ms_a_label": each, "ms_after_a_change": round(statistics.median(again), 1)}


def unsettle(project: Any) -> None:
    """One pair changed: the next look counts it first."""
    from annotation.models import Unit

    last = Unit.objects.filter(project=project, title__startswith="bench ").order_by("-pk").values("pk")[:1]
    Unit.objects.filter(pk__in=[each["pk"] for each in last]).update(is_tallied=False)


def measure(pairs: int, runs: int, labelled: int) -> dict[str, Any]:
    from django.contrib.auth import get_user_model
    from django.db import connection
    from django.test import Client

    from adjudication.models import AgreementTally, TallyVersion
    from annotation.models import Project

    project = Project.objects.order_by("pk").first()
    assert project is not None
    if not TallyVersion.objects.filter(project=project, version__gt=0).exists():
        fill(project, pairs)
        fill_people(project)
        fill_units(project, pairs)
        met = [each for each, weight in patterns(DYNAMICS) for _time in range(weight)]
        fill_pairs(project, pairs, labelled, first=FIRST, patterns=met)
        fill_changes(project)
    counted = count_labels(project)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")  # as a server does by itself
    rows = AgreementTally.objects.filter(project=project).count()
    client = Client(SERVER_NAME="localhost")
    client.force_login(get_user_model().objects.get(username="admin"))
    place = f"/projects/{project.slug}/agreement/"
    narrowed = f"?domain=domain+3&from={FIRST + timedelta(weeks=10)}&field=ecology"
    client.get(place)
    found = [timed(client, place, runs, cold=True), timed(client, place + narrowed, runs, cold=True)]
    found.append(timed(client, f"{place}figures/", 2, cold=True))
    client.get(f"{place}figures/")
    found.append(timed(client, place, runs, cold=False))
    found.append(timed(client, place, runs, cold=False, before=lambda: change(project)))
    found.append({**timed(client, place, runs, cold=False, before=lambda: unsettle(project)), "kept": "all but a pair"})
    cell = "?first=adaptive_radiation&second=mutation"
    queries = (cell, f"{cell}&page=40", f"{cell}&domain=domain+3", "?first=isolation&second=isolation")
    found += [timed(client, place + query, runs, cold=False) for query in queries]
    found += [timed(client, f"{place}{query}", runs, cold=True) for query in ("decided/", "decided/?domain=domain+3")]
    found += [timed(client, f"{place}people/", runs, cold=False)]
    found += [timed(client, f"{place}{name}.csv", runs, cold=False) for name in ("fields", "weeks", "confusion")]
    return {"labels": 2 * pairs, "rows": rows, "counting": counted, "looks": found}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=500_000, help="pairs with two labels each (500,000)")
    parser.add_argument("--labelled", type=int, default=2_000, help="of them, pairs with labels to count (2,000)")
    parser.add_argument("--runs", type=int, default=5, help="timed looks at each page (5)")
    parser.add_argument("--limit", type=float, default=300, help="milliseconds that a look may take (300)")
    parser.add_argument("--data", type=Path, help="a data folder to keep and use again, instead of a temporary one")
    parser.add_argument("--json", type=Path, help="write the JSON there instead of below the table")
    arguments = parser.parse_args()
    data = arguments.data or Path(tempfile.mkdtemp(prefix="ig-bd-"))
    with ExitStack() as stack:
        if arguments.data is None:
            stack.callback(shutil.rmtree, data, ignore_errors=True)
        prepare(data, stack)
        result = {
            "machine": machine(),
            "limit_ms": arguments.limit,
            **measure(arguments.pairs, arguments.runs, arguments.labelled),
        }
    print(f"{result['labels']:,} labels in {result['rows']:,} rows of counts")
    print(f"counting: {result['counting']}")
    for each in result["looks"]:
        each["of_limit"] = round(each["ms"] / arguments.limit, 2)
    print(table(["look", "kept", "ms", "worst", "bytes", "of limit"], [[*each.values()] for each in result["looks"]]))
    tell(result, arguments.json)


if __name__ == "__main__":
    main()
