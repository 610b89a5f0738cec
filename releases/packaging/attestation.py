"""attestation.json: an in-toto Statement v1 over the SHA-256 of every data file, with SLSA provenance v1.

It is a statement, not a signature: `releases.packaging.signing` signs one over the manifest, when there is a key.
"""

from typing import Any

from evaluator.canonical import canonical_bytes
from releases.packaging.facts import Facts

Json = dict[str, Any]

STATEMENT = "https://in-toto.io/Statement/v1"
SLSA = "https://slsa.dev/provenance/v1"


def attestation(facts: Facts) -> bytes:
    subjects = [{"name": place.file.path, "digest": {"sha256": place.file.sha256}} for place in facts.places]
    body = {"_type": STATEMENT, "subject": subjects, "predicateType": SLSA, "predicate": _predicate(facts)}
    return canonical_bytes(body) + b"\n"


def _predicate(facts: Facts) -> Json:
    return {
        "buildDefinition": {
            "buildType": "urn:ideagene:workbench:freeze:1",
            "externalParameters": {
                "project": facts.project,
                "version": facts.version,
                "seed": facts.seed,
                "canary": facts.canary,
                "cutoff": facts.cutoff,
            },
            "internalParameters": {"rules_version": facts.rules_version},
            "resolvedDependencies": [*_code(facts), *_previous(facts), *_papers(facts)],
        },
        "runDetails": {
            "builder": {"id": "urn:ideagene:workbench", "version": {"workbench": facts.code.version}},
            "metadata": {"finishedOn": facts.created},
        },
    }


def _code(facts: Facts) -> list[Json]:
    if not facts.code.commit:
        return []
    annotations = {"dirty": facts.code.dirty}
    return [{"name": "workbench", "digest": {"gitCommit": facts.code.commit}, "annotations": annotations}]


def _previous(facts: Facts) -> list[Json]:
    if facts.previous is None:
        return []
    return [{"name": f"release {facts.previous.release}", "digest": {"sha256": facts.previous.manifest_sha256}}]


def _papers(facts: Facts) -> list[Json]:
    return [{"name": f"text of {paper.id}", "digest": {"sha256": paper.text_sha256}} for paper in facts.papers]
