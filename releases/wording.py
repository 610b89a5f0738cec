"""The words of releases and reports as people read them: what a file or the evaluator calls by a code."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from evaluator.outcomes import Result
from evaluator.vocabulary import Axis, ErrorClass

# A lazy string of gettext.
Label = Any

AXES: Mapping[str, Label] = {
    Axis.T1: _("Genome abstraction"),
    Axis.T2: _("Inheritance tracing"),
    Axis.T3: _("Evolutionary reasoning"),
    Axis.T4: _("Lineage verification"),
}

TASKS: Mapping[str, Label] = {
    "field_type": _("Type of an object"),
    "driver": _("Driver of a genome"),
    "contribution_role": _("Contribution role"),
    "lineage_position": _("Place in the lineage"),
    "evidence_match": _("Evidence of an object"),
    "order_papers": _("Order of papers"),
    "order_objects": _("Order of an object's versions"),
    "group_by_paper": _("Objects by paper"),
    "group_by_lineage": _("Objects by lineage"),
    "match_limitation_delta": _("Limitations and the deltas that answer them"),
    "align_objects": _("Alignment of two genomes"),
    "find_inherited": _("Inherited objects"),
    "find_counterpart": _("Counterpart of an object"),
    "find_lost": _("Lost objects"),
    "find_parent": _("Parent of a genome"),
    "find_novel": _("Novel and external objects"),
    "trace_object_path": _("Path of an object"),
    "dynamics": _("Dynamics"),
    "dynamics_with_driver": _("Dynamics with its driver"),
    "transition_driver": _("Driver of the transition"),
    "driver_fate": _("Fate of the driver"),
    "object_fate": _("Fate of an object"),
    "fate_map": _("Fates of all objects"),
    "origin_map": _("Origins of all objects"),
    "ecology_relation": _("Ecology relation"),
    "lineage_or_not": _("Lineage or not"),
    "hybrid_provenance": _("Parents of a hybrid"),
    "external_source": _("Source of an external object"),
    "repaired_limitation": _("Limitation that was repaired"),
    "multi_hop_fate": _("Fate over several steps"),
    "multi_hop_dynamics": _("Dynamics of every step"),
    "first_change_step": _("First step of change"),
    "boundary_rule": _("Boundary rule that fires"),
    "secondary_dynamics": _("Secondary dynamics of edges"),
    "intruder": _("Intruder"),
    "wrong_step": _("Wrong step"),
    "missing_link": _("Missing link"),
    "citation_conflict": _("Citation conflict"),
    "parent_mismatch": _("Parent mismatch"),
    "false_inheritance": _("False inheritance"),
    "repair_mismatch": _("Repair mismatch"),
    "evidence_conflict": _("Evidence conflict"),
}

CONTEXT: Mapping[str, Label] = {
    "genomes": _("Genomes"),
    "genome": _("Genome"),
    "object": _("Object"),
    "passages": _("Passages"),
    "pairs": _("Objects and passages"),
    "settings": _("Settings"),
    "summary": _("What is recorded"),
    "lineage": _("The lineage, in order"),
    "candidates": _("Candidates"),
    "predecessor": _("Predecessor"),
    "successor": _("Successor"),
    "marked": _("Marked"),
    "child": _("Child"),
    "claimed_parent": _("Claimed parent"),
    "dynamics": _("Dynamics"),
}

ERRORS: Mapping[str, Label] = {
    ErrorClass.E1: _("dynamics"),
    ErrorClass.E2: _("driver"),
    ErrorClass.E3: _("fate map"),
    ErrorClass.E4: _("order or group"),
    ErrorClass.E5: _("object type"),
    ErrorClass.E6: _("contribution role"),
    ErrorClass.E7: _("path fate"),
    ErrorClass.E8: _("source or parent"),
    ErrorClass.E9: _("intruder or verification"),
}

RESULTS: Mapping[str, Label] = {
    Result.RIGHT: _("right"),
    Result.WRONG: _("wrong"),
    Result.MISSING: _("missing"),
    Result.NO_RESPONSE: _("no response"),
    Result.API_ERROR: _("API error"),
    Result.BUDGET_EXHAUSTED: _("budget exhausted"),
    Result.UNPARSEABLE: _("unparseable"),
    Result.SCHEMA_VIOLATION: _("schema violation"),
}

RESULT_NOTES: Mapping[str, Label] = {
    Result.MISSING: _("no row in the file"),
    Result.NO_RESPONSE: _("the system said nothing"),
    Result.API_ERROR: _("the call failed"),
    Result.BUDGET_EXHAUSTED: _("time or tokens ran out"),
    Result.UNPARSEABLE: _("the reply holds no JSON object"),
    Result.SCHEMA_VIOLATION: _("the answer breaks its schema"),
}

AUDIT_NOTES: Mapping[str, Label] = {
    "schema_validity": _("Evidence quotes its text, and every gold answer fits its own schema."),
    "answer_contract": _("Every gold diff is complete and derives the label that is recorded with it."),
    "temporal_consistency": _("Every paper is dated, and no predecessor is younger than its successor."),
    "anonymization_leakage": _(
        "No name of any paper, in any spelling, no year, citation or word on past work is in what an exam item shows."
    ),
    "trace_coherence": _("Each trace has three to seven papers, each once; its steps join and are lineages by gold."),
    "open_disputes": _("No pair in scope has labels that differ without a resolution."),
    "licences": _("The project names a licence for its releases, and every text has one."),
    "domain_mapping": _("Every domain of a paper stands in the project's domain mapping."),
    "duplicates": _(
        "No paper and no object of a paper is there twice, and no two items that show the same want different answers."
    ),
    "split_leakage": _("No lineage, text or object stands in two splits."),
    "class_balance": _("How even the gold is over dynamics and domains. A warning: it stops nothing."),
    "guideline_mix": _("Whether all gold was made under one version of the guidelines. A warning: it stops nothing."),
}

STAGES: Mapping[str, Label] = {
    "waiting": _("Waiting for the worker"),
    "reading": _("Reading the gold"),
    "exam": _("Drawing the exam"),
    "audits": _("Running the audits"),
    "version": _("Comparing with the last release"),
    "files": _("Making the files"),
    "writing": _("Checking and writing the files"),
    "frozen": _("Frozen"),
    "failed": _("Stopped"),
    "done": _("Done"),
}

FILES: Mapping[str, Label] = {
    "manifest.json": _("every file, version, licence and seed"),
    "checksums.sha256": _("for sha256sum -c"),
    "README.md": _("what this is and how to read it"),
    "LICENSE": _("the licence of the release"),
    "CHANGELOG.md": _("what changed since the last release"),
    "CITATION.cff": _("how to cite the release"),
    "croissant.json": _("the tables for programs that read Croissant"),
    "ro-crate-metadata.json": _("every file for programs that read RO-Crate"),
    "provenance.json": _("where the release comes from, as PROV-JSON"),
    "attestation.json": _("in-toto statement with the hash of each data file"),
    "spec/tasks.json": _("the 42 task types: fields, matching, error classes"),
    "spec/domains.json": _("domain mapping"),
    "spec/trace_rendering.json": _("how a packet renders a trace"),
    "spec/score.json": _("score rule of the arena"),
    "audit/audits.json": _("what each audit found"),
    "audit/agreement.json": _("agreement before adjudication"),
    "history/revisions.jsonl": _("what was changed, why, by which role"),
}


TABLES: Mapping[str, Label] = {
    "papers": _("papers: text, or pointer and hash"),
    "objects": _("idea objects with their evidence"),
    "diffs": _("gold diffs with their labels, pseudonymous"),
    "alignments": _("each alignment of a diff as a row of its own"),
    "traces": _("lineages of three to seven papers"),
    "exam": _("exam instances with their gold"),
}


def file_words(path: str) -> Label:
    """What a file of a release holds."""
    folder, *parts = path.split("/")
    if folder == "schema":
        return _("JSON Schema of one record type")
    if folder == "data" and len(parts) == 3:
        is_sealed = parts[1:] in (["exam", "sealed.jsonl"], ["exam", "sealed.parquet"])
        return _("exam instances without their gold") if is_sealed else TABLES.get(parts[1], "")
    return FILES.get(path, "")


_ABSENT = re.compile(r"(\d+) of (\d+) task types are absent from this release")


def reason_words(reason: str | None) -> str:
    """Why a figure is undefined, as the evaluator says it, in the reader's language."""
    found = _ABSENT.fullmatch(reason or "")
    if found:
        absent, tasks = int(found[1]), int(found[2])
        return ngettext(
            "%(absent)d of %(tasks)d task types is absent from this release",
            "%(absent)d of %(tasks)d task types are absent from this release",
            absent,
        ) % {"absent": absent, "tasks": tasks}
    known = {
        "no instances in this release": _now("no instances in this release"),
        "fewer than two clusters to resample": _now("fewer than two traces or pairs to resample"),
        "undefined in most resamples": _now("undefined in most resamples"),
        "the release states none": _now("the release states none"),
    }
    return known.get(reason or "", reason or "")
