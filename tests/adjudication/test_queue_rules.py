"""Which disputes an address asks for, in which order, and which a person is offered."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from adjudication.queue_rules import (
    QUEUES,
    DisputeRow,
    QueueFilter,
    boundaries_in,
    boundary_of,
    is_in,
    ordered,
    shapes_of,
    to_offer,
    undecidable,
)

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
PAIR = DisputeRow(
    kind="pair", pk=1, unit=11, title="A → B", since=NOW - timedelta(days=3), genomes=(1, 2),
    fields=("dynamics", "ecology"), dynamics=("adaptive_radiation", "mutation"), domain="vision", guidelines=(1, 2),
)  # fmt: skip
LINKS = replace(PAIR, pk=2, unit=12, fields=("fates", "alignments", "dynamics"), dynamics=("isolation", "speciation"))
OBJECTS = replace(PAIR, pk=3, unit=13, fields=("origins",), dynamics=("mutation",), stage=5, state="reopened")
GENOME = DisputeRow(
    kind="genome", pk=4, unit=14, title="A", since=NOW - timedelta(days=9), genomes=(1,),
    fields=("object_type", "no_object"), retyped=2, rejected=1,
    priority=7, guidelines=(2,), state="skipped",
)  # fmt: skip
ROWS = [PAIR, LINKS, OBJECTS, GENOME]


def asked(**sent: Any) -> list[int]:
    """The disputes that fit an address, by id. Words are looked up by the database: see test_show_queue."""
    chosen = QueueFilter.read(sent)
    return [row.pk for row in ROWS if chosen.fits(row, NOW)]


@pytest.mark.parametrize(
    ("sent", "found"),
    [
        ({}, [1, 2, 3, 4]),
        ({"queue": "labels"}, [1, 2]),
        ({"queue": "alignments"}, [2, 3]),  # the second parts in both, and is counted in both
        ({"queue": "roles"}, [4]),
        ({"queue": "rejections"}, [4]),
        ({"parts": "fates"}, [2]),
        ({"boundary": "mutation-adaptive_radiation"}, [1]),
        ({"boundary": "adaptive_radiation-mutation"}, [1, 2, 3, 4]),  # no boundary has that name
        ({"domain": "vision", "stage": "5"}, [3]),
        ({"stage": "none"}, [1, 2, 4]),
        ({"age": "4"}, [4]),
        ({"degree": "3"}, [2, 4]),
        ({"state": "reopened"}, [3]),
        ({"guideline": "1"}, [1, 2, 3]),
        ({"stage": "x", "age": "-1", "degree": "1e3", "state": "nice", "queue": "all", "sort": "by"}, [1, 2, 3, 4]),
    ],
)
def test_an_address_asks_for_disputes(sent: dict[str, Any], found: list[int]) -> None:
    assert asked(**sent) == found


def test_what_was_reopened_stays_in_its_list_while_somebody_holds_it() -> None:
    held = replace(OBJECTS, state="yours", was_reopened=True)
    assert QueueFilter.read({"state": "reopened"}).fits(held, NOW)
    assert QueueFilter.read({"state": "yours"}).fits(held, NOW)
    assert not QueueFilter.read({"state": "reopened"}).fits(replace(held, was_reopened=False), NOW)


def test_every_word_must_be_in_a_paper() -> None:
    chosen = QueueFilter.read({"q": "yolo  vit"})
    assert chosen.words == ["yolo", "vit"]
    assert chosen.fits(PAIR, NOW, [{1}, {2, 9}])
    assert not chosen.fits(PAIR, NOW, [{1}, {9}])


def test_a_filter_stands_in_an_address_and_goes_along_to_other_queues() -> None:
    chosen = QueueFilter.read({"queue": "labels", "parts": "ecology", "domain": "vision", "sort": "age", "page": "3"})
    assert chosen.query == "queue=labels&parts=ecology&domain=vision&sort=age"
    assert chosen.of("alignments").query == "queue=alignments&parts=ecology&domain=vision&sort=age"
    assert chosen.of("roles").query == "queue=roles&domain=vision&sort=age"
    assert chosen.narrows
    assert not QueueFilter.read({"queue": "labels", "sort": "age"}).narrows


def test_the_order_is_by_degree_by_age_or_by_priority() -> None:
    # Degrees 2, 3, 1 and 3 objects; the genome is six days older and alone has a priority.
    assert [row.pk for row in ordered(ROWS)] == [4, 2, 1, 3]
    assert [row.pk for row in ordered(ROWS, "age")] == [4, 2, 1, 3]
    assert [row.pk for row in ordered([*ROWS, replace(OBJECTS, pk=5, priority=9)], "priority")] == [5, 4, 2, 1, 3]
    assert [row.pk for row in ordered([PAIR, replace(OBJECTS, since=NOW - timedelta(days=5))], "age")] == [3, 1]


def test_what_a_person_skipped_is_offered_last_and_what_they_may_not_have_never() -> None:
    rows = [
        GENOME,
        replace(LINKS, state="yours"),
        OBJECTS,
        replace(PAIR, pk=6, state="in-work"),
        replace(PAIR, pk=7, has_part=True),
        replace(PAIR, pk=8, is_paused=True),
    ]
    assert [row.pk for row in to_offer(rows)] == [3, 2, 4]


def test_boundaries_are_two_dynamics_in_the_order_of_the_vocabulary() -> None:
    assert boundary_of(["isolation", "mutation"]) == "mutation-isolation"
    assert boundary_of(["mutation"]) == boundary_of(["mutation", "lineage"]) == boundary_of(["mutation"] * 2) == ""
    three = replace(PAIR, dynamics=("isolation", "mutation", "speciation"))
    assert boundaries_in(shapes_of([PAIR, three, LINKS])) == {
        "speciation-isolation": 2, "mutation-adaptive_radiation": 1, "mutation-isolation": 1, "mutation-speciation": 1,
    }  # fmt: skip


def test_a_dispute_is_undecidable_when_every_adjudicator_had_a_part() -> None:
    parts = {(11, 1), (11, 2), (12, 1), (13, 2)}
    assert undecidable(ROWS, [1, 2], parts) == [11]
    assert undecidable(ROWS, [1], parts) == [11, 12]
    assert undecidable(ROWS, [], set()) == [11, 12, 13, 14]


def test_each_dispute_is_in_at_least_one_queue() -> None:
    assert all(any(is_in(row, queue) for queue in QUEUES) for row in ROWS)
