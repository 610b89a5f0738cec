"""A file of a work that is in the library becomes its next text; what the file brings beside its text is kept."""

from datetime import date

import pytest

from genomes.ingest.document import Note, ParsedDocument, ParsedMetadata, ParsedPassage, ParsedReference
from genomes.licences import licence_name, may_be_redistributed
from genomes.models import Paper, SourceVersion
from genomes.selectors.works import find_paper
from genomes.services import import_document, set_paper_facts
from genomes.works import family_name, plain_doi, split_arxiv, title_key
from tests.cast import Cast


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("You Only Look Once:", "you only look once"),
        ("The \ufb01rst \u201cCaf\u00e9\u201d", "the first cafe"),
        ("\uff21\uff22 test", "AB-test"),
        ("\u6df1\u5ea6 \u5b66\u4e60", "\u6df1\u5ea6\u5b66\u4e60\u3002"),
    ],
)
def test_titles_are_the_same_whatever_their_signs(one: str, other: str) -> None:
    assert title_key(one) == title_key(other) != ""


def test_a_title_key_is_bounded_and_may_be_empty() -> None:
    assert len(title_key("x" * 1000)) == 300
    assert title_key("?! \u2013") == ""


@pytest.mark.parametrize(
    ("stated", "parts"),
    [
        ("1506.02640v5", ("1506.02640", 5)),
        ("arXiv:1506.02640", ("1506.02640", None)),
        ("https://arxiv.org/abs/hep-th/9901001v2", ("hep-th/9901001", 2)),
        ("https://arxiv.org/pdf/1506.02640v1.pdf", ("1506.02640", 1)),
        ("paper", ("", None)),
        ("1506.02640version", ("", None)),
    ],
)
def test_an_arxiv_id_is_parted_from_its_version(stated: str, parts: tuple[str, int | None]) -> None:
    assert split_arxiv(stated) == parts


def test_dois_and_names_are_compared_plain() -> None:
    assert plain_doi("https://doi.org/10.1000/ABC") == plain_doi("doi:10.1000/abc") == "10.1000/abc"
    assert family_name("Redmon, Joseph") == family_name("Joseph Redmon") == "redmon"
    assert family_name("") == ""


@pytest.mark.parametrize("licence", ["CC0-1.0", "CC0", "CC-BY-4.0", "CC BY 4.0", "cc-by-sa-3.0-igo", "Public Domain"])
def test_a_free_licence_lets_the_text_leave(licence: str) -> None:
    assert may_be_redistributed(licence)


@pytest.mark.parametrize(
    "licence", ["", "CC-BY-NC-4.0", "CC-BY-ND-4.0", "CC-BY-NC-SA-4.0", "CC-BYE", "All rights reserved", "not CC0"]
)
def test_any_other_licence_keeps_the_text_here(licence: str) -> None:
    assert not may_be_redistributed(licence)


@pytest.mark.parametrize(
    ("stated", "name"),
    [
        ("distributed under the terms of the Creative Commons Attribution License, which permits any use", "CC-BY"),
        ("Creative Commons Attribution 4.0 International License", "CC-BY-4.0"),
        ("a Creative Commons Attribution-NonCommercial-NoDerivs 3.0 licence", "CC-BY-NC-ND-3.0"),
        ("Creative Commons Attribution-ShareAlike License (version 4.0)", "CC-BY-SA"),
        ("CC-BY-4.0", "CC-BY-4.0"),
        ("All rights reserved", "All rights reserved"),
    ],
)
def test_a_licence_told_in_prose_gets_its_name(stated: str, name: str) -> None:
    assert licence_name(stated) == name


def test_prose_that_limits_a_free_licence_is_not_taken_for_free() -> None:
    stated = "The Creative Commons Attribution License, for non-commercial use only"
    assert licence_name(stated) == stated
    assert not may_be_redistributed(licence_name(stated))


def bring(
    cast: Cast, words: str, metadata: ParsedMetadata, *references: ParsedReference, filename: str = "a.txt"
) -> SourceVersion:
    """Import a file whose reader finds this."""
    document = ParsedDocument(
        words,
        (ParsedPassage("section", 0, len(words)),),  # type: ignore[arg-type]  # the name of a kind will do
        metadata,
        references,
        page_starts=(0,),
        notes=(Note("The file says %(what)s.", {"what": "little"}),),
    )
    return import_document(
        by=cast.admin,
        project=cast.project,
        data=words.encode(),
        filename=filename,
        read=lambda _data, _filename: ("pdf", document),
    ).version


def look(**more: object) -> ParsedMetadata:
    facts = {"title": "A network looks once", "authors": ("Ada Lee",), "published": date(2016, 5, 1), **more}
    return ParsedMetadata(**facts)  # type: ignore[arg-type]  # each under its own name


