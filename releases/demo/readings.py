"""The second readings of the demo: by the annotator who did not write the genome, with a few differing answers."""

from typing import Any

from adjudication.selectors.genome_disputes import Wish, answers_of
from adjudication.services import rule_objects
from annotation.models import User
from annotation.services import claim_unit
from genomes.models import Genome, SecondReading, Typing
from genomes.selectors.second_reading import objects_to_read
from genomes.services import submit_reading

READERS = {"annotator1": "annotator2", "annotator2": "annotator1"}


def load_reading(*, people: dict[str, User], genome: Genome, found: dict[str, Any]) -> None:
    """Read a genome that has been handed in, and rule on what differs; one of `waiting` is left to whoever tries it."""
    slug = genome.paper.slug
    if slug in found["waiting"]:
        return
    reading = SecondReading.objects.get(genome=genome)
    differences = {each["handle"]: each for each in found["differences"] if each["paper"] == slug}
    author = genome.author
    if author is None:
        raise ValueError(f"{genome} has no author")
    reader = people[READERS[author.username]]
    claim_unit(person=reader, unit=reading.unit)
    submit_reading(by=reader, reading=reading, payload=_form(reading, differences))
    rulings = [each for each in differences.values() if each["ruling"] is not None]
    if rulings:
        wishes = [_wish(reading, each) for each in rulings]
        rule_objects(by=people["adjudicator"], reading=reading, wishes=wishes)


def _form(reading: SecondReading, differences: dict[str, Any]) -> dict[str, str]:
    """What the reader says: as the author did, save for what differs."""
    form: dict[str, str] = {}
    for number, each in objects_to_read(reading).items():
        said = {"type": each.type, "role": each.contribution_role, "reason": "", **differences.get(each.handle, {})}
        form |= {f"{part}.{number}": said[part] for part in ("type", "role", "reason")}
    return form


def _wish(reading: SecondReading, difference: dict[str, Any]) -> Wish:
    """The letter of the side that stands, which is random."""
    typing = Typing.objects.get(reading=reading, idea_object__handle=difference["handle"])
    ruling = difference["ruling"]
    first, second = (typing.first_type, typing.first_role), (typing.type, typing.contribution_role)
    stands = first if ruling["stands"] == "author" else second
    letter = next(each.letter for each in answers_of(typing) if (each.type, each.role) == stands)
    return Wish(typing.number, letter, reason_code=ruling["reason_code"], rationale=ruling["rationale"])
