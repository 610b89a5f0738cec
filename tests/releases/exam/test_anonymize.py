"""Nothing in an anonymized text leads to a paper. The search that checks it is naive and knows nothing of the index."""

import re
from dataclasses import replace
from random import Random
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator.schema import PaperRecord
from releases.exam.anonymize import Anonymizer, Names
from tests.releases.tiny_book import tiny_book

BLANK = replace(tiny_book().papers["alder"], title="", authors=(), venue="", lineage="", aliases=())


def a_paper(title: str = "", *aliases: str, **facts: object) -> PaperRecord:
    return replace(BLANK, title=title, aliases=aliases, **facts)  # type: ignore[arg-type]


PAPERS = [
    a_paper(
        "Quark Net: Rapid, Bold Sorting of Lemons",
        "EfficientDet",
        "R-CNN",
        authors=("Maria Ortegón", "Fei-Fei Li"),
        venue="International Conference on Lemons (ICLEM 2016)",
        doi="10.1109/ICLEM.2016.91",
        arxiv_id="1506.02640",
    ),
    a_paper("Zweite Fassung — Über Äpfel", "Vīta", "梅花网络", authors=("王小明", "Ortega, Pía"), venue="Nature"),
    a_paper("Plum (PLM) - A Survey", "욜로", authors=("Kai He",), venue="Cell"),
]
NAMES = Names(PAPERS)


def clean(text: str, seed: int = 1) -> str:
    return Anonymizer(NAMES, Random(seed))(text)


@pytest.mark.parametrize(
    "said",
    [
        "quark net", "Quark-Net", "QuarkNet", "quarknets", "QUARK NET's", "Rapid, Bold Sorting\nof Lemons",
        "Quark Net: Rapid, Bold Sorting of Lemons", "Efficient-Det", "efficientdet", "efficient det",
        "EfficientDetV2", "Effi\u00adcientDet", "ＥｆｆｉｃｉｅｎｔＤｅｔ", "r–cnn", "RCNN", "R-CNNs", "Maria Ortegon",
        "maria ortego\u0301n", "Ortegón", "Fei-Fei Li", "International conference on Lemons", "ICLEM", "ICLEM'16",
        "iclem2016", "10.1109/ICLEM.2016.91", "https://doi.org/10.1109/ICLEM.2016.91", "arXiv:1506.02640v2",
        "1506.02640", "github.com/quark/net", "cs/0112017", "Zweite Fassung", "uber apfel", "ÜBER ÄPFEL", "vita",
        "梅花网络", "用梅花网络检测", "王小明等人", "Pía Ortega", "ORTEGA", "Nature", "욜로는", "PLM", "plum", "Cell",
        "2016", "COCO2016", "our previous work", "in our own earlier papers", "We previously", "we have earlier",
        "The authors' prior study", "Previously, we", "[12]", "[3, 14–16]", "He et al., 2015", "Li and Wu (2014b)",
        "(Doe, 1999)", "Doe & Roe 2003", "Bold Sorting of Lemons", "F.-F. Li", "F. Li", "Li, F.-F.",
        "M. Ortegón", "K. He",
        "our group's earlier work", "our own model", "our recent paper", "our companion paper", "builds on our work",
        "papers by the same authors", "we have shown before", "previously shown by us", "our predecessor",
        "我们之前的工作", "우리의 이전 연구", "maria@lemons.example", "0000-0001-2345-6789", "S2CID 12345678",
        "hal-01234567",        "ISBN 978-3-16-148410-0", "[Ort16]", "[OL+16a]", "２０１６",
    ],
)  # fmt: skip
def test_a_name_or_mark_is_found_and_gone(said: str) -> None:
    text = f"As for {said}, it sorts."
    assert list(NAMES.leaks(text)), said
    shown = clean(text)
    assert not list(NAMES.leaks(shown))
    core = re.sub(r"[^\w]|s$", "", said.split(maxsplit=1)[0].casefold())
    kept = shown.removeprefix("As for ").split(", it sorts")[0].casefold()
    assert core not in re.sub(r"[^\w]", "", kept) or core in {"the", "in", "previously"}, shown


@pytest.mark.parametrize(
    "said",
    [
        "the nature of a cell", "he sorts lemons", "a survey", "values in [0, 1]", "rapid, bold sorting",
        "0.2015", "rapid sorting",
        "efficient detection", "quarks in a net", "our results", "our work", "we show", "as we found",
        "the k he chose", "the same group",
        "plumage", "128 units", "3.14",
    ],
)  # fmt: skip
def test_ordinary_words_stay(said: str) -> None:
    assert clean(f"Here {said} counts.") == f"Here {said} counts."


