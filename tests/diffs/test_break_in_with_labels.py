"""Files of labels that nobody means well: each is refused in words, whatever it holds, and nothing is stored."""

import json

import pytest

from annotation.refusal import Refused
from diffs.models import Diff
from tests.cast import Cast
from tests.diffs.test_labels_in_and_out import bring, out
from tests.factories import a_diff, a_pair


@pytest.mark.parametrize(
    "head",
    [
        b'"pair,rater',  # a quotation mark that is never closed
        b'pair,rater,guideline,submitted_at,"answer"x\n',  # one that ends before its cell does
        b"pair,rater,guideline,submitted_at,answer,answer\n",  # a column that stands there twice
        b"\x00\x00\x00",
        b"[]",
        b"NaN",
    ],
)
def test_a_table_whose_head_is_broken_is_refused(cast: Cast, head: bytes) -> None:
    with pytest.raises(Refused) as refusal:
        bring(cast, head)
    assert refusal.value.faults[0].field == "file"


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"submitted_at": "0001-01-01T00:00:00+23:59"}, "submitted_at"),  # lies before the first year in UTC
        ({"submitted_at": "0001-01-01T00:00:00+00:00"}, "submitted_at"),  # and this one east of it
        ({"submitted_at": "9999-12-31T23:59:59-23:59"}, "submitted_at"),
        ({"submitted_at": "2026-02-30T00:00:00Z"}, "submitted_at"),
        ({"submitted_at": "٢٠٢٦"}, "submitted_at"),
        ({"number": 2**31}, "number"),
        ({"guideline": True}, "guideline"),
        ({"guideline": 1.0}, "guideline"),
        ({"answer": []}, "answer"),
        ({"answer": {"rationale": {"__proto__": 1}}}, "answer.rationale"),
        ({"rater": "=cmd|' /C calc'!A0"}, "rater"),
    ],
)
def test_a_value_that_cannot_be_is_named_with_its_field(cast: Cast, changed: dict[str, object], field: str) -> None:
    pair = a_pair(cast)
    a_diff(cast.annotator1, pair)
    record = json.loads(out(cast.annotator1).splitlines()[0]) | changed
    result = bring(cast, json.dumps(record).encode())
    assert field in {each.field for each in result.faults}
    assert Diff.objects.count() == 1


@pytest.mark.parametrize(
    "line",
    [
        b'{"pair": "\\u0000"}',
        b'{"pair": "\\ud800"}',
        b'{"pair": NaN}',
        b'{"pair": 1e999}',
        b'{"pair": ' + b"9" * 5000 + b"}",
        b'{"pair": ' + b"[" * 100_000,
        b'{"pair": "a", "pair": "b"}',
        b"{",
    ],
)
def test_a_line_that_is_no_plain_json_is_named_and_the_next_one_read(cast: Cast, line: bytes) -> None:
    result = bring(cast, line + b'\n{"pair": 1}\n')
    assert [each.line for each in result.faults] == [1, 2]
