"""ro-crate-metadata.json: RO-Crate 1.2. It lists every file of the release but itself, the manifest and checksums."""

from collections.abc import Iterable, Iterator
from typing import Any

from evaluator.canonical import canonical_bytes
from evaluator.manifest import ManifestFile
from releases.packaging.facts import Facts
from releases.packaging.words import FILE_WORDS, TABLE_WORDS

Json = dict[str, Any]

PATH = "ro-crate-metadata.json"
_FORMATS = {
    "parquet": "application/vnd.apache.parquet",
    "jsonl": "application/jsonl",
    "json": "application/json",
    "md": "text/markdown",
    "cff": "application/yaml",
}


def ro_crate(facts: Facts, files: Iterable[ManifestFile]) -> bytes:
    listed = sorted(files, key=lambda file: file.path)
    graph = [*_head(facts, listed), *_around(facts), *(_file(file) for file in listed)]
    body = {"@context": "https://w3id.org/ro/crate/1.2/context", "@graph": graph}
    return canonical_bytes(body) + b"\n"


def _head(facts: Facts, files: list[ManifestFile]) -> Iterator[Json]:
    yield {
        "@id": PATH,
        "@type": "CreativeWork",
        "name": "RO-Crate metadata descriptor",
        "about": {"@id": "./"},
        "conformsTo": {"@id": "https://w3id.org/ro/crate/1.2"},
    }
    root: Json = {
        "@id": "./",
        "@type": "Dataset",
        "name": facts.title,
        "description": f"{facts.about} Canary: {facts.canary}",
        "version": facts.version,
        "datePublished": facts.created,
        "license": {"@id": facts.licence_url},
        "author": {"@id": "#annotators"},
        "publisher": {"@id": "#annotators"},
        "hasPart": [{"@id": file.path} for file in files],
        "mentions": {"@id": "#freeze"},
    }
    if facts.url:
        root["url"] = facts.url
    yield root


def _around(facts: Facts) -> Iterator[Json]:
    if facts.licence_url != "LICENSE":  # which stands among the files
        yield {
            "@id": facts.licence_url,
            "@type": "CreativeWork",
            "name": facts.licence,
            "description": f"The licence of the labels: {facts.licence}",
        }
    yield {"@id": "#annotators", "@type": "Organization", "name": facts.authors}
    yield {
        "@id": "#workbench",
        "@type": "SoftwareApplication",
        "name": "IdeaGene Workbench",
        "url": "urn:ideagene:workbench",
        "version": facts.code.version,
        "softwareVersion": facts.code.version,
        **({"identifier": facts.code.commit} if facts.code.commit else {}),
    }
    yield {
        "@id": "#freeze",
        "@type": "CreateAction",
        "name": "Freezing of gold into a release",
        "endTime": facts.created,
        "instrument": {"@id": "#workbench"},
        "agent": {"@id": "#annotators"},
        "result": {"@id": "./"},
    }


def _file(file: ManifestFile) -> Json:
    ending = file.path.rsplit(".", 1)[-1]
    return {
        "@id": file.path,
        "@type": "File",
        "name": file.path,
        "description": _said(file.path),
        "contentSize": str(file.size),
        "sha256": file.sha256,
        "encodingFormat": _FORMATS.get(ending, "text/plain"),
    }


def _said(path: str) -> str:
    """What a file holds: a table by its rows, any other by its name or its folder."""
    folder, *parts = path.split("/")
    if folder == "data" and len(parts) == 3 and parts[1] in TABLE_WORDS:
        return f"Each row is {TABLE_WORDS[parts[1]]}."
    return FILE_WORDS.get(path) or FILE_WORDS.get(folder, path)
