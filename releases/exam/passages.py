"""The evidence of a genome's objects as passages to choose between."""

from evaluator.schema import ObjectRecord
from releases.exam.frame import Frame


def own_passages(frame: Frame) -> dict[str, str]:
    """Object of the anchor's genome → its first evidence as it is shown, unless another has the same words."""
    quotes = {o.id: frame.clean(o.evidence[0].quote) for o in frame.genome if o.evidence}
    seen = list(quotes.values())
    return {object: quote for object, quote in quotes.items() if seen.count(quote) == 1}


def supports(other: ObjectRecord, record: ObjectRecord) -> bool:
    """Whether the first evidence of another object overlaps any of the record's: it would be right there too."""
    place = other.evidence[0]
    return any(each.start < place.end and place.start < each.end for each in record.evidence)


def nearest(record: ObjectRecord, others: list[ObjectRecord]) -> list[ObjectRecord]:
    """The others in order of how far their first evidence stands from the record's in the paper's text."""
    return sorted(others, key=lambda other: (abs(_place(other) - _place(record)), other.id))


def _place(record: ObjectRecord) -> int:
    return record.evidence[0].start if record.evidence else 0
