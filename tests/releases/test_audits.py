"""Each audit catches the fault that it is there for, and only that one: one fault planted in sound gold at a time."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from annotation.models import Project
from evaluator.schema import DiffRecord, ExamInstance, TraceRecord
from evaluator.vocabulary import Dynamics
from releases.audits import TITLES, Audit, run_audits
from releases.exam.book import Book
from releases.records import Scope
from tests.cast import Cast
from tests.factories import a_diff, a_pair
from tests.releases.tiny_book import exam_of, text_of, tiny_book

pytestmark = pytest.mark.django_db

Instances = list[ExamInstance]
Fault = Callable[[Scope, Instances], tuple[Scope, Instances]]


def sound() -> tuple[Scope, Instances]:
    book = tiny_book()
    return Scope(book=book, texts={slug: text_of(slug) for slug in book.papers}, guidelines=("v1",)), exam_of(book)


def audited(project: Project, scope: Scope, instances: Instances) -> dict[str, Audit]:
    project.licence, project.domains = "CC0-1.0", {"botany": "Biology", "chemistry": "Chemistry"}
    return {each.name: each for each in run_audits(project, scope, instances, leave_out_disputes=False)}


def failing(audits: Mapping[str, Audit]) -> dict[str, list[str]]:
    """Name of each failed audit → where it found something."""
    return {name: [found.where for found in audit.findings] for name, audit in audits.items() if not audit.passed}


def with_book(scope: Scope, **parts: Any) -> Scope:
    book = scope.book
    tables = {name: dict(getattr(book, name)) for name in ("papers", "objects", "diffs", "traces")}
    for name, rows in parts.items():
        tables[name].update(rows)
    return replace(scope, book=Book.of(**{name: rows.values() for name, rows in tables.items()}))


def changed_diff(scope: Scope, **facts: Any) -> dict[str, DiffRecord]:
    return {"alder__birch": replace(scope.book.diffs["alder__birch"], **facts)}


def changed_paper(scope: Scope, **facts: Any) -> dict[str, Any]:
    return {"alder": replace(scope.book.papers["alder"], **facts)}


def changed_trace(scope: Scope, **facts: Any) -> dict[str, TraceRecord]:
    trace = scope.book.traces["alder-birch-cedar"]
    return {trace.id: replace(trace, **facts)}


def test_sound_gold_passes_every_audit(cast: Cast) -> None:
    audits = audited(cast.project, *sound())
    assert list(audits) == list(TITLES)
    assert failing(audits) == {}


def test_evidence_that_does_not_quote_its_text_is_caught(cast: Cast) -> None:
    scope, instances = sound()
    moved = replace(scope, texts={**scope.texts, "zinc": " " + text_of("zinc")})
    # All five objects of the paper are off by one.
    found = failing(audited(cast.project, moved, instances))
    assert found == {"schema_validity": [f"object:zinc:{handle}" for handle in ("D1", "L1", "M1", "N1", "O1")]}


def test_an_object_without_evidence_is_caught(cast: Cast) -> None:
    scope, instances = sound()
    bare = replace(scope.book.objects["zinc:N1"], evidence=())
    found = failing(audited(cast.project, with_book(scope, objects={"zinc:N1": bare}), instances))
    assert found == {"schema_validity": ["object:zinc:N1"]}


def test_a_gold_answer_outside_its_schema_is_caught(cast: Cast) -> None:
    scope, instances = sound()
    at = next(n for n, each in enumerate(instances) if each.task == "dynamics")
    instances[at] = replace(instances[at], gold={"dynamics": "evolution"})
    assert failing(audited(cast.project, scope, instances)) == {"schema_validity": [f"exam:{instances[at].id}"]}


def test_an_incomplete_answer_is_caught(cast: Cast) -> None:
    scope, instances = sound()
    answer = replace(scope.book.diffs["alder__birch"].answer, rationale="")
    broken = with_book(scope, diffs=changed_diff(scope, answer=answer))
    assert failing(audited(cast.project, broken, instances)) == {"answer_contract": ["pair:alder__birch"]}


def test_a_derived_label_that_the_rules_do_not_derive_is_caught(cast: Cast) -> None:
    scope, instances = sound()
    broken = with_book(scope, diffs=changed_diff(scope, derived_dynamics=Dynamics.SPECIATION))
    assert failing(audited(cast.project, broken, instances)) == {"answer_contract": ["pair:alder__birch"]}


def test_a_paper_without_a_date_is_caught(cast: Cast) -> None:
    scope, instances = sound()
    broken = with_book(scope, papers=changed_paper(scope, published=""))
    assert failing(audited(cast.project, broken, instances)) == {"temporal_consistency": ["paper:alder"]}


def test_a_predecessor_younger_than_its_successor_is_caught(cast: Cast) -> None:
    scope, instances = sound()
    broken = with_book(scope, papers=changed_paper(scope, published="2010-01-01"))
    assert failing(audited(cast.project, broken, instances)) == {"temporal_consistency": ["pair:alder__birch"]}


@pytest.mark.parametrize("leak", ["Birch", "birches", "Ada Gardener", "the Gardener tree", "Journal of Leaves", "1999"])
def test_a_name_or_year_left_in_a_context_is_caught(cast: Cast, leak: str) -> None:
    scope, instances = sound()
    scope = with_book(scope, papers={"birch": replace(scope.book.papers["birch"], aliases=("birches",))})
    leaky = replace(instances[0], context={**instances[0].context, "note": f"Compare {leak}, of course."})
    found = failing(audited(cast.project, scope, [leaky, *instances[1:]]))
    assert {name: set(where) for name, where in found.items()} == {"anonymization_leakage": {f"exam:{leaky.id}"}}


@pytest.mark.parametrize(
    "facts",
    [
        {"papers": ("alder", "birch"), "diffs": ("alder__birch",)},
        {"papers": ("alder", "birch", "alder")},
        {"diffs": ("alder__birch", "alder__birch")},
    ],
    ids=["too short", "a paper twice", "steps that do not join"],
)
def test_an_incoherent_trace_is_caught(cast: Cast, facts: dict[str, Any]) -> None:
    scope, instances = sound()
    broken = with_book(scope, traces=changed_trace(scope, **facts))
    found = failing(audited(cast.project, broken, instances))
    assert {name: set(where) for name, where in found.items()} == {"trace_coherence": {"trace:alder-birch-cedar"}}


def test_a_step_that_is_no_lineage_is_said_of_its_pair(cast: Cast) -> None:
    """So that it is hidden from whoever may still label the pair, and opens it for the others."""
    scope, instances = sound()
    broken = with_book(scope, traces=changed_trace(scope, diffs=("alder__birch", "xenon__yttrium")))
    found = failing(audited(cast.project, broken, instances))
    # The steps do not join either: the second begins with xenon.
    assert found == {"trace_coherence": ["trace:alder-birch-cedar", "pair:xenon__yttrium"]}


def test_a_text_without_a_licence_is_caught(cast: Cast) -> None:
    scope, instances = sound()
    broken = with_book(scope, papers=changed_paper(scope, licence=" "))
    assert failing(audited(cast.project, broken, instances)) == {"licences": ["paper:alder"]}


def test_a_project_without_a_licence_is_caught(cast: Cast) -> None:
    scope, instances = sound()
    cast.project.licence, cast.project.domains = "", {"botany": "Biology", "chemistry": "Chemistry"}
    audits = run_audits(cast.project, scope, instances, leave_out_disputes=False)
    assert failing({each.name: each for each in audits}) == {"licences": ["project"]}


def test_a_domain_outside_the_mapping_is_caught(cast: Cast) -> None:
    scope, instances = sound()
    broken = with_book(scope, papers=changed_paper(scope, domain="alchemy"))
    assert failing(audited(cast.project, broken, instances)) == {"domain_mapping": ["project"]}


def test_an_open_dispute_is_caught_unless_it_is_left_out(cast: Cast) -> None:
    pair = a_pair(cast)
    a_diff(cast.annotator1, pair)
    a_diff(cast.annotator2, pair, transition_driver=f"{pair.target.paper.slug}:L1")
    scope, instances = sound()
    assert failing(audited(cast.project, scope, instances)) == {"open_disputes": [f"pair:{pair.key}"]}
    audits = run_audits(cast.project, scope, instances, leave_out_disputes=True)
    assert all(audit.passed for audit in audits)
