"""Putting a gold answer together from rows; plain data, no database."""

from dataclasses import replace

import pytest

from adjudication.rules import Row, all_rows, compose, differing_fields, giver_of_words, in_dispute, row_key_of
from adjudication.selectors.evidence import Span, pieces
from evaluator.compare import decision, decision_key
from evaluator.schema import AlignmentEdge, DiffAnswer, EcologyContext, Pointer, Provenance
from evaluator.vocabulary import Continuity, Dynamics, Ecology, Fate, Origin, ProvenanceKind

KEPT = DiffAnswer(
    fates={"old:M1": Fate.INHERITED},
    origins={"new:M1": Origin.ALIGNED, "new:M2": Origin.NOVEL},
    alignments=(AlignmentEdge(source="old:M1", target="new:M1", similarity="the same pass"),),
    predecessor_driver="old:M1",
    driver_continuity=Continuity.INHERITED,
    transition_driver="new:M1",
    ecology=Ecology.SAME,
    source_ecology=EcologyContext(task="detection"),
    dynamics=Dynamics.MUTATION,
    rationale="kept",
    evidence=(Pointer(paper="old", start=0, end=2, quote="ab"),),
    confidence=80,
)
LOST = replace(
    KEPT,
    fates={"old:M1": Fate.LOST},
    origins={"new:M1": Origin.EXTERNAL, "new:M2": Origin.NOVEL},
    provenance={"new:M1": Provenance(kind=ProvenanceKind.CITATION, citation="X 1999", lineage="Trees")},
    alignments=(),
    driver_continuity=Continuity.REPLACED,
    dynamics=Dynamics.NICHE_COMPETITION,
    rationale="lost",
    evidence=(Pointer(paper="old", start=1, end=3, quote="bc"),),
    confidence=60,
)
ANSWERS = {"a": KEPT, "b": LOST}
DECISIONS = {letter: decision(answer) for letter, answer in ANSWERS.items()}


def made(own: DiffAnswer | None = None, **choices: str) -> DiffAnswer:
    keys = {"fate": "fates[old:M1]", "origin": "origins[new:M1]"}
    chosen = {keys.get(name, name): letter for name, letter in choices.items()}
    return compose(ANSWERS, DECISIONS, chosen, own or DiffAnswer(), "because")


def test_rows_differ_exactly_where_decisions_do() -> None:
    rows = in_dispute(list(DECISIONS.values()), all_rows(DECISIONS.values()))
    assert [row.key for row in rows] == ["dynamics", "driver_continuity", "fates[old:M1]", "origins[new:M1]"]
    assert differing_fields(list(DECISIONS.values())) == [
        "dynamics", "lineage", "driver_continuity", "fates", "origins", "alignments", "provenance",
    ]  # fmt: skip


def test_a_link_alone_puts_its_source_in_dispute() -> None:
    other = replace(KEPT, alignments=(AlignmentEdge(source="old:M1", target="new:M2"),))
    rows = in_dispute([decision(KEPT), decision(other)], all_rows([decision(KEPT)]))
    assert [row.key for row in rows] == ["fates[old:M1]"]


@pytest.mark.parametrize("letter", ["a", "b"])
def test_one_side_in_every_row_gives_its_very_answer(letter: str) -> None:
    answer = made(dynamics=letter, driver_continuity=letter, fate=letter, origin=letter)
    assert answer == ANSWERS[letter]


def test_links_follow_the_fate_and_provenance_the_origin() -> None:
    answer = made(dynamics="b", driver_continuity="b", fate="a", origin="b")
    assert answer.alignments == KEPT.alignments
    assert answer.provenance == LOST.provenance
    assert answer.rationale == "lost"


def test_undecided_rows_and_neither_leave_gaps() -> None:
    answer = made(dynamics="a", driver_continuity="neither", fate="a")
    assert (answer.driver_continuity, answer.origins) == (None, {"new:M2": Origin.NOVEL})


