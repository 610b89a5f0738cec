"""Server time of the genome screen on a long paper with many objects: `python -m tests.benchmarks.bench_genome`.

Imports two papers of the same text (80 pages, unless told otherwise) into a temporary data folder, gives one of them
many objects, and asks in this process, through the whole stack of middleware, views and templates: for the page, for a
save (from what was selected to the answer that the page swaps in), an edit, an undo, and the history.
"""

import argparse
import logging
import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.benchmarks.report import machine, table, tell

CHARACTERS_TO_A_PAGE = 3_000
HTMX = {"HX-Request": "true"}
TYPES = ("niche", "mechanism", "observation", "limitation", "delta", "claim")


def prepare(data: Path, stack: ExitStack) -> None:
    """Start the embedded servers on the folder for as long as `stack` lasts, with empty tables."""
    os.environ.update(IDEAGENE_DATA=str(data), DJANGO_SETTINGS_MODULE="config.settings")
    for name in ("DATABASE_URL", "REDIS_URL", "DEBUG", "STATIC_FROM_SOURCES"):
        os.environ.pop(name, None)
    from config.stack.embedded import servers_for

    stack.enter_context(servers_for(["migrate"]))
    import django

    django.setup()
    logging.disable(logging.WARNING)
    from django.core.management import call_command

    from config.collected import collect_if_changed

    call_command("migrate", verbosity=0)
    collect_if_changed()


def long_text(pages: int) -> str:
    """Sections of paragraphs of sentences, no sentence like another, as Markdown."""
    parts, number = [], 0
    for section in range(pages):
        parts.append(f"## Part {section + 1}\n")
        size = 0
        while size < CHARACTERS_TO_A_PAGE:
            sentences = []
            for _sentence in range(6):
                number += 1
                words = (
                    f"Network {number} looks once at scene {number * 7} and predicts its boxes in step {number * 3}."
                )
                sentences.append(words)
            parts.append(" ".join(sentences) + "\n")
            size += len(parts[-1])
    return "\n".join(parts)


def a_paper(project: Any, admin: Any, slug: str, text: str) -> Any:
    from genomes.models import Genome
    from genomes.services import import_document

    source = f"---\ntitle: {slug}\npublished: 2020-01-01\n---\n\n{text}"
    imported = import_document(by=admin, project=project, data=source.encode(), filename="p.md", slug=slug)
    return Genome.objects.get(source_version=imported.version)


