"""The describing files of the demo's release, read by the tools that their formats come from."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

TABLES = ("papers", "objects", "diffs", "alignments", "traces", "exam")


def rows(folder: Path, table: str, split: str = "public") -> list[dict[str, Any]]:
    text = (folder / f"data/jsonl/{table}/{split}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.split("\n")[:-1]]


def described(folder: Path, name: str) -> Any:
    return json.loads((folder / name).read_bytes())


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_every_row_fits_its_json_schema(folder: Path) -> None:
    from jsonschema import Draft202012Validator

    for path in sorted((folder / "data/jsonl").glob("*/*.jsonl")):
        schema = described(folder, f"schema/{path.parent.name}.schema.json")
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        for row in rows(folder, path.parent.name, path.stem):
            assert list(validator.iter_errors(row)) == []
            assert list(validator.iter_errors({**row, "id": 1})) != []


@pytest.mark.parametrize("table", TABLES)
def test_parquet_holds_the_rows_of_jsonl_for_pandas_and_duckdb(folder: Path, table: str) -> None:
    import duckdb
    import pandas as pd

    from evaluator.jsonschemas import ROW_TYPES
    from evaluator.parquet import rows_from_parquet
    from evaluator.write import record_line

    file = folder / f"data/parquet/{table}/public.parquet"
    with file.open("rb") as stream:
        lines = [record_line(record) for record in rows_from_parquet(ROW_TYPES[table], stream)]
    assert b"".join(lines) == (folder / f"data/jsonl/{table}/public.jsonl").read_bytes()
    expected = [row["id"] for row in rows(folder, table)]
    assert pd.read_parquet(file)["id"].tolist() == expected
    assert [row[0] for row in duckdb.read_parquet(str(file)).project("id").fetchall()] == expected


def test_croissant_loads_every_record_set_and_its_hashes_and_keys_hold(folder: Path) -> None:
    """mlcroissant checks neither hashes nor keys nor, for good, the licence: so they are checked here."""
    import mlcroissant as mlc

    dataset = mlc.Dataset(folder / "croissant.json")
    assert (list(dataset.metadata.issues.errors), list(dataset.metadata.issues.warnings)) == ([], [])
    metadata = described(folder, "croissant.json")
    assert metadata["conformsTo"] == "http://mlcommons.org/croissant/1.1"
    assert metadata["license"].startswith("https://spdx.org/licenses/")
    for file in metadata["distribution"]:
        assert file["sha256"] == sha256(folder / file["contentUrl"])
    assert len(metadata["recordSet"]) == len(metadata["distribution"]) == 2 * len(TABLES)
    for record_set in metadata["recordSet"]:
        name, table = record_set["@id"], record_set["@id"].split("-")[0]
        keys = [record[record_set["key"]["@id"]].decode() for record in dataset.records(name)]
        assert keys == [row["id"] for row in rows(folder, table)]
        assert len(set(keys)) == len(keys)


def test_croissant_reaches_what_lies_inside_a_row(folder: Path) -> None:
    import mlcroissant as mlc

    diff = rows(folder, "diffs")[0]
    read = next(iter(mlc.Dataset(folder / "croissant.json").records("diffs-public")))
    fates = {
        pair["diffs-public/answer/fates/key"].decode(): pair["diffs-public/answer/fates/value"].decode()
        for pair in read["diffs-public/answer/fates"]
    }
    assert fates == diff["answer"]["fates"]
    assert read["diffs-public/answer"]["diffs-public/answer/dynamics"].decode() == diff["answer"]["dynamics"]
    quotes = [each["diffs-public/answer/evidence/quote"].decode() for each in read["diffs-public/answer/evidence"]]
    assert quotes == [each["quote"] for each in diff["answer"]["evidence"]]


# The terms of RO-Crate 1.2's context that the crate uses, from the specification: the validator asks for the context
# at its address, and a test asks nothing on the network.
SCHEMA = "http://schema.org/"
USED_TERMS = {
    "Dataset": f"{SCHEMA}Dataset",
    "File": f"{SCHEMA}MediaObject",
    "conformsTo": {"@id": "http://purl.org/dc/terms/conformsTo"},
    **{
        name: f"{SCHEMA}{name}"
        for name in (
            "CreateAction", "CreativeWork", "Organization", "SoftwareApplication",
            "about", "agent", "author", "contentSize", "datePublished", "description", "encodingFormat", "endTime",
            "hasPart", "identifier", "instrument", "license", "mentions", "name", "publisher", "result", "sha256",
            "softwareVersion", "url", "version",
        )
    },
}  # fmt: skip
CONTEXT = "https://w3id.org/ro/crate/1.2/context"


def known_context(cache: Path) -> None:
    """Put the context into the validator's own cache, as `rocrate-validator cache warm` does with the network."""
    from requests import Request
    from requests.structures import CaseInsensitiveDict
    from requests_cache.models.request import CachedRequest
    from requests_cache.models.response import CachedResponse
    from requests_cache.session import CachedSession

    with CachedSession(str(cache), backend="sqlite", expire_after=-1) as session:
        request = CachedRequest.from_request(session.prepare_request(Request("GET", CONTEXT)))
        content = json.dumps({"@context": USED_TERMS}).encode()
        headers = CaseInsensitiveDict({"Content-Type": "application/ld+json"})
        response = CachedResponse(status_code=200, url=CONTEXT, content=content, headers=headers, request=request)
        session.cache.save_response(response, session.cache.create_key(request))


