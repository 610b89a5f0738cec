"""People who are members and never come take nobody's work away."""

from annotation.models import Assignment
from annotation.services import add_member, claim_next, create_account, finish_unit
from tests.cast import Cast
from tests.factories import make_unit


def test_of_five_annotators_two_who_come_are_handed_every_unit_that_lacks_labels(cast: Cast) -> None:
    """Overlap 2, two people at work: each is offered all six units, and then there is no label missing."""
    for number in range(3):
        absent = create_account(by=None, username=f"absent{number}")
        add_member(by=cast.admin, project=cast.project, user=absent, role="annotator")
    units = {make_unit(cast.project).pk for _each in range(6)}
    for person in (cast.annotator1, cast.annotator2):
        done = set()
        while (hold := claim_next(person=person, project=cast.project)) is not None:
            finish_unit(person=person, unit=hold.unit)
            done.add(hold.unit_id)
        assert done == units
    assert Assignment.objects.filter(is_counted=True).count() == 2 * len(units)


def test_one_who_takes_a_unit_and_never_comes_back_keeps_it_for_the_lease_only(cast: Cast) -> None:
    unit = make_unit(cast.project, overlap=1)
    hold = claim_next(person=cast.annotator1, project=cast.project)
    assert claim_next(person=cast.annotator2, project=cast.project) is None
    assert hold is not None
    Assignment.objects.filter(pk=hold.pk).update(lease_expires_at=hold.claimed_at)
    taken = claim_next(person=cast.annotator2, project=cast.project)
    assert taken is not None
    assert taken.unit_id == unit.pk
