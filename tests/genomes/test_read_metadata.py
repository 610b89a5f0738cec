"""What bibliographies and catalogues say of works, read by hand from the same files."""

import json
from datetime import date
from typing import Any

import pytest

from genomes.ingest.document import ParsedReference
from genomes.metadata import MetadataFile, Record, read_metadata
from genomes.metadata.latex import decode
from tests.patience import ends
from tests.shared_data import SHARED_DATA, needs_shared_data


def read(text: str, name: str = "a.bib") -> MetadataFile:
    return read_metadata(text.encode(), name)


def read_json(value: Any) -> list[Record]:
    return read_metadata(json.dumps(value).encode(), "a.json").records


def real(name: str) -> MetadataFile:
    return read_metadata((SHARED_DATA / "citations" / name).read_bytes(), name)


# -- BibTeX -----------------------------------------------------------------------------------------------------------


def test_an_entry_with_macros_joined_values_and_accents_becomes_a_record() -> None:
    found = read(r"""
        @string{proc = "Proceedings of " # {Finders}}
        @InProceedings(gö17, title={{YOLO}: 100\% \& more \`a la $x^2$}, date={2017-05/2018}, booktitle = proc # { 30},
          author="van Gogh, Vincent and {Google Brain, Inc.} and King, Jr, Martin and {\'E}va {\O}rsted and others",
          eprint={1706.03762v5}, archivePrefix={arXiv}, doi={https://doi.org/10.1000/ABC\_d}, langid={english})
        """)
    assert found == MetadataFile(
        "bibtex",
        [
            Record(
                key="gö17",
                type="inproceedings",
                title="YOLO: 100% & more à la $x^2$",
                authors=("Vincent van Gogh", "Google Brain, Inc.", "Martin King Jr", "Éva Ørsted"),
                published=date(2017, 5, 1),
                venue="Proceedings of Finders 30",
                doi="10.1000/abc_d",
                arxiv_id="1706.03762",
                language="english",
            )
        ],
        [],
    )


@pytest.mark.parametrize(
    ("fields", "published"),
    [
        ("year = 1986", date(1986, 1, 1)),
        ("year = {2019a}, month = mar", date(2019, 3, 1)),
        ('year = 2000, month = "10~" # jan', date(2000, 1, 10)),
        ("year = 2000, month = {12}, day = {24}", date(2000, 12, 24)),
        ("year = 2001, month = feb, day = 31", date(2001, 2, 1)),
        ("year = {in press}", None),
    ],
)
def test_dates_are_read_as_far_as_they_go(fields: str, published: date | None) -> None:
    assert read(f"@misc{{x, title = {{T}}, {fields}}}").records[0].published == published


def test_a_damaged_entry_is_noted_with_its_line_and_the_others_are_read() -> None:
    found = read(
        "@misc{a, title={One}}\n@misc{b, title={never closed\n@misc{c, title={Three}}\n@misc{a, title={Two}}\n"
    )
    assert [record.title for record in found.records] == ["One", "Three", "Two"]
    assert [note.params for note in found.notes] == [{"start": "@misc{b, title={never closed", "line": 2}]


@needs_shared_data
def test_a_part_inherits_from_its_whole_and_a_circle_ends() -> None:
    found = real("citationjs_crossref.bib")
    assert [(each.key, each.title, each.authors, each.venue) for each in found.records] == [
        ("a", "Foo", ("First Last",), ""),
        ("b", "Bar", ("First Last",), ""),
        ("c", "Baz", ("Given Family",), "Bar"),
        ("d", "Bar", ("First Last",), ""),
    ]
    assert found.records[0].published == date(2021, 1, 1)
    # e is a periodical; f would be an article in it, but has nothing of its own.
    assert [note.params for note in found.notes] == [{"key": "e", "line": 23}, {"key": "f", "line": 28}]


@needs_shared_data
def test_accents_of_every_spelling_and_capital_types_are_read() -> None:
    name = "Hermänñ von Helmhöltz"
    assert real("citationjs_authors_with_non-ASCII_characters.bib").records[0].authors == (
        "Hermann von Helmholtz", name, name, name,
    )  # fmt: skip
    goethe = real("citationjs_unicode_and_capitalized_types.bib").records[0]
    assert (goethe.type, goethe.title, goethe.published, goethe.authors) == (
        "book", "Faust. Der Tragödie Erster Teil", date(1986, 1, 1), ("J.W. Goethe",),
    )  # fmt: skip


# -- RIS --------------------------------------------------------------------------------------------------------------

