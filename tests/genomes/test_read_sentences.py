"""Splitting a paragraph into sentences with exact offsets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genomes.ingest.sentences import sentence_spans
from tests.patience import ends


def split(text: str, shadow: str | None = None) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text, shadow)]


@pytest.mark.parametrize(
    "sentences",
    [
        ["As in Fig. 2, we see it.", "See Eq. (3) and Smith et al. (2019).", "It works, e.g. here vs. there."],
        ["Dr. Smith agrees.", "The answer is No.", "We leave.", "Ref. 12 says so, i.e. No. 5."],
        ["We use $f(x). B$ here.", "Then 3.5 mm.", "(In brackets.)", "End"],
        ["这是第一句。", "这是第二句！", "“引用。”", "第三句？"],
        ["これは文です。", "次の文！"],
        ["이것은 문장이다.", "다음 문장이다."],
        ["Seen by Smith et al.", "The method was new."],
        ["One line\ngoes on.", "The next."],
        ["No stop at the end"],
    ],
)
def test_sentences_are_cut_where_a_reader_stops(sentences: list[str]) -> None:
    gap = "" if "。" in sentences[0] else " "
    assert split(gap.join(sentences)) == sentences


def test_a_masked_citation_mark_stays_with_the_sentence_before() -> None:
    assert split("It works.12 Next one is fine.", "It works.   Next one is fine.") == [
        "It works.12",
        "Next one is fine.",
    ]


@given(st.text(alphabet=st.sampled_from("ab .?!。$()\n\u00a0\u2028💩é\u0301E1"), max_size=200))
def test_sentences_cover_the_text_in_order_without_blank_edges(text: str) -> None:
    position = 0
    for start, end in sentence_spans(text):
        assert not text[position:start].strip()
        assert text[start:end] == text[start:end].strip() != ""
        position = end
    assert not text[position:].strip()


@pytest.mark.parametrize("unit", ["a", "a. ", "A. ", "((", ". ", "$ ", "$a", "-\n", "e.g. ", "Fig.", "。", "\u0301"])
def test_odd_long_runs_do_not_hang(unit: str) -> None:
    with ends():
        assert sentence_spans(unit * (150_000 // len(unit))) is not None