def test_own_dynamics_speak_in_the_adjudicator_s_words_over_everybody_s_evidence() -> None:
    own = DiffAnswer(dynamics=Dynamics.SPECIATION, confidence=50)
    answer = made(own, dynamics="own", driver_continuity="b", fate="b", origin="b")
    assert (answer.dynamics, answer.rationale, answer.confidence) == (Dynamics.SPECIATION, "because", 50)
    assert answer.evidence == (*KEPT.evidence, *LOST.evidence)


def test_an_own_link_without_words_takes_those_of_a_side_that_has_it() -> None:
    own = DiffAnswer(fates={"old:M1": Fate.MUTATED}, alignments=(AlignmentEdge(source="old:M1", target="new:M1"),))
    answer = made(own, dynamics="a", driver_continuity="a", fate="own", origin="a")
    assert answer.fates == {"old:M1": Fate.MUTATED}
    assert answer.alignments[0].similarity == "the same pass"


def test_an_agreed_row_may_be_overruled() -> None:
    own = DiffAnswer(ecology=Ecology.ADJACENT)
    answer = made(own, dynamics="a", driver_continuity="a", fate="a", origin="a", ecology="own")
    assert answer.ecology is Ecology.ADJACENT
    assert answer.source_ecology == EcologyContext(task="detection")  # without own words, those of the speaker


def test_where_the_dynamics_agree_the_side_with_most_rows_speaks() -> None:
    assert giver_of_words(ANSWERS, {"ecology": "b", "fates[old:M1]": "b", "origins[new:M1]": "a"}) == "b"
    assert giver_of_words(ANSWERS, {"ecology": "b", "origins[new:M1]": "a"}) == "a"  # the first of equals


def test_a_gap_is_mended_in_its_row() -> None:
    places = {
        "alignments[0].similarity": "fates[old:M1]",
        "provenance[new:M1].lineage": "origins[new:M1]",
        "fates[old:M1]": "fates[old:M1]",
        "transition_evidence[0].quote": "transition_evidence",
        "rationale": "dynamics",
        "confidence": "dynamics",
    }
    assert {place: row_key_of(place, KEPT) for place in places} == places


def test_equal_decisions_have_no_row_in_dispute() -> None:
    again = replace(KEPT, rationale="other words", confidence=1)
    assert decision_key(again) == decision_key(KEPT)
    assert in_dispute([decision(KEPT), decision(again)], [Row("dynamics"), Row("fates", "old:M1")]) == []


def cut(spans: list[Span]) -> list[tuple[str, str, bool]]:
    """Pieces of a text of eight letters: the text, who cites it, and whether that is said there."""
    return [
        (piece.text, "".join(mark.letter for mark in piece.marks), piece.is_change)
        for piece in pieces("abcdefgh", 0, 8, spans)
    ]


def test_overlapping_citations_name_their_labels_wherever_others_cite_than_before() -> None:
    assert cut([Span("b", "rationale", 2, 6), Span("a", "rationale", 0, 4)]) == [
        ("ab", "a", True),
        ("cd", "ab", True),
        ("ef", "b", True),
        ("gh", "", False),
    ]
    # Within a longer citation of A: its letter comes again after the overlap.
    assert [each[1:] for each in cut([Span("a", "rationale", 0, 8), Span("b", "rationale", 3, 5)])] == [
        ("a", True),
        ("ab", True),
        ("a", True),
    ]


def test_two_citations_of_one_label_are_one_line_and_the_transition_outweighs_the_rationale() -> None:
    spans = [Span("a", "rationale", 0, 8), Span("a", "transition", 2, 4), Span("a", "rationale", 4, 8)]
    found = [[(mark.letter, mark.kind) for mark in piece.marks] for piece in pieces("abcdefgh", 0, 8, spans)]
    assert found == [[("a", "rationale")], [("a", "transition")], [("a", "rationale")]]
