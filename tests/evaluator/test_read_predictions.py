"""Predictions that cannot be scored are refused with everything that is wrong; nothing ever crashes."""

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from evaluator.exam import score
from evaluator.faults import Fault, FileFaults
from evaluator.predictions import MAX_LINE_BYTES, read_predictions
from evaluator.report import report_bytes
from tests.evaluator.tiny_release import tiny_release

RELEASE = tiny_release()
GOOD = b'{"id":"i01","answer":{"type":"claim"}}\n'


def faults(data: bytes) -> list[str]:
    with pytest.raises(FileFaults) as refusal:
        read_predictions(data, RELEASE)
    return [str(fault) for fault in refusal.value.faults]


@pytest.mark.parametrize("data", [b"", b"\n \r\n", b'{"release":"1.0.0"}\n', b"\xef\xbb\xbf"])
def test_a_file_without_predictions_is_refused(data: bytes) -> None:
    assert faults(data) == ["holds no predictions: one JSON object per line is needed"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"{}", "field id: must be the id of an exam instance; it is missing"),
        (b"[]", "must be a JSON object, not a list"),
        (b"null", "must be a JSON object, not null"),
        (b"not json", "not JSON: Expecting value (line 1, column 1)"),
        (b'{"id":"i02"', "not JSON: "),
        (b'{"id":"i02","answer":{},"confidence":NaN}', "NaN is not a JSON number"),
        (b'{"id":"i02","answer":{"x":-Infinity}}', "-Infinity is not a JSON number"),
        (b'{"id":"i02","answer":{"x":1e999}}', "1e999 is too large a number"),
        (b'{"id":"i02","answer":{"x":' + b"9" * 5000 + b"}}", "is too large a whole number"),
        (b'{"id":"i02","id":"i03","answer":{}}', "the key 'id' is there twice"),
        (b'{"id":"i02","answer":{"x":"\\ud800"}}', "half of a surrogate pair"),
        (b'{"id":"i02","answer":{"x":"\\u0000"}}', "U+0000"),
        (b'{"id":"i02","answer":{"x":"\xff"}}', "not UTF-8: byte 28 cannot be read"),
        (b"[" * 100_000, "nested deeper than 64 levels"),
        (b'{"id":"i02","answer":' + b'{"x":' * 70 + b"1" + b"}" * 71, "nested deeper than 64 levels"),
        (b'{"id":7,"answer":{}}', "field id: must be the id of an exam instance; it is a number"),
        (b'{"id":"","answer":{}}', "field id: must be the id of an exam instance; it is empty"),
        (b'{"id":"j99","answer":{}}', "id 'j99', field id: is no instance of release 1.0.0"),
        (b'{"id":"i02","answer":[]}', "id 'i02', field answer: must be an object, or the raw reply as text"),
        (b'{"id":"i02","answer":null}', "field answer: "),
        (b'{"id":"i02"}', "say why in status; it is missing"),
        (b'{"id":"i02","answer":{},"status":"fine"}', "must be one of ok, no_response, api_error, budget_exhausted"),
        (b'{"id":"i02","answer":{},"status":null}', "field status: must be one of"),
        (b'{"id":"i02","answer":{},"confidence":80}', "field confidence: must be a number from 0 to 1"),
        (b'{"id":"i02","answer":{},"confidence":true}', "field confidence: must be a number from 0 to 1"),
        (b'{"id":"i02","answer":{},"usage":7}', "field usage: must be an object, not a number"),
        (b'{"id":"i02","anwser":{}}', "field anwser: is not a field here"),
        (b'{"id":"i02","answer":{"x":"' + b"a" * MAX_LINE_BYTES + b'"}}', f"at most {MAX_LINE_BYTES} are read"),
    ],
    ids=lambda value: value[:30] if isinstance(value, bytes) else None,
)
def test_a_bad_line_is_refused_by_its_number(line: bytes, says: str) -> None:
    found = faults(GOOD + line + b"\n")
    assert all(fault.startswith("line 2") for fault in found)
    assert any(says in fault for fault in found)


def test_two_rows_with_one_id_name_both_lines() -> None:
    other = b'{"id":"i01","answer":{"type":"niche"}}\n'
    assert faults(GOOD + b"\n" + other) == ["line 3, id 'i01', field id: is there twice: in line 1 and in line 3"]


