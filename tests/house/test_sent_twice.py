"""What is sent twice at once is done once: a double press, a request that was sent again, two tabs."""

import pytest
from django.test import Client

from annotation.models import Membership, Project, User
from annotation.refusal import Refused
from annotation.services import add_member, create_account, create_project
from diffs.models import Trace
from diffs.services import create_trace
from genomes.services import hand_in_genome
from tests.annotation.test_race import crowd
from tests.cast import make_cast
from tests.factories import GENOME, a_genome, a_pair, an_object, evidence

pytestmark = pytest.mark.django_db(transaction=True)
TIMES = 4


def codes(answers: list[object]) -> list[str]:
    return [fault.code for answer in answers if isinstance(answer, Refused) for fault in answer.faults]


def test_an_account_is_made_once_and_the_others_hear_that_the_name_is_taken() -> None:
    cast = make_cast()
    with crowd(TIMES) as all_at_once:
        answers = all_at_once(lambda _index: create_account(by=cast.admin, username="newcomer"))
    assert User.objects.filter(username="newcomer").count() == 1
    assert codes(answers) == ["unique"] * (TIMES - 1)


def test_a_project_is_made_once_and_the_others_hear_that_the_short_name_is_taken() -> None:
    cast = make_cast()
    with crowd(TIMES) as all_at_once:
        answers = all_at_once(lambda _index: create_project(by=cast.admin, slug="new", name="New"))
    assert Project.objects.filter(slug="new").count() == 1
    assert codes(answers) == ["unique"] * (TIMES - 1)


def test_a_member_is_added_once_and_every_caller_gets_the_role() -> None:
    cast = make_cast()
    with crowd(TIMES) as all_at_once:
        answers = all_at_once(
            lambda _index: add_member(by=cast.admin, project=cast.project, user=cast.outsider, role="annotator")
        )
    assert len({answer.pk for answer in answers}) == 1
    assert Membership.objects.filter(user=cast.outsider).count() == 1


def test_a_trace_is_made_once_and_the_others_hear_that_the_name_is_taken() -> None:
    cast = make_cast()
    first, second, third = (a_genome(cast, handed_in=True) for _each in range(3))
    pairs = [a_pair(cast, source=first, target=second), a_pair(cast, source=second, target=third)]
    with crowd(TIMES) as all_at_once:
        answers = all_at_once(
            lambda _index: create_trace(by=cast.admin, project=cast.project, name="Finders", pairs=pairs)
        )
    assert Trace.objects.count() == 1
    assert codes(answers) == ["name_taken"] * (TIMES - 1)


def test_an_object_is_made_once_and_every_caller_gets_it() -> None:
    cast = make_cast()
    genome = a_genome(cast)
    quote = "Small things in groups are missed."
    with crowd(TIMES) as all_at_once:
        answers = all_at_once(lambda _index: an_object(genome, quote, by=cast.annotator1))
    assert {answer.handle for answer in answers} == {"M1"}
    assert genome.objects_all.count() == 1
    other = an_object(genome, quote, by=cast.annotator1, constraint="in dim light")
    assert other.handle == "M2"  # what differs in a word is another object


def test_an_object_sent_twice_by_a_program_is_answered_alike() -> None:
    cast = make_cast()
    genome = a_genome(cast)
    quote = "Small things in groups are missed."
    client = Client()
    client.force_login(cast.annotator1)
    body = {"type": "limitation", "content": quote, "evidence": [evidence(genome, quote)]}
    address = f"/api/v1/projects/demo/genomes/{genome.paper.slug}/objects/"
    first, second = (client.post(address, body, content_type="application/json") for _each in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json()["id"] == second.json()["id"]


def test_a_genome_is_handed_in_once_and_every_caller_gets_it() -> None:
    cast = make_cast()
    genome = a_genome(cast)
    for kind, role, sentence in GENOME:
        quote = sentence.format(title=genome.paper.title)
        an_object(genome, quote, by=cast.annotator1, type=kind, contribution_role=role)
    with crowd(TIMES) as all_at_once:
        answers = all_at_once(lambda _index: hand_in_genome(by=cast.annotator1, genome=genome))
    assert len({answer.handed_in_at for answer in answers}) == 1