def fill(genome: Any, person: Any, count: int) -> None:
    """Objects spread over the text, every fifth with a second place and every tenth over its neighbour's place."""
    from genomes.services import save_object

    text = genome.source_version.text
    sentences = list(genome.source_version.passages.filter(kind="sentence").values_list("start", "end"))
    step = max(len(sentences) // count, 1)
    for index in range(count):
        places = [sentences[index * step % len(sentences)]]
        if index % 5 == 0:
            places.append(sentences[(index * step + 3) % len(sentences)])
        if index % 10 == 1:
            places = [sentences[(index - 1) * step % len(sentences)]]
        save_object(by=person, genome=genome, payload=payload(text, TYPES[index % 6], f"Idea {index}", places))


def payload(text: str, kind: str, content: str, places: list[tuple[int, int]]) -> dict[str, Any]:
    spans = [{"start": start, "end": end, "quote": text[start:end]} for start, end in places]
    return {"type": kind, "content": content, "evidence": spans}


def form_of(wish: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A wish as a browser's form sends it."""
    import json

    return {
        **wish,
        "evidence": [json.dumps(each) for each in wish["evidence"]],
        "lineage_relevant": "on",
        "contribution_role": "context",
        **more,
    }


def timed(runs: int, act: Callable[[int], Any]) -> dict[str, Any]:
    """Median and best of `runs` requests after one to warm up; queries and bytes of the last."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    act(0)
    times, computed = [], []
    response = None
    for run in range(1, runs + 1):
        began, busy = time.perf_counter(), time.process_time()
        response = act(run)
        times.append((time.perf_counter() - began) * 1000)
        computed.append((time.process_time() - busy) * 1000)
    if response is None or response.status_code != 200:
        raise SystemExit(f"the answer was {response}")
    with CaptureQueriesContext(connection) as queries:
        act(runs + 1)
    return {
        "ms": round(statistics.median(times), 1),
        "cpu": round(min(computed), 1),  # neighbours on the machine change it less than they change the clock
        "best": round(min(times), 1),
        "queries": len(queries),
        "bytes": len(response.content),
    }


def measure(client: Any, genome: Any, runs: int) -> dict[str, dict[str, Any]]:
    page = f"/projects/{genome.paper.project.slug}/papers/{genome.paper.slug}/"
    text = genome.source_version.text
    place = list(genome.source_version.passages.filter(kind="sentence").values_list("start", "end"))[40]

    def save(run: int) -> Any:
        sent = form_of(payload(text, "mechanism", f"New idea {run} {time.time()}", [place]))
        return client.post(f"{page}genome/objects/", sent, headers=HTMX)

    def edit(run: int) -> Any:
        first = genome.objects_all.order_by("pk").first()
        row = first.evidence.first()
        sent = form_of(payload(text, first.type, f"Said anew {run} {time.time()}", [(row.start, row.end)]))
        return client.post(f"{page}genome/objects/{first.pk}/", sent, headers=HTMX)

    found = {"page": timed(runs, lambda _run: client.get(page)), "save": timed(runs, save), "edit": timed(runs, edit)}
    found["undo"] = timed(runs, lambda _run: client.post(f"{page}genome/undo/", headers=HTMX))
    found["history"] = timed(runs, lambda _run: client.get(f"{page}genome/history/"))
    return found


def run(pages: int, objects: int, runs: int) -> dict[str, Any]:
    from django.test import Client

    from annotation.services import claim_unit
    from tests.cast import make_cast

    cast = make_cast()
    project, admin, person = cast.project, cast.admin, cast.annotator1
    text = long_text(pages)
    genomes = {
        "full": a_paper(project, admin, "full", text),
        "empty": a_paper(project, admin, "empty", text + "\nEnd.\n"),
    }
    client = Client(SERVER_NAME="localhost")
    client.force_login(person)
    for genome in genomes.values():
        claim_unit(person=person, unit=genome.unit)
    fill(genomes["full"], person, objects)
    version = genomes["full"].source_version
    facts = {"pages": pages, "characters": len(version.text), "passages": version.passages.count(), "objects": objects}
    return {"paper": facts, "acts": {name: measure(client, genome, runs) for name, genome in genomes.items()}}


def show(result: dict[str, Any]) -> None:
    limit = result["limit_ms"]
    print(" · ".join(f"{name} {value}" for name, value in {**result["machine"], **result["paper"]}.items()))
    full, empty = result["acts"]["full"], result["acts"]["empty"]
    times = ["ms", f"of {limit:g} ms", "best ms", "computing ms", "empty genome ms", "full / empty"]
    heads = ["act", *times, "queries", "bytes"]
    rows = []
    for act, full_act in full.items():
        one, other = full_act, empty[act]
        figures = [one["ms"], one["ms"] / limit, one["best"], one["cpu"], other["ms"], one["best"] / other["best"]]
        rows.append([act, *figures, one["queries"], one["bytes"]])
    print(f"\n{table(heads, rows)}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=80)
    parser.add_argument("--objects", type=int, default=300)
    parser.add_argument("--runs", type=int, default=10, help="timed requests of each kind (10)")
    parser.add_argument("--limit", type=float, default=150, help="milliseconds that a save may take (150)")
    parser.add_argument("--json", type=Path, help="write the JSON there instead of below the table")
    arguments = parser.parse_args()
    data = Path(tempfile.mkdtemp(prefix="ig-bg-"))
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, data, ignore_errors=True)
        prepare(data, stack)
        measured = run(arguments.pages, arguments.objects, arguments.runs)
        result = {"machine": machine(), "limit_ms": arguments.limit, **measured}
    show(result)
    tell(result, arguments.json)


if __name__ == "__main__":
    main()