RIS = """TY  - JOUR
AU  - van Gogh, Vincent
A1  - King, Martin, Jr
TI  - Finding <i>things</i>
T2  - Journal of Finding
DA  - 2017/05/03/
PY  - 2017
DO  - https://doi.org/10.1000/XYZ.
UR  - https://arxiv.org/abs/1706.03762v2
AB  - Short.
ER  -
"""


def test_ris_is_read_and_a_missing_end_is_put_there() -> None:
    found = read(f"{RIS}\nTY  - JOUR\nTI  - No end\nTY  - CONF\nKW  - nothing\nER  - \n", "a.ris")
    first, second = found.records
    assert first.title == "Finding things"
    assert first.authors == ("Martin King Jr", "Vincent van Gogh")  # A1 is the first author
    assert (first.venue, first.published, first.doi, first.arxiv_id) == (
        "Journal of Finding", date(2017, 5, 3), "10.1000/xyz", "1706.03762",
    )  # fmt: skip
    assert second.title == "No end"
    assert [note.params for note in found.notes] == [{"line": 15}]


# -- CSL-JSON ---------------------------------------------------------------------------------------------------------


@needs_shared_data
def test_csl_of_a_preprint_gives_both_its_ids() -> None:
    (record,) = real("csl_arxiv-joss-csl.json").records
    assert record.title == "Journal of Open Source Software (JOSS): design and first-year review"
    assert (len(record.authors), record.first_author, record.authors[-1]) == (16, "Arfon M Smith", "Jacob T Vanderplas")
    assert (record.doi, record.arxiv_id) == ("10.7717/peerj-cs.147", "1707.02264")
    assert (record.published, record.venue, record.type) == (date(2017, 7, 7), "arXiv", "report")
    # lines of 80 characters in the file; one paragraph to a reader
    assert record.abstract.startswith(
        "This article describes the motivation, design, and progress of the Journal of Open"
    )
    assert "\n" not in record.abstract


@needs_shared_data
def test_csl_with_null_for_a_date_has_none() -> None:
    (record,) = real("csl_null-date-parts-csl.json").records
    assert record == Record(key="WDvu1SAV", type="entry", doi="10.22541/au.149693987.70506124")


def test_csl_names_are_put_together_as_they_are_spoken() -> None:
    people = [
        {"family": "Gogh", "given": "Vincent", "non-dropping-particle": "van"},
        {"literal": "The Group"},
        {"family": "King", "given": "Martin", "suffix": "Jr"},
        None,
    ]
    (record,) = read_json(
        [{"type": "book", "title": "A &amp; <b>B</b>, p < q", "author": people, "issued": {"raw": "May 2001"}}]
    )
    assert record.authors == ("Vincent van Gogh", "The Group", "Martin King Jr")
    assert (record.title, record.published) == ("A & B, p < q", date(2001, 1, 1))


# -- Crossref ---------------------------------------------------------------------------------------------------------


@needs_shared_data
def test_crossref_s_answer_brings_the_reference_list() -> None:
    found = real("crossref_work_one_0.json")
    (record,) = found.records
    assert found.format == "crossref"
    assert record.title.startswith("Methylphenidate Exposure Induces Dopamine Neuron Loss")
    assert (record.doi, record.published, record.venue) == (
        "10.1371/journal.pone.0033693",
        date(2012, 3, 21),
        "PLoS ONE",
    )
    assert (record.licence, record.language, record.first_author) == ("CC-BY-4.0", "en", "Shankar Sadasivan")
    assert len(record.references) == 70
    assert record.references[0] == ParsedReference(
        title="Stimulants: Therapeutic actions in ADHD.",
        first_author="AF Arnsten",
        year=2006,
        doi="10.1038/sj.npp.1301164",
    )
    assert record.references[4].doi == ""


@needs_shared_data
def test_crossref_s_jats_abstract_and_printed_references_are_plain_words() -> None:
    (record,) = real("crossref_work_many_2.json").records
    assert record.abstract.startswith("Oligomers of alpha-synuclein are toxic to cells")
    assert "<" not in record.abstract
    assert len(record.references) == 62
    assert record.references[-1].raw.endswith("different fibril structures. PloS One 8, e67713 (2013).")
    assert (record.references[-1].doi, record.references[-1].year) == ("10.1371/journal.pone.0067713", 2013)


