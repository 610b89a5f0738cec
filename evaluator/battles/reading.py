"""Read battles: JSONL, one object a line with system_a, system_b and winner (a, b or tie)."""

from collections.abc import Iterator
from typing import Any

from evaluator.battles.meetings import Battle
from evaluator.faults import Fault, FileFaults, json_name
from evaluator.strictjson import BadJson, parse

WINNERS = ("a", "b", "tie")
LONGEST_NAME = 200
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read_battles(data: bytes) -> list[Battle]:
    """The battles in the order of the file; other fields of a row are left alone.

    Raises FileFaults with every fault, each with its line and field.
    """
    battles: list[Battle] = []
    faults: list[Fault] = []
    for number, line in enumerate(data.removeprefix(_BYTE_ORDER_MARK).split(b"\n"), start=1):
        if line.strip():
            found = list(_row(number, line))
            faults.extend(each for each in found if isinstance(each, Fault))
            battles.extend(each for each in found if isinstance(each, Battle))
    if not battles and not faults:
        faults.append(Fault(message="holds no battles: one JSON object per line is needed"))
    if faults:
        raise FileFaults(faults)
    return battles


def _row(number: int, line: bytes) -> Iterator[Battle | Fault]:
    """The battle of a line, or its faults."""
    try:
        row = parse(line)
    except BadJson as error:
        yield Fault(message=str(error), line=number)
        return
    if not isinstance(row, dict):
        yield Fault(message=f"must be a JSON object, not {json_name(row)}", line=number)
        return
    found = (_fault(number, row, name) for name in ("system_a", "system_b", "winner"))
    faults = [fault for fault in found if fault is not None]
    if not faults and row["system_a"] == row["system_b"]:
        faults = [Fault(message="is the other system too: a system cannot meet itself", line=number, field="system_b")]
    yield from faults
    if not faults:
        yield Battle(str(row["system_a"]), str(row["system_b"]), str(row["winner"]))


def _fault(number: int, row: dict[str, Any], name: str) -> Fault | None:
    """What is wrong with a field of a row."""
    if name not in row:
        return Fault(message="is missing", line=number, field=name)
    value = row[name]
    if name == "winner" and value not in WINNERS:
        shown = repr(value)[:80] if isinstance(value, str) else json_name(value)
        return Fault(message=f"is {shown}; it must be a, b or tie", line=number, field=name)
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST_NAME:
        message = f"must be the name of a system, 1 to {LONGEST_NAME} characters"
        return Fault(message=message, line=number, field=name)
    return None
