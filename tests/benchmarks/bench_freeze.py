"""Freeze a release of the paper's size, and one of many times that: `python -m tests.benchmarks.bench_freeze`.

Prints seconds and the most memory that the freezing process held, against the limits that were set: 10 s for the
paper's size (1,085 objects, 920 diffs, 1,961 traces, about 1,029 exam items), 1 GiB for a hundred times that, and time
in proportion to size. Each freeze is a process of its own, as a worker's is; texts, gold and files are in PostgreSQL.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.benchmarks.bench_pages import prepare
from tests.benchmarks.report import BASE, machine, table, tell

SECONDS, GIB = 10.0, 1.0
PER_TASK = 29  # instances of each task type at the paper's size: 1,029 or a little more in all


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100, help="how many times the paper's size the large one is")
    parser.add_argument("--data", type=Path, help="a folder for the database, kept; default: one that is thrown away")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        freeze(options.data, options.child)
        return
    with ExitStack() as stack:
        data = options.data or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-freeze-")))
        prepare(data, stack)
        found = {times: measured(data, times) for times in (1, options.times)}
    show(found, options.times, options.json)


def measured(data: Path, times: int) -> dict[str, Any]:
    from django.db import connection

    from annotation.models import Project
    from tests.benchmarks.freeze_scene import fill

    slug = f"freeze-{times}"
    if not Project.objects.filter(slug=slug).exists():
        started = time.monotonic()
        fill(slug, times)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
        print(f"{slug}: filled in {time.monotonic() - started:.0f} s", flush=True)
    command = [sys.executable, "-m", "tests.benchmarks.bench_freeze", "--data", str(data), "--child", slug]
    done = subprocess.run(command, cwd=BASE, stdout=subprocess.PIPE, text=True, check=True)
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    print(f"{slug}: {result}", flush=True)
    return result


def freeze(data: Path, slug: str) -> None:
    with ExitStack() as stack:
        prepare(data, stack)
        from annotation.models import Project, User
        from releases.models import Release
        from releases.services import freeze_release, freezing, request_release

        project, times = Project.objects.get(slug=slug), int(slug.partition("-")[2])
        admin = User.objects.get(username="admin")
        version = f"1.0.{Release.objects.filter(project=project).count()}"
        wish = request_release(by=admin, project=project, version=version, allow_changed_code=True)
        Release.objects.filter(pk=wish.pk).update(plan={"per_task": PER_TASK * times})
        before, started = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, time.monotonic()
        stages: dict[str, float] = {}
        tell_stage = freezing._tell

        def noted(release: Any, stage: str) -> None:
            stages[stage] = round(time.monotonic() - started, 2)
            tell_stage(release, stage)

        freezing._tell = noted
        release = freeze_release(release_id=wish.pk)
        seconds = time.monotonic() - started
        assert release.state == Release.State.FROZEN, release.error[:2000]
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        size = sum(release.files.values_list("size", flat=True))
        print(
            json.dumps(
                {
                    "seconds": round(seconds, 2), "peak_mib": round(peak), "before_mib": round(before),
                    "file_mib": round(size / 2**20, 1), "counts": release.counts, "stages": stages,
                }
            )
        )  # fmt: skip


def show(found: dict[int, dict[str, Any]], times: int, to: Path | None) -> None:
    small, large = found[1], found[times]
    rows = [
        [f"{n} ×", *(each["counts"][t] for t in ("objects", "diffs", "traces", "exam")), each["file_mib"],
         each["seconds"], each["peak_mib"]]
        for n, each in found.items()
    ]  # fmt: skip
    print(table(["size", "objects", "diffs", "traces", "exam", "files MiB", "seconds", "peak MiB"], rows))
    growth = large["seconds"] / small["seconds"]
    print(f"\npaper's size: {small['seconds'] / SECONDS:.2f} of the {SECONDS:.0f} s allowed")
    print(f"{times} ×: {large['peak_mib'] / 1024 / GIB:.2f} of the {GIB:.0f} GiB allowed")
    print(f"{times} ×: {growth:.1f} times the seconds, {growth / times:.2f} of proportion")
    tell({"machine": machine(), "sizes": found}, to)


if __name__ == "__main__":
    main()