def test_stand_ins_are_of_their_kind_one_for_each_paper_and_say_nothing() -> None:
    text = "EfficientDet and Quark Net by Ortegón (Nature, 1506.02640) beat Zweite Fassung and 욜로."
    shown = clean(text)
    found = re.findall(r"system ([A-Z]+)", shown)
    assert shown.startswith(f"system {found[0]} and system {found[0]} by the authors (the venue, an identifier) beat")
    assert len(set(found)) == 3
    assert clean(text) == shown
    assert len({clean("plum", seed) for seed in range(20)}) > 5  # drawn, not given in order
    many = Names([a_paper(f"Sorter{chr(97 + n // 26)}{chr(97 + n % 26)}ling") for n in range(600)])
    hide = Anonymizer(many, Random(1))
    assert len({hide(paper.title) for paper in many.papers}) == 600


def test_a_stand_in_is_never_a_name() -> None:
    """Papers may be called like the words that stand in for others."""
    odd = Names(
        [a_paper("System", "System K", "Year", "Venue", "Previous Work", "K Net"), a_paper("Method", "The Authors")]
    )
    hide = Anonymizer(odd, Random(1))
    for text in ("System K, 2015", "our previous work", "the Method Net", "System net and the authors"):
        assert not list(odd.leaks(hide(text))), text


SYLLABLES = ["zor", "quim", "plath", "bex", "vond", "krill", "yump", "dask"]
made_word = st.lists(st.sampled_from(SYLLABLES), min_size=2, max_size=3).map("".join)
name = st.lists(made_word, min_size=1, max_size=3).map(" ".join)
paper = st.builds(
    lambda head, tail, aliases, author, venue: a_paper(
        f"{head.title()}: {tail}", *aliases, authors=(f"Ann {author.title()}",), venue=f"{venue.title()} Letters"
    ),
    name, name, st.lists(name, max_size=2), made_word, made_word,
)  # fmt: skip
CHANGES = [
    str.upper,
    str.title,
    lambda said: said.replace(" ", "-"),
    lambda said: said.replace(" ", "\n"),
    lambda said: said + "'s",
    lambda said: said + "s",
    lambda said: f"({said})",
]


def spoken(record: PaperRecord) -> list[str]:
    """Every alias, listed by hand: title, both parts, other names, author, surname, venue."""
    head, _colon, tail = record.title.partition(": ")
    surnames = [author.split()[-1] for author in record.authors]
    return [record.title, head, tail, *record.aliases, *record.authors, *surnames, record.venue]


@settings(max_examples=100, deadline=None)
@given(st.lists(paper, min_size=1, max_size=6), st.data())
def test_no_alias_of_any_paper_is_found_by_a_naive_search(papers: list[PaperRecord], data: st.DataObject) -> None:
    aliases = [alias for record in papers for alias in spoken(record)]
    said = [
        data.draw(st.sampled_from(CHANGES))(data.draw(st.sampled_from(aliases)))
        for _ in range(data.draw(st.integers(1, 6)))
    ]
    text = " so ".join(["We sort lemons", *said, "it is."])
    shown = Anonymizer(Names(papers), Random(7))(text)
    squeezed = re.sub(r"[\W_]+", " ", shown).casefold()
    for alias in aliases:
        bare = re.sub(r"[\W_]+", " ", alias).casefold().strip()
        assert not re.search(rf"\b{bare}s?\b", squeezed), (alias, text, shown)


def test_time_does_not_grow_with_the_number_of_papers() -> None:
    """6,000 papers with six names each: the same texts take about as long as with 180 of them."""
    rng = Random(1)
    words = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=6)) for _ in range(3000)]

    def library(count: int) -> Names:
        def some(least: int, most: int) -> str:
            return " ".join(rng.choices(words, k=rng.randint(least, most)))

        return Names(
            a_paper(
                f"{some(2, 4)}: {some(3, 8)}", some(1, 2) + "net", authors=(some(2, 2), some(2, 2)), venue=some(2, 4)
            )
            for _ in range(count)
        )

    texts = [" ".join(rng.choices(words, k=40)) for _ in range(200)]
    small, large = library(180), library(6_000)
    assert len(large.index) > 30_000
    spent = []
    for names in (small, large):
        len(names.longest)
        start = perf_counter()
        for text in texts:
            names.find(text)
        spent.append(perf_counter() - start)
    assert spent[1] < 20 * spent[0] + 0.5, spent  # an alternation over all names takes minutes
