"""The files of a release that describe its records, and the ones that close it. Same records, same bytes."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from annotation.models import Project
from evaluator import __version__
from evaluator.canonical import JsonValue
from evaluator.manifest import TABLES, CodeVersion, Counts, Manifest, PreviousRelease
from evaluator.schema import SCHEMA_VERSION
from evaluator.vocabulary import Split
from evaluator.write import closing_files, json_file
from releases.audits.base import Audit
from releases.making import Made
from releases.models import Release
from releases.packaging import Facts, Yield, package_files
from releases.packaging import Split as SplitFacts
from releases.plan import ReleasePlan
from releases.provenance import code_version
from releases.records import iso
from releases.spool import SEALED_FOLDER, Spool

RULES_VERSION = "1"
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


SAID_OF_SPLIT: Mapping[Split, str] = {
    Split.PUBLIC: "gold is in the files",
    Split.CALIBRATION: "people were measured on its pairs; it is never scored; gold is in the files",
    Split.HOLDOUT: "lineages with a paper published after the cutoff; gold is in the files",
    Split.SEALED: "gold stays on the server, the files hold a salted hash of each answer",
}


def describe(
    spool: Spool,
    release: Release,
    made: Made,
    plan: ReleasePlan,
    *,
    agreement: Mapping[str, Any],
    guidelines: Sequence[str],
    previous: Release | None,
) -> None:
    """Put every file into the spool that is not there yet. It holds the tables and the log of revisions."""
    canary = canary_of(release.project, release.version)
    spool.put(
        {
            "audit/audits.json": json_file({"canary": canary, "audits": _audits(made.audits)}),
            "audit/agreement.json": json_file({"canary": canary, **agreement}),
        }
    )
    facts = _facts(spool, release, made, plan, canary, guidelines, previous)
    spool.put(package_files(facts))
    spool.put(closing_files(_manifest(spool, release, made, facts)))


def _audits(audits: Sequence[Audit]) -> list[JsonValue]:
    return [audit.in_the_open() for audit in audits]


def _facts(
    spool: Spool,
    release: Release,
    made: Made,
    plan: ReleasePlan,
    canary: str,
    guidelines: Sequence[str],
    previous: Release | None,
) -> Facts:
    project, code = release.project, code_version()
    return Facts(
        project=project.slug,
        name=project.name,
        description=project.description,
        version=release.version,
        licence=project.licence,
        created=iso(release.requested_at),
        canary=canary,
        seed=release.seed,
        rules_version=RULES_VERSION,
        cutoff=plan.splits.cutoff,
        notes=release.notes,
        files=tuple(entry for entry in spool.entries() if not entry.path.startswith(SEALED_FOLDER)),
        splits=_splits(made),
        papers=made.work.papers,
        work=made.work.done,
        guidelines=tuple(guidelines),
        domains=dict(project.domains),
        yields=_yields(made),
        baselines=made.baselines,
        trace_rendering=TRACE_RENDERING,
        score_rule=SCORE_RULE,
        code=CodeVersion(version=code.version, commit=code.commit, dirty=code.dirty),
        previous=_previous(previous),
    )


def _previous(previous: Release | None) -> PreviousRelease | None:
    if previous is None:
        return None
    return PreviousRelease(release=previous.version, manifest_sha256=previous.manifest_sha256)


def _splits(made: Made) -> tuple[SplitFacts, ...]:
    return tuple(
        SplitFacts(name=split.value, instances=count, said=SAID_OF_SPLIT[split])
        for split, count in made.instances.items()
    )


def _yields(made: Made) -> dict[str, Yield]:
    return {
        task: Yield(instances=y.instances, anchors=y.anchors, tried=y.tried, lacks=dict(y.lacks))
        for task, y in made.yields.items()
    }


def _manifest(spool: Spool, release: Release, made: Made, facts: Facts) -> Manifest:
    entries = spool.entries()
    return Manifest(
        release=release.version,
        project=facts.project,
        schema_version=SCHEMA_VERSION,
        evaluator_version=__version__,
        rules_version=RULES_VERSION,
        created=facts.created,
        canary=facts.canary,
        seed=facts.seed,
        licence=facts.licence,
        cutoff=facts.cutoff,
        files=tuple(entry for entry in entries if not entry.path.startswith(SEALED_FOLDER)),
        sealed_files=tuple(entry for entry in entries if entry.path.startswith(SEALED_FOLDER)),
        counts=Counts(**{table: facts.rows(table) for table in TABLES}),
        splits={split.name: {"instances": split.instances, "gold": split.said} for split in facts.splits},
        domains=facts.domains,
        trace_rendering=dict(TRACE_RENDERING),
        source_versions=made.sources,
        guideline_versions=facts.guidelines,
        tools={"pyarrow": pa.__version__},
        participants=(),
        judges={},
        code=facts.code,
        previous=facts.previous,
        baselines=facts.baselines,
    )
