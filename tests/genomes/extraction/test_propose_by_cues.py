import pytest

from evaluator.vocabulary import ObjectType
from genomes.extraction import Document
from genomes.extraction.cues import CueProvider, cue_book
from tests.genomes.extraction.endpoint import Book, document

PAPER = document("""---
title: Finder
---

## Introduction

The goal is to find things while the scene still moves. However, older chains of parts are slow. Chains are old.

## Method

We train a single network to see the scene at once. Nobody knows.

## Results

Accuracy was higher than that of the chain by 3.5 percent. The network might be better than the chain in the dark.

## Limitations

Small things in groups remain out of reach of the network.

## Conclusion

One network takes the place of a chain of parts. The authors claim that a single look is enough for most scenes.
""")


def proposed(object_type: ObjectType, text: Document = PAPER) -> dict[str, str]:
    """The proposed sentences and why."""
    provider = CueProvider()
    book = Book()
    found = [each for part in provider.parts(text) for each in provider.propose(part, object_type, book).found]
    for each in found:
        (place,) = each.places
        assert text.text[place.start : place.end] == each.content
    assert book.kept == []
    return {each.content: each.why for each in found}


@pytest.mark.parametrize(
    ("object_type", "sentence", "why"),
    [
        ("niche", "The goal is to find things while the scene still moves.", "“The goal is” · § Introduction"),
        ("mechanism", "We train a single network to see the scene at once.", "“We train” · “network” · § Method"),
        ("limitation", "Small things in groups remain out of reach of the network.", "§ Limitations"),
        ("limitation", "However, older chains of parts are slow.", "“However” · “slow” · § Introduction"),
        ("delta", "One network takes the place of a chain of parts.", "“takes the place of” · § Conclusion"),
        ("claim", "The authors claim that a single look is enough for most scenes.", "“authors claim” · § Conclusion"),
    ],
)  # fmt: skip
def test_a_sentence_is_proposed_with_the_cues_that_fired(object_type: str, sentence: str, why: str) -> None:
    assert proposed(ObjectType(object_type)).get(sentence) == why


def test_a_sentence_without_cues_is_not_proposed() -> None:
    everything = {sentence for each in ObjectType for sentence in proposed(each)}
    assert not everything & {"Chains are old.", "Nobody knows."}


def test_a_hedge_counts_against_a_sentence() -> None:
    provider = CueProvider()
    scores = {
        PAPER.text[each.start : each.end].split()[0]: each.score
        for each in provider.scored(PAPER, ObjectType.OBSERVATION)
        if " than " in PAPER.text[each.start : each.end]
    }
    # results 1.5 and a comparison 1.5 in both; "3.5 percent" adds 1, "might" takes 0.5
    assert scores == {"Accuracy": 4.0, "The": 2.5}


def test_no_more_are_proposed_than_the_type_allows_and_the_best_are_kept() -> None:
    weak = "The network is fed with pictures of things.\n\n"
    strong = "We propose a network that is trained with a loss.\n\n"
    text = document("## Notes\n\n" + weak * 20 + strong)
    most = cue_book().types[ObjectType.MECHANISM].most
    provider = CueProvider()
    found = provider.propose(provider.parts(text)[0], ObjectType.MECHANISM, Book()).found
    assert len(found) == most
    assert found[-1].content == strong.strip()


def test_an_empty_text_has_no_parts() -> None:
    assert CueProvider().parts(Document(" \n")) == []


def test_korean_cues_fire() -> None:
    text = document("## 방법\n\n본 연구는 장면 전체를 한 번에 보는 단일 신경망 구조를 새롭게 제안한다.\n")
    assert list(proposed(ObjectType.MECHANISM, text).values()) == ["“제안한다” · § 방법"]