def test_a_version_keeps_what_the_file_says_of_itself(cast: Cast) -> None:
    version = bring(cast, "Words.", look(licence="CC-BY-4.0", language="ko"))
    assert (version.published, version.licence, version.language) == (date(2016, 5, 1), "CC-BY-4.0", "ko")
    assert version.page_starts == [0]
    assert version.notes == [{"template": "The file says %(what)s.", "params": {"what": "little"}}]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (look(arxiv_id="1506.02640v1"), look(title="Renamed later", arxiv_id="arXiv:1506.02640v5")),
        (look(doi="10.1000/LOOK"), look(title="Renamed", authors=(), doi="https://doi.org/10.1000/look")),
        (look(), look(title="A Network Looks Once.", authors=("Lee, Ada", "Bo Kim"), published=date(2017, 1, 1))),
        (look(doi="10.48550/arXiv.1506.02640"), look(doi="10.1109/look")),
        (look(published=None), look()),
    ],
)
def test_another_text_of_a_known_work_is_its_next_version(
    cast: Cast, first: ParsedMetadata, second: ParsedMetadata
) -> None:
    paper = bring(cast, "One.", first).paper
    version = bring(cast, "Two.", second)
    assert (version.paper, version.number) == (paper, 2)


@pytest.mark.parametrize(
    "other",
    [
        look(authors=("Bo Kim",)),
        look(published=date(2019, 1, 1)),
        look(authors=()),
        look(title="A network looks twice"),
        look(doi="10.1109/other"),
    ],
)
def test_a_title_alone_makes_no_work_the_same(cast: Cast, other: ParsedMetadata) -> None:
    paper = bring(cast, "One.", look(doi="10.1000/look")).paper
    assert bring(cast, "Two.", other).paper != paper


def test_the_name_of_a_file_from_arxiv_tells_the_work(cast: Cast) -> None:
    paper = bring(cast, "One.", ParsedMetadata(title="Look"), filename="1506.02640v1.pdf").paper
    assert paper.arxiv_id == "1506.02640"
    assert bring(cast, "Two.", ParsedMetadata(title="Look!"), filename="1506.02640v5.pdf").paper == paper


def test_a_short_name_is_asked_first_and_nothing_known_finds_nothing(cast: Cast) -> None:
    paper = bring(cast, "One.", look(doi="10.1000/look")).paper
    other = bring(cast, "Two.", look(title="Another work altogether")).paper
    assert find_paper(cast.project, slug=other.slug, doi=paper.doi) == other
    assert find_paper(cast.project) is None


def test_a_new_text_fills_in_what_was_missing_and_changes_nothing_else(cast: Cast) -> None:
    paper = bring(cast, "One.", look(doi="10.1000/look")).paper
    bring(cast, "Two.", look(doi="10.1000/look", title="Renamed", venue="CVPR", arxiv_id="1506.02640v2"))
    paper.refresh_from_db()
    assert (paper.title, paper.venue, paper.arxiv_id) == ("A network looks once", "CVPR", "1506.02640")


def test_texts_may_be_given_out_when_every_one_of_them_may(cast: Cast) -> None:
    paper = bring(cast, "One.", look(licence="CC-BY-4.0")).paper
    assert paper.redistributable
    version = bring(cast, "Two.", look())
    paper.refresh_from_db()
    assert (paper.licence, paper.redistributable) == ("", False)
    assert "this file states no such licence" in version.notes[-1]["template"]
    version = bring(cast, "Three.", look(licence="CC0-1.0"))
    paper.refresh_from_db()
    assert (paper.licence, paper.redistributable) == ("CC0-1.0", False)
    assert "one before it may not" in version.notes[-1]["template"]


def test_a_silent_file_leaves_what_is_known_of_the_licence(cast: Cast) -> None:
    described = Paper.objects.create(
        project=cast.project, slug="known", title="Known", licence="CC-BY-4.0", doi="10.1/a", created_by=cast.admin
    )
    bring(cast, "One.", ParsedMetadata(doi="10.1/a"))
    described.refresh_from_db()
    assert (described.licence, described.redistributable) == ("CC-BY-4.0", True)
    set_paper_facts(by=cast.admin, paper=described, facts={"licence": "by permission", "redistributable": True})
    bring(cast, "Two.", ParsedMetadata(doi="10.1/a"))
    described.refresh_from_db()
    assert (described.licence, described.redistributable) == ("by permission", True)


def test_an_admin_decides_about_the_licence(cast: Cast) -> None:
    paper = bring(cast, "One.", look()).paper

    def corrected(**facts: object) -> bool:
        return set_paper_facts(by=cast.admin, paper=paper, facts=facts).redistributable

    assert corrected(licence="CC-BY-4.0")
    assert corrected(licence="by permission", redistributable=True)
    assert corrected(licence="by permission", venue="CVPR")  # not another licence: what was said stands
    assert not corrected(licence="CC-BY-NC-4.0")


def test_references_are_kept_and_replaced_by_those_of_the_next_text(cast: Cast) -> None:
    first = ParsedReference(raw="[1] Old.", title="Old", doi="10.1/a", year=-3)
    paper = bring(cast, "One.", look(), first, ParsedReference(raw="[2] Gone.")).paper
    assert list(paper.references.values_list("position", "origin", "title_key", "year")) == [
        (0, "pdf", "old", None),
        (1, "pdf", "", None),
    ]
    version = bring(cast, "Two.", look(), ParsedReference(title="New", arxiv_id="1506.02640v3"))
    reference = paper.references.get()
    assert (reference.source_version, reference.arxiv_id) == (version, "1506.02640")
