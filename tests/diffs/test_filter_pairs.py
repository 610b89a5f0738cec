"""The list of pairs: filtered and sorted by its address, and silent about others to whoever may still label."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from annotation.models import Assignment, Stage
from annotation.services import add_member, claim_unit, finish_unit
from diffs.models import PaperPair
from diffs.selectors.filters import PairFilter, Reach, filter_of, filtered_pairs, reach_of
from tests.cast import Cast
from tests.diffs.rows import bare_genomes, bare_pair, chain


def titles(cast: Cast, reader: Any, **asked: str) -> list[str]:
    """Titles of the pairs that a person gets for an address, in their order."""
    reach = reach_of(reader, cast.project)
    pairs = filtered_pairs(cast.project, reader, filter_of(asked, reach), reach)
    return [pair.unit.title for pair in pairs]


def signed_in(person: Any) -> Client:
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def pairs(cast: Cast) -> list[PaperPair]:
    """a → b, b → c, c → d"""
    return chain(cast, "alpha", "beta", "gamma", "delta")


def test_words_are_looked_for_in_both_papers(cast: Cast, pairs: list[PaperPair]) -> None:
    assert titles(cast, cast.admin, q="beta") == ["alpha → beta", "beta → gamma"]
    assert titles(cast, cast.admin, q="gamma BETA") == ["beta → gamma"]
    assert titles(cast, cast.admin, q="nowhere") == []


def test_each_condition_leaves_out_what_it_should(cast: Cast, pairs: list[PaperPair]) -> None:
    first, second, third = (pair.unit for pair in pairs)
    today = timezone.localdate()
    stage = Stage.objects.create(project=cast.project, name="Pilot", overlap=2)
    for unit, facts in (
        (first, {"priority": 5, "due": today - timedelta(days=1), "stage": stage, "domain": "Vision"}),
        (second, {"is_paused": True, "due": today + timedelta(days=3), "is_known": True}),
        (third, {"due": today + timedelta(days=30)}),
    ):
        type(unit).objects.filter(pk=unit.pk).update(**facts)
    PaperPair.objects.filter(pk=pairs[1].pk).update(suggested_at=timezone.now())
    one, two, three = "alpha → beta", "beta → gamma", "gamma → delta"
    for asked, wanted in (
        ({"priority": "5"}, [one]), ({"due": "overdue"}, [one]), ({"due": "week"}, [two]), ({"due": "none"}, []),
        ({"due": "set"}, [one, two, three]), ({"stage": str(stage.pk)}, [one]), ({"stage": "none"}, [two, three]),
        ({"domain": "Vision"}, [one]), ({"paused": "yes"}, [two]), ({"paused": "no"}, [one, three]),
        ({"known": "yes"}, [two]), ({"suggested": "no"}, [one, three]), ({"sort": "-due"}, [three, two, one]),
        ({"sort": "-published"}, [three, two, one]), ({"sort": "-priority"}, [one, three, two]),
    ):  # fmt: skip
        assert titles(cast, cast.admin, **asked) == wanted, asked
    Stage.objects.filter(pk=stage.pk).update(is_paused=True)
    assert titles(cast, cast.admin, paused="yes") == [one, two]


def test_states_are_told_by_what_has_been_done(cast: Cast, pairs: list[PaperPair]) -> None:
    first, second, _third = (pair.unit for pair in pairs)
    claim_unit(person=cast.annotator1, unit=first)
    finish_unit(person=cast.annotator1, unit=second)
    finish_unit(person=cast.annotator2, unit=second)
    assert titles(cast, cast.admin, state="open") == ["gamma → delta"]
    assert titles(cast, cast.admin, state="in_work") == ["alpha → beta"]
    assert titles(cast, cast.admin, state="complete") == ["beta → gamma"]
    assert titles(cast, cast.admin, person=str(cast.annotator2.pk)) == ["beta → gamma"]
    assert titles(cast, cast.admin, sort="-labels")[0] == "beta → gamma"
    finish_unit(person=cast.annotator2, unit=first)
    assert titles(cast, cast.admin, state="in_work") == ["alpha → beta"]
    Assignment.objects.filter(unit=first, state="active").update(state="released")
    assert titles(cast, cast.admin, state="in_work") == ["alpha → beta"]  # one of two labels is in


def test_an_annotator_filters_their_own_pairs_alone(cast: Cast, pairs: list[PaperPair]) -> None:
    first, second, _third = (pair.unit for pair in pairs)
    claim_unit(person=cast.annotator1, unit=first)
    finish_unit(person=cast.annotator1, unit=second)
    assert titles(cast, cast.annotator1) == ["alpha → beta", "beta → gamma"]
    assert titles(cast, cast.annotator1, state="complete") == ["beta → gamma"]
    assert titles(cast, cast.annotator1, state="in_work") == ["alpha → beta"]
    assert titles(cast, cast.annotator2, q="alpha") == []
    page = signed_in(cast.annotator1).get("/projects/demo/pairs/?state=open&known=yes&person=1").content.decode()
    assert "alpha → beta" in page  # what one may not ask is not asked


ASKED = [
    {"state": state} for state in ("open", "in_work", "complete", "differ")
] + [{"person": "PERSON"}, {"known": "yes"}, {"sort": "labels"}, {"sort": "-labels"}]  # fmt: skip


def test_nothing_that_an_admin_who_labels_can_ask_tells_of_others(cast: Cast, pairs: list[PaperPair]) -> None:
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="annotator")
    client = signed_in(cast.admin)
    addresses = [
        f"/projects/demo/pairs/?{key}={value.replace('PERSON', str(cast.annotator1.pk))}"
        for asked in ASKED
        for key, value in asked.items()
    ]

    def rows(address: str) -> str:
        body = client.get(address).content.decode()
        return body[body.index("<tbody") : body.index("</tbody")] if "<tbody" in body else ""

    before = [rows(each) for each in addresses]
    finish_unit(person=cast.annotator1, unit=pairs[2].unit)
    finish_unit(person=cast.annotator2, unit=pairs[2].unit)
    claim_unit(person=cast.annotator2, unit=pairs[0].unit)
    assert [rows(each) for each in addresses] == before


def test_an_address_that_means_nothing_is_as_if_it_were_not_sent(cast: Cast) -> None:
    sent = {"state": "x", "stage": "-1", "priority": "1e9", "person": "9" * 30, "sort": "pk", "due": "?", "q": "a\x00b"}
    assert filter_of(sent, Reach.EVERYTHING) == PairFilter(q="ab")


def test_the_list_costs_the_same_for_any_number_of_rows(
    cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    genomes = list(bare_genomes(cast, *(f"paper-{number}" for number in range(8))).values())
    client = signed_in(cast.admin)
    stage = Stage.objects.create(project=cast.project, name="Pilot", overlap=2)
    bare_pair(cast, genomes[0], genomes[1], stage=stage)
    address = "/projects/demo/pairs/?q=paper&sort=-due"
    with django_assert_max_num_queries(40) as few:
        client.get(address)
    for target in genomes[2:]:
        bare_pair(cast, genomes[0], target, stage=stage)
    with django_assert_max_num_queries(len(few.captured_queries)):
        assert client.get(address).content.decode().count('name="pairs"') == 7
