"""A small release with every file of a real one, made without a database: for what a demo does not hold."""

import io
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from evaluator.io import Release
from evaluator.jsonschemas import ROW_TYPES
from evaluator.manifest import TABLES, Baseline, CodeVersion
from evaluator.parquet import ParquetTable
from evaluator.tasks import TASKS
from evaluator.vocabulary import GoldSource
from evaluator.write import complete_files, json_file, manifest_entry, records_file
from releases.packaging import Facts, Split, Work, Yield, package_files
from tests.evaluator.tiny_release import CANARY, manifest_of, tiny_release

SAID = "Gold is in the files."


def parquet(table: str, rows: list[Any]) -> bytes:
    out = io.BytesIO()
    writer = ParquetTable(ROW_TYPES[table], out, CANARY)
    writer.write(rows)
    writer.close()
    return out.getvalue()


def tables(release: Release) -> dict[str, list[Any]]:
    """The rows of the tiny release; the text of its first paper may not be passed on."""
    found: dict[str, list[Any]] = {name: list(release.rows.table(name).values()) for name in TABLES}
    found["papers"][0] = replace(found["papers"][0], licence="all rights reserved", redistributable=False, text=None)
    first = found["diffs"][0]
    found["diffs"][0] = replace(first, gold_source=GoldSource.ADJUDICATED, reason_code="other")
    return found


def data_files(found: Mapping[str, list[Any]]) -> dict[str, bytes]:
    return {
        **{f"data/parquet/{name}/public.parquet": parquet(name, rows) for name, rows in found.items()},
        **{f"data/jsonl/{name}/public.jsonl": records_file(rows) for name, rows in found.items()},
        "history/revisions.jsonl": b"",
        "audit/audits.json": json_file({"canary": CANARY, "audits": []}),
    }


def facts_of(found: Mapping[str, list[Any]], files: Mapping[str, bytes], **changes: Any) -> Facts:
    work = Work()
    for paper in found["papers"]:
        work.paper(paper)
    for diff in found["diffs"]:
        work.diff(diff)
    asked = Counter(instance.task for instance in found["exam"])
    facts = Facts(
        project="tiny",
        name="Tiny",
        description="Three short papers.",
        version="1.0.0",
        licence="CC0-1.0",
        created="2025-01-31T12:00:00Z",
        canary=CANARY,
        seed=1,
        rules_version="1",
        files=tuple(manifest_entry(path, data) for path, data in sorted(files.items())),
        splits=(Split(name="public", instances=len(found["exam"]), said=SAID),),
        papers=work.papers,
        work=work.done,
        guidelines=("v1",),
        domains={"computer_vision": "Computer Science"},
        yields={task: Yield(instances=asked[task], anchors=3, tried=3, lacks={"few_objects": 1}) for task in TASKS},
        baselines={task: Baseline(random=0.5, majority=0.5) for task in asked},
        trace_rendering={"rule": "whole_trace"},
        score_rule={"version": "1"},
        code=CodeVersion(version="0.1.0", commit="0" * 40, dirty=False),
        previous=None,
    )
    return replace(facts, **changes)


def packed(**changes: Any) -> dict[str, bytes]:
    """Path → bytes of the whole release. `changes` replace facts."""
    found = tables(tiny_release())
    data = data_files(found)
    files = {**data, **package_files(facts_of(found, data, **changes))}
    return complete_files(files, manifest_of(files, found, {}))
