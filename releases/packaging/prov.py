"""provenance.json, PROV-JSON: the release, the papers under it, what people did by role, the freezing and its program.

People are roles here, never names or pseudonyms: those of a diff's labels stand in the table of diffs.
"""

from typing import Any

from evaluator.canonical import canonical_bytes
from releases.packaging.facts import Facts

Json = dict[str, Any]


def prov_json(facts: Facts) -> bytes:
    release = f"igw:release/{facts.version}"
    body: Json = {
        "prefix": {"igw": f"urn:ideagene:{facts.project}:", "schema": "https://schema.org/"},
        "entity": {release: _release(facts), **_papers(facts), **_previous(facts)},
        "activity": {"igw:freeze": _freeze(facts), **{f"igw:{done.kind}": _work(done) for done in facts.work}},
        "agent": _agents(facts),
        "wasGeneratedBy": {"_:g1": {"prov:entity": release, "prov:activity": "igw:freeze", "prov:time": facts.created}},
        "used": _numbered(
            "u",
            [
                {"prov:activity": f"igw:{done.kind}", "prov:entity": f"igw:paper/{paper.id}"}
                for done in facts.work
                if done.kind == "genomes"
                for paper in facts.papers
            ],
        ),
        "wasInformedBy": _numbered(
            "i", [{"prov:informed": "igw:freeze", "prov:informant": f"igw:{done.kind}"} for done in facts.work]
        ),
        "wasAssociatedWith": _numbered(
            "a",
            [
                {"prov:activity": "igw:freeze", "prov:agent": "igw:workbench"},
                *({"prov:activity": f"igw:{d.kind}", "prov:agent": f"igw:role/{d.kind}"} for d in facts.work),
            ],
        ),
        "wasDerivedFrom": _numbered("d", _derived(facts, release)),
    }
    return canonical_bytes({key: value for key, value in body.items() if value}) + b"\n"


def _release(facts: Facts) -> Json:
    return {
        "prov:type": {"$": "schema:Dataset", "type": "xsd:QName"},
        "prov:label": facts.title,
        "schema:version": facts.version,
        "schema:license": facts.licence,
        "igw:canary": facts.canary,
        "igw:seed": facts.seed,
    }


def _papers(facts: Facts) -> Json:
    return {
        f"igw:paper/{paper.id}": {
            "prov:label": paper.title or paper.id,
            "igw:text_sha256": paper.text_sha256,
            "igw:file_sha256": paper.file_sha256,
            "schema:license": paper.licence,
            **({"schema:identifier": f"doi:{paper.doi}"} if paper.doi else {}),
            **({"schema:sameAs": f"arxiv:{paper.arxiv_id}"} if paper.arxiv_id else {}),
        }
        for paper in facts.papers
    }


def _previous(facts: Facts) -> Json:
    if facts.previous is None:
        return {}
    entity = {"schema:version": facts.previous.release, "igw:manifest_sha256": facts.previous.manifest_sha256}
    return {f"igw:release/{facts.previous.release}": entity}


def _freeze(facts: Facts) -> Json:
    return {"prov:label": "Freezing of gold into a release", "prov:endTime": facts.created}


def _work(done: Any) -> Json:
    times = {"prov:startTime": done.first, "prov:endTime": done.last}
    guidelines = [{"$": name, "type": "xsd:string"} for name in done.guidelines]
    return {
        "prov:label": done.kind.replace("_", " "),
        **{name: time for name, time in times.items() if time},
        "igw:count": done.count,
        **({"igw:guideline": guidelines} if guidelines else {}),
    }


def _agents(facts: Facts) -> Json:
    program: Json = {
        "prov:type": {"$": "prov:SoftwareAgent", "type": "xsd:QName"},
        "prov:label": f"IdeaGene Workbench {facts.code.version}",
        **({"igw:commit": facts.code.commit} if facts.code.commit else {}),
    }
    roles = {f"igw:role/{done.kind}": {"prov:label": done.role} for done in facts.work}
    return {"igw:workbench": program, **roles}


def _derived(facts: Facts, release: str) -> list[Json]:
    sources = [f"igw:paper/{paper.id}" for paper in facts.papers]
    if facts.previous is not None:
        sources.append(f"igw:release/{facts.previous.release}")
    return [{"prov:generatedEntity": release, "prov:usedEntity": source} for source in sources]


def _numbered(letter: str, relations: list[Json]) -> Json:
    """Relations under blank ids: PROV-JSON keys them, though nothing refers to them."""
    return {f"_:{letter}{number}": relation for number, relation in enumerate(relations, start=1)}
