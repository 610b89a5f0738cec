"""What was decided about a pair stands beside one's own answer, for those who may see it."""

from django.test import Client

from adjudication.services import claim_case, resolve_case
from annotation.models import User
from annotation.services import add_member, create_account
from diffs.models import PaperPair
from tests.cast import Cast
from tests.factories import a_diff, a_pair, an_answer


def page(person: User, pair: PaperPair) -> str:
    client = Client()
    client.force_login(person)
    return client.get(f"/projects/demo/pairs/{pair.pk}/").content.decode()


def decided(cast: Cast) -> PaperPair:
    """A pair of two differing labels, resolved for mutation."""
    pair = a_pair(cast)
    a_diff(cast.annotator1, pair)
    a_diff(cast.annotator2, pair, dynamics="isolation", dynamics_reason="Seen from afar.")
    claim_case(by=cast.adjudicator, pair=pair)
    resolve_case(
        by=cast.adjudicator,
        pair=pair,
        outcome="resolved",
        payload=an_answer(pair),
        reason_code="rule_misread",
        rationale="The driver is kept, so rule 2 fires.",
    )
    return pair


def test_each_labeller_reads_the_decision_and_where_it_differs_from_theirs(cast: Cast) -> None:
    pair = decided(cast)
    agreeing, differing = page(cast.annotator1, pair), page(cast.annotator2, pair)
    for each in (agreeing, differing):
        assert "The driver is kept, so rule 2 fires." in each
        assert "A rule was misread" in each
    assert "Differs from yours in" not in agreeing
    assert "Differs from yours in" in differing
    assert "Seen from afar." not in agreeing


def test_an_annotator_who_did_not_label_the_pair_reads_no_decision(cast: Cast) -> None:
    pair = decided(cast)
    third = create_account(by=None, username="annotator3")
    add_member(by=cast.admin, project=cast.project, user=third, role="annotator")
    assert "The driver is kept, so rule 2 fires." not in page(third, pair)
