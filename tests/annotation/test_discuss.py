"""Saying something about a unit: who may, who sees it, when, and under which name."""

import contextlib
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from annotation.models import Assignment, Comment, Unit, User
from annotation.refusal import Conflict, Refused
from annotation.selectors.discussion import discussion_of
from annotation.services import add_member, answer, ask, claim_unit, finish_unit, say, withdraw
from annotation.services import discussion as rules
from tests.annotation.talking import a_third, at_work, measured_on, sees, submitted
from tests.cast import Cast
from tests.factories import make_unit


def code_of(refusal: pytest.ExceptionInfo[Refused]) -> str:
    return refusal.value.faults[0].code


def test_before_the_last_label_a_comment_is_its_author_s_alone(cast: Cast) -> None:
    unit = submitted(cast, cast.annotator1)
    said = say(by=cast.annotator1, unit=unit, body="I took M1 for the driver.")
    others = [cast.annotator2, cast.adjudicator, cast.admin]
    assert sees(cast.annotator1, said)
    assert [sees(each, said) for each in others] == [False] * 3
    finish_unit(person=cast.annotator2, unit=unit)
    assert [sees(each, said) for each in others] == [True] * 3


def test_an_annotator_without_a_label_on_the_unit_sees_nothing_of_it(cast: Cast) -> None:
    third = a_third(cast)
    unit = submitted(cast, cast.annotator1, cast.annotator2)
    said = say(by=cast.annotator1, unit=unit, body="Mutation.")
    assert not sees(third, said)
    at_work(unit := submitted(cast, cast.annotator1, overlap=2), third)
    said = say(by=cast.annotator1, unit=unit, body="Mutation.")
    finish_unit(person=cast.annotator2, unit=unit)
    assert not sees(third, said)  # still at work on what will be surplus
    finish_unit(person=third, unit=unit)
    assert sees(third, said)


def test_an_admin_who_also_labels_sees_what_they_are_done_with(cast: Cast) -> None:
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="annotator")
    unit = submitted(cast, cast.annotator1, cast.annotator2)
    said = say(by=cast.annotator1, unit=unit, body="Mutation.")
    assert not sees(cast.admin, said)
    claim_unit(person=cast.admin, unit=unit, purpose=Assignment.Purpose.ADJUDICATE)
    assert sees(cast.admin, said)


def test_nobody_comments_before_their_own_label(cast: Cast) -> None:
    unit = make_unit(cast.project)
    at_work(unit, cast.annotator1)
    for person in (cast.annotator1, cast.annotator2, cast.adjudicator, cast.admin):
        with pytest.raises(Refused) as refusal:
            say(by=person, unit=unit, body="Early.")
        assert code_of(refusal) == "not_submitted"
    assert not Comment.objects.exists()


def test_adjudicators_and_admins_comment_once_all_labels_are_in(cast: Cast) -> None:
    unit = submitted(cast, cast.annotator1, cast.annotator2)
    for person, role in ((cast.adjudicator, "adjudicator"), (cast.admin, "admin")):
        assert say(by=person, unit=unit, body="Why?").spoken_as == role


@pytest.mark.parametrize(
    ("about", "code"),
    [
        ({"body": "  \n "}, "empty"),
        ({"body": "x" * 4001}, "too_long"),
        ({"body": "x", "about_field": "colour"}, "unknown_field"),
        ({"body": "x", "about_object": "yolo:M1"}, "unknown_object"),  # the unit has no pair, so no object
    ],
)
def test_a_comment_that_cannot_be_kept_is_refused_with_its_field(cast: Cast, about: dict[str, Any], code: str) -> None:
    unit = submitted(cast, cast.annotator1)
    with pytest.raises(Refused) as refusal:
        say(by=cast.annotator1, unit=unit, **about)
    assert code_of(refusal) == code


def test_sent_twice_it_is_one_comment_and_with_other_words_a_conflict(cast: Cast) -> None:
    unit = submitted(cast, cast.annotator1, cast.annotator2)
    first = say(by=cast.annotator1, unit=unit, body="Once.", key="k")
    assert say(by=cast.annotator1, unit=unit, body=" Once. ", key="k") == first
    with pytest.raises(Conflict):
        say(by=cast.annotator1, unit=unit, body="Twice.", key="k")
    assert say(by=cast.annotator2, unit=unit, body="Once.", key="k") != first  # a key is its author's
    assert Comment.objects.count() == 2


