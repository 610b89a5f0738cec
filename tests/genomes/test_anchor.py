"""Making and checking evidence anchors."""

import hashlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genomes.anchoring import CONTEXT, AnchorError, TextAnchor, check_anchor, make_anchor, range_faults

TEXT = "The base detector misses small things. We add anchor boxes, and it finds them. Then it ends."


def anchor_of(text: str, quote: str) -> TextAnchor:
    start = text.index(quote)
    return make_anchor(text, start, start + len(quote))


def test_an_anchor_holds_position_quote_context_and_hash() -> None:
    anchor = anchor_of(TEXT, "anchor boxes")
    assert anchor.start == 46
    assert TEXT[anchor.start : anchor.end] == anchor.quote == "anchor boxes"
    # 32 characters on each side, as many as there are.
    assert anchor.prefix == "tor misses small things. We add "[-32:]
    assert anchor.suffix == ", and it finds them. Then it ends."[:32]
    assert anchor.text_sha256 == hashlib.sha256(TEXT.encode()).hexdigest()
    check_anchor(TEXT, anchor)


def test_context_is_shorter_at_the_ends_of_the_text() -> None:
    anchor = make_anchor("abc", 0, 3)
    assert (anchor.prefix, anchor.suffix) == ("", "")
    check_anchor("abc", anchor)


@pytest.mark.parametrize(
    ("start", "end", "field"),
    [
        (999_999, 1_000_005, "start"),
        (10, -5, "end"),
        (-1, 5, "start"),
        (0, len(TEXT) + 1, "end"),
        (5, 5, "end"),
        (9, 3, "end"),
        (3, 4, "quote"),  # one blank
        (True, 4, "start"),
        (0, 4.0, "end"),
        ("0", 4, "start"),
    ],
)
def test_a_place_that_is_none_is_refused_with_its_field(start: int, end: int, field: str) -> None:
    with pytest.raises(AnchorError) as refusal:
        make_anchor(TEXT, start, end)
    assert refusal.value.field == field
    assert refusal.value.message.endswith(".")


def test_two_wrong_positions_are_both_named() -> None:
    assert [fault.field for fault in range_faults(TEXT, 999_999, -5)] == ["start", "end"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("quote", "anchor bodes"),
        ("quote", ""),
        ("quote", "anchor boxe"),
        ("prefix", "We had "),
        ("suffix", "; and"),
        ("text_sha256", "0" * 64),
        ("text_sha256", ""),
        ("start", 999_999),
        ("end", -5),
    ],
)
def test_a_fault_is_named_by_its_field(field: str, value: object) -> None:
    wrong = replace(anchor_of(TEXT, "anchor boxes"), **{field: value})  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(AnchorError) as refusal:
        check_anchor(TEXT, wrong)
    assert refusal.value.field == field


def test_the_message_shows_what_stands_there_and_what_was_given() -> None:
    wrong = replace(anchor_of(TEXT, "anchor boxes"), quote="dropped words")
    with pytest.raises(AnchorError) as refusal:
        check_anchor(TEXT, wrong)
    assert "anchor boxes" in refusal.value.message
    assert "dropped words" in refusal.value.message
    assert "46–58" in refusal.value.message


def test_context_of_another_length_is_fine_when_it_is_true() -> None:
    anchor = anchor_of(TEXT, "anchor boxes")
    check_anchor(TEXT, replace(anchor, prefix="add ", suffix=""))
    check_anchor(TEXT, replace(anchor, prefix=TEXT[: anchor.start]))


def test_the_same_quote_elsewhere_is_told_apart_by_position() -> None:
    first, second = make_anchor("ab ab", 0, 2), make_anchor("ab ab", 3, 5)
    assert first.quote == second.quote
    assert first != second
    with pytest.raises(AnchorError, match="quote is not what stands"):
        check_anchor("ab ab", replace(first, start=1, end=3))


def test_composed_and_decomposed_letters_are_not_the_same_text() -> None:
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    anchor = make_anchor(composed, 0, 4)
    with pytest.raises(AnchorError) as refusal:
        check_anchor(decomposed, anchor)
    assert refusal.value.field == "text_sha256"
    with pytest.raises(AnchorError) as refusal:
        check_anchor(composed, replace(anchor, quote=decomposed))
    assert refusal.value.field == "quote"


WRITTEN = st.text(alphabet=st.characters(exclude_categories=["Cs"]) | st.sampled_from("💩e\u0301א中\u00ad\ufb01\u2028"))


@given(WRITTEN, st.data())
def test_every_anchor_of_any_text_holds_and_no_changed_quote_does(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    if not text[start:end].strip():
        assert range_faults(text, start, end)
        return
    anchor = make_anchor(text, start, end)
    assert len(anchor.prefix) == min(start, CONTEXT)
    assert len(anchor.suffix) == min(len(text) - end, CONTEXT)
    assert text.startswith(anchor.prefix + anchor.quote + anchor.suffix, start - len(anchor.prefix))
    check_anchor(text, anchor)
    with pytest.raises(AnchorError):
        check_anchor(text, replace(anchor, quote=anchor.quote + "x"))
    with pytest.raises(AnchorError):
        check_anchor(text + "x", anchor)
