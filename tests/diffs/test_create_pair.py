"""Making a pair: two finished genomes in the order of their dates."""

from datetime import date

import pytest

from annotation.models import Unit
from annotation.refusal import Conflict, Refused
from annotation.services import claim_next
from diffs.models import PaperPair
from diffs.services import create_pair
from genomes.services import set_paper_facts
from tests.cast import Cast, make_cast
from tests.factories import a_genome, a_pair

EARLY, LATE = date(2015, 6, 8), date(2016, 12, 25)


def refusal_of(cast: Cast, source: object, target: object) -> Refused:
    with pytest.raises(Refused) as refusal:
        create_pair(by=cast.admin, project=cast.project, source=source, target=target)  # type: ignore[arg-type]
    assert not PaperPair.objects.exists()
    return refusal.value


def test_a_pair_is_ready_to_be_labelled_at_once(cast: Cast) -> None:
    pair = a_pair(cast)
    assert pair.unit.kind == Unit.Kind.PAIR
    assert pair.unit.is_ready
    assert pair.unit.overlap == cast.project.overlap == 2
    hold = claim_next(person=cast.annotator2, project=cast.project, kind="pair")
    assert hold is not None
    assert hold.unit == pair.unit


def test_a_predecessor_that_is_published_later_is_refused_with_both_dates(cast: Cast) -> None:
    source = a_genome(cast, handed_in=True, published=LATE)
    target = a_genome(cast, handed_in=True, published=EARLY)
    refusal = refusal_of(cast, source, target)
    assert [(fault.code, fault.field) for fault in refusal.faults] == [("source_is_later", "source")]
    assert "Dec. 25, 2016" in str(refusal)
    assert "June 8, 2015" in str(refusal)


def test_two_papers_of_one_day_may_be_paired_either_way(cast: Cast) -> None:
    first = a_genome(cast, handed_in=True, published=EARLY)
    second = a_genome(cast, handed_in=True, published=EARLY)
    a_pair(cast, source=first, target=second)
    a_pair(cast, source=second, target=first)
    assert PaperPair.objects.count() == 2


def test_an_unknown_date_is_refused_with_what_to_do(cast: Cast) -> None:
    source, target = a_genome(cast, handed_in=True), a_genome(cast, handed_in=True)
    set_paper_facts(by=cast.admin, paper=target.paper, facts={"published": None})
    target.refresh_from_db()
    refusal = refusal_of(cast, source, target)
    assert [(fault.code, fault.field) for fault in refusal.faults] == [("no_date", "target")]
    assert "Set it on the paper's page" in str(refusal)


def test_genomes_in_work_are_refused_both_at_once(cast: Cast) -> None:
    refusal = refusal_of(cast, a_genome(cast), a_genome(cast))
    assert [(fault.code, fault.field) for fault in refusal.faults] == [
        ("genome_not_handed_in", "source"),
        ("genome_not_handed_in", "target"),
    ]


def test_a_paper_is_no_pair_with_itself(cast: Cast) -> None:
    genome = a_genome(cast, handed_in=True)
    assert refusal_of(cast, genome, genome).faults[0].code == "same_paper"


def test_a_paper_of_another_project_is_refused(cast: Cast) -> None:
    other = make_cast("other", "other-")
    foreign = a_genome(other, handed_in=True)
    assert refusal_of(cast, a_genome(cast, handed_in=True), foreign).faults[0].code == "other_project"


def test_the_same_pair_twice_is_a_conflict_that_names_the_first(cast: Cast) -> None:
    pair = a_pair(cast)
    with pytest.raises(Conflict) as conflict:
        a_pair(cast, source=pair.source, target=pair.target)
    assert conflict.value.current == {"id": pair.pk}
    assert Unit.objects.filter(kind="pair").count() == 1
