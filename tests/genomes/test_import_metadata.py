"""Metadata in: papers without a text, facts that were missing, reference lists; and nothing overwritten."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.forms.models import model_to_dict

from genomes.ingest.document import ParsedReference
from genomes.metadata import Record
from genomes.models import Paper, Reference
from genomes.selectors.known_works import known_works
from genomes.selectors.works import find_paper
from genomes.services import import_metadata, set_paper_facts
from tests.cast import Cast
from tests.factories import a_paper

WORK = Record(
    title="Finding things at a glance",
    authors=("Jo Finder", "Al Second"),
    published=date(2016, 6, 27),
    venue="Journal of Finding",
    doi="10.1000/finder",
    arxiv_id="1506.02640",
    other_ids={"openalex": "W1"},
    abstract="We find.",
    licence="CC-BY-4.0",
    references=(
        ParsedReference(title="Older finding", first_author="Old", year=2001, doi="10.1000/OLDER"),
        ParsedReference(raw="Somebody, somewhere."),
    ),
)


def bring(cast: Cast, *records: Record, origin: str = "crossref") -> dict[str, int]:
    return import_metadata(by=cast.admin, project=cast.project, records=records, origin=origin).as_json()


def rows() -> list[dict[str, Any]]:
    """All that the two tables say."""
    return [model_to_dict(row) for model in (Paper, Reference) for row in model.objects.order_by("pk")]


def test_a_work_that_is_new_becomes_a_paper_without_a_text(cast: Cast) -> None:
    counts = bring(cast, WORK)
    assert counts == {"papers_new": 1, "papers_known": 0, "facts_filled": 0, "references": 2, "left_out": 0}
    paper = Paper.objects.get()
    assert (paper.slug, paper.title, paper.authors) == ("finding-things-at-a-glance", WORK.title, list(WORK.authors))
    assert (paper.doi, paper.arxiv_id, paper.published) == ("10.1000/finder", "1506.02640", date(2016, 6, 27))
    assert (paper.abstract, paper.other_ids, paper.licence) == ("We find.", {"openalex": "W1"}, "CC-BY-4.0")
    assert not paper.redistributable  # there is no text to give out yet
    assert not paper.versions.exists()
    first, second = paper.references.order_by("position")
    assert (first.title_key, first.doi, first.year, first.origin) == ("olderfinding", "10.1000/older", 2001, "crossref")
    assert second.raw == "Somebody, somewhere."


def test_the_same_records_twice_change_nothing(cast: Cast) -> None:
    bring(cast, WORK)
    before = rows()
    counts = bring(cast, WORK)
    assert counts == {"papers_new": 0, "papers_known": 1, "facts_filled": 0, "references": 0, "left_out": 0}
    assert rows() == before


def test_a_work_twice_in_one_file_is_one_paper(cast: Cast) -> None:
    preprint = Record(title="FINDING things, at a glance", authors=("Finder, Jo",), published=date(2015, 1, 1))
    again = replace(preprint, references=(ParsedReference(title="Another list"),))
    assert bring(cast, WORK, preprint, again) == {
        "papers_new": 1, "papers_known": 2, "facts_filled": 0, "references": 2, "left_out": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    "by",
    [
        {"doi": "10.1000/finder"},
        {"arxiv_id": "1506.02640"},
        {"other_ids": {"openalex": "W1"}},
        {"title": "Finding Things – at a Glance", "authors": ("J. Finder",), "published": date(2015, 1, 1)},
    ],
)
def test_a_known_paper_is_found_and_what_is_missing_is_filled(cast: Cast, by: dict[str, Any]) -> None:
    facts: dict[str, Any] = {
        "doi": "10.1000/FINDER",
        "arxiv_id": "1506.02640v3",
        "authors": ["Jo Finder"],
        "published": date(2016, 1, 1),
    }
    paper = a_paper(cast, title=WORK.title, **facts)
    Paper.objects.filter(pk=paper.pk).update(other_ids={"openalex": "W1"})
    counts = bring(cast, replace(Record(venue="Journal of Finding", abstract="We find."), **by))
    assert (counts["papers_known"], counts["papers_new"], counts["facts_filled"]) == (1, 0, 2)
    paper.refresh_from_db()
    assert (paper.venue, paper.abstract, paper.title) == ("Journal of Finding", "We find.", WORK.title)
    assert (paper.doi, paper.published) == ("10.1000/FINDER", date(2016, 1, 1))


@pytest.mark.parametrize(
    "record",
    [
        Record(title="Bar"),
        Record(title="Editorial", authors=("A. Bee",), published=date(2001, 1, 1)),
        Record(title="A title that nobody signed"),
    ],
)
def test_little_that_is_said_of_a_work_makes_no_second_paper_when_it_is_said_again(cast: Cast, record: Record) -> None:
    bring(cast, record)
    assert bring(cast, record)["papers_known"] == 1
    other = replace(record, authors=("Somebody Else",), published=date(1990, 1, 1))
    assert bring(cast, other)["papers_new"] == 1


def test_what_a_person_has_set_stays_also_when_it_is_empty(cast: Cast) -> None:
    bring(cast, WORK)
    paper = Paper.objects.get()
    set_paper_facts(by=cast.admin, paper=paper, facts={"venue": "", "doi": "10.1000/right"})
    bring(cast, WORK)
    paper.refresh_from_db()
    assert (paper.venue, paper.doi, paper.settled) == ("", "10.1000/right", ["doi", "venue"])


def test_a_record_without_a_title_fills_what_is_known_and_else_is_left_out(cast: Cast) -> None:
    bring(cast, replace(WORK, venue=""))
    counts = bring(cast, Record(doi="10.1000/finder", venue="J"), Record(doi="10.1000/unheard-of"))
    assert counts == {"papers_new": 0, "papers_known": 1, "facts_filled": 1, "references": 0, "left_out": 1}


def test_a_list_of_references_replaces_the_one_from_the_same_place_alone(cast: Cast) -> None:
    bring(cast, WORK)
    bring(cast, replace(WORK, references=(ParsedReference(title="Another"),)), origin="openalex")
    bring(cast, replace(WORK, references=(ParsedReference(title="Corrected"),)))
    bring(cast, replace(WORK, references=()))
    said = Reference.objects.order_by("origin").values_list("origin", "title")
    assert list(said) == [("crossref", "Corrected"), ("openalex", "Another")]


def test_facts_longer_than_the_library_holds_are_cut_or_left_out(cast: Cast) -> None:
    bring(cast, replace(WORK, title="Long " * 200, authors=("N" * 900,), doi=f"10.1000/{'x' * 300}"))
    paper = Paper.objects.get()
    assert (len(paper.title), len(paper.authors[0]), paper.doi) == (500, 200, "")


@pytest.mark.parametrize(
    ("record", "is_known"),
    [
        (Record(title=WORK.title, authors=("Jo Finder",), published=date(2017, 1, 1)), True),
        (Record(title=WORK.title, authors=("Jo Finder",)), True),
        (Record(title=WORK.title, authors=("Jo Finder",), published=date(2018, 1, 1)), False),
        (Record(title=WORK.title, authors=("Somebody Else",), published=date(2016, 1, 1)), False),
        (Record(title=WORK.title, authors=("Jo Finder",), doi="10.1000/another"), False),
        (Record(title=WORK.title, authors=("Jo Finder",), doi="10.48550/arxiv.1506.02640"), True),
    ],
)
def test_many_at_once_and_one_alone_know_the_same_paper(cast: Cast, record: Record, is_known: bool) -> None:
    bring(cast, replace(WORK, arxiv_id=""))
    alone = find_paper(
        cast.project,
        doi=record.doi,
        arxiv_id=record.arxiv_id,
        title=record.title,
        authors=record.authors,
        year=record.published.year if record.published else None,
    )
    assert bool(known_works(cast.project).record(record)) == bool(alone) == is_known
