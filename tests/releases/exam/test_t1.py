"""Reading one genome: what each task asks of the tiny book, answered by hand."""

from dataclasses import replace
from typing import Any

from evaluator.schema import ObjectRecord, TraceRecord
from evaluator.vocabulary import ContributionRole, ObjectType
from releases.exam.book import Book
from tests.releases.tiny_book import OBJECTS, changed, lacks_of, of_task, tiny_book, unmasked

BOOK = tiny_book()


def more(book: Book, slug: str, count: int) -> list[ObjectRecord]:
    """More observations of a paper, further and further behind its own objects in the text."""
    last = book.objects[f"{slug}:O1"]
    place = last.evidence[0]
    return [
        replace(
            last,
            id=f"{slug}:O{n}",
            handle=f"O{n}",
            content=f"Seen for the {n}th time.",
            evidence=(replace(place, start=place.start + 100 * n, end=place.end + 100 * n, quote=f"Seen {n} times."),),
        )
        for n in range(2, count + 2)
    ]


def test_the_type_is_asked_of_every_object_beside_the_two_nearest_in_the_text() -> None:
    asked = {}
    for instance in of_task(BOOK, "field_type"):
        marked = unmasked(instance, instance.context["marked"])
        shown: Any = instance.context["objects"]
        asked[marked] = {unmasked(instance, each["id"]) for each in shown} - {marked}
        assert all(set(each) == {"id", "text"} for each in shown)  # no type of any
        assert instance.answer == {"type": OBJECTS[marked.partition(":")[2]][0].value}
    assert len(asked) == 30
    # The text tells of N1, M1, L1, D1 and O1 in this order: both ends look inwards.
    assert asked["alder:N1"] == {"alder:M1", "alder:L1"}
    assert asked["alder:L1"] == {"alder:M1", "alder:D1"}
    assert asked["alder:O1"] == {"alder:L1", "alder:D1"}


def test_a_type_that_two_equal_texts_have_differently_is_not_asked() -> None:
    twin = replace(BOOK.objects["alder:M1"], content=BOOK.objects["alder:N1"].content)
    assert lacks_of(changed(BOOK, twin), "field_type") == {"not_unique": 2}
    alone = Book.of(
        papers=[BOOK.papers["zinc"]],
        objects=[BOOK.objects["zinc:N1"], BOOK.objects["zinc:M1"]],
        diffs=[],
        traces=[],
    )
    assert lacks_of(alone, "field_type") == {"few_objects": 2}


def test_a_large_genome_shows_its_driver_and_eleven_others() -> None:
    book = changed(BOOK, *more(BOOK, "alder", 9))  # 14 objects
    (instance,) = [i for i in of_task(book, "driver") if "alder" in i.metadata["source_versions"]]  # type: ignore[operator]
    shown: Any = instance.context["genome"]
    assert len(shown) == instance.metadata["options"] == 12
    assert unmasked(instance, instance.answer["driver"]) == "alder:M1"
    assert [each["id"] for each in shown] == [f"O{n}" for n in range(1, 13)]


def test_no_driver_or_two_have_no_answer() -> None:
    second = replace(BOOK.objects["alder:N1"], contribution_role=ContributionRole.DRIVER)
    none = replace(BOOK.objects["birch:M1"], contribution_role=ContributionRole.PASSENGER)
    assert lacks_of(changed(BOOK, second, none), "driver") == {"no_single_driver": 2}
    twin = replace(BOOK.objects["alder:O1"], type=ObjectType.MECHANISM, content=BOOK.objects["alder:M1"].content)
    assert lacks_of(changed(BOOK, twin), "driver") == {"not_unique": 1}


def test_a_trace_of_two_has_nothing_between() -> None:
    two = TraceRecord(id="t", name="Two", domain="botany", papers=("alder", "birch"), diffs=("alder__birch",))
    book = Book.of(papers=BOOK.papers.values(), objects=BOOK.objects.values(), diffs=BOOK.diffs.values(), traces=[two])
    assert lacks_of(book, "lineage_position") == {"short_trace": 3}


def passages_of(book: Book, **plan: Any) -> tuple[str, set[str]]:
    """What is asked about alder's evidence: the object, and the objects whose passages are shown."""
    (instance,) = [i for i in of_task(book, "evidence_match", **plan) if "alder" in i.metadata["source_versions"]]  # type: ignore[operator]
    passages: Any = instance.context["passages"]
    by_text = {o.evidence[0].quote.replace("alder", "system"): o.id for o in book.genomes["alder"]}
    shown = {by_text[_plain(each["text"])] for each in passages}
    target: Any = instance.context["object"]
    right = next(each["text"] for each in passages if each["id"] == instance.answer["passage"])
    assert by_text[_plain(right)] == unmasked(instance, target["id"])
    return unmasked(instance, target["id"]), shown


def _plain(text: str) -> str:
    """A masked sentence without the letter of its stand-in."""
    words = text.split()
    return " ".join(word for place, word in enumerate(words) if not (place and words[place - 1] == "system"))


def test_five_passages_stand_to_choose_from_or_as_many_as_the_plan_says() -> None:
    assert len(passages_of(BOOK)[1]) == 5
    assert len(passages_of(BOOK, options=3)[1]) == 4
    assert lacks_of(BOOK, "evidence_match", options=5) == {"few_passages": 6}


def test_near_passages_are_the_next_ones_in_the_text() -> None:
    book = changed(BOOK, *more(BOOK, "alder", 6))
    order = [o.id for o in sorted(book.genomes["alder"], key=lambda o: o.evidence[0].start)]
    for seed in range(6):
        target, near = passages_of(book, seed=seed, near=1, options=3)
        places = sorted(order.index(each) for each in near)
        assert places == list(range(places[0], places[0] + 4))  # four in a row, the right one among them
        assert order.index(target) in places
        target, far = passages_of(book, seed=seed, near=0, options=3)
        # The three that stand farthest away come from an end of the text: never all from right beside the target.
        assert {order[0], order[-1]} & (far - {target})


def test_a_passage_that_supports_the_object_too_is_no_wrong_one() -> None:
    both = BOOK.objects["alder:M1"]
    shared = replace(both, evidence=(*both.evidence, *BOOK.objects["alder:L1"].evidence))
    book = changed(BOOK, shared, *more(BOOK, "alder", 1))
    for seed in range(12):
        target, shown = passages_of(book, seed=seed)
        assert not (target == "alder:M1" and "alder:L1" in shown)
