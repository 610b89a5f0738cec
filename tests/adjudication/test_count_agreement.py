"""Counted agreement: after anything that happens to pairs, the counts are those of the labels as they stand."""

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, date, datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudication.counting import Said, cohen, counted, read, rows
from adjudication.models import (
    AgreementTally,
    ChangeTally,
    PairTally,
    PersonTally,
    RaterTally,
    Resolution,
    TallyVersion,
)
from adjudication.selectors.agreement import labelled
from adjudication.selectors.changes import changes
from adjudication.selectors.sources import FromLabels, Tallied
from adjudication.selectors.uncounted import units_to_count
from adjudication.selectors.wanted import Wanted
from adjudication.services import reopen_case, resolve_case
from adjudication.services.tallies import count_open, count_pairs, recount
from annotation.models import Stage, Unit
from annotation.refusal import Refused
from annotation.services import add_member, create_account
from diffs.models import PaperPair
from evaluator.agreement import pairwise_kappas
from tests.adjudication.making import a_dispute, a_pair, an_answer, lost_driver, moved, submit
from tests.cast import Cast

ANSWERS = (an_answer, moved, lost_driver)
STEPS = ["overlap", "submit", "submit", "stage", "domain", "count", "decide", "decide", "decide", "reopen"]


def counts(cast: Cast) -> dict[str, Any]:
    """Everything that is counted, without the rows' own ids."""
    facts = {"project": cast.project}
    return {
        model.__name__: sorted(model.objects.filter(**facts).values_list(*names), key=lambda row: list(map(str, row)))
        for model, names in (
            (AgreementTally, ("stage", "domain", "week", "guideline", "field", "pattern", "pattern_key", "count")),
            (ChangeTally, ("stage", "domain", "week", "guideline", "kind", "first", "second", "became", "count")),
            (RaterTally, ("first", "second", "field", "first_value", "second_value", "count")),
            (PersonTally, ("person", "field", "week", "same", "count")),
            (PairTally, ("pair", "stage", "domain", "week", "guideline", "patterns", "meetings", "changed")),
        )
    }


def happen(cast: Cast, what: str, pairs: list[PaperPair], people: list[Any], chance: random.Random) -> None:
    """One of the things that can happen to a pair, through the services that do it where there are any."""
    pair = PaperPair.objects.with_papers().get(pk=chance.choice(pairs).pk)
    unit = pair.unit
    if what == "submit" and unit.labels_done < unit.overlap:
        able = [each for each in people if not pair.diffs.filter(author=each).exists()]
        if able:
            submit(pair, chance.choice(able), chance.choice(ANSWERS)(pair))
    elif what == "overlap":
        Unit.objects.filter(pk=unit.pk).update(overlap=max(unit.labels_done, chance.choice([1, 2, 3])))
    elif what == "stage":
        Unit.objects.filter(pk=unit.pk).update(stage=chance.choice([None, *Stage.objects.filter(project=cast.project)]))
    elif what == "domain":
        Unit.objects.filter(pk=unit.pk).update(domain=chance.choice(["NLP", "vision", ""]))
    elif what in ("decide", "reopen") and unit.labels_done >= unit.overlap:
        decide_or_reopen(cast, pair, what, chance)
    elif what == "count":
        count_pairs(project=cast.project, most=1)


def decide_or_reopen(cast: Cast, pair: PaperPair, what: str, chance: random.Random) -> None:
    """What is refused, such as a decision about one answer, changes nothing."""
    with suppress(Refused), transaction.atomic():
        if what == "reopen":
            reopen_case(by=cast.adjudicator, pair=pair, reason_code="other", rationale="Again.")
            return
        outcome = chance.choice(["resolved", "resolved", "neither", "excluded"])
        answer = chance.choice(ANSWERS)(pair) if outcome == "resolved" else None
        resolve_case(
            by=cast.adjudicator, pair=pair, outcome=outcome, payload=answer, reason_code="other", rationale="So."
        )


@pytest.mark.django_db
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    steps=st.lists(st.sampled_from(STEPS), max_size=12),
    seed=st.integers(0, 999),
)
def test_counts_are_those_of_the_labels_after_anything(cast: Cast, steps: list[str], seed: int) -> None:
    with transaction.atomic():
        third = create_account(by=None, username="annotator3")
        add_member(by=cast.admin, project=cast.project, user=third, role="annotator")
        Stage.objects.create(project=cast.project, name="pilot")
        pairs, chance = [a_pair(cast) for _each in range(2)], random.Random(seed)
        for pair in pairs:
            a_dispute(cast, chance.choice(ANSWERS)(pair), chance.choice(ANSWERS)(pair), pair=pair)
        count_pairs(project=cast.project)
        for step in steps:
            happen(cast, step, pairs, [cast.annotator1, cast.annotator2, third], chance)
        assert count_open(project=cast.project, most=100) == 0
        now = counts(cast)
        rows = labelled(cast.project)
        assert PairTally.objects.count() == len({row.pair for row in rows})
        assert dynamics_counted() == dynamics_labelled(rows)
        assert_changes_are_those_of_the_decisions(cast)
        recount(project=cast.project)
        assert counts(cast) == now
        transaction.set_rollback(True)


