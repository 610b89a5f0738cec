"""Read a file of predictions: JSONL, one `{"id", "answer", "confidence"?, "status"?, "usage"?}` per line.

The first line may instead be a header, `{"release"?, "system"?}`. Refused, with every fault and its line: what is not
UTF-8 or JSON, NaN and Infinity, unknown fields and ids, doubled ids, wrong types, another release's file.

Counted, not refused, because a model did it: an answer that does not fit the instance's answer schema (a schema
violation), and an answer that is a text, the model's raw reply: if that text is a JSON object it is the answer,
else the reply is unparseable. A row whose status is not "ok" is counted under its status, whatever answer it holds.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from evaluator.canonical import JsonValue, sha256_hex
from evaluator.faults import Fault, FileFaults, json_name
from evaluator.io import DEFAULT_SPLIT, Release
from evaluator.strictjson import BadJson, parse, parse_text
from evaluator.vocabulary import PredictionStatus

MAX_LINE_BYTES = 1024**2
ROW_FIELDS = ("id", "answer", "confidence", "status", "usage")
HEADER_FIELDS = ("release", "system")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_MAX_NAME = 200

Row = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """One row. `answer` is None unless the status is ok and a JSON object was given."""

    id: str
    status: PredictionStatus
    answer: Row | None
    confidence: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Predictions:
    """A whole file: rows by id, the system its header names, and the SHA-256 of its bytes."""

    rows: Mapping[str, Prediction]
    system: str | None
    sha256: str


def read_predictions(data: bytes, release: Release, *, split: str = DEFAULT_SPLIT) -> Predictions:
    """Predictions for a split of a release. Raises FileFaults (a ValueError) with every fault."""
    reader = _Reader(release, split)
    reader.read(data)
    if reader.faults:
        raise FileFaults(reader.faults)
    return Predictions(rows=reader.rows, system=reader.system, sha256=sha256_hex(data))


class _Reader:
    """Goes through the lines and collects rows and faults."""

    def __init__(self, release: Release, split: str) -> None:
        self.release = release
        self.known = {instance.id for instance in release.exam(split)}
        self.rows: dict[str, Prediction] = {}
        self.lines: dict[str, int] = {}
        self.system: str | None = None
        self.faults: list[Fault] = []

    def refuse(self, line: int | None, message: str, *, id: str = "", field: str = "") -> None:
        self.faults.append(Fault(message=message, line=line, id=id[:_MAX_NAME], field=field))

    def read(self, data: bytes) -> None:
        if b"\x00" in data:
            self.refuse(None, "is not text: predictions are JSONL in UTF-8, one JSON object per line")
            return
        rows = list(self._objects(data.removeprefix(_BYTE_ORDER_MARK)))
        if rows and "id" not in rows[0][1] and rows[0][1].keys() & set(HEADER_FIELDS):
            self._header(*rows.pop(0))
        for line, row in rows:
            self._row(line, row)
        if not rows and not self.faults:
            self.refuse(None, "holds no predictions: one JSON object per line is needed")

    def _objects(self, data: bytes) -> Iterator[tuple[int, Row]]:
        """(line number, object) of each line that holds one. Blank lines are passed over."""
        for number, line in enumerate(data.split(b"\n"), start=1):
            if not line.strip():
                continue
            if len(line) > MAX_LINE_BYTES:
                self.refuse(number, f"has {len(line)} bytes; at most {MAX_LINE_BYTES} are read")
                continue
            try:
                value = parse(line)
            except BadJson as error:
                self.refuse(number, str(error))
                continue
            if isinstance(value, dict):
                yield number, value
            else:
                self.refuse(number, f"must be a JSON object, not {json_name(value)}")

    def _header(self, line: int, header: Row) -> None:
        self._unknown_fields(line, header, HEADER_FIELDS, "")
        release, system = header.get("release"), header.get("system")
        if "release" in header and release not in self.release.names:
            names = " or ".join(self.release.names)
            self.refuse(line, f"was made for the release {str(release)[:_MAX_NAME]}; this is {names}", field="release")
        if system is None or (isinstance(system, str) and 0 < len(system) <= _MAX_NAME):
            self.system = system
        else:
            self.refuse(line, f"must be a text of 1 to {_MAX_NAME} characters", field="system")

    def _unknown_fields(self, line: int, row: Row, known: tuple[str, ...], id: str) -> None:
        for name in row:
            if name not in known:
                self.refuse(line, f"is not a field here; the fields are {', '.join(known)}", id=id, field=name[:80])

    def _row(self, line: int, row: Row) -> None:
        before = len(self.faults)
        id = self._id(line, row)
        self._unknown_fields(line, row, ROW_FIELDS, id)
        status = self._status(line, row, id)
        answer = self._answer(line, row, id, status)
        confidence = self._confidence(line, row, id)
        if row.get("usage") is not None and not isinstance(row["usage"], dict):
            self.refuse(line, f"must be an object, not {json_name(row['usage'])}", id=id, field="usage")
        if len(self.faults) == before:
            self.rows[id] = Prediction(id=id, status=status, answer=answer, confidence=confidence)

    def _id(self, line: int, row: Row) -> str:
        """The row's id, "" when it has none."""
        id = row.get("id")
        if not isinstance(id, str) or not id:
            found = json_name(id) if "id" in row and id != "" else "missing" if id != "" else "empty"
            self.refuse(line, f"must be the id of an exam instance; it is {found}", field="id")
            return ""
        if id in self.lines:
            self.refuse(line, f"is there twice: in line {self.lines[id]} and in line {line}", id=id, field="id")
            return id
        self.lines[id] = line
        if id not in self.known:
            message = f"is no instance of release {self.release.manifest.release}"
            self.refuse(line, message, id=id, field="id")
        return id

    def _status(self, line: int, row: Row, id: str) -> PredictionStatus:
        status = row.get("status", "ok")
        for known in PredictionStatus:
            if status == known.value:
                return known
        self.refuse(line, f"must be one of {', '.join(PredictionStatus)}", id=id, field="status")
        return PredictionStatus.OK

    def _answer(self, line: int, row: Row, id: str, status: PredictionStatus) -> Row | None:
        answer = row.get("answer")
        if status is not PredictionStatus.OK:
            return None
        if isinstance(answer, dict):
            return answer
        if isinstance(answer, str):
            return _from_raw_reply(answer)
        found = json_name(answer) if "answer" in row else "missing"
        why = "must be an object, or the raw reply as text; without one, say why in status"
        self.refuse(line, f"{why}; it is {found}", id=id, field="answer")
        return None

    def _confidence(self, line: int, row: Row, id: str) -> float | None:
        confidence = row.get("confidence")
        if confidence is None:
            return None
        if isinstance(confidence, int | float) and not isinstance(confidence, bool) and 0 <= confidence <= 1:
            return float(confidence)
        self.refuse(line, "must be a number from 0 to 1", id=id, field="confidence")
        return None


def _from_raw_reply(text: str) -> Row | None:
    """The JSON object that a raw reply is, or None when it is none: the reply is unparseable."""
    try:
        value = parse_text(text)
    except BadJson:
        return None
    return value if isinstance(value, dict) else None
