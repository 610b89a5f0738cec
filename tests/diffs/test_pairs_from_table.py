"""Many pairs from a table: every fault by line and column, the good lines all the same, and nothing twice."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation.models import Stage
from annotation.refusal import Refused
from diffs.models import PaperPair
from diffs.services import accept_candidate, add_curated
from diffs.services.candidates import accept_candidates
from diffs.services.pair_tables import TablePlan, make_pairs, plan_pairs
from diffs.tables import MOST_LINES
from genomes.models import Genome
from tests.cast import Cast, make_cast
from tests.diffs.rows import bare_genomes, bare_pair
from tests.factories import a_genome, a_paper

PAGE = "/projects/demo/pairs/table/"


@pytest.fixture
def genomes(cast: Cast) -> dict[str, Genome]:
    return bare_genomes(cast, "alpha", "beta", "gamma", "delta")


def client_of(person: Any) -> Client:
    client = Client()
    client.force_login(person)
    return client


def made(cast: Cast, text: str) -> TablePlan:
    return make_pairs(by=cast.admin, project=cast.project, text=text)


def test_a_line_makes_a_pair_with_all_that_it_says(cast: Cast, genomes: dict[str, Genome]) -> None:
    Stage.objects.create(project=cast.project, name="Pilot", overlap=3)
    plan = made(
        cast,
        "Target;Source;overlap;due;stage;priority\n"
        "beta;alpha;;;;\n\n"
        "gamma;alpha;4;2026-03-31;pilot;-2\n"
        "gamma;beta;;;Pilot;\n",
    )
    assert (plan.made, plan.faults) == (3, [])
    units = [pair.unit for pair in PaperPair.objects.order_by("pk")]
    facts = [(unit.title, unit.overlap, str(unit.due), unit.stage and unit.stage.name, unit.priority) for unit in units]
    # without a number of its own a pair wants what its stage says, else what the project says
    assert facts == [
        ("alpha → beta", 2, "None", None, 0),
        ("alpha → gamma", 4, "2026-03-31", "Pilot", -2),
        ("beta → gamma", 3, "None", "Pilot", 0),
    ]
    assert {unit.domain for unit in units} == {"Vision"}
    again = made(cast, "source,target\nalpha,beta\nalpha,gamma\n")
    assert (again.made, again.existing, PaperPair.objects.count()) == (0, [2, 3], 3)


def test_every_fault_has_its_line_and_column_and_keeps_no_other_line_out(
    cast: Cast, genomes: dict[str, Genome]
) -> None:
    a_paper(cast, slug="unread", title="Unread")
    other = make_cast("other", "other-")
    a_paper(other, slug="theirs", title="Theirs")
    bare_pair(cast, genomes["alpha"], genomes["delta"])
    text = (
        "\ufeffsource,target,priority,due,overlap,stage,colour\n"
        "alpha,beta,,,,,red\n"
        "nowhere,beta,high,31.3.2026,0,Nowhere,\n"
        "alpha,unread,,,,,\n"
        "beta,alpha,,,,,\n"
        "alpha,alpha,,,,,\n"
        "alpha,beta,,,,,\n"
        "alpha,delta,,,,,\n"
        "theirs,beta,,,,,\n"
        ",beta\n"
        "'=x,beta,,,,,\n"
    )
    plan = made(cast, text)
    assert (plan.made, plan.existing) == (1, [8])
    named = {(fault.line, fault.field) for fault in plan.faults}
    assert named == {
        (1, "colour"), (3, "source"), (3, "priority"), (3, "due"), (3, "overlap"), (3, "stage"), (4, "target"),
        (5, "source"), (6, "target"), (7, "source"), (9, "source"), (10, "source"), (11, "source"),
    }  # fmt: skip
    words = {(fault.line, fault.field): fault.message for fault in plan.faults}
    assert "2020" in words[5, "source"]  # both dates are named
    assert "line 2" in words[7, "source"]
    assert words[9, "source"].replace("theirs", "nowhere") == words[3, "source"]  # not that it exists elsewhere
    assert "=x" in words[11, "source"]


WRONG = ("", "a,b\n1,2\n", "source,source,target\na,b,c\n", 'source,target\n"a,b\n', "source,target\n" + "x" * 1_001)


@pytest.mark.parametrize("text", WRONG)
def test_what_is_no_table_is_refused_in_words(cast: Cast, text: str) -> None:
    with pytest.raises(Refused):
        plan_pairs(project=cast.project, text=text)


def test_more_lines_than_are_read_at_once_are_refused(cast: Cast) -> None:
    with pytest.raises(Refused, match="10000"):
        plan_pairs(project=cast.project, text="source,target\n" + "a,b\n" * (MOST_LINES + 1))


def test_the_page_looks_first_and_makes_then(cast: Cast, genomes: dict[str, Genome]) -> None:
    client = client_of(cast.admin)
    table = SimpleUploadedFile("pairs.csv", "source,target\nalpha,beta\nx,y\n".encode("utf-16"))
    looked = client.post(PAGE, {"file": table}).content.decode()
    assert "1 new pair" in looked
    assert "no paper “x”" in looked
    assert not PaperPair.objects.exists()
    done = client.post(PAGE, {"text": "source,target\nalpha,beta\nx,y\n", "make": "1"}, headers={"HX-Request": "true"})
    assert "1 pair is made" in done.content.decode()
    assert PaperPair.objects.count() == 1
    assert b"".join(client.get(f"{PAGE}template.csv").streaming_content).startswith(b"source,target,stage")  # type: ignore[attr-defined]  # a stream
    for wrong in (b"\x89PNG\x00\xff", b"x" * 50_000_000):
        answer = client.post(PAGE, {"file": SimpleUploadedFile("pairs.csv", wrong)}, headers={"HX-Request": "true"})
        assert answer.status_code == 422


def test_a_program_makes_pairs_of_a_table(cast: Cast, genomes: dict[str, Genome]) -> None:
    client, address = client_of(cast.admin), "/api/v1/projects/demo/pairs/table/"
    body = {"text": "source,target\nalpha,beta\nx,beta\n", "dry_run": True}
    looked = client.post(address, body, content_type="application/json").json()
    assert (looked["new"], looked["made"], [each["line"] for each in looked["faults"]]) == (1, 0, [3])
    done = client.post(address, {**body, "dry_run": False}, content_type="application/json").json()
    assert (done["made"], PaperPair.objects.count()) == (1, 1)


def test_many_candidates_are_accepted_and_pairs_follow(cast: Cast) -> None:
    first, second = (a_genome(cast, handed_in=True) for _each in range(2))
    one, other = first.paper.slug, second.paper.slug
    text = f"{one} -> {other}\nA work of which nobody has a copy -> {other}"
    add_curated(by=cast.admin, project=cast.project, text=text, name="by hand")
    ids = list(cast.project.lineage_candidates.values_list("pk", flat=True))
    theirs = make_cast("other", "other-")
    assert accept_candidates(by=theirs.admin, project=theirs.project, ids=ids).accepted == 0
    page = client_of(cast.admin).post("/projects/demo/candidates/accept/", {"candidates": ids}, follow=True)
    assert "2 candidates are accepted. 1 of them is a pair." in page.content.decode()
    assert PaperPair.objects.filter(project=cast.project).count() == 1
    again = accept_candidates(by=cast.admin, project=cast.project, ids=ids)
    assert (again.accepted, again.faults) == (0, [])
    for candidate in cast.project.lineage_candidates.all():
        assert accept_candidate(by=cast.admin, candidate=candidate).state == "accepted"
