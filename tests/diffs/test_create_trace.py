"""Traces: three to seven papers in order, each step a pair."""

from datetime import date

import pytest

from annotation.refusal import Refused
from diffs.models import Trace
from diffs.services import create_trace
from genomes.models import Genome, Paper
from genomes.services import set_paper_facts
from tests.cast import Cast
from tests.factories import a_genome, a_pair


@pytest.fixture
def genomes(cast: Cast) -> list[Genome]:
    """Four genomes in the order of their papers' dates; the first three are joined by two pairs."""
    found = [a_genome(cast, handed_in=True) for _each in range(4)]
    a_pair(cast, source=found[0], target=found[1])
    a_pair(cast, source=found[1], target=found[2])
    return found


def papers(genomes: list[Genome], *numbers: int) -> list[Paper]:
    return [genomes[number].paper for number in numbers]


def codes(cast: Cast, name: str, chosen: list[Paper]) -> list[str]:
    before = Trace.objects.count()
    with pytest.raises(Refused) as refusal:
        create_trace(by=cast.admin, project=cast.project, name=name, papers=chosen)
    assert Trace.objects.count() == before
    return [fault.code for fault in refusal.value.faults]


def test_papers_in_order_become_steps(cast: Cast, genomes: list[Genome]) -> None:
    chosen = papers(genomes, 0, 1, 2)
    trace = create_trace(by=cast.admin, project=cast.project, name="Finders", papers=chosen)
    assert [step.position for step in trace.steps.all()] == [1, 2]
    assert trace.papers() == chosen


def test_pairs_in_order_make_the_same(cast: Cast, genomes: list[Genome]) -> None:
    pairs = [genomes[0].pairs_as_source.get(), genomes[1].pairs_as_source.get()]
    trace = create_trace(by=cast.admin, project=cast.project, name="Finders", pairs=pairs)
    assert trace.papers() == papers(genomes, 0, 1, 2)


def test_pairs_that_do_not_join_are_refused(cast: Cast, genomes: list[Genome]) -> None:
    pairs = [genomes[0].pairs_as_source.get(), a_pair(cast, source=genomes[2], target=genomes[3])]
    with pytest.raises(Refused) as refusal:
        create_trace(by=cast.admin, project=cast.project, name="Finders", pairs=pairs)
    assert [fault.code for fault in refusal.value.faults] == ["broken_chain"]


def test_two_papers_are_too_few_and_eight_too_many(cast: Cast, genomes: list[Genome]) -> None:
    assert codes(cast, "Short", papers(genomes, 0, 1)) == ["wrong_length"]
    assert "wrong_length" in codes(cast, "Long", papers(genomes, 0, 1, 2, 3, 0, 1, 2, 3))


def test_every_fault_is_named_at_once(cast: Cast, genomes: list[Genome]) -> None:
    """1 → 0 is there the other way round only, and its dates run backwards; 0 → 3 has no pair at all."""
    found = codes(cast, "Finders", papers(genomes, 0, 1, 0, 3))
    assert found == ["repeated_paper", "wrong_direction", "dates_run_backwards", "no_pair"]


def test_dates_that_run_backwards_are_refused(cast: Cast, genomes: list[Genome]) -> None:
    set_paper_facts(by=cast.admin, paper=genomes[1].paper, facts={"published": date(2030, 1, 1)})
    chosen = list(Paper.objects.filter(pk__in=[each.paper.pk for each in genomes[:3]]).order_by("pk"))
    assert codes(cast, "Finders", chosen) == ["dates_run_backwards"]


def test_a_name_is_given_and_given_once(cast: Cast, genomes: list[Genome]) -> None:
    chosen = papers(genomes, 0, 1, 2)
    assert codes(cast, "  ", chosen) == ["no_name"]
    create_trace(by=cast.admin, project=cast.project, name="Finders", papers=chosen)
    assert codes(cast, "Finders", chosen) == ["name_taken"]
