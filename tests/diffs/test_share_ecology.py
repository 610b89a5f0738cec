"""What two settings share, which lineages bring a driver, and one's own earlier words on a setting."""

from dataclasses import replace
from datetime import date

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from annotation.models import User
from annotation.services import claim_unit
from diffs.models import PaperPair
from diffs.rules import (
    Facts,
    Idea,
    Likeness,
    Part,
    Shared,
    Side,
    context_words,
    derive,
    driver_bringers,
    driver_lineages,
    rules_tried,
    shared_settings,
)
from diffs.selectors.settings import earlier_settings
from diffs.services import save_draft
from evaluator.compare import lineage_key
from evaluator.schema import DiffAnswer, EcologyContext
from evaluator.vocabulary import Continuity, ContributionRole, Ecology, ObjectType, Origin
from tests.cast import Cast
from tests.diffs.answers import COMPLETE, SOURCE, TARGET, answer_with, from_paper
from tests.factories import a_diff, a_genome, a_pair, an_answer


def shared(ours: str, theirs: str) -> Shared:
    return shared_settings(EcologyContext(task=ours), EcologyContext(task=theirs))["task"]


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        ("object detection", "Detection of objects", Shared(Likeness.SAME, ("object", "detection"))),
        ("PASCAL VOC, COCO", "COCO (2017)", Shared(Likeness.PARTLY, ("COCO",))),
        ("translation", "image classification", Shared(Likeness.DIFFERENT)),
        ("", "image classification", Shared(Likeness.OPEN)),
        ("—", "image", Shared(Likeness.OPEN)),  # no word at all
        ("ImageNet‑21k", "imagenet 21K", Shared(Likeness.SAME, ("ImageNet", "21k"))),  # a hyphen that does not break
        ("Pok\u00e9dex", "Poke\u0301dex", Shared(Likeness.SAME, ("Pok\u00e9dex",))),
        ("객체 검출", "영상 객체", Shared(Likeness.PARTLY, ("객체",))),
        (
            "classes",
            "class",
            Shared(Likeness.DIFFERENT),
        ),  # only a plain plural's s is left out: "classe" is not "class"
        ("to be", "be", Shared(Likeness.SAME, ("be",))),
        ("of the", "of", Shared(Likeness.PARTLY, ("of",))),  # nothing but joining words: then they count
    ],
)
def test_words_are_shared_whatever_their_order_case_or_number(ours: str, theirs: str, expected: Shared) -> None:
    assert shared(ours, theirs) == expected


texts = st.text(alphabet="abs OF,ÀK-\u0301 객", max_size=14)


@given(texts, texts)
def test_likeness_is_the_same_from_either_side_and_its_words_stand_in_both(ours: str, theirs: str) -> None:
    found, back = shared(ours, theirs), shared(theirs, ours)
    assert found.likeness is back.likeness
    assert len(found.words) == len(back.words)
    keys = context_words(ours).keys() & context_words(theirs).keys()
    assert {context_words(word).popitem()[0] for word in found.words} == set(keys)
    assert (found.likeness is Likeness.OPEN) == (not context_words(ours) or not context_words(theirs))


@given(texts)
def test_a_setting_is_the_same_as_itself_in_capitals_and_turned_round(text: str) -> None:
    found = shared(text, " ".join(reversed(text.upper().split())))
    assert found.likeness is (Likeness.SAME if context_words(text) else Likeness.OPEN)


lineages = st.sampled_from(["Alpha", "ALPHA ", "Beta", "Gamma  rays", "gamma rays", ""])
targets = st.lists(st.tuples(st.sampled_from(ContributionRole), st.sampled_from(Origin), lineages), max_size=5)


@given(st.sampled_from([None, *Continuity]), lineages, targets)
def test_the_lineages_that_count_are_those_of_the_bringers_that_count(
    continuity: Continuity | None, own: str, imported: list[tuple[ContributionRole, Origin, str]]
) -> None:
    keys = [f"new:M{number}" for number in range(len(imported))]
    target = Side(
        "new", "", {key: Idea(ObjectType.MECHANISM, role) for key, (role, _o, _l) in zip(keys, imported, strict=True)}
    )
    answer = DiffAnswer(
        driver_continuity=continuity,
        origins={key: origin for key, (_r, origin, _l) in zip(keys, imported, strict=True)},
        provenance={key: from_paper(lineage) for key, (_r, _o, lineage) in zip(keys, imported, strict=True)},
    )
    kept = continuity in (Continuity.INHERITED, Continuity.MUTATED)
    expected = {lineage_key(own)} if kept else set()
    expected |= {
        lineage_key(lineage)
        for role, origin, lineage in imported
        if role is ContributionRole.DRIVER and origin is Origin.EXTERNAL and lineage.strip()
    }
    source = replace(SOURCE, lineage=own)
    assert driver_lineages(answer, source, target) == expected
    listed = driver_bringers(answer, source, target)
    assert {lineage_key(each.lineage) for each in listed if each.counts} == expected
    external = [key for key, (_r, origin, _l) in zip(keys, imported, strict=True) if origin is Origin.EXTERNAL]
    assert [each.object for each in listed if each.part not in (Part.KEPT, Part.GONE)] == external


