"""croissant.json: Croissant 1.1, with a record set for each table and split, over Parquet and over JSON Lines.

A field is described as deep as the format's readers go: through structs, and into a list of plain values or of structs
of plain values. What lies deeper (the evidence of an edge inside a diff) is a table of its own (`alignments`).
"""

from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from evaluator.canonical import canonical_bytes
from evaluator.jsonschemas import ROW_TYPES
from evaluator.parquet import arrow_schema
from releases.packaging.citation import citation_bibtex
from releases.packaging.facts import Facts, Place
from releases.packaging.words import TABLE_WORDS

Json = dict[str, Any]

CONTEXT: Json = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "arrayShape": "cr:arrayShape",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "containedIn": "cr:containedIn",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "description": {"@container": "@language"},
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isArray": "cr:isArray",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "name": {"@container": "@language"},
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
FORMATS = {"parquet": "application/x-parquet", "jsonl": "application/jsonlines"}
_TYPES = {"string": "sc:Text", "int64": "cr:Int64", "double": "cr:Float64", "bool": "sc:Boolean"}
_JSONL_NOTE = (
    "The same rows as JSON Lines: plain columns and lists of text. A reader that guesses types may take a column of "
    "digits for numbers; the record set over Parquet cannot be misread so."
)


def croissant(facts: Facts) -> bytes:
    body: Json = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        "name": facts.name,
        "description": f"{facts.about} Canary: {facts.canary}",
        "version": facts.version,
        "license": facts.licence_url,
        "creator": {"@type": "sc:Organization", "name": facts.authors},
        "datePublished": facts.created,
        "citeAs": citation_bibtex(facts),
        "isLiveDataset": False,
        "url": facts.url or f"urn:ideagene:{facts.project}:{facts.version}",
        "distribution": [_file(place) for place in _all(facts)],
        "recordSet": [_record_set(place) for place in _all(facts)],
    }
    return canonical_bytes(body) + b"\n"


def _all(facts: Facts) -> list[Place]:
    return [*facts.of("parquet"), *facts.of("jsonl")]


def _file(place: Place) -> Json:
    return {
        "@type": "cr:FileObject",
        "@id": place.file.path,
        "name": place.file.path,
        "contentUrl": place.file.path,
        "contentSize": f"{place.file.size} B",
        "encodingFormat": FORMATS[place.format],
        "sha256": place.file.sha256,
    }


def record_set_id(place: Place) -> str:
    return f"{place.table}-{place.split}{'' if place.format == 'parquet' else '-jsonl'}"


def _record_set(place: Place) -> Json:
    name = record_set_id(place)
    words = TABLE_WORDS[place.table]
    described = [_Fields(place, name).column(column) for column in arrow_schema(ROW_TYPES[place.table])]
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": f"{words} Split {place.split}." + ("" if place.format == "parquet" else f" {_JSONL_NOTE}"),
        "key": {"@id": f"{name}/id"},
        "field": [field for field in described if field is not None],
    }


class _Fields:
    """The fields of one record set."""

    def __init__(self, place: Place, name: str) -> None:
        self.place, self.name = place, name

    def column(self, column: Any) -> Json | None:
        if self.place.format == "jsonl" and not _is_plain(column):
            return None
        return self._field(column.name, column.type, column.name, path=(), in_list=False)

    def _field(self, label: str, kind: Any, column: str, path: tuple[str, ...], *, in_list: bool) -> Json | None:
        """None where it lies too deep to be described."""
        is_list = pa.types.is_list(kind)
        inner = kind.value_type if is_list else kind
        if in_list and (is_list or pa.types.is_struct(inner)):
            return None
        described: Json = {"@type": "cr:Field", "@id": f"{self.name}/{label}", "name": label}
        if is_list:
            described |= {"isArray": True, "arrayShape": "-1"}
        if not pa.types.is_struct(inner):
            return described | {"dataType": _TYPES[str(inner)], "source": self._source(column, path)}
        parts = list(self._parts(label, inner, column, path, in_list=in_list or is_list))
        return described | {"subField": parts} if parts else None

    def _parts(self, label: str, kind: Any, column: str, path: tuple[str, ...], *, in_list: bool) -> Iterator[Json]:
        for part in kind:
            found = self._field(f"{label}/{part.name}", part.type, column, (*path, part.name), in_list=in_list)
            if found is not None:
                yield found

    def _source(self, column: str, path: tuple[str, ...]) -> Json:
        source: Json = {"fileObject": {"@id": self.place.file.path}, "extract": {"column": column}}
        if path:
            source["transform"] = [{"jsonPath": f"$.{step}"} for step in path]
        return source


def _is_plain(column: Any) -> bool:
    """In JSON Lines mappings are objects, and free JSON is no text: only what looks the same in both is described."""
    if column.name in FREE_JSON:
        return False
    kind = column.type.value_type if pa.types.is_list(column.type) else column.type
    return str(kind) in _TYPES


FREE_JSON = ("context", "answer_schema", "gold", "metadata")
