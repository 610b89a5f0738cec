"""What is written in a format is read from it again unchanged, whatever characters the text holds."""

from dataclasses import replace

import pytest
from hypothesis import example, given, settings

from genomes.interchange import brat, jsonl, label_studio, web_annotation, webanno
from genomes.interchange.model import AnnotatedObject, AnnotatedText, a_document, place_at
from tests.genomes.annotated_texts import annotated_texts

PIE = "💩This is an annotation."


def an_annotation(text: str, *stretches: tuple[int, int], **parts: object) -> AnnotatedText:
    """A text with one object in these places."""
    places = tuple(place_at(text, start, end) for start, end in stretches)
    each = AnnotatedObject(key="p:M1", type="mechanism", state="accepted", content="It is.", places=places)
    return a_document("paper.v1", text, [replace(each, **parts)])  # type: ignore[arg-type]


AWKWARD = an_annotation("\n a.\n\n\tb \n", (0, 3), (2, 10), (4, 8))


@settings(max_examples=60, deadline=None)
@given(annotated_texts(may_lack_places=True))
@example(AWKWARD)
def test_our_own_lines_come_back_unchanged(text: AnnotatedText) -> None:
    reading = jsonl.load(jsonl.dump(text))
    assert (reading.faults, reading.documents, reading.is_ours) == ((), (text,), True)
    withheld = jsonl.load(jsonl.dump(text.withheld()))
    assert (withheld.faults, withheld.documents) == ((), (text.withheld(),))


@settings(max_examples=60, deadline=None)
@given(annotated_texts(may_lack_places=True))
@example(AWKWARD)
def test_web_annotations_come_back_unchanged_but_for_the_text(text: AnnotatedText) -> None:
    for sent in (text.without_text(), text.withheld()):
        reading = web_annotation.load(web_annotation.dump(sent))
        assert (reading.faults, reading.documents, reading.is_ours) == ((), (sent,), True)


@pytest.mark.parametrize("form", [brat, label_studio, webanno], ids=["brat", "label-studio", "webanno"])
@settings(max_examples=60, deadline=None)
@given(text=annotated_texts(may_lack_places=True))
@example(text=AWKWARD)
def test_texts_with_marks_come_back_unchanged_but_for_objects_without_a_place(form, text: AnnotatedText) -> None:  # type: ignore[no-untyped-def]
    reading = form.load(form.dump(text))
    assert (reading.faults, reading.documents) == ((), (text.anchored(),))
    assert reading.is_ours
