"""Three to nine labels, also of different sets of objects: where they part, and what their rows make together."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudication.rules import LETTERS, NEITHER, all_rows, compose, in_dispute, value_of
from adjudication.selectors import sides_of_case
from adjudication.services import claim_case, resolve_case
from diffs.models import Diff, PaperPair
from evaluator.compare import decision, decision_key
from evaluator.convert import diff_answer_from_json, to_json
from evaluator.schema import AlignmentEdge, DiffAnswer
from evaluator.vocabulary import Dynamics, Fate, Origin
from tests.adjudication.making import a_dispute, letter_of
from tests.cast import Cast

SOURCES, TARGETS = ("old:M1", "old:M2"), ("new:M1", "new:M2")


@st.composite
def answers(draw: st.DrawFn) -> DiffAnswer:
    """An answer that knows some of the objects, each with a fate or origin of its own, and links between those."""
    fates = draw(st.dictionaries(st.sampled_from(SOURCES), st.sampled_from(Fate)))
    origins = draw(st.dictionaries(st.sampled_from(TARGETS), st.sampled_from(Origin)))
    ends = [(source, target) for source in fates for target in origins]
    links = draw(st.lists(st.sampled_from(ends), unique=True)) if ends else []
    return DiffAnswer(
        fates=fates,
        origins=origins,
        alignments=tuple(AlignmentEdge(source=source, target=target) for source, target in links),
        dynamics=draw(st.sampled_from(Dynamics)),
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(answers(), min_size=3, max_size=9), st.data())
def test_each_row_in_dispute_is_what_was_chosen_for_it_and_the_others_what_all_have(
    labels: list[DiffAnswer], data: st.DataObject
) -> None:
    given_answers = dict(zip(LETTERS, labels, strict=False))
    decisions = {letter: decision(answer) for letter, answer in given_answers.items()}
    rows = all_rows(decisions.values())
    disputed = in_dispute(list(decisions.values()), rows)
    choices = {row.key: data.draw(st.sampled_from([*decisions, NEITHER])) for row in disputed}
    made = decision(compose(given_answers, decisions, choices, DiffAnswer(), "because"))
    for row in rows:
        giver = choices.get(row.key, "a")
        empty = decision(DiffAnswer())
        assert value_of(made, row) == value_of(empty if giver == NEITHER else decisions[giver], row), row
    assert links(made) <= {link for each in decisions.values() for link in links(each)}


def links(of: Mapping[str, Any]) -> set[tuple[str, str]]:
    return {(source, target) for source, target in of["alignments"]}


def relabelled(diff: Diff, **parts: Any) -> Diff:
    """A newer submission as an import of another genome might leave it: the contract here would refuse it."""
    answer = replace(diff_answer_from_json(diff.answer), **parts)
    return Diff.objects.create(
        pair=diff.pair, author=diff.author, number=diff.number + 1, guideline=diff.guideline, answer=to_json(answer),
        decision=decision(answer), decision_key=decision_key(answer), dynamics=diff.dynamics,
        derived_dynamics=diff.derived_dynamics, rule=diff.rule,
    )  # fmt: skip


@pytest.mark.django_db
def test_a_label_that_lacks_an_object_and_has_another_is_shown_and_decided_row_by_row(cast: Cast) -> None:
    pair = a_dispute(cast)
    old = pair.source.paper.slug
    first = pair.diffs.get(author=cast.annotator1)
    fates = {**first.answer["fates"], f"{old}:O9": "lost"}
    del fates[f"{old}:D1"]
    relabelled(first, fates={key: Fate(value) for key, value in fates.items()})
    claim_case(by=cast.adjudicator, pair=pair)
    client = Client()
    client.force_login(cast.adjudicator)
    page = client.get(reverse("adjudication:case", args=[cast.project.slug, pair.pk])).content.decode()
    assert page.count("nothing said of it") == 2  # one label of D1, the other of O9
    letter = letter_of(pair, cast.annotator2)
    whole = next(side.answer for side in sides_of_case(PaperPair.objects.get(pk=pair.pk)) if side.letter == letter)
    keys = ("dynamics", "ecology", f"fates[{old}:D1]", f"fates[{old}:O9]")
    made = resolve_case(
        by=cast.adjudicator, pair=pair, outcome="resolved", payload=whole, choices=dict.fromkeys(keys, letter),
        reason_code="other", rationale="The genome has no O9.",
    )  # fmt: skip
    assert set(made.choices) == set(keys)
    assert f"{old}:O9" not in made.answer["fates"]
