"""Bringing papers in: one file, one immutable source version; known bytes, new versions, bad files."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from annotation.models import Unit
from annotation.refusal import Refused
from genomes.models import Genome, ImportFile, Paper
from genomes.services import import_document, read_import_file, set_paper_facts, start_import
from tests.cast import Cast, make_cast

JATS = b"""<?xml version="1.0"?>
<article><front><article-meta>
  <article-id pub-id-type="doi">10.1000/look.1</article-id>
  <title-group><article-title>One look</article-title></title-group>
  <pub-date><day>8</day><month>6</month><year>2015</year></pub-date>
  <permissions><license xmlns:xlink="http://www.w3.org/1999/xlink"
    xlink:href="https://creativecommons.org/licenses/by/4.0/"><license-p>Free</license-p></license></permissions>
</article-meta></front><body><sec><title>Method</title><p>%s</p></sec></body></article>
"""


def jats(words: str = "A network looks once. It is quick.") -> bytes:
    return JATS % words.encode()


def bring(cast: Cast, data: bytes, filename: str = "paper.xml", **more: Any) -> tuple[Paper, bool]:
    imported = import_document(by=cast.admin, project=cast.project, data=data, filename=filename, **more)
    return imported.version.paper, imported.is_new


def test_a_file_becomes_a_paper_with_its_facts_and_passages(cast: Cast) -> None:
    paper, is_new = bring(cast, jats())
    version = paper.versions.get()
    assert is_new
    assert (paper.title, paper.slug, paper.doi) == ("One look", "one-look", "10.1000/look.1")
    assert (paper.published, paper.licence, paper.redistributable) == (date(2015, 6, 8), "CC-BY-4.0", True)
    assert (version.number, version.format, version.filename) == (1, "jats", "paper.xml")
    kinds = list(version.passages.values_list("kind", flat=True))
    assert kinds == ["section", "section", "paragraph", "sentence", "sentence"]
    sentences = version.passages.filter(kind="sentence")
    assert [version.text[each.start : each.end] for each in sentences] == ["A network looks once.", "It is quick."]
    assert set(sentences.values_list("parent__kind", flat=True)) == {"paragraph"}


def test_each_text_brings_a_genome_to_be_labelled_once(cast: Cast) -> None:
    paper, _is_new = bring(cast, jats())
    unit = Genome.objects.get(source_version__paper=paper).unit
    assert (unit.kind, unit.title, unit.overlap, unit.is_ready) == ("genome", "One look", 1, True)


def test_the_same_bytes_again_change_nothing(cast: Cast) -> None:
    paper, _is_new = bring(cast, jats())
    again, is_new = bring(cast, jats(), "other-name.xml")
    assert (again, is_new) == (paper, False)
    assert paper.versions.count() == Unit.objects.count() == 1


def test_another_text_of_a_known_paper_is_its_next_version(cast: Cast) -> None:
    paper, _is_new = bring(cast, jats())
    again, is_new = bring(cast, jats("A network looks twice."))
    assert (again, is_new) == (paper, True)
    assert list(paper.versions.values_list("number", flat=True)) == [2, 1]


def test_the_same_bytes_in_another_project_are_another_paper(cast: Cast) -> None:
    paper, _is_new = bring(cast, jats())
    other = make_cast("other", "o_")
    there, is_new = bring(other, jats())
    assert is_new
    assert there != paper


def test_two_papers_of_one_title_get_two_short_names(cast: Cast) -> None:
    first, _ = bring(cast, b"One look\n\nA network looks once.", "a.txt")
    second, _ = bring(cast, b"One look\n\nA network looks twice.", "b.txt")
    assert (first.slug, second.slug) == ("one-look", "one-look-2")


def test_given_facts_win_over_the_file(cast: Cast) -> None:
    facts = {"title": "Another look", "lineage": "Grid detectors", "aliases": ["LOOK"]}
    paper, _ = bring(cast, jats(), slug="look", facts=facts)
    assert (paper.slug, paper.title, paper.lineage, paper.aliases) == (
        "look",
        "Another look",
        "Grid detectors",
        ["LOOK"],
    )


def test_an_unreadable_file_is_refused_with_its_reason_in_the_readers_language(cast: Cast) -> None:
    with pytest.raises(Refused) as refusal, translation.override("en"):
        bring(cast, b"{\\rtf1 ...", "paper.txt")
    fault = refusal.value.faults[0]
    assert (fault.code, fault.field) == ("unreadable", "file")
    assert "an RTF document" in str(fault.message)
    assert not Paper.objects.exists()


def test_facts_are_corrected_and_checked(cast: Cast) -> None:
    paper, _ = bring(cast, jats())
    set_paper_facts(by=cast.admin, paper=paper, facts={"title": "Look once", "domain": "computer_vision"})
    unit = Unit.objects.get()
    assert (unit.title, unit.domain) == ("Look once", "computer_vision")
    for facts, field in (({"title": " "}, "title"), ({"slug": "x"}, "slug"), ({"venue": "x" * 301}, "venue")):
        with pytest.raises(Refused) as refusal:
            set_paper_facts(by=cast.admin, paper=paper, facts=facts)
        assert [fault.field for fault in refusal.value.faults] == [field]


def test_one_bad_file_never_fails_the_rest(cast: Cast) -> None:
    files = [(f"{number}.txt", f"Paper {number}\n\nIt says {number}.".encode()) for number in range(9)]
    files.insert(4, ("scan.pdf", b"%PDF-1.7"))
    batch = start_import(by=cast.admin, project=cast.project, files=files)
    for row in batch.files.all():
        read_import_file(import_file_id=row.pk)
    states = list(batch.files.values_list("state", flat=True))
    assert (states.count("imported"), states[4]) == (9, "refused")
    refused = batch.files.get(state=ImportFile.State.REFUSED)
    assert refused.filename == "scan.pdf"
    assert "PDF" in refused.reason
    assert Paper.objects.count() == 9


def test_a_file_that_was_read_is_not_read_again(cast: Cast) -> None:
    batch = start_import(by=cast.admin, project=cast.project, files=[("a.txt", b"Paper\n\nIt says.")])
    row = batch.files.get()
    read_import_file(import_file_id=row.pk)
    again = read_import_file(import_file_id=row.pk)
    assert again.state == ImportFile.State.IMPORTED
    assert Paper.objects.get().versions.count() == 1
    assert bytes(again.data) == b""


def test_known_bytes_in_a_batch_are_said_to_be_known(cast: Cast) -> None:
    bring(cast, jats())
    batch = start_import(by=cast.admin, project=cast.project, files=[("again.xml", jats())])
    assert read_import_file(import_file_id=batch.files.get().pk).state == ImportFile.State.KNOWN


def test_no_files_are_refused(cast: Cast) -> None:
    with pytest.raises(Refused) as refusal:
        start_import(by=cast.admin, project=cast.project, files=[])
    assert refusal.value.faults[0].field == "files"


@pytest.mark.parametrize("name", ["yolo", "llava", "transformer"])
def test_demo_papers_can_be_imported(cast: Cast, name: str) -> None:
    data = Path(f"fixtures/demo/papers/{name}.md").read_bytes()
    paper, _ = bring(cast, data, f"{name}.md", slug=name)
    assert (paper.slug, paper.licence, paper.redistributable) == (name, "CC0-1.0", True)
