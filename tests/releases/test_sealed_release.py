"""A release with a sealed lineage: what leaves the house leads to none of it, and the server can open it still."""

import json
from typing import Any

import pytest
from django.test import Client

from evaluator.canonical import sha256_hex
from evaluator.io import verify_files
from evaluator.sealing import opens
from genomes.models import Paper
from genomes.services import hand_in_genome
from releases.models import Release, ReleasedRecord
from releases.selectors import bytes_of, release_bytes
from tests.cast import Cast
from tests.factories import a_diff, a_genome, a_pair, an_object
from tests.releases.making import answers, frozen, make_ready, scored

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = "/projects/demo/releases/1.0.0"
API = "/api/v1/projects/demo/releases/1.0.0"
HALF = {"splits": {"sealed_share": 0.5}}


FERNS = ("Ponds want shade.", "Ferns bend under slow rain.", "Frost breaks them each night.", "A second stem mends it.")
CLOCKS = ("Towers need time.", "Wheels turn by falling weights.", "Rust stops every bell.", "Oil keeps the cogs free.")


def a_lineage(cast: Cast, sentences: tuple[str, ...]) -> None:
    """Two papers in words of their own, and the pair of them with two equal labels."""
    kinds = (("niche", "context"), ("mechanism", "driver"), ("limitation", "passenger"), ("delta", "passenger"))
    genomes = []
    for name in ("old", "new"):
        title = f"{sentences[0].split()[0]} {name}"
        genome = a_genome(
            cast, title=title, text=f"# {title}\n\n{' '.join(sentences)}", domain="vision", licence="CC0-1.0"
        )
        for (kind, role), words in zip(kinds, sentences, strict=True):
            more = {"repairs": [f"{genome.paper.slug}:L1"]} if kind == "delta" else {}
            an_object(genome, words, by=cast.annotator1, type=kind, contribution_role=role, **more)
        hand_in_genome(by=cast.annotator1, genome=genome)
        genome.refresh_from_db()
        genomes.append(genome)
    pair = a_pair(cast, source=genomes[0], target=genomes[1])
    for person in (cast.annotator1, cast.annotator2):
        a_diff(person, pair)


@pytest.fixture
def half(cast: Cast) -> Cast:
    """Two lineages, of which one will be drawn."""
    make_ready(cast)
    for sentences in (FERNS, CLOCKS):
        a_lineage(cast, sentences)
    return cast


def rows(release: Release, path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in bytes_of(release, path).splitlines()]


def sealed_papers(release: Release) -> list[Paper]:
    names = ReleasedRecord.objects.filter(release=release, table="papers", split="sealed").values("key")
    return list(Paper.objects.filter(slug__in=names))


def told_of(papers: list[Paper], files: dict[str, bytes]) -> list[tuple[str, str]]:
    """Where a file names one of the papers or repeats a sentence of its text."""
    words = [word for paper in papers for word in (paper.slug, paper.title)]
    return [(path, word) for path, data in files.items() for word in words if word.encode() in data]


def shown(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, address
    return (answer.getvalue() if answer.streaming else answer.content).decode("utf-8", "replace")


def test_what_leaves_leads_to_no_sealed_paper_and_every_answer_can_be_opened(half: Cast) -> None:
    cast = half
    release = frozen(cast, plan=HALF)
    papers, files = sealed_papers(release), release_bytes(release)
    assert len(papers) == 2
    assert verify_files(files) == []
    assert told_of(papers, files) == []
    held = {row["id"]: row for row in rows(release, "sealed/exam.jsonl")}
    public = rows(release, "data/jsonl/exam/sealed.jsonl")
    assert held.keys() == {row["id"] for row in public} != set()
    for row in public:
        assert row["gold"] is None
        assert set(row["metadata"]) == {"canary", "domain"}
        assert opens(row["sealed"], held[row["id"]]["gold"], held[row["id"]]["salt"])
    manifest = json.loads(files["manifest.json"])
    assert not [path for path in files if path.startswith("sealed/")]
    listed = {each["path"]: each["sha256"] for each in manifest["sealed_files"]}
    assert listed == {path: sha256_hex(bytes_of(release, path)) for path in listed}
    assert set(listed) >= {f"sealed/{table}.jsonl" for table in ("papers", "objects", "diffs", "exam")}
    assert manifest["splits"]["sealed"]["instances"] == len(public)
    assert manifest["counts"]["papers"] == 2


def test_its_pages_show_members_no_answer_and_admins_the_way_down(half: Cast) -> None:
    cast = half
    release = frozen(cast, plan=HALF)
    papers = sealed_papers(release)
    item = next(row for row in rows(release, "data/jsonl/exam/sealed.jsonl") if row["task"] == "field_type")
    page = f"{ROOT}/exam/field_type/{item['id']}/"
    member, admin = Client(), Client()
    member.force_login(cast.annotator1)
    admin.force_login(cast.admin)
    everywhere = ("/", "/exam/", "/exam/field_type/", f"/exam/field_type/{item['id']}/", "/download/")
    for address in everywhere:
        told = shown(member, f"{ROOT}{address}")
        assert not [paper.slug for paper in papers if paper.slug in told], address
    assert "The answer stays on the server" in shown(member, page)
    assert papers[0].slug in shown(admin, page) or papers[1].slug in shown(admin, page)
    for client in (member, admin):
        shown(client, f"{ROOT}/files/sealed/exam.jsonl", 404)
        shown(client, f"{API}/files/sealed/exam.jsonl", 404)
    assert scored(cast, release, answers(release)).total_micro == 1  # of the public split


def test_what_changes_of_it_is_in_a_log_that_stays(half: Cast) -> None:
    cast = half
    first = frozen(cast, plan=HALF)
    papers = sealed_papers(first)
    open_paper = Paper.objects.filter(project=cast.project).exclude(pk__in=[each.pk for each in papers]).first()
    assert open_paper is not None
    for paper in (papers[0], open_paper):
        paper.venue = "Journal of Lamps"
        paper.save(update_fields=["venue"])
    second = frozen(cast, "2.0.0", plan=HALF)
    assert [paper.pk for paper in sealed_papers(second)] == [paper.pk for paper in papers]  # the seed draws them again
    assert [row["record"] for row in rows(second, "history/revisions.jsonl")] == [open_paper.slug]
    assert [row["record"] for row in rows(second, "sealed/revisions.jsonl")] == [papers[0].slug]
    assert told_of(papers, release_bytes(second)) == []
    member = Client()
    member.force_login(cast.annotator1)
    for address in ("/projects/demo/releases/2.0.0/", "/projects/demo/releases/difference/"):
        assert papers[0].slug not in shown(member, address), address


def test_a_release_that_is_sealed_as_a_whole_is_sound_and_its_pages_open(half: Cast) -> None:
    release = frozen(half, plan={"splits": {"sealed_share": 1.0}})
    files = release_bytes(release)
    assert verify_files(files) == []
    assert json.loads(files["manifest.json"])["counts"]["papers"] == 0
    member = Client()
    member.force_login(half.annotator1)
    for address in ("/", "/exam/", "/exam/dynamics/", "/runs/"):
        shown(member, f"{ROOT}{address}")
    shown(member, "/projects/demo/leaderboard/")
    refused = scored(half, release, b'{"id":"x","answer":{}}\n')
    assert refused.state == "refused"
