"""What to look at again in each object of a genome, in words."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from genomes import rules
from genomes.selectors.reading import Reading
from genomes.selectors.shown import ShownObject
from genomes.wording import flag_words


@dataclass(frozen=True, slots=True)
class Flagged:
    """One flag: its code, what it says, and what to do about it."""

    code: str
    says: str
    advice: str


def flags_of(objects: Sequence[ShownObject], reading: Reading, limit: int) -> dict[int, tuple[Flagged, ...]]:
    """The flags of each object by its id. `limit` is the project's length of an object.

    What is rejected, or kept as metadata, is not looked at.
    """
    facts = {each.pk: each.facts(reading.sentences) for each in objects}
    counted = {
        pk: each for pk, each in facts.items() if each.lineage_relevant and each.state != rules.ObjectState.REJECTED
    }
    meeting = neighbours(counted.values())
    return {
        pk: tuple(Flagged(flag.code, *flag_words(flag)) for flag in rules.flags(each, meeting.get(each.key, ()), limit))
        for pk, each in counted.items()
    }


def neighbours(objects: Iterable[rules.ObjectFacts]) -> Mapping[str, list[rules.ObjectFacts]]:
    """For each object's key, the others of its type whose evidence meets its own: only these can overlap it.

    Walks along the text with the places that are open there, instead of asking every object about every other.
    """
    found: dict[str, dict[str, rules.ObjectFacts]] = defaultdict(dict)
    places = [(row.start, row.end, each) for each in objects for row in each.evidence]
    still_open: dict[str, list[tuple[int, rules.ObjectFacts]]] = defaultdict(list)
    for start, end, each in sorted(places, key=lambda place: place[:2]):
        here = still_open[each.type] = [(until, other) for until, other in still_open[each.type] if until > start]
        for _until, other in here:
            if other.key != each.key:
                found[each.key][other.key] = other
                found[other.key][each.key] = each
        here.append((end, each))
    return {key: sorted(others.values(), key=lambda other: other.key) for key, others in found.items()}