def test_a_file_of_several_answers_gives_every_work() -> None:
    answers = [
        {"status": "ok", "message-type": "work", "message": {"DOI": f"10.1000/{n}", "title": [f"T{n}"]}} for n in (1, 2)
    ]
    listed = {"status": "ok", "message-type": "work-list", "message": {"items": [each["message"] for each in answers]}}
    in_lines = "\n".join(map(json.dumps, answers))
    for text in (json.dumps(answers), json.dumps(listed), in_lines):
        assert [record.title for record in read(text, "a.json").records] == ["T1", "T2"]


def test_crossref_s_first_day_is_the_earliest_that_is_exact() -> None:
    (record,) = read_json(
        {
            "DOI": "10.1000/1",
            "title": ["T"],
            "issued": {"date-parts": [[2012]]},
            "published-print": {"date-parts": [[2012, 4, 1]]},
            "published-online": {"date-parts": [["2012", "03", "09"]]},
            "license": [{"URL": "http://www.elsevier.com/tdm/userlicense/1.0/", "content-version": "tdm"}],
        }
    )
    assert (record.published, record.licence) == (date(2012, 3, 9), "")


# -- OpenAlex ---------------------------------------------------------------------------------------------------------

OPENALEX = {
    "id": "https://openalex.org/W1",
    "doi": "https://doi.org/10.1000/ABC",
    "title": "Finding",
    "publication_date": "2017-06-12",
    "type": "article",
    "language": "en",
    "ids": {"openalex": "https://openalex.org/W1", "pmid": "https://pubmed.ncbi.nlm.nih.gov/123", "mag": 7},
    "authorships": [{"author": {"display_name": "Ada L."}}, {"author": None, "raw_author_name": "B. C."}],
    "primary_location": {"source": {"display_name": "Journal"}, "license": "cc-by", "landing_page_url": None},
    "locations": [{"landing_page_url": "http://arxiv.org/abs/1706.03762"}, None],
    "abstract_inverted_index": {"it": [2, 0], "finds": [1], "huge": [10**12]},
    "referenced_works": ["https://openalex.org/W2", None],
}


@pytest.mark.parametrize("answer", [OPENALEX, [OPENALEX], {"meta": {"count": 1}, "results": [OPENALEX]}])
def test_openalex_s_work_is_read_alone_in_a_list_and_in_results(answer: Any) -> None:
    (record,) = read_json(answer)
    assert record == Record(
        key="W1",
        type="article",
        title="Finding",
        authors=("Ada L.", "B. C."),
        published=date(2017, 6, 12),
        venue="Journal",
        doi="10.1000/abc",
        arxiv_id="1706.03762",
        other_ids={"openalex": "W1", "pmid": "123", "mag": "7"},
        abstract="it finds it huge",
        licence="CC-BY",
        language="en",
        references=(ParsedReference(other_ids={"openalex": "W2"}),),
    )


# -- Semantic Scholar -------------------------------------------------------------------------------------------------


@needs_shared_data
def test_semantic_scholar_s_nulls_are_silence() -> None:
    (record,) = real("semanticscholar_PaperWithNullValues.json").records
    paper = "2d5673caa9e6af3a7b82a43f19ee920992db07ad"
    assert record == Record(key=paper, other_ids={"s2": paper})


@needs_shared_data
def test_semantic_scholar_s_reference_is_the_work_that_is_cited() -> None:
    (record,) = real("semanticscholar_Reference.json").records
    assert record.title == "Neural Variational Inference and Learning in Belief Networks"
    assert (record.arxiv_id, record.published) == ("1402.0030", date(2014, 1, 31))
    assert record.authors == ("A. Mnih", "Karol Gregor")
    assert record.other_ids["dblp"] == "journals/corr/MnihG14"


def test_semantic_scholar_s_lists_with_contexts_are_read() -> None:
    cited = {
        "paperId": "b",
        "title": "Cited",
        "year": 2001,
        "authors": [{"name": "D. E."}],
        "externalIds": {"DOI": "10.1000/B"},
    }
    paper = {"paperId": "a", "title": "Citing", "references": [{"contexts": ["as in [1]"], "citedPaper": cited}, None]}
    (record,) = read_json(paper)
    assert record.references[0] == ParsedReference(
        title="Cited", first_author="D. E.", year=2001, doi="10.1000/b", other_ids={"s2": "b"}
    )
    answered = {"data": [{"contexts": ["as in [1]"], "citedPaper": cited}, {"citingPaper": paper}, None]}
    assert [each.title for each in read_json(answered)] == ["Cited", "Citing"]


def test_commands_that_are_cut_off_one_in_the_other_do_not_hang() -> None:
    with ends():
        assert decode(r"\frac{" * 40 + "a") == "a"
