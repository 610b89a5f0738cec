"""What a table claims of itself, as JSON: a list of claims, or one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from evaluator.faults import Fault, FileFaults
from evaluator.strictjson import BadJson, parse
from evaluator.tables.printed import Printed, Sheet


@dataclass(frozen=True, slots=True)
class Weighted:
    """`column` is the mean of others with weights, in every row that prints them all."""

    weights: Mapping[str, Fraction]
    column: str


@dataclass(frozen=True, slots=True)
class Best:
    """`row` has the highest number of a column."""

    column: str
    row: str


@dataclass(frozen=True, slots=True)
class Rank:
    """`ranks` numbers the rows by `column`, 1 for the highest."""

    column: str
    ranks: str


@dataclass(frozen=True, slots=True)
class Spearman:
    """The rank correlation of two columns, as printed."""

    first: str
    second: str
    value: Printed


Claim = Weighted | Best | Rank | Spearman
KINDS = ("mean", "weighted", "best", "rank", "spearman")


def read_claims(data: bytes, sheet: Sheet) -> list[Claim]:
    """Claims about this table. Raises FileFaults naming each that cannot be read, by its number from 1."""
    try:
        value = parse(data)
    except BadJson as error:
        raise FileFaults([Fault(message=str(error))]) from error
    listed: Sequence[Any] = value if isinstance(value, list) else [value]
    claims: list[Claim] = []
    faults: list[Fault] = []
    for number, each in enumerate(listed, start=1):
        try:
            claims.append(_claim(each, sheet))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            why = str(error) if isinstance(error, ValueError) else "is not of the form that its kind wants"
            faults.append(Fault(message=f"claim {number}: {why}"))
    if not listed:
        faults.append(Fault(message="holds no claim"))
    if faults:
        raise FileFaults(faults)
    return claims


def _claim(value: Any, sheet: Sheet) -> Claim:
    if not isinstance(value, dict) or len(value) != 1 or next(iter(value)) not in KINDS:
        raise ValueError(f"must be an object with one of {', '.join(KINDS)}")
    ((kind, told),) = value.items()
    if kind == "best":
        row = told["row"]
        if row not in sheet.rows:
            raise ValueError(f"there is no row {str(row)[:80]!a}")
        return Best(_column(told["column"], sheet), row)
    if kind == "rank":
        return Rank(_column(told["of"], sheet), _column(told["is"], sheet))
    if kind == "spearman":
        first, second = (_column(name, sheet) for name in told["of"])
        printed = Printed.of(str(told["is"]))
        if printed is None:
            raise ValueError("a correlation is a number, such as 0.82")
        return Spearman(first, second, printed)
    return Weighted(_weights(kind, told["of"], sheet), _column(told["is"], sheet))


def _weights(kind: str, told: Any, sheet: Sheet) -> Mapping[str, Fraction]:
    found = dict.fromkeys(told, 1) if kind == "mean" else told
    weights = {_column(name, sheet): Fraction(str(weight)) for name, weight in found.items()}
    if not weights or min(weights.values()) < 0 or not sum(weights.values()):
        raise ValueError("weights are numbers from 0 up, not all of them 0")
    return weights


def _column(name: Any, sheet: Sheet) -> str:
    if name not in sheet.columns:
        raise ValueError(f"there is no column {str(name)[:80]!a}; the columns are {', '.join(sheet.columns)}")
    return str(name)