def test_a_flood_is_refused_and_says_to_wait(cast: Cast) -> None:
    unit = submitted(cast, cast.annotator1)
    for number in range(rules.AT_ONCE):
        say(by=cast.annotator1, unit=unit, body=f"{number}")
    with pytest.raises(Refused) as refusal:
        say(by=cast.annotator1, unit=unit, body="One more.")
    assert (code_of(refusal), refusal.value.status) == ("too_often", 429)


def test_a_reply_to_a_reply_joins_the_thread_and_its_subject(cast: Cast) -> None:
    unit = submitted(cast, cast.annotator1, cast.annotator2)
    root = say(by=cast.annotator1, unit=unit, body="Why?", about_field="dynamics")
    reply = say(by=cast.annotator2, unit=unit, body="Because.", reply_to=root)
    again = say(by=cast.annotator1, unit=unit, body="I see.", reply_to=reply, about_field="ecology")
    assert (again.reply_to, again.about_field) == (root, "dynamics")
    (thread,) = discussion_of(unit, cast.adjudicator).threads
    assert [each.text for each in thread.replies] == ["Because.", "I see."]


def test_taken_back_it_keeps_its_place_and_loses_its_text(cast: Cast) -> None:
    unit = submitted(cast, cast.annotator1, cast.annotator2)
    said = say(by=cast.annotator1, unit=unit, body="Nonsense.")
    with pytest.raises(Refused) as refusal:
        withdraw(by=cast.admin, comment=said)
    assert code_of(refusal) == "not_yours"
    once = withdraw(by=cast.annotator1, comment=said).withdrawn_at
    assert withdraw(by=cast.annotator1, comment=said).withdrawn_at == once
    for reader in (cast.annotator1, cast.annotator2, cast.admin):
        (thread,) = discussion_of(unit, reader).threads
        assert (thread.text, str(thread.html)) == ("", "")


def names(cast: Cast, unit: Unit, reader: User) -> list[str]:
    return [each.author.words for each in discussion_of(unit, reader).threads]


def test_people_are_roles_and_letters_and_admins_see_names(cast: Cast) -> None:
    unit = submitted(cast, cast.annotator1, cast.annotator2)
    for person in (cast.annotator2, cast.annotator1, cast.adjudicator, cast.admin):
        say(by=person, unit=unit, body="Here.")
    assert names(cast, unit, cast.annotator1) == ["Annotator P", "You", "An adjudicator", "An admin"]
    assert names(cast, unit, cast.annotator2) == ["You", "Annotator Q", "An adjudicator", "An admin"]
    assert names(cast, unit, cast.adjudicator) == ["Annotator P", "Annotator Q", "You", "An admin"]
    expected = ["annotator2 · Annotator P", "annotator1 · Annotator Q", "adjudicator · An adjudicator", "You"]
    assert names(cast, unit, cast.admin) == expected
    other = submitted(cast, cast.annotator1, cast.annotator2)
    say(by=cast.annotator1, unit=other, body="Here first.")
    assert names(cast, other, cast.adjudicator) == ["Annotator P"]  # Q of the other unit: letters link nothing


def test_an_admin_who_also_labels_sees_no_names(cast: Cast) -> None:
    unit = submitted(cast, cast.annotator1, cast.annotator2)
    say(by=cast.annotator1, unit=unit, body="Here.")
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="annotator")
    claim_unit(person=cast.admin, unit=unit, purpose=Assignment.Purpose.ADJUDICATE)
    assert names(cast, unit, cast.admin) == ["Annotator P"]


