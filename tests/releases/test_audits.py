"""Each audit catches the fault that it is there for, and no other does: one fault planted in sound gold at a time.

All of it runs over records in memory; what the database knows of disputes is tested at the end.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from evaluator.schema import DiffRecord, ExamInstance
from evaluator.vocabulary import Dynamics, Split
from releases.audits import AUDITS, TITLES, Audit, Scene, audited
from releases.audits.base import MOST_FINDINGS
from releases.exam.book import Book
from releases.splits import Splits
from releases.wording import AUDIT_NOTES
from tests.releases.tiny_book import exam_of, text_of, tiny_book

TINY = tiny_book()
EXAM = tuple(exam_of(TINY))
DOMAINS = {"botany": "Biology", "chemistry": "Chemistry"}
TREES = ("alder", "birch", "cedar")
ASKED = next(instance for instance in EXAM if instance.task == "dynamics")
OTHER = next(each.value for each in Dynamics if each.value != ASKED.answer["dynamics"])


@dataclass(frozen=True)
class Gold:
    """What audits are run over. As it stands it is sound."""

    book: Book = TINY
    exam: tuple[ExamInstance, ...] = EXAM
    texts: Mapping[str, str] = field(default_factory=lambda: {slug: text_of(slug) for slug in TINY.papers})
    splits: Mapping[str, Split] = field(default_factory=lambda: dict.fromkeys(TINY.papers, Split.PUBLIC))
    scene: Mapping[str, Any] = field(default_factory=dict)

    def audited(self, *names: str) -> dict[str, Audit]:
        facts = {"licence": "CC0-1.0", "domains": DOMAINS, **self.scene}
        scene = Scene(book=self.book, splits=Splits(self.splits), **facts)
        chosen = [AUDITS[name] for name in names or AUDITS]
        return {each.name: each for each in audited(chosen, scene, self.texts, ((Split.PUBLIC, i) for i in self.exam))}

    def failing(self) -> dict[str, list[str]]:
        """Name of each audit that found something → where. That the tiny book is small is no fault of it."""
        found = {name: [each.where for each in audit.findings] for name, audit in self.audited().items()}
        if found["class_balance"] == SMALL:
            found["class_balance"] = []
        return {name: where for name, where in found.items() if where}


TWICE = (("alder", "X"), ("zinc", "x"))
SMALL = ["pairs", "pairs"]  # three gold diffs: two are of botany, and there are fewer than five of everything


def with_rows(gold: Gold = Gold(), **tables: Mapping[str, Any]) -> Gold:
    merged: dict[str, Any] = {name: {**getattr(gold.book, name), **rows} for name, rows in tables.items()}
    return replace(gold, book=replace(gold.book, **merged))


def with_paper(slug: str = "alder", **facts: Any) -> Gold:
    return with_rows(papers={slug: replace(TINY.papers[slug], **facts)})


def with_object(id: str, **facts: Any) -> Gold:
    return with_rows(objects={id: replace(TINY.objects[id], **facts)})


def with_diff(**facts: Any) -> Gold:
    return with_rows(diffs={"alder__birch": replace(TINY.diffs["alder__birch"], **facts)})


def with_answer(**facts: Any) -> Gold:
    return with_diff(answer=replace(TINY.diffs["alder__birch"].answer, **facts))


def with_trace(**facts: Any) -> Gold:
    return with_rows(traces={"alder-birch-cedar": replace(TINY.traces["alder-birch-cedar"], **facts)})


def showing(**context: Any) -> Gold:
    """The first instance with something more in its context."""
    leaky = replace(EXAM[0], context={**EXAM[0].context, **context})
    return Gold(exam=(leaky, *EXAM[1:]))


def offering(name: str) -> Gold:
    """The first instance with a further answer to choose, under no field that the gold has."""
    schema = {**EXAM[0].answer_schema, "$defs": {"more": {"enum": [name]}}}
    return Gold(exam=(replace(EXAM[0], answer_schema=schema), *EXAM[1:]))


def with_gold(**answer: Any) -> Gold:
    at = next(n for n, each in enumerate(EXAM) if each.task == "dynamics")
    return Gold(exam=(*EXAM[:at], replace(EXAM[at], gold=answer), *EXAM[at + 1 :]))


def many(dynamics: Dynamics, count: int) -> dict[str, DiffRecord]:
    kind = TINY.diffs["alder__birch"]
    answer = replace(kind.answer, dynamics=dynamics)
    return {f"d{n}": replace(kind, id=f"d{n}", answer=answer, derived_dynamics=dynamics) for n in range(count)}


def under(version: str) -> Any:
    return tuple(replace(label, guideline=version) for label in TINY.diffs["alder__birch"].labels)


def long_text(slug: str) -> str:
    return (
        f"{text_of(slug)} A sentence that is long enough to be told from others. Another one as long as the first is."
    )


def apart(**split: Split) -> Gold:
    """The trees in the open; xenon, yttrium and zinc sealed."""
    guarded = {slug: Split.PUBLIC if slug in TREES else Split.SEALED for slug in TINY.papers}
    return Gold(splits={**guarded, **split})


FIRST, ZINC = f"exam:{EXAM[0].id}", [f"object:zinc:{handle}" for handle in ("D1", "L1", "M1", "N1", "O1")]
DYNAMICS = f"exam:{next(each.id for each in EXAM if each.task == 'dynamics')}"
TRACE, PAIR, ALDER = "trace:alder-birch-cedar", "pair:alder__birch", "paper:alder"
MOVED = {**Gold().texts, "zinc": " " + text_of("zinc")}
SAME = TINY.objects["zinc:O1"].content
PLANTED: dict[str, tuple[Callable[[], Gold], dict[str, list[str]]]] = {
    "evidence off by one": (lambda: Gold(texts=MOVED), {"schema_validity": ZINC}),
    "an object without evidence": (
        lambda: with_object("zinc:N1", evidence=()), {"schema_validity": ["object:zinc:N1"]}
    ),
    "evidence in another paper": (
        lambda: with_object("zinc:N1", evidence=TINY.objects["xenon:N1"].evidence),
        {"schema_validity": ["object:zinc:N1"]},
    ),
    "an answer outside its schema": (lambda: with_gold(dynamics="evolution"), {"schema_validity": [DYNAMICS]}),
    "an incomplete answer": (lambda: with_answer(rationale=""), {"answer_contract": [PAIR]}),
    "a label that no rule derives": (
        lambda: with_diff(derived_dynamics=Dynamics.SPECIATION), {"answer_contract": [PAIR]}
    ),
    "a paper without a date": (lambda: with_paper(published=""), {"temporal_consistency": [ALDER]}),
    "a predecessor that is younger": (lambda: with_paper(published="2010-01-01"), {"temporal_consistency": [PAIR]}),
    "a title": (lambda: showing(note="Compare Birch."), {"anonymization_leakage": [FIRST]}),
    "an author": (lambda: showing(note="as Ada Gardener said"), {"anonymization_leakage": [FIRST]}),
    "a surname": (lambda: showing(note="the Gardener tree"), {"anonymization_leakage": [FIRST]}),
    "a venue": (lambda: showing(note="in the Journal of Leaves"), {"anonymization_leakage": [FIRST]}),
    "a year": (lambda: showing(note="since 1999"), {"anonymization_leakage": [FIRST]}),
    "a name as a key": (lambda: showing(birch=1), {"anonymization_leakage": [FIRST]}),
    "an id deep inside": (lambda: showing(more=[{"id": "zinc:N1"}]), {"anonymization_leakage": [FIRST, FIRST]}),
    "a name as a choice": (lambda: offering("Birch"), {"anonymization_leakage": [FIRST]}),
    "a name in the metadata": (
        lambda: Gold(exam=(replace(EXAM[0], metadata={**EXAM[0].metadata, "domain": "Cedar"}), *EXAM[1:])),
        {"anonymization_leakage": [FIRST]},
    ),
    "past work": (lambda: showing(note="our previous work"), {"anonymization_leakage": [FIRST]}),
    "an address": (lambda: showing(note="see https://trees.example/a"), {"anonymization_leakage": [FIRST]}),
    "a trace that is too short": (
        lambda: with_trace(papers=("alder", "birch"), diffs=("alder__birch",)), {"trace_coherence": [TRACE]}
    ),
    # Alder comes again, and the second step leads to cedar, not back to it. That time runs backwards is the diffs' own.
    "a paper twice": (lambda: with_trace(papers=("alder", "birch", "alder")), {"trace_coherence": [TRACE, TRACE]}),
    "an open dispute": (lambda: Gold(scene={"open_pairs": ["alder__birch"]}), {"open_disputes": [PAIR]}),
    "an open reading": (lambda: Gold(scene={"open_genomes": ["alder"]}), {"open_disputes": ["genome:alder"]}),
    "a text without a licence": (lambda: with_paper(licence=" "), {"licences": [ALDER]}),
    "a project without a licence": (lambda: Gold(scene={"licence": ""}), {"licences": ["project"]}),
    "an unmapped domain": (lambda: with_paper(domain="alchemy"), {"domain_mapping": ["project"]}),
    "a title twice": (lambda: with_paper("birch", title="ALDER "), {"duplicates": ["paper:birch"]}),
    "a DOI twice": (
        lambda: with_rows(papers={s: replace(TINY.papers[s], doi=f"10.1000/{x}") for s, x in TWICE}),
        {"duplicates": ["paper:zinc"]},
    ),
    "an arXiv id twice": (
        lambda: with_rows(papers={s: replace(TINY.papers[s], arxiv_id=f"ar{x}iv:1506.02640") for s, x in TWICE}),
        {"duplicates": ["paper:zinc"]},
    ),
    "an object twice": (
        lambda: with_object("zinc:N1", content=SAME.upper(), type=TINY.objects["zinc:O1"].type),
        {"duplicates": ["object:zinc:O1"]},
    ),
    "an item with two answers": (
        lambda: Gold(exam=(*EXAM, replace(ASKED, id="other", gold={"dynamics": OTHER}))), {"duplicates": ["exam:other"]}
    ),
    "one dynamics nearly alone": (
        lambda: Gold(exam=(), book=replace(TINY, diffs={**TINY.diffs, **many(Dynamics.MUTATION, 6)}, traces={})),
        {"class_balance": ["pairs", "pairs", "pairs"]},
    ),
    "a second version of the guidelines": (lambda: with_diff(labels=under("v2")), {"guideline_mix": ["guidelines"]}),
    "labels under two versions": (
        lambda: with_diff(labels=(*under("v1"), *under("v2"))), {"guideline_mix": [PAIR, "guidelines"]}
    ),
    "a lineage in two splits": (
        lambda: apart(cedar=Split.SEALED), {"split_leakage": ["paper:cedar", "pair:birch__cedar", TRACE]}
    ),
    "an object said in both": (
        lambda: replace(apart(), book=with_object("zinc:N1", content="Kind c: the thing needs shade!").book),
        {"split_leakage": ["object:zinc:N1"]},
    ),
    "a repair across": (
        lambda: replace(apart(), book=with_object("zinc:D1", repairs=("alder:L1",)).book),
        {"split_leakage": ["object:zinc:D1"]},
    ),
    "a text in both": (
        lambda: replace(apart(), texts={slug: long_text(slug) for slug in TINY.papers}),
        {"split_leakage": [f"paper:{s}" for s in ("xenon", "yttrium", "zinc") for _tree in TREES]},
    ),
}  # fmt: skip


def test_sound_gold_passes_and_every_audit_has_its_words() -> None:
    found = Gold().audited()
    assert list(found) == list(TITLES) == list(AUDITS) == list(AUDIT_NOTES)
    assert [name for name, audit in found.items() if audit.fails] == []
    assert {name for name, audit in found.items() if not audit.stops} == {"class_balance", "guideline_mix"}
    assert Gold().failing() == {}
    assert apart().failing() == {}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_caught_by_its_audit_alone(fault: str) -> None:
    plant, expected = PLANTED[fault]
    gold = plant()
    assert gold.failing() == expected
    (name,) = expected
    alone = gold.audited(name)
    assert list(alone) == [name]
    assert [each.where for each in alone[name].findings] == expected[name]
    assert alone[name].fails is (name not in ("class_balance", "guideline_mix"))


def test_each_audit_has_a_fault_planted() -> None:
    assert {name for _plant, expected in PLANTED.values() for name in expected} == set(AUDITS)


def test_rivals_of_two_splits_are_counted_and_stop_nothing() -> None:
    (note,) = apart(yttrium=Split.HOLDOUT).audited("split_leakage")["split_leakage"].notes
    assert note.startswith("1 diff of rivals joins two splits")


def test_findings_are_listed_to_a_limit_and_all_counted() -> None:
    gold = Gold(scene={"open_pairs": [f"p{n}" for n in range(MOST_FINDINGS + 7)]})
    found = gold.audited("open_disputes")["open_disputes"]
    assert (len(found.findings), found.count) == (MOST_FINDINGS, MOST_FINDINGS + 7)
    assert found.in_the_open() == {"name": "open_disputes", "passed": False, "stops": True}
