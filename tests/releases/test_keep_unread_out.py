"""Genomes that wait for their second reader or hold a genome dispute stay out of releases, and audits name disputes."""

from adjudication.selectors.genome_disputes import Wish
from adjudication.services import rule_objects
from annotation.services import change_project
from releases.selectors.findings import audit_rows
from tests.cast import Cast
from tests.factories import a_genome, a_reading, a_submitted_reading, an_object
from tests.releases.making import audits_of, book_of


def disputed(cast: Cast) -> list[str]:
    return [finding.where for finding in audits_of(cast.project)["open_disputes"].findings]


def test_only_what_is_read_and_settled_is_in_scope(cast: Cast) -> None:
    plain = a_genome(cast, handed_in=True)
    a_reading(cast)
    reading = a_submitted_reading(cast, L1="claim")
    assert set(book_of(cast.project).papers) == {plain.paper.slug}
    assert disputed(cast) == [f"genome:{reading.genome.paper.slug}"]
    number = reading.typings.get(first_type="limitation").number
    wish = Wish(number, "own", "observation", "passenger", "other", "It was seen.")
    rule_objects(by=cast.adjudicator, reading=reading, wishes=[wish])
    book = book_of(cast.project)
    assert set(book.papers) == {plain.paper.slug, reading.genome.paper.slug}
    ruled = book.objects[f"{reading.genome.paper.slug}:O1"]
    assert (ruled.type, ruled.contribution_role) == ("observation", "passenger")
    # What the delta repaired is no limitation any more.
    assert book.objects[f"{reading.genome.paper.slug}:D1"].repairs == ()
    assert disputed(cast) == []


def test_a_delta_names_nothing_that_is_out_of_scope(cast: Cast) -> None:
    """A record that points nowhere would make the release refuse itself."""
    waiting = a_submitted_reading(cast, D1="claim").genome
    change_project(by=cast.admin, project=cast.project, wants_second_reader=False)
    other = a_genome(cast)
    quote = "The chain of parts is given up."
    an_object(other, quote, by=cast.annotator1, type="delta", repairs=[f"{waiting.paper.slug}:L1"])
    other.refresh_from_db()
    other.handed_in_at = waiting.handed_in_at
    other.save()
    book = book_of(cast.project)
    assert [(each.paper, each.repairs) for each in book.objects.values()] == [(other.paper.slug, ())]


def test_the_finding_leads_to_the_genome_s_objects(cast: Cast) -> None:
    reading = a_submitted_reading(cast, L1="claim")
    audits = [audit.as_json() for audit in audits_of(cast.project).values()]
    rows = audit_rows(cast.adjudicator, cast.project, audits)
    finding = next(each for row in rows if row.name == "open_disputes" for each in row.findings)
    assert finding.address == f"/projects/demo/disputes/genomes/{reading.pk}/"
