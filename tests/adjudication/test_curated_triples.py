"""Documents that two people annotated and a curator decided, in another system: the rules of cases decide them alike.

The files are INCEpTION's, of its own tests of curation. The whole contract of a submission cannot apply (there are no
papers), so the pure rules are held against them: rows, disputes, choices and composition. Both curators left out the
one row in dispute and kept the rest, which is what composing makes of "neither"; the service records such a pair as
neither, since an answer with a gap is no gold answer here.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from adjudication.rules import NEITHER, OWN, Row, all_rows, compose, in_dispute, rejected_all, value_of
from evaluator.compare import decision
from tests.adjudication.webanno import Document, read
from tests.shared_data import SHARED_DATA, needs_shared_data

pytestmark = needs_shared_data
PEOPLE = ("user1", "user2", "curator")


def triple(name: str) -> tuple[Document, Document, Document]:
    """The two people and the curator. A layer that all agree in and that the curator's file lacks was not curated."""
    one, two, curator = (read(SHARED_DATA / "exports" / f"curation_{name}_{who}.tsv") for who in PEOPLE)
    disputed = {key.partition(":")[0] for key in _parted(one, two)}
    left_out = {*one.layers, *two.layers} - {*curator.layers, *disputed}
    return one.without(left_out), two.without(left_out), curator


def _parted(one: Document, two: Document) -> set[str]:
    """What the two annotated otherwise, or only one of them did."""
    mine, theirs = ({**each.spans, **each.relations} for each in (one, two))
    return {key for key in {*mine, *theirs} if mine.get(key) != theirs.get(key)}


def choose(row: Row, decisions: Mapping[str, Mapping[str, Any]], curated: Mapping[str, Any]) -> str:
    """What the curator did in a row: took a label, wrote something else, or kept neither."""
    wanted = value_of(curated, row)
    taken = [letter for letter, each in decisions.items() if value_of(each, row) == wanted]
    nothing = wanted in ([None, []], [None, None])
    return taken[0] if taken else NEITHER if nothing else OWN


# What the files themselves hold, counted by eye: the sentences have 26 and 15 tokens; in the first both people gave all
# 26 a part of speech and a dependency, and part in token 3, which the curator left out. In the second each
# annotated one token, A and B, and the curator kept neither.
@pytest.mark.parametrize(
    ("name", "rows", "disputed", "gold", "rejected"),
    [
        ("relationLabelTest", 52, ["fates[Dependency:1-3]"], (25, 26), True),
        ("simpleSpanDiffMultiFeatureTest", 1, ["origins[NamedEntity:1-2]"], (0, 0), True),
    ],
)
def test_cases_are_decided_as_their_curator_did(
    name: str, rows: int, disputed: list[str], gold: tuple[int, int], rejected: bool
) -> None:
    one, two, curator = triple(name)
    answers = {"a": one.answer, "b": two.answer}
    decisions = {letter: decision(answer) for letter, answer in answers.items()}
    objects = [row for row in all_rows(decisions.values()) if row.object]
    parted = in_dispute(list(decisions.values()), objects)
    assert len(objects) == rows
    assert [row.key for row in parted] == disputed
    curated = decision(curator.answer)
    choices = {row.key: choose(row, decisions, curated) for row in parted}
    assert rejected_all(parted, choices) is rejected
    made = compose(answers, decisions, choices, curator.answer, "as the curator did")
    assert decision(made) == curated
    assert (len(made.fates), len(made.origins)) == gold


def test_a_label_that_the_curator_had_taken_would_be_gold_with_its_link() -> None:
    """The same document with the other decision: so that leaving out is not what composing always does."""
    one, two, _curator = triple("relationLabelTest")
    answers = {"a": one.answer, "b": two.answer}
    decisions = {letter: decision(answer) for letter, answer in answers.items()}
    for letter, document in (("a", one), ("b", two)):
        label, head = document.relations["Dependency:1-3"]
        made = compose(answers, decisions, {"fates[Dependency:1-3]": letter}, one.answer, "")
        assert decision(made) == decisions[letter]
        assert value_of(decision(made), Row("fates", "Dependency:1-3")) == [label, [f"token:{head}"]]
    assert one.relations["Dependency:1-3"] == ("OBJA|basic", "1-2")
