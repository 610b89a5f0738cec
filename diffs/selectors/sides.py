"""The two genomes of a pair as the rules see them, and what people call their objects."""

from dataclasses import dataclass

from diffs.models import PaperPair
from diffs.rules import Idea, Side
from evaluator.vocabulary import ContributionRole, ObjectType
from genomes.models import Genome, IdeaObject, Paper


@dataclass(frozen=True, slots=True)
class Sides:
    source: Side
    target: Side
    names: dict[str, str]  # object id or paper id → what people call it


def short_name(paper: Paper) -> str:
    """What people call a paper in a sentence: the name of its system if one is known, else its id."""
    return paper.aliases[0] if paper.aliases else paper.slug


def sides_of(pair: PaperPair) -> Sides:
    """Both sides of a pair, in one query when the pair came with its papers (`PairQuerySet.with_papers`)."""
    objects: dict[int, list[IdeaObject]] = {pair.source_id: [], pair.target_id: []}
    found = IdeaObject.objects.accepted().filter(genome__in=objects)
    for row in found.only("genome_id", "type", "handle", "contribution_role"):
        objects[row.genome_id].append(row)
    names: dict[str, str] = {}
    source = _side(pair.source, objects[pair.source_id], names)
    target = _side(pair.target, objects[pair.target_id], names)
    return Sides(source, target, names)


def _side(genome: Genome, rows: list[IdeaObject], names: dict[str, str]) -> Side:
    paper = genome.paper
    names[paper.slug] = short_name(paper)
    ideas: dict[str, Idea] = {}
    for row in sorted(rows, key=lambda each: reading_order(each.handle)):
        key = f"{paper.slug}:{row.handle}"
        names[key] = f"{names[paper.slug]} {row.handle}"
        ideas[key] = Idea(ObjectType(row.type), ContributionRole(row.contribution_role))
    return Side(paper.slug, paper.lineage, ideas)


def reading_order(handle: str) -> tuple[int, int]:
    """Types in the order N M O L D C, then by number."""
    return "NMOLDC".index(handle[0]), int(handle[1:])
