"""The files of a release, made from its scope: the same scope and request give the same bytes."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from annotation.models import Project
from evaluator import __version__
from evaluator.alignments import alignment_records
from evaluator.canonical import JsonValue
from evaluator.manifest import CodeVersion, Counts, Manifest, PreviousRelease, SourceVersionEntry
from evaluator.schema import SCHEMA_VERSION, ExamInstance
from evaluator.tasks import TASKS
from evaluator.write import complete_files, json_file, manifest_entry, records_file, schema_files
from releases.audits import Audit
from releases.exam.generate import baselines
from releases.models import Release
from releases.provenance import code_version
from releases.records import Scope, iso

RULES_VERSION = "1"
SPLIT = "public"
TRACE_RENDERING: dict[str, JsonValue] = {
    "rule": "whole_trace",
    "description": "A packet renders every paper of its trace, 3 to 7, and no others.",
    "papers_min": 3,
    "papers_max": 7,
}
SCORE_RULE: dict[str, JsonValue] = {
    "version": "1",
    "raw_mean": "(H + V + S) / 3",
    "caps": [],
    "note": "No cap is applied in this version; raw_mean and cap_adjusted are equal.",
}


def canary_of(project: Project, version: str) -> str:
    """A string that betrays the release in training data: fixed for a project and version, in every exam row."""
    digest = hashlib.sha256(f"ideagene canary {project.slug} {version}".encode()).hexdigest()
    return f"IDEAGENE-CANARY {digest[:8]}-{digest[8:12]}-{digest[12:16]}-{digest[16:28]}"


def release_files(
    release: Release,
    scope: Scope,
    instances: Sequence[ExamInstance],
    audits: Sequence[Audit],
    agreement: Mapping[str, Any],
    previous: Release | None,
    history: bytes = b"",
) -> dict[str, bytes]:
    """Path → bytes of every file, manifest and checksums included. `history` is the whole log of revisions so far."""
    book, project = scope.book, release.project
    tables: dict[str, list[Any]] = {
        "papers": list(book.papers.values()),
        "objects": list(book.objects.values()),
        "diffs": list(book.diffs.values()),
        "alignments": sorted(
            (row for diff in book.diffs.values() for row in alignment_records(diff)), key=lambda row: row.id
        ),
        "traces": list(book.traces.values()),
        "exam": list(instances),
    }
    counts = Counts(**{name: len(rows) for name, rows in tables.items()})
    canary = canary_of(project, release.version)
    files = {
        "README.md": _readme(release, counts, canary),
        "LICENSE": f"SPDX-License-Identifier: {project.licence}\n".encode(),
        "CHANGELOG.md": _changelog(release, previous),
        "spec/tasks.json": json_file(_task_specs(instances)),
        "spec/domains.json": json_file(dict(project.domains)),
        "spec/trace_rendering.json": json_file(TRACE_RENDERING),
        "spec/score.json": json_file(SCORE_RULE),
        "audit/audits.json": json_file([audit.in_the_open() for audit in audits]),
        "audit/agreement.json": json_file(dict(agreement)),
        "history/revisions.jsonl": history,
        **schema_files(),
        **{f"data/jsonl/{name}/{SPLIT}.jsonl": records_file(rows) for name, rows in tables.items()},
    }
    return complete_files(files, _manifest(release, scope, instances, files, counts, canary, previous))


def _manifest(
    release: Release,
    scope: Scope,
    instances: Sequence[ExamInstance],
    files: Mapping[str, bytes],
    counts: Counts,
    canary: str,
    previous: Release | None,
) -> Manifest:
    code = code_version()
    return Manifest(
        release=release.version,
        project=release.project.slug,
        schema_version=SCHEMA_VERSION,
        evaluator_version=__version__,
        rules_version=RULES_VERSION,
        created=iso(release.requested_at),
        canary=canary,
        seed=release.seed,
        licence=release.project.licence,
        cutoff=None,
        files=tuple(manifest_entry(path, data) for path, data in sorted(files.items())),
        counts=counts,
        splits={SPLIT: {"instances": len(instances), "gold": "in the files"}},
        domains=dict(release.project.domains),
        trace_rendering=dict(TRACE_RENDERING),
        source_versions=_source_versions(scope),
        guideline_versions=scope.guidelines,
        sealed_files=(),
        tools={},
        participants=(),
        judges={},
        code=CodeVersion(version=code.version, commit=code.commit, dirty=code.dirty),
        previous=PreviousRelease(release=previous.version, manifest_sha256=previous.manifest_sha256)
        if previous
        else None,
        baselines=baselines(instances),
    )


def _source_versions(scope: Scope) -> tuple[SourceVersionEntry, ...]:
    return tuple(
        SourceVersionEntry(
            paper=paper.id,
            format=paper.format,
            file_sha256=paper.file_sha256,
            text_sha256=paper.text_sha256,
            imported=paper.imported,
        )
        for paper in scope.book.papers.values()
    )


def _task_specs(instances: Sequence[ExamInstance]) -> dict[str, Any]:
    """All 42 task types: how each field is matched, its error class, and how many instances this release has."""
    counts: dict[str, int] = {}
    for instance in instances:
        counts[instance.task] = counts.get(instance.task, 0) + 1
    return {
        task: {
            "axis": spec.axis.value,
            "fields": {name: {k: str(v) for k, v in asdict(field).items()} for name, field in spec.fields.items()},
            "may_be_empty": spec.may_be_empty,
            "instances": counts.get(task, 0),
        }
        for task, spec in TASKS.items()
    }


def _readme(release: Release, counts: Counts, canary: str) -> bytes:
    project = release.project
    lines = [
        f"# {project.name} {release.version}",
        "",
        project.description.strip() or "A frozen release of the IdeaGene Workbench.",
        "",
        f"{counts.papers} papers, {counts.objects} idea objects, {counts.diffs} GenomeDiffs, "
        f"{counts.traces} traces, {counts.exam} exam instances. Licence: {project.licence}.",
        "",
        "Tables are JSON Lines under `data/jsonl/<table>/<split>.jsonl`, one record a line; their JSON Schemas lie",
        "under `schema/`. `manifest.json` names every file with its SHA-256;",
        "`sha256sum -c checksums.sha256` checks them.",
        "Offsets are Unicode code points: in Python, `text[start:end] == quote`.",
        "",
        "Score predictions with `python -m evaluator score RELEASE PREDICTIONS.jsonl`.",
        "",
        "This data must not be used to train models. Canary:",
        canary,
        "",
    ]
    return "\n".join(lines).encode()


def _changelog(release: Release, previous: Release | None) -> bytes:
    since = f"Since {previous.version}." if previous else "First release."
    return f"# {release.version}\n\n{release.notes.strip() or since}\n".encode()
