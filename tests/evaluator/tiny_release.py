"""A sound release of three short papers, built through the writer, small enough to score by hand."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from evaluator.alignments import alignment_records
from evaluator.canonical import sha256_hex
from evaluator.io import Release, release_from_files
from evaluator.manifest import Baseline, CodeVersion, Counts, Manifest, SourceVersionEntry
from evaluator.schema import (
    SCHEMA_VERSION,
    AlignmentEdge,
    DiffAnswer,
    DiffRecord,
    ExamInstance,
    LabelRecord,
    ObjectRecord,
    PaperRecord,
    Pointer,
    TraceRecord,
)
from evaluator.tasks import TASKS
from evaluator.vocabulary import (
    Continuity,
    ContributionRole,
    Dynamics,
    Ecology,
    Fate,
    GoldSource,
    Match,
    ObjectType,
    Origin,
)
from evaluator.write import complete_files, json_file, manifest_entry, records_file, schema_files

CANARY = "canary 7f6f5f4e-0000-4000-8000-000000000001"
TEXTS = {
    "alpha": "A grid predicts boxes. It is fast.",
    "beta": "The grid predicts boxes with anchors. It misses small things.",
    "gamma": "Anchors are gone. Queries predict boxes.",
}
QUOTES = {"alpha": "A grid predicts boxes.", "beta": "The grid predicts boxes", "gamma": "Queries predict boxes."}


def pointer(paper: str) -> Pointer:
    """Where a paper says its one thing."""
    start = TEXTS[paper].index(QUOTES[paper])
    end = start + len(QUOTES[paper])
    return Pointer(
        paper=paper, start=start, end=end, quote=QUOTES[paper], text_sha256=sha256_hex(TEXTS[paper].encode())
    )


def papers() -> list[PaperRecord]:
    return [
        PaperRecord(
            id=name,
            title=name.title(),
            authors=("A. Author",),
            venue="",
            doi="",
            arxiv_id="",
            published=f"200{place}-01-01",
            domain="computer_vision",
            lineage="Grids",
            aliases=(),
            licence="CC0-1.0",
            redistributable=True,
            format="text",
            file_sha256=sha256_hex(text.encode()),
            text_sha256=sha256_hex(text.encode()),
            imported="2025-01-01T00:00:00Z",
            text=text,
        )
        for place, (name, text) in enumerate(sorted(TEXTS.items()))
    ]


def objects() -> list[ObjectRecord]:
    return [
        ObjectRecord(
            id=f"{name}:M1",
            paper=name,
            handle="M1",
            type=ObjectType.MECHANISM,
            content=QUOTES[name],
            constraint="",
            contribution_role=ContributionRole.DRIVER,
            repairs=(),
            evidence=(pointer(name),),
        )
        for name in sorted(TEXTS)
    ]


def diff(source: str, target: str, fate: Fate) -> DiffRecord:
    """The one mechanism of a paper becomes that of the next, or is lost."""
    kept = fate is not Fate.LOST
    edge = AlignmentEdge(
        source=f"{source}:M1",
        target=f"{target}:M1",
        similarity="The same prediction of boxes.",
        source_evidence=(pointer(source),),
        target_evidence=(pointer(target),),
    )
    answer = DiffAnswer(
        fates={f"{source}:M1": fate},
        origins={f"{target}:M1": Origin.ALIGNED if kept else Origin.NOVEL},
        alignments=(edge,) if kept else (),
        predecessor_driver=f"{source}:M1",
        driver_continuity=Continuity.MUTATED if kept else Continuity.REPLACED,
        transition_driver=f"{target}:M1",
        ecology=Ecology.SAME,
        dynamics=Dynamics.MUTATION if kept else Dynamics.NICHE_COMPETITION,
        rationale="Boxes.",
        evidence=(pointer(source), pointer(target)),
        confidence=90,
    )
    label = LabelRecord(rater="r1", guideline="1", submitted="2025-01-02T00:00:00Z", decision_key="k")
    return DiffRecord(
        id=f"{source}__{target}",
        source=source,
        target=target,
        domain="computer_vision",
        answer=answer,
        derived_dynamics=Dynamics.MUTATION if kept else Dynamics.NICHE_COMPETITION,
        rule=2 if kept else 3,
        gold_source=GoldSource.UNANIMOUS,
        reason_code="",
        resolution_rationale="",
        labels=(label,),
    )


def instance(id: str, task: str, gold: Mapping[str, Any], *, trace: str = "", **properties: object) -> ExamInstance:
    """An exam instance whose answer schema asks for the gold's fields; `properties` narrows them."""
    return ExamInstance(
        id=id,
        axis=TASKS[task].axis,
        task=task,
        question="?",
        context={"papers": ["P1", "P2"]},
        answer_schema={
            "type": "object",
            "properties": {name: properties.get(name, {}) for name in gold},
            "required": sorted(gold),
            "additionalProperties": False,
        },
        gold=gold,
        sealed="",
        metadata={"canary": CANARY, "trace": trace or None},
    )