def assert_changes_are_those_of_the_decisions(cast: Cast) -> None:
    """Straight from labels and decisions, which is how who also labels is told, it is the same in every filter."""
    stages = Stage.objects.filter(project=cast.project).values_list("pk", flat=True)
    for wanted in (Wanted(), Wanted(domain="NLP"), *(Wanted(stage=stage) for stage in stages)):
        kept = changes(cast.project, None, wanted, Tallied(cast.project, None, wanted), people=True)
        assert kept == changes(cast.project, None, wanted, FromLabels(cast.project, cast.admin, wanted), people=True)
    complete = Resolution.objects.standing().filter(pair__tally__isnull=False)  # a pair that wants more labels is not
    standing = complete.values_list("outcome", flat=True)
    assert changes(cast.project, None, Wanted(), Tallied(cast.project, None, Wanted())).outcomes == Counter(standing)


def dynamics_counted() -> Counter[tuple[str, ...]]:
    tallies = AgreementTally.objects.filter(field="dynamics").values_list("pattern", "count")
    found: Counter[tuple[str, ...]] = Counter()
    for pattern, count in tallies:
        found[read(pattern)[0]] += count
    return found


def dynamics_labelled(rows: list[Any]) -> Counter[tuple[str, ...]]:
    """The same, straight from the labels."""
    by_pair: dict[int, list[str]] = {}
    for row in rows:
        by_pair.setdefault(row.pair, []).append(row.decision["dynamics"])
    return Counter(tuple(sorted(values)) for values in by_pair.values())


@pytest.mark.django_db
def test_a_count_that_is_cut_off_leaves_the_pair_open_and_goes_on(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    a_dispute(cast)
    monkeypatch.setattr(PairTally.objects, "bulk_create", lambda _rows: 1 / 0)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        count_pairs(project=cast.project)
    assert (AgreementTally.objects.count(), units_to_count(cast.project).count()) == (0, 1)
    monkeypatch.undo()
    call_command("recount_agreement", project=cast.project.slug, stdout=(said := StringIO()))
    assert said.getvalue().startswith("1 pair")
    assert units_to_count(cast.project).count() == 0
    # Too many for a page to count while somebody waits: they stay open, and the page says so.
    Unit.objects.update(is_tallied=False)
    assert (count_open(project=cast.project, most=0), count_open(project=cast.project, most=1)) == (1, 0)


@pytest.mark.django_db(transaction=True)
def test_two_who_count_at_once_count_each_pair_once(cast: Cast) -> None:
    for _each in range(3):
        a_dispute(cast)

    def count() -> None:
        count_pairs(project=cast.project, most=2)
        connection.close()

    with ThreadPoolExecutor(4) as pool:
        for job in [pool.submit(count) for _each in range(4)]:
            job.result()
    assert dynamics_counted() == {("adaptive_radiation", "mutation"): 3}
    assert TallyVersion.objects.get().version == 2


def said(rater: int, dynamics: str, driver: str | None, **fates: str) -> Said:
    decision = {
        "dynamics": dynamics, "lineage": dynamics != "isolation", "ecology": "same", "predecessor_driver": driver,
        "transition_driver": None, "fates": fates, "origins": {},
    }  # fmt: skip
    return Said(rater, decision, f"{decision}", 1 + (rater == 9), datetime(2026, 3, 1, 23, rater, tzinfo=UTC))


def test_what_a_pair_adds() -> None:
    labels = [
        said(7, "mutation", "a:M1", x="lost", y="lost"),
        said(3, "isolation", "a:M2", x="lost", y="mutated"),
        said(9, "mutation", "a:M1", x="inherited"),
    ]
    found = counted(labels)
    # The first of March 2026 is a Sunday; its Monday is the 23rd of February. Rater 9 had version 2.
    assert (found.week, found.guideline) == (date(2026, 2, 23), None)
    assert found.patterns["dynamics"] == '[["isolation","mutation","mutation"]]'
    assert found.patterns["fate"] == '[["inherited","lost","lost"],["lost","mutated"]]'
    assert "transition_driver" not in found.patterns  # nobody named one
    assert "origin" not in found.patterns
    assert [3, 7, "dynamics", "isolation", "mutation"] in found.meetings
    assert [7, 9, "predecessor_driver", "same", "same"] in found.meetings
    assert sum(meeting[2] == "fate" for meeting in found.meetings) == 4  # x by three twos of people, y by one
    added = {(field, pattern): count for field, pattern, count in rows(found.patterns)}
    assert added["fate.unit", '[["lost","mutated"]]'] == 1
    assert added["predecessor_driver.shape", '[["0","0","1"]]'] == 1
    assert added["decision", '[["other"]]'] == 1


def test_kappa_of_counts_is_that_of_labels() -> None:
    met = {("a", "a"): 20, ("a", "b"): 5, ("b", "a"): 10, ("b", "b"): 15}
    # po = 35/50; pe = (25·30 + 25·20)/2500 = 0.5; κ = (0.7 - 0.5)/0.5 = 0.4.
    assert cohen(met) == pytest.approx(0.4)
    labels = [
        (f"{pair}{n}", rater, value)
        for pair, count in met.items()
        for n in range(count)
        for rater, value in zip("xy", pair, strict=True)
    ]
    assert pairwise_kappas(labels)[0].kappa == cohen(met)
    assert cohen({("a", "a"): 3}) is None
    assert cohen({}) is None