def test_who_is_measured_hears_nothing_and_is_heard_by_admins_alone(cast: Cast) -> None:
    third = a_third(cast)
    unit = submitted(cast, cast.annotator1, cast.annotator2)
    before = say(by=cast.annotator1, unit=unit, body="Mutation it is.")
    measured_on(unit, third)
    after = say(by=third, unit=unit, body="Speciation it is.")
    asked = ask(by=third, unit=unit, body="What is a driver?")
    told = answer(by=cast.admin, question=asked, body="See rule 2.")
    assert [sees(third, each) for each in (before, after, asked, told)] == [False, True, True, True]
    assert all(sees(cast.admin, each) for each in (before, after, asked, told))
    for reader in (cast.annotator1, cast.annotator2, cast.adjudicator):
        assert [sees(reader, each) for each in (before, after, asked, told)] == [True, False, False, False]
    say(by=cast.annotator2, unit=unit, body="I agree.")
    assert names(cast, unit, cast.annotator1) == ["You", "Annotator Q"]  # the third shifts no letters


def test_to_the_person_a_measurement_is_as_any_label(cast: Cast) -> None:
    third = a_third(cast)
    known = submitted(cast, cast.annotator1, cast.annotator2)
    measured_on(known, third)
    plain = submitted(cast, third)
    pages = []
    for unit in (known, plain):
        say(by=third, unit=unit, body="Mine.")
        page = discussion_of(unit, third)
        pages.append((page.voice, page.may_say, [each.author for each in page.threads], list(page.fields)))
    assert pages[0] == pages[1]


EVENTS = ["take", "finish", "finish", "say", "ask", "answer", "reply", "check"]
STEPS = st.lists(st.tuples(st.integers(0, 3), st.sampled_from(EVENTS)), min_size=4, max_size=10)


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
@example(steps=[(0, "finish"), (0, "say"), (1, "finish"), (1, "reply"), (2, "take"), (2, "ask"), (2, "finish")])
@example(steps=[(0, "finish"), (1, "finish"), (2, "finish"), (3, "check"), (3, "ask"), (0, "say"), (0, "answer")])
def test_in_any_order_of_events_nobody_reads_another_before_both_are_in_and_all_labels(
    cast: Cast, four: list[User], steps: list[tuple[int, str]]
) -> None:
    """A reader who labels sees words of another only if their own label is in and the unit complete, or in an admin's
    answer to their own question. Who is measured sees none but such answers, and is seen by no labeller."""
    with transaction.atomic():
        unit = make_unit(cast.project, overlap=3)
        for index, step in steps:
            act(cast, unit, four[index], step)
            refuse_early_words(unit, four)
        transaction.set_rollback(True)


@pytest.fixture
def four(cast: Cast) -> list[User]:
    return [cast.annotator1, cast.annotator2, a_third(cast, "third"), a_third(cast, "fourth")]


def refuse_early_words(unit: Unit, readers: list[User]) -> None:
    unit.refresh_from_db()
    holds = {each.person_id: each for each in Assignment.objects.filter(unit=unit)}
    for reader in readers:
        mine = holds.get(reader.pk)
        done = mine is not None and mine.purpose == "label" and mine.state == "finished"
        others = Comment.objects.visible_to(reader).filter(unit=unit).exclude(author=reader)
        for row in others.select_related("reply_to"):
            if row.kind == "answer" and row.reply_to.author_id == reader.pk:
                continue
            assert done
            assert unit.labels_done == unit.overlap
            speakers = {row.author_id, row.reply_to.author_id if row.reply_to_id else row.author_id}
            assert "check" not in {holds[pk].purpose for pk in speakers if pk in holds}


def act(cast: Cast, unit: Unit, person: User, step: str) -> None:
    """One event; those that are refused change nothing."""
    last = Comment.objects.visible_to(person).filter(unit=unit).last()
    question = Comment.objects.filter(unit=unit, kind="question").last()
    hold = Assignment.objects.filter(person=person, unit=unit).first()
    with contextlib.suppress(Refused):
        if step == "take":
            claim_unit(person=person, unit=unit)
        elif step == "finish":
            finish_unit(person=person, unit=unit)
        elif step == "say":
            say(by=person, unit=unit, body="Words.")
        elif step == "ask":
            ask(by=person, unit=unit, body="Why?")
        elif step == "reply" and last is not None:
            say(by=person, unit=unit, body="So.", reply_to=last)
        elif step == "answer" and question is not None:
            answer(by=cast.admin, question=question, body="Thus.")
        elif step == "check" and hold is None:
            measured_on(unit, person, finished=False)