def exam() -> list[ExamInstance]:
    """Ten instances of eight task types, two or more of each axis."""
    strings = {"type": "array", "items": {"type": "string"}}
    return [
        instance("i01", "field_type", {"type": "mechanism"}, trace="t", type={"enum": [t.value for t in ObjectType]}),
        instance("i02", "field_type", {"type": "niche"}, trace="u", type={"enum": [t.value for t in ObjectType]}),
        instance("i03", "find_lost", {"lost": ["O1", "O2"]}, trace="t", lost=strings),
        instance("i04", "group_by_paper", {"groups": [["O1", "O2"], ["O3"]]}, trace="u"),
        instance("i05", "dynamics_with_driver", {"dynamics": "mutation", "driver": "O4"}, trace="t"),
        instance("i06", "dynamics_with_driver", {"dynamics": "isolation", "driver": "O2"}, trace="u"),
        instance("i07", "boundary_rule", {"rule": 2, "dynamics": "mutation"}, trace="u"),
        instance("i08", "fate_map", {"fates": {"O1": "lost", "O2": "inherited"}}, trace="t"),
        instance("i09", "citation_conflict", {"edges": []}, trace="t"),
        instance("i10", "wrong_step", {"step": 2, "dynamics": "hybridization"}, trace="v"),
    ]


def whole_exam() -> list[ExamInstance]:
    """One instance of each of the 42 task types."""
    shapes: Mapping[Match, object] = {
        Match.VALUE: "mutation",
        Match.SET: [["O1"]],
        Match.SEQUENCE: ["P1"],
        Match.MAPPING: {"O1": "lost"},
    }
    return [
        instance(f"whole-{task}", task, {name: shapes[f.match] for name, f in spec.fields.items()}, trace=task)
        for task, spec in TASKS.items()
    ]


def tiny_files(instances: Iterable[ExamInstance] | None = None, **changes: Any) -> dict[str, bytes]:
    """Path → bytes of the release. `changes` replace fields of its manifest."""
    asked = exam() if instances is None else list(instances)
    diffs = [diff("alpha", "beta", Fate.MUTATED), diff("beta", "gamma", Fate.LOST)]
    tables: dict[str, list[Any]] = {
        "papers": papers(),
        "objects": objects(),
        "diffs": diffs,
        "alignments": [row for each in diffs for row in alignment_records(each)],
        "traces": [
            TraceRecord(
                id="t",
                name="Grids",
                domain="computer_vision",
                papers=("alpha", "beta", "gamma"),
                diffs=("alpha__beta", "beta__gamma"),
            )
        ],
        "exam": sorted(asked, key=lambda each: each.id),
    }
    tables = {name: [marked(row) for row in rows] for name, rows in tables.items()}
    said = json_file({"canary": CANARY})
    files = {
        "README.md": f"# Tiny\n\n{CANARY}\n".encode(),
        "LICENSE": f"CC0-1.0 {CANARY}\n".encode(),
        "CHANGELOG.md": f"# 1.0.0 {CANARY}\n".encode(),
        **schema_files(CANARY),
        **{f"spec/{name}.json": said for name in ("tasks", "domains", "trace_rendering", "score")},
        **{f"data/jsonl/{table}/public.jsonl": records_file(rows) for table, rows in tables.items()},
    }
    return complete_files(files, manifest_of(files, tables, changes))


def marked(row: Any) -> Any:
    """The row with the canary that each holds; an exam instance has it in its metadata."""
    return row if isinstance(row, ExamInstance) else replace(row, canary=CANARY)


def manifest_of(files: Mapping[str, bytes], tables: Mapping[str, list[Any]], changes: Mapping[str, Any]) -> Manifest:
    manifest = Manifest(
        release="1.0.0",
        project="tiny",
        schema_version=SCHEMA_VERSION,
        evaluator_version="0.1.0",
        rules_version="1",
        created="2025-01-31T12:00:00Z",
        canary=CANARY,
        seed=1,
        licence="CC0-1.0",
        cutoff=None,
        files=tuple(manifest_entry(path, data) for path, data in sorted(files.items())),
        counts=Counts(**{name: len(rows) for name, rows in tables.items()}),
        splits={"public": {}},
        domains={"computer_vision": "Computer Science"},
        trace_rendering={},
        source_versions=tuple(
            SourceVersionEntry(
                paper=paper.id,
                format=paper.format,
                file_sha256=paper.file_sha256,
                text_sha256=paper.text_sha256,
                imported=paper.imported,
            )
            for paper in papers()
        ),
        guideline_versions=("1",),
        code=CodeVersion(version="0.1.0", commit="0" * 40, dirty=False),
        sealed_files=(),
        tools={},
        participants=(),
        judges={},
        previous=None,
        baselines={"field_type": Baseline(random=1 / 6, majority=0.5)},
    )
    return replace(manifest, **changes)


def tiny_release(instances: Iterable[ExamInstance] | None = None) -> Release:
    return release_from_files(tiny_files(instances))
