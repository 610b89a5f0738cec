"""WebAnno TSV 3 files of curated documents as answers, so that the rules of cases can be tried on them.

The mapping. What one person annotated in a document is one answer. A span annotation (a token with a value) is an
object of the successor whose origin is the value: a row of its own. A relation (a dependent token, its head, a label)
is an object of the predecessor whose fate is the label and whose link leads to the head: a row of value and link
together, as a fate and its links are one row here. Objects are named `<layer>:<token>`, heads `token:<token>`.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evaluator.schema import AlignmentEdge, DiffAnswer

SPAN, RELATION = "#T_SP=", "#T_RL="
BASE = "BT_"
UNESCAPED_BAR = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True)
class Layer:
    """A layer of the header: its short name, and how many of its columns are features."""

    name: str
    is_relation: bool
    features: int

    @property
    def columns(self) -> int:
        return self.features + self.is_relation


@dataclass
class Document:
    layers: list[str] = field(default_factory=list)
    spans: dict[str, str] = field(default_factory=dict)
    relations: dict[str, tuple[str, str]] = field(default_factory=dict)

    def without(self, layers: set[str]) -> "Document":
        """The document with some layers left out."""
        return Document(
            [name for name in self.layers if name not in layers],
            {key: value for key, value in self.spans.items() if key.partition(":")[0] not in layers},
            {key: value for key, value in self.relations.items() if key.partition(":")[0] not in layers},
        )

    @property
    def answer(self) -> DiffAnswer:
        fates: dict[str, Any] = {key: label for key, (label, _head) in self.relations.items()}
        origins: dict[str, Any] = dict(self.spans)
        links = tuple(AlignmentEdge(source=key, target=f"token:{head}") for key, (_, head) in self.relations.items())
        return DiffAnswer(fates=fates, origins=origins, alignments=links)


def read(path: Path) -> Document:
    """A file of one annotation per token and layer, which is what these are; stacked ones are not met here."""
    document, layers = Document(), list[Layer]()
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith((SPAN, RELATION)):
            layers.append(_layer(line))
        elif line and not line.startswith("#"):
            token, _offsets, _text, *columns = line.split("\t")
            _read_token(document, layers, token, columns)
    document.layers = [layer.name for layer in layers]
    return document


def _layer(line: str) -> Layer:
    name, *features = UNESCAPED_BAR.split(line.partition("=")[2])
    own = [feature for feature in features if not feature.startswith(BASE)]
    return Layer(name.rpartition(".")[2], line.startswith(RELATION), len(own))


def _read_token(document: Document, layers: list[Layer], token: str, columns: list[str]) -> None:
    at = 0
    for layer in layers:
        values = columns[at : at + layer.columns]
        at += layer.columns
        if all(value == "_" for value in values):
            continue
        value = "|".join(values[: layer.features])
        if layer.is_relation:
            document.relations[f"{layer.name}:{token}"] = (value, values[-1])
        else:
            document.spans[f"{layer.name}:{token}"] = value