def test_each_external_object_is_listed_with_the_reason_why_it_counts_or_does_not() -> None:
    assert [(each.part, each.object, each.lineage) for each in driver_bringers(COMPLETE, SOURCE, TARGET)] == [
        (Part.KEPT, "old:M1", "One-pass detectors"),
        (Part.PASSENGER, "new:M2", "Region proposals"),
    ]
    unshown = answer_with(
        driver_continuity=Continuity.ABSENT,
        origins={"new:M1": Origin.EXTERNAL},
        provenance={"new:M1": from_paper("Region proposals", paper="")},
    )
    assert [each.part for each in driver_bringers(unshown, SOURCE, TARGET)] == [Part.GONE, Part.UNSHOWN]


@given(st.integers(0, 3), st.sampled_from(Continuity), st.sampled_from(Ecology), st.booleans())
def test_the_rules_tried_are_all_those_before_the_one_that_fired(
    count: int, continuity: Continuity, ecology: Ecology, evidence: bool
) -> None:
    facts = Facts(count, continuity, ecology, evidence)
    assert [*rules_tried(facts), derive(facts).rule] == list(range(1, derive(facts).rule + 1))


SETTING = {"task": "object detection", "benchmark": "VOC", "dataset": "", "community": "vision"}


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def pairs(cast: Cast) -> tuple[PaperPair, PaperPair]:
    """Two pairs with one paper in common: the successor of the first is the predecessor of the second."""
    middle = a_genome(cast, handed_in=True)
    first = a_pair(cast, source=a_genome(cast, handed_in=True, published=date(2019, 1, 1)), target=middle)
    second = a_pair(cast, source=middle)
    claim_unit(person=cast.annotator1, unit=second.unit)
    claim_unit(person=cast.annotator2, unit=second.unit)
    return first, second


@pytest.mark.django_db
def test_one_s_own_words_on_a_paper_are_offered_again_and_to_nobody_else(
    cast: Cast, pairs: tuple[PaperPair, PaperPair]
) -> None:
    first, second = pairs
    a_diff(cast.annotator1, first, target_ecology=SETTING)
    found = earlier_settings(second, cast.annotator1)
    assert found["source"].pair == first.unit.title
    assert found["source"].context == {"task": "object detection", "benchmark": "VOC", "community": "vision"}
    assert "target" not in found
    assert earlier_settings(second, cast.annotator2) == {}
    page = f"/projects/demo/pairs/{second.pk}/"
    assert "Take your earlier words" in signed_in(cast.annotator1).get(page).content.decode()
    theirs = signed_in(cast.annotator2).get(page).content.decode()
    assert "Take your earlier words" not in theirs
    assert "object detection" not in theirs


@pytest.mark.django_db
def test_the_newest_words_are_offered_drafts_too_but_not_those_of_the_pair_itself(
    cast: Cast, pairs: tuple[PaperPair, PaperPair]
) -> None:
    first, second = pairs
    claim_unit(person=cast.annotator1, unit=first.unit)
    a_diff(cast.annotator1, first, target_ecology=SETTING)
    third = a_pair(cast, source=second.source)
    claim_unit(person=cast.annotator1, unit=third.unit)
    save_draft(by=cast.annotator1, pair=third, payload={"source_ecology": {"task": "finding"}}, revision=0)
    save_draft(by=cast.annotator1, pair=second, payload={"source_ecology": {"task": "this pair"}}, revision=0)
    found = earlier_settings(second, cast.annotator1)
    assert (found["source"].pair, found["source"].context) == (third.unit.title, {"task": "finding"})


@pytest.mark.django_db
def test_what_is_shared_and_which_lineages_there_are_is_shown_before_a_choice_and_what_they_come_to_after(
    cast: Cast, pairs: tuple[PaperPair, PaperPair]
) -> None:
    _first, pair = pairs
    client, address = signed_in(cast.annotator1), f"/projects/demo/pairs/{pair.pk}/"
    answer = an_answer(
        pair, dynamics=None, source_ecology={"task": "object detection"}, target_ecology={"task": "Detection"}
    )
    saved = client.put(f"{address}draft/", {"revision": 0, "payload": answer}, content_type="application/json").json()
    assert saved["shared"]["task"] == {"likeness": "partly", "words": "shared: detection"}
    assert "the predecessor’s own, kept" in saved["lineages"]
    assert "rule 1" not in saved["lineages"]
    assert "Rule" not in saved["derived"]
    assert (
        '<span class="shared" data-likeness="partly">shared: detection</span>' in client.get(address).content.decode()
    )
    chosen = {"revision": 1, "payload": {**answer, "dynamics": "isolation"}}
    after = client.put(f"{address}draft/", chosen, content_type="application/json").json()
    assert "1 distinct lineage brings a driver; rule 1 takes two." in after["lineages"]
    assert "Rule 1 does not fit: one lineage brings a driver, and it takes two." in after["derived"]
    assert 'href="/projects/demo/guidelines/#g-dynamics" data-guideline="dynamics">Rule 2' in after["derived"]
