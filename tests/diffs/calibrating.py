"""Known pairs and people who are measured on them, through the services."""

from typing import Any

from annotation.models import Assignment, Membership, Project, User
from annotation.services import claim_next, set_calibration
from diffs.models import Diff, PaperPair
from diffs.services import mark_known, submit_diff
from genomes.models import Genome
from tests.cast import Cast
from tests.factories import a_genome, a_pair, an_answer

WRONG = {"dynamics": "speciation", "dynamics_reason": "The field calls it so."}


def genomes(cast: Cast, count: int) -> list[Genome]:
    """Genomes that are handed in, the earlier published first."""
    return [a_genome(cast, handed_in=True) for _each in range(count)]


def pairs_of(cast: Cast, count: int) -> list[PaperPair]:
    """Pairs of as few genomes as possible, in the order of their making: making a genome takes long."""
    papers = genomes(cast, next(n for n in range(2, 20) if n * (n - 1) // 2 >= count))
    ends = [(source, target) for number, target in enumerate(papers) for source in papers[:number]]
    return [a_pair(cast, source=source, target=target) for source, target in ends[:count]]


def known(cast: Cast, pair: PaperPair, **facts: Any) -> PaperPair:
    """The pair with `an_answer` as its known answer: mutation by rule 2."""
    mark_known(by=cast.admin, pair=pair, payload=an_answer(pair), **facts)
    return pair


def setting(cast: Cast, **numbers: int) -> Project:
    return set_calibration(by=cast.admin, project=cast.project, **numbers)


def member(person: User, project: Project) -> Membership:
    found: Membership = Membership.objects.get(user=person, project=project, role="annotator")
    return found


def take(person: User, project: Project) -> Assignment:
    hold = claim_next(person=person, project=project)
    assert hold is not None
    return hold


def answer(person: User, hold: Assignment, **parts: Any) -> Diff:
    pair = PaperPair.objects.with_papers().get(unit=hold.unit_id)
    return submit_diff(by=person, pair=pair, payload=an_answer(pair, **parts))
