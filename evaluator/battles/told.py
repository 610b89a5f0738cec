"""What `python -m evaluator battles` tells, as JSON and as lines."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from evaluator.battles.rating import Rating, Ratings, Ties, Unrateable, rate
from evaluator.battles.reading import read_battles
from evaluator.canonical import JsonObject, JsonValue
from evaluator.faults import Fault, FileFaults

DIGITS = 6  # of a rating: below that, arithmetic in another order shows


def battles_json(data: bytes, *, ties: str = Ties.HALF.value, bootstrap: int = 0, seed: int = 0) -> JsonObject:
    """Ratings by system with intervals and ranks, what they were made of, and how even the sides were.

    Raises FileFaults with every fault of the file, or with the reason why its battles give no ratings.
    """
    try:
        found = rate(read_battles(data), ties=Ties(ties), bootstrap=bootstrap, seed=seed)
    except Unrateable as error:
        raise FileFaults([Fault(message=f"cannot be rated: {error}")]) from error
    positions, decided = found.meetings.positions, found.meetings.positions["a"] + found.meetings.positions["b"]
    return {
        "ratings": {each.system: _rating(each) for each in found.ratings},
        "interval": "percentile bootstrap over battles" if bootstrap else "sandwich",
        "rule": found.rule.value,
        "tie_parameter": _rounded(found.tie_parameter),
        "tie_parameter_reason": None if found.tie_parameter is not None else "only Davidson's model has one",
        "log_likelihood": _rounded(found.log_likelihood),
        "battles": found.meetings.battles,
        "ties": found.meetings.ties,
        "connected": True,
        "first_won": _rounded(positions["a"] / decided) if decided else None,
        "first_won_reason": None if decided else "every battle is a tie",
        "matrix": _matrix(found),
        "seed": seed,
    }


def _rating(each: Rating) -> JsonObject:
    reason = each.interval.reason if each.interval else None
    return {
        "rating": _rounded(each.rating),
        "low": None if reason else _rounded(each.low),
        "high": None if reason else _rounded(each.high),
        "interval_reason": reason,
        "rank": each.rank,
        "wins": each.wins,
        "losses": each.losses,
        "ties": each.ties,
    }


def _matrix(found: Ratings) -> list[JsonValue]:
    """Each two systems that met, once, the better rated first."""
    met: dict[tuple[int, int], list[int]] = {}
    for first, second, ending, count in found.meetings.kinds():
        met.setdefault((first, second), [0, 0, 0])[ending] += count
    names = found.meetings.systems
    return [
        {"first": names[first], "second": names[second], "first_won": a, "second_won": b, "ties": t}
        for (first, second), (a, b, t) in sorted(met.items())
    ]


def _rounded(value: float | None) -> float | None:
    """To DIGITS, and never minus zero."""
    return None if value is None else round(value, DIGITS) + 0.0


def battles_text(result: JsonObject) -> Iterator[str]:
    """The same for people: a system to a line, the best first."""
    ratings = cast(Mapping[str, Any], result["ratings"])
    for name, each in sorted(ratings.items(), key=lambda item: -item[1]["rating"]):
        span = f"  ({each['low']:.1f} to {each['high']:.1f})" if each["low"] is not None else ""
        yield f"{each['rank']:>3}. {each['rating']:8.1f}{span}  {name}"
    yield f"{result['battles']} battles, {result['ties']} ties, rule {result['rule']}, interval: {result['interval']}"
