"""What a careless program or a hostile person may send, to any address."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar
from zlib import crc32

T = TypeVar("T")
MOST = 2  # of each kind that one address is sent


def _words(text: str) -> list[str]:
    return text.split()


# Bodies that are no decent JSON object.
BODIES: tuple[bytes, ...] = (
    b"",
    b"null",
    b"[]",
    b'["x"]',
    b'"x"',
    b"1",
    b"{",
    b"\xff\xfe{}",
    b"[" * 20_000,
    b'{"x":' * 2_000 + b"1" + b"}" * 2_000,
    b'{"x": NaN}',
    b'{"x": 1e999}',
    b'{"x": 1, "x": 2}',
)

# Values that belong nowhere, as JSON: text with NUL and half a character, numbers that no column holds.
VALUES: tuple[str, ...] = (
    "null",
    "[]",
    "{}",
    "true",
    "-1",
    "1" + "0" * 30,
    "1.5",
    '""',
    '"\\u0000"',
    '"\\ud800"',
    json.dumps("x" * 70_000),
    '[null, {"a": [1]}]',
    '{"a": {"b": "\\u0000"}}',
)

# The names of every field of a form on the pages, all sent at once: each view takes those it knows.
FIELDS = _words("""
    username role roles expertise account-username account-role account-email account-expertise name slug description
    licence overlap lease_hours object_length_limit domains body note based_on kind action title published domain
    lineage aliases redistributable authors venue doi arxiv_id files type content contribution_role constraint
    lineage_relevant revision evidence repairs reason source target payload keep paper_1 paper_2 paper_3 outcome
    reason_code rationale choice.dynamics own.dynamics own.confidence choice.transition_evidence
    own.transition_evidence own.transition_evidence.paper own.transition_evidence.quote version seed notes
    leave_out_disputes system predictions do paper at was q reservation_days
""")
FORM_VALUES: tuple[str, ...] = (
    "",
    "x",
    "own",
    "quote",
    "-1",
    "9" * 5_000,
    "١",
    "\u2028\ufeff\U0001f4a9",
    "x" * 70_000,
    "[" * 20_000,
    '{"start": 1e999, "end": "\\ud800", "quote": []}',
    '{"start": 999999999999999999999, "end": -5, "quote": "\\u0000"}',
    "<script>alert(1)</script>",
    "2020-02-30",
    "../../etc/passwd",
)

NAMES = _words("""
    page page_size cursor version edit q domain state kind parts first second pair run release figure sort axis task
    result error field format search ordering type paper
""")
# Those that some address reads as a number.
NUMBERS = _words("page page_size cursor version edit first second pair run")
# What may stand behind the question mark: the same value for every name; `cursor` holds "p=abc" in its own encoding.
QUERIES: tuple[dict[str, str], ...] = (
    *(dict.fromkeys(NAMES, value) for value in ("abc", "-1", "1" + "0" * 25, "\U0001f4a9 %")),
    *({name: "9" * 5_000} for name in NUMBERS),
    {"cursor": "cD1hYmM="},
    {"cursor": "cD0tMQ=="},
)


def some(values: Sequence[T], seed: str, most: int) -> list[T]:
    """A few of the values, others for each seed: with many seeds each is sent often, to a few addresses each time."""
    first = crc32(seed.encode())
    return [values[(first + step * len(values) // most) % len(values)] for step in range(most)]


def poisoned(body: Mapping[str, Any], names: Iterable[str], seed: str) -> Iterator[bytes]:
    """The body with one field after the other replaced by some of VALUES."""
    for name in names:
        others = {key: value for key, value in body.items() if key != name}
        start = json.dumps(others)[:-1] + (", " if others else "")
        for value in some(VALUES, seed + name, MOST):
            yield f"{start}{json.dumps(name)}: {value}}}".encode()
