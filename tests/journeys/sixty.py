"""A pair of two large genomes, sixty objects a side, ten of each type.

Objects are written in bulk: one by one, through the service that people use, they would take longer than the journey.
The database checks every quote all the same.
"""

from annotation.services import claim_unit
from diffs.models import PaperPair
from evaluator.vocabulary import ObjectType
from genomes.models import Evidence, Genome, IdeaObject
from genomes.services import hand_in_genome
from tests.cast import Cast
from tests.factories import a_pair, a_paper, evidence

SUBJECTS = ("grid", "anchor", "loss", "scale", "crop", "batch", "prior", "stride", "score", "box")
SIDE = len(SUBJECTS) * len(ObjectType)
CONTEXT = 32  # characters that an evidence pointer keeps on both sides
FORMULA = "The grid of the mechanism has $S \\times S$ cells."  # M1 of both genomes speaks in one


def sentence(kind: str, subject: str, side: str) -> str:
    """What an object of this type says about its subject; no two sentences of a text are alike."""
    if (kind, subject) == ("mechanism", "grid"):
        return FORMULA
    return f"The {subject} of the {kind} is set as the {side} paper says."


def a_large_genome(cast: Cast, side: str) -> Genome:
    """Handed in by annotator1; M1 is its driver."""
    said = [(kind, sentence(kind, subject, side)) for kind in ObjectType for subject in SUBJECTS]
    sections = (f"## About {kind}\n\n{' '.join(each for of, each in said if of is kind)}" for kind in ObjectType)
    text = f"# The {side} paper\n\n" + "\n\n".join(sections)
    paper = a_paper(cast, title=f"The {side} paper", slug=side, aliases=[side.title()], text=text, domain="vision")
    genome: Genome = paper.versions.get().genome
    claim_unit(person=cast.annotator1, unit=genome.unit)
    rows = IdeaObject.objects.bulk_create(an_idea(cast, genome, number, *each) for number, each in enumerate(said))
    Evidence.objects.bulk_create(its_evidence(cast, genome, row) for row in rows)
    hand_in_genome(by=cast.annotator1, genome=genome)
    genome.refresh_from_db()
    return genome


def an_idea(cast: Cast, genome: Genome, number: int, kind: ObjectType, content: str) -> IdeaObject:
    return IdeaObject(
        genome=genome,
        type=kind,
        handle=f"{kind.letter}{number % len(SUBJECTS) + 1}",
        content=content,
        contribution_role="driver" if content == FORMULA else "passenger",
        created_by=cast.annotator1,
    )


def its_evidence(cast: Cast, genome: Genome, row: IdeaObject) -> Evidence:
    version = genome.source_version
    place = evidence(genome, row.content)
    start, end = place["start"], place["end"]
    return Evidence(
        idea_object=row,
        source_version=version,
        start=start,
        end=end,
        quote=row.content,
        prefix=version.text[max(start - CONTEXT, 0) : start],
        suffix=version.text[end : end + CONTEXT],
        text_sha256=version.text_sha256,
        created_by=cast.annotator1,
    )


def a_large_pair(cast: Cast) -> PaperPair:
    """A pair of two large genomes that annotator1 holds."""
    source, target = (a_large_genome(cast, side) for side in ("older", "newer"))
    pair = a_pair(cast, source=source, target=target)
    claim_unit(person=cast.annotator1, unit=pair.unit)
    return pair
