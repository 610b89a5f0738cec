"""Mentions: who is told of them and when, and that no name reaches somebody who may not see names."""

import json

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.mentions import groups_in, mentioned, with_names, with_numbers
from annotation.models import Assignment, Comment, Notification
from annotation.refusal import Refused
from annotation.services import add_member, claim_unit, finish_unit, say, withdraw
from tests.annotation.talking import a_third, at_work, measured_on, submitted
from tests.cast import Cast


def told(kind: str = "mention") -> set[str]:
    return set(Notification.objects.filter(kind=kind).values_list("recipient__username", flat=True))


def test_words_after_an_at_are_mentions_but_in_code_and_addresses() -> None:
    text = "@admins, see @ann-1. Not a@b.c, `@adjudicators` or\n```\n@annotators\n```\nbut (@bob)."
    assert mentioned(text) == ["admins", "ann-1", "bob"]
    assert groups_in(text) == {"admin"}


def test_a_name_is_kept_as_a_number_and_read_as_the_reader_may() -> None:
    kept = with_numbers("@bob and @bobby, `@bob`", {"bob": 7})
    assert kept == "@{7} and @bobby, `@bob`"
    assert with_names(kept, {7: "Annotator P"}) == "@Annotator P and @bobby, `@bob`"
    assert with_names("@{8}", {7: "x"}) == "@{8}"


@settings(max_examples=40, deadline=None)
@given(st.text(alphabet="@{}abc1`. \n-_", max_size=60))
def test_a_text_that_mentions_nobody_known_stays_as_it_is(text: str) -> None:
    assert with_numbers(text, {}) == with_names(text, {}) == text


def test_a_mention_before_the_last_label_is_told_when_that_is_in_and_not_before(cast: Cast) -> None:
    third = a_third(cast)
    unit = submitted(cast, cast.annotator1)
    at_work(unit, cast.annotator2)
    say(by=cast.annotator1, unit=unit, body="@admins @adjudicators @annotators: is this mutation?")
    assert not Notification.objects.exists()
    finish_unit(person=cast.annotator2, unit=unit)
    assert told() == {"admin", "adjudicator", "annotator2"}
    assert told("comment") == set()  # one reason each, the strongest
    finish_unit(person=third, unit=unit)  # a late label: they see it from now on
    assert told() == {"admin", "adjudicator", "annotator2", "annotator3"}
    assert Notification.objects.count() == 4


def test_a_labelling_adjudicator_is_told_when_they_take_the_case(cast: Cast) -> None:
    add_member(by=cast.admin, project=cast.project, user=cast.adjudicator, role="annotator")
    unit = submitted(cast, cast.annotator1, cast.annotator2)
    say(by=cast.annotator1, unit=unit, body="@adjudicators please look")
    assert told() == set()
    for _twice in range(2):
        claim_unit(person=cast.adjudicator, unit=unit, purpose=Assignment.Purpose.ADJUDICATE)
    assert told() == {"adjudicator"}


def test_who_is_measured_is_never_told_and_tells_admins_alone(cast: Cast) -> None:
    third = a_third(cast)
    unit = submitted(cast, cast.annotator1, cast.annotator2)
    measured_on(unit, third)
    say(by=cast.annotator1, unit=unit, body="@annotators look")
    assert (told(), told("comment")) == ({"annotator2"}, set())
    Notification.objects.all().delete()
    say(by=third, unit=unit, body="@annotators @adjudicators @admins look")
    assert (told(), told("comment")) == ({"admin"}, set())


def test_a_comment_taken_back_in_time_is_told_to_nobody(cast: Cast) -> None:
    unit = submitted(cast, cast.annotator1)
    withdraw(by=cast.annotator1, comment=say(by=cast.annotator1, unit=unit, body="@admins oh"))
    finish_unit(person=cast.annotator2, unit=unit)
    assert not Notification.objects.exists()


@pytest.mark.parametrize("name", ["annotator2", "nobody-of-this-name"])
def test_to_annotators_a_name_that_exists_and_one_that_does_not_are_refused_alike(cast: Cast, name: str) -> None:
    unit = submitted(cast, cast.annotator1)
    with pytest.raises(Refused) as refusal:
        say(by=cast.annotator1, unit=unit, body=f"@{name} look")
    (fault,) = refusal.value.faults
    assert (fault.code, str(fault.message).replace(name, "…")) == (
        "no_such_mention",
        "@… cannot be mentioned. Mention @admins, @adjudicators or @annotators, or write it in `code`.",
    )


def test_an_admin_mentions_members_by_name_and_strangers_not(cast: Cast) -> None:
    unit = submitted(cast, cast.annotator1, cast.annotator2)
    with pytest.raises(Refused):
        say(by=cast.admin, unit=unit, body="@outsider look")
    said = say(by=cast.admin, unit=unit, body="@annotator2 look")
    assert said.body == f"@{{{cast.annotator2.pk}}} look"
    assert told() == {"annotator2"}


def test_no_name_is_in_anything_that_an_annotator_or_adjudicator_is_sent(cast: Cast) -> None:
    unit = submitted(cast, cast.annotator1, cast.annotator2)
    say(by=cast.annotator2, unit=unit, body="Mutation.")
    say(by=cast.admin, unit=unit, body="@annotator2 and @annotator1, why?")
    expected = {
        cast.annotator1: "@Annotator P and @You, why?",
        cast.adjudicator: "@Annotator P and @Somebody, why?",
        cast.admin: "@annotator2 and @annotator1, why?",
    }
    pages = [f"/projects/demo/units/{unit.pk}/discussion/", "/notifications/", "/api/v1/notifications/"]
    client = Client()
    for reader, words in expected.items():
        client.force_login(reader)
        listed = client.get(f"/api/v1/projects/demo/units/{unit.pk}/comments/").json()
        assert listed[1]["body"] == words
        sent = [json.dumps(listed), *(client.get(page).content.decode() for page in pages)]
        others = {"annotator1", "annotator2"} - {reader.username}
        named = {name for name in others for body in sent if name in body}
        assert named == (others if reader == cast.admin else set())
        assert not [body for body in sent if f"@{{{cast.annotator2.pk}}}" in body]


def test_a_number_that_is_only_typed_is_no_mention(cast: Cast) -> None:
    """Else somebody could try numbers to learn what people are to the unit."""
    unit = submitted(cast, cast.annotator1, cast.annotator2)
    say(by=cast.annotator2, unit=unit, body="Mutation.")
    typed = f"@{{{cast.annotator2.pk}}}"
    say(by=cast.annotator1, unit=unit, body=typed)
    client = Client()
    client.force_login(cast.annotator1)
    assert client.get(f"/api/v1/projects/demo/units/{unit.pk}/comments/").json()[1]["body"] == typed
    assert not Comment.objects.filter(mentions__isnull=False).exists()