def test_every_fault_of_a_file_is_listed() -> None:
    found = faults(b'{"id":"nope","answer":3,"confidence":2}\n' + b"oops\n" + GOOD + GOOD)
    assert [fault.split(":")[0] for fault in found] == [
        "line 2",
        "line 1, id 'nope', field id",
        "line 1, id 'nope', field answer",
        "line 1, id 'nope', field confidence",
        "line 4, id 'i01', field id",
    ]


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\x00\x00", '{"id":"i01"}'.encode("utf-16")])
def test_a_binary_is_refused_in_one_line(data: bytes) -> None:
    assert faults(data) == ["is not text: predictions are JSONL in UTF-8, one JSON object per line"]


def test_the_predictions_of_another_release_are_refused() -> None:
    (fault,) = faults(b'{"release":"0.9.0","system":"s"}\n' + GOOD)
    assert fault.startswith("line 1, field release: was made for the release 0.9.0; this is 1.0.0 or tiny/1.0.0")


@pytest.mark.parametrize("header", [{"system": 7}, {"system": ""}, {"release": None}, {"release": "1.0.0", "x": 1}])
def test_a_header_of_the_wrong_shape_is_refused(header: dict[str, Any]) -> None:
    (fault,) = faults(json.dumps(header).encode() + b"\n" + GOOD)
    assert fault.startswith("line 1, field ")


@pytest.mark.parametrize("name", RELEASE.names)
def test_a_header_may_name_the_release_by_version_project_or_hash(name: str) -> None:
    data = json.dumps({"release": name, "system": "s"}).encode() + b"\r\n\n" + GOOD.rstrip()
    predictions = read_predictions(data, RELEASE)
    assert (predictions.system, list(predictions.rows)) == ("s", ["i01"])


def test_a_second_header_is_no_prediction() -> None:
    assert "line 2, field id: must be the id" in faults(b'{"system":"a"}\n{"system":"b"}\n')[0]


def test_a_line_separator_inside_a_text_does_not_end_the_line() -> None:
    row = {"id": "i01", "answer": {"type": "a\u2028b"}}
    assert read_predictions(json.dumps(row, ensure_ascii=False).encode(), RELEASE).rows["i01"].answer == row["answer"]


def test_a_failed_row_may_keep_its_answer_and_need_not() -> None:
    data = b'{"id":"i01","status":"api_error"}\n{"id":"i02","status":"budget_exhausted","answer":[1],"usage":{"t":1}}\n'
    assert [row.answer for row in read_predictions(data, RELEASE).rows.values()] == [None, None]


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
ids = st.sampled_from([f"i{n:02}" for n in range(1, 12)]) | st.text(max_size=3)
rows = st.fixed_dictionaries(
    {},
    optional={
        "id": ids | values,
        "answer": values | st.dictionaries(st.sampled_from(["type", "lost", "groups", "dynamics", "edges"]), values),
        "status": st.sampled_from(["ok", "no_response", "nope"]) | values,
        "confidence": values,
        "usage": values,
        "x": values,
    },
)
lines = st.one_of(rows.map(json.dumps), values.map(json.dumps), st.text(max_size=20)).map(
    lambda text: text.encode("utf-8", "surrogatepass")
)
files = st.one_of(st.lists(lines, max_size=6).map(b"\n".join), st.binary(max_size=60))


@settings(max_examples=300)
@given(files)
@example(b'{"id":' * 3000)
def test_any_bytes_are_scored_or_refused(data: bytes) -> None:
    refused: tuple[Fault, ...] | None = None
    try:
        predictions = read_predictions(data, RELEASE)
    except FileFaults as refusal:
        refused = refusal.faults
    if refused is not None:
        assert refused
        assert all(str(fault).encode() for fault in refused)
        return
    assert b"NaN" not in report_bytes(score(RELEASE, predictions, replicates=2))


scorable = st.fixed_dictionaries(
    {"id": st.sampled_from([f"i{n:02}" for n in range(1, 11)])},
    optional={"confidence": st.floats(0, 1), "usage": st.just({})},
).flatmap(
    lambda row: st.one_of(values.map(lambda value: {**row, "answer": {"type": value}}), st.just({**row, "answer": "x"}))
)


@given(st.lists(scorable, unique_by=lambda row: str(row["id"]), min_size=1))
def test_counts_of_a_scored_file_sum_to_the_release(good: list[dict[str, Any]]) -> None:
    data = "\n".join(json.dumps(row) for row in good).encode()
    try:
        predictions = read_predictions(data, RELEASE)
    except FileFaults:
        return  # NaN, surrogates and large integers among the values
    counts = dict(score(RELEASE, predictions, replicates=2).counts)
    assert counts.pop("instances") == 10
    assert counts.pop("right") + counts.pop("wrong") == counts["answered"]
    assert sum(counts.values()) == 10