def test_the_ro_crate_is_valid_by_the_profile_of_1_2(folder: Path, tmp_path: Path) -> None:
    """By roc-validator's profile ro-crate-1.2: all that MUST be, and that SHOULD be save what is said of organizations.

    The annotators as one body have no address, no ROR id and no contact.
    """
    from rocrate_validator import models, services

    known_context(tmp_path / "cache")
    found = services.validate(
        services.ValidationSettings(
            rocrate_uri=str(folder),
            profile_identifier="ro-crate-1.2",
            requirement_severity=models.Severity.RECOMMENDED,
            offline=True,
            cache_path=str(tmp_path / "cache"),
        )
    )
    assert [issue.message for issue in found.get_issues() if "rganization" not in str(issue.message)] == []
    graph = {entity["@id"]: entity for entity in described(folder, "ro-crate-metadata.json")["@graph"]}
    used = {name for entity in graph.values() for name in entity if not name.startswith("@")}
    used |= {kind for entity in graph.values() for kind in [entity["@type"]]}
    assert used <= set(USED_TERMS)
    parts = {part["@id"] for part in graph["./"]["hasPart"]}
    present = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert parts == present - {"ro-crate-metadata.json", "manifest.json", "checksums.sha256"}
    assert all(graph[part]["sha256"] == sha256(folder / part) for part in parts)


def test_prov_reads_the_provenance_and_nobody_is_named(folder: Path) -> None:
    from prov.model import ProvActivity, ProvAgent, ProvDerivation, ProvDocument

    document = ProvDocument.deserialize(str(folder / "provenance.json"), format="json")
    papers = rows(folder, "papers")
    assert len(list(document.get_records(ProvDerivation))) == len(papers)
    agents = {agent.label for agent in document.get_records(ProvAgent)}
    assert {"annotator", "adjudicator"} <= agents
    labels = sum(len(diff["labels"]) for diff in rows(folder, "diffs"))
    activity = next(each for each in document.get_records(ProvActivity) if each.identifier.localpart == "labels")
    assert [str(value) for name, value in activity.attributes if name.localpart == "count"] == [str(labels)]
    text = (folder / "provenance.json").read_text(encoding="utf-8")
    assert not [author for paper in papers for author in paper["authors"] if author in text]


def test_in_toto_reads_the_statement_and_it_covers_every_data_file(folder: Path) -> None:
    from google.protobuf import json_format
    from in_toto_attestation.v1.statement import Statement
    from in_toto_attestation.v1.statement_pb2 import Statement as Message

    message = json_format.Parse((folder / "attestation.json").read_bytes(), Message())
    Statement.copy_from_pb(message).validate()
    assert message.predicate_type == "https://slsa.dev/provenance/v1"
    data = {path.relative_to(folder).as_posix(): sha256(path) for path in (folder / "data").rglob("*.*")}
    assert {subject.name: subject.digest["sha256"] for subject in message.subject} == data


def test_the_citation_has_what_its_format_asks_for(folder: Path) -> None:
    """By hand, from the schema of CFF 1.2.0: no package here ships it, and it is not ours to copy.

    Required are authors, cff-version, message and title; an author that is a body needs a name; there are no others
    than the schema's keys; a date is a full one; a licence is an SPDX id.
    """
    import yaml

    citation = yaml.safe_load((folder / "CITATION.cff").read_text(encoding="utf-8"))
    known = {
        "abstract", "authors", "cff-version", "commit", "contact", "date-released", "doi", "identifiers", "keywords",
        "license", "license-url", "message", "preferred-citation", "references", "repository", "repository-artifact",
        "repository-code", "title", "type", "url", "version",
    }  # fmt: skip
    assert {"authors", "cff-version", "message", "title"} <= set(citation) <= known
    assert (citation["cff-version"], citation["type"]) == ("1.2.0", "dataset")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", citation["date-released"])
    assert [set(author) for author in citation["authors"]] == [{"name"}]
    assert all(
        isinstance(value, str) and value for key, value in citation.items() if key not in ("authors", "keywords")
    )
    assert citation["license"] == described(folder, "manifest.json")["licence"]


def test_all_task_types_are_specified(folder: Path) -> None:
    tasks = described(folder, "spec/tasks.json")["tasks"]
    exam = rows(folder, "exam")
    assert len(tasks) == 42
    for task, spec in tasks.items():
        assert spec["instances"] == sum(row["task"] == task for row in exam)
        assert spec["instances"] or spec["lacks"], f"{task} gave nothing and does not say why"
        assert (spec["guessing"] is None) == (spec["instances"] == 0)
