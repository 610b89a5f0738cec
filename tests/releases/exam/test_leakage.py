"""Whatever papers are called, no item of any task shows a name of one: not the context, not a choice, no metadata.

The search is naive and knows nothing of the index of names: words, in any case.
"""

import json
import re
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator.schema import ExamInstance
from releases.exam.book import Book
from tests.releases.tiny_book import exam_of, tiny_book

TINY = tiny_book()
SYLLABLES = ["zor", "quim", "plath", "bex", "vond", "krill", "yump", "dask"]
made_word = st.lists(st.sampled_from(SYLLABLES), min_size=3, max_size=4).map("".join)
WAYS = ["as {} does", "{}'s own way", "beside {}S", "({})", "of {}-like kind", "\n{}\n"]


def known_by(number: int, word: str) -> dict[str, object]:
    """Ways in which a paper is known, each with a word that only this one has."""
    mark = f"{word}{'abcdef'[number]}o"
    return {
        "title": f"{mark.title()}tis: growing in shade",
        "aliases": (f"{mark.upper()}net",),
        "authors": (f"Ann {mark.title()}sson",),
        "venue": f"{mark.title()}ica Letters",
        "doi": f"10.1234/{mark}.77",
        "arxiv_id": f"{1501 + number}.0{4000 + number}",
    }


def names_of(book: Book) -> list[str]:
    found = []
    for paper in book.papers.values():
        head, tail = paper.title.split(": ")
        found += [head, tail, *paper.aliases, *paper.authors, paper.authors[0].split()[1], paper.venue]
        found += [paper.doi, paper.arxiv_id]
    return found


def seen_of(instance: ExamInstance) -> str:
    """All that a participant reads, with what a file says of an item beside the ids of its records."""
    shown = [instance.question, instance.context, instance.answer_schema, instance.metadata["domain"]]
    return json.dumps(shown, ensure_ascii=False, default=list)


@settings(max_examples=15, deadline=None)
@given(st.lists(made_word, min_size=6, max_size=6, unique=True), st.data())
def test_no_item_shows_a_name_that_the_gold_is_full_of(words: list[str], data: st.DataObject) -> None:
    known = {slug: known_by(number, words[number]) for number, slug in enumerate(TINY.papers)}
    papers = {slug: replace(paper, **known[slug]) for slug, paper in TINY.papers.items()}  # type: ignore[arg-type]
    names = names_of(replace(TINY, papers=papers))
    objects = {
        id: replace(
            record,
            content=f"{record.content} {data.draw(st.sampled_from(WAYS)).format(data.draw(st.sampled_from(names)))}",
            constraint=f"{record.constraint} except in {data.draw(st.sampled_from(names))}",
        )
        for id, record in TINY.objects.items()
    }
    exam = list(exam_of(replace(TINY, papers=papers, objects=objects)))
    assert len({instance.task for instance in exam}) > 20
    for instance in exam:
        seen = re.sub(r"[\W_]+", " ", seen_of(instance)).casefold()
        for name in names:
            bare = re.sub(r"[\W_]+", " ", name).casefold().strip()
            assert bare not in seen, (name, instance.task, seen)
