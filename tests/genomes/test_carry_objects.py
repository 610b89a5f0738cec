"""Objects leave the library in files and come back into it: who may, what is checked, what is said of each."""

import io
import json
import zipfile
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from annotation.models import User
from annotation.refusal import Refused
from annotation.services import add_member, claim_unit, create_project, release_unit
from genomes.interchange import FORMATS, load
from genomes.interchange.model import AnnotatedText
from genomes.models import Genome, IdeaObject, Operation, Paper
from genomes.selectors import annotated_text, annotated_texts
from genomes.services import import_into, import_objects, set_paper_facts
from tests.cast import Cast
from tests.factories import a_genome, a_paper, an_object

QUOTE = "Small things in groups are missed."
TYPES = {kind: kind for kind in ("niche", "mechanism", "observation", "limitation", "delta", "claim")}


def leaving(person: User, genome: Genome, **options: Any) -> AnnotatedText:
    text = annotated_text(person, genome, **options)
    assert text is not None
    return text


def sent(name: str, genome: Genome, person: User) -> AnnotatedText:
    """The genome as it comes out of the files of a format."""
    (document,) = load(FORMATS[name].dump(leaving(person, genome))).documents
    return document


def an_empty_copy(cast: Cast, genome: Genome) -> Genome:
    """A genome without objects of the same text in a second project of the same people."""
    project = create_project(by=cast.admin, slug="copy", name="Copy")
    add_member(by=cast.admin, project=project, user=cast.annotator1, role="annotator")
    source = genome.source_version
    paper = a_paper(cast, text=BODY, title=genome.paper.title, slug=genome.paper.slug, project=project)
    copy: Genome = Genome.objects.get(source_version__paper=paper)
    assert copy.source_version.text_sha256 == source.text_sha256
    claim_unit(person=cast.annotator1, unit=copy.unit)
    return copy


BODY = (
    "# Finder\n\nThe scene moves. 💩 A single network looks once.\n\n"
    "Small things in groups are missed. The chain is cut.\n"
)


def a_full_genome(cast: Cast, **facts: Any) -> Genome:
    genome = a_genome(cast, text=BODY, title="Finder", **facts)
    an_object(genome, "The scene moves.", by=cast.annotator1, type="niche", constraint="Video only.")
    an_object(genome, "A single network looks once.", by=cast.annotator1, contribution_role="driver")
    an_object(genome, QUOTE, by=cast.annotator1, type="limitation", content="Crowds are missed.")
    key = f"{genome.paper.slug}:L1"
    an_object(genome, "The chain is cut.", by=cast.annotator1, type="delta", repairs=[key])
    an_object(genome, "💩", by=cast.annotator1, type="claim", lineage_relevant=False)
    return genome


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def uploaded(text: str | bytes, name: str) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode() if isinstance(text, str) else text)


@pytest.mark.parametrize("name", list(FORMATS))
def test_what_is_there_already_is_not_made_twice(cast: Cast, name: str) -> None:
    genome = a_full_genome(cast, redistributable=True)
    document = sent(name, genome, cast.annotator1)
    for _again in range(2):
        found = import_objects(by=cast.annotator1, genome=genome, document=document, types=TYPES, why="x")
        assert found.counts == {"imported": 0, "known": 5, "left_out": 0, "refused": 0}
    assert genome.objects_all.count() == 5


@pytest.mark.parametrize("redistributable", [True, False])
def test_our_own_file_restores_an_empty_genome_unchanged(cast: Cast, redistributable: bool) -> None:
    genome = a_full_genome(cast, redistributable=redistributable)
    before, document = leaving(cast.annotator1, genome), sent("jsonl", genome, cast.annotator1)
    copy = an_empty_copy(cast, genome)
    set_paper_facts(by=cast.admin, paper=copy.paper, facts={"redistributable": redistributable})
    found = import_objects(by=cast.annotator1, genome=copy, document=document, types=TYPES, why="x", restore=True)
    assert (found.counts["imported"], [entry.reasons for entry in found.entries]) == (5, [()] * 5)
    assert leaving(cast.annotator1, copy) == before
    operation = Operation.objects.get(genome=copy)
    assert (operation.by, operation.why, len(operation.after)) == (cast.annotator1, "x", 5)


def test_the_files_of_other_formats_bring_candidates(cast: Cast) -> None:
    genome = a_full_genome(cast, redistributable=True)
    copy = an_empty_copy(cast, genome)
    found = import_objects(
        by=cast.annotator1, genome=copy, document=sent("brat", genome, cast.annotator1), types=TYPES, why="x"
    )
    assert found.counts["imported"] == 5
    assert set(copy.objects_all.values_list("state", flat=True)) == {"candidate"}
    delta = copy.objects_all.get(type="delta")
    assert [each.content for each in delta.repairs.all()] == ["Crowds are missed."]
    assert leaving(cast.annotator1, copy).objects == ()
    assert len(leaving(cast.annotator1, copy, with_candidates=True).objects) == 5


def test_what_does_not_hold_is_refused_by_itself_with_every_reason(cast: Cast) -> None:
    genome = a_genome(cast, text=BODY)
    line = {"type": "Word", "document": "a", "record": "object", "content": "x", "evidence": []}
    at = genome.source_version.text.index("Finder")
    place = {"start": at, "end": at + 6, "quote": "Finder"}
    rows = [
        {"record": "text", "document": "a", "text": None, "text_sha256": genome.source_version.text_sha256},
        {**line, "key": "good", "evidence": [place]},
        {**line, "key": "none"},
        {**line, "key": "far", "evidence": [{**place, "end": 9999}], "contribution_role": "boss"},
        {**line, "key": "other", "evidence": [place, {**place, "quote": "Finger"}]},
        {**line, "key": "out", "type": "Noise", "evidence": [place]},
    ]
    document = load({"a.jsonl": "\n".join(map(json.dumps, rows)).encode()}).documents[0]
    found = import_objects(
        by=cast.annotator1, genome=genome, document=document, types={"Word": "claim", "Noise": ""}, why="x"
    )
    outcomes = {entry.key: (entry.outcome, len(entry.reasons)) for entry in found.entries}
    assert outcomes == {
        "good": ("imported", 0), "none": ("refused", 1), "far": ("refused", 2), "other": ("refused", 2),
        "out": ("left_out", 0),
    }  # fmt: skip
    made = genome.objects_all.get()
    assert (made.handle, made.state, made.evidence.get().quote) == ("C1", "candidate", "Finder")
    assert made.evidence.get().passage is not None


def test_a_label_without_a_type_stops_everything(cast: Cast) -> None:
    genome = a_full_genome(cast, redistributable=True)
    document = sent("jsonl", genome, cast.annotator1)
    with pytest.raises(Refused) as refusal:
        import_objects(by=cast.annotator1, genome=genome, document=document, types={"niche": "niche"}, why="x")
    assert [fault.field for fault in refusal.value.faults] == [
        "types[mechanism]", "types[limitation]", "types[delta]", "types[claim]",
    ]  # fmt: skip


def test_another_text_and_other_hands_are_refused(cast: Cast) -> None:
    genome, other = a_full_genome(cast, redistributable=True), a_genome(cast, author=cast.annotator2)
    document = sent("brat", genome, cast.annotator1)
    (found,) = import_into(by=cast.annotator2, genome=other, documents=[document], types=TYPES, why="x")
    assert (found.genome, "another text" in found.reason) == (None, True)
    (found,) = import_into(by=cast.annotator2, genome=genome, documents=[document], types=TYPES, why="x")
    assert found.genome is None
    assert not IdeaObject.objects.filter(genome=other).exists()


def test_admins_propose_only_while_nobody_holds_the_genome(cast: Cast) -> None:
    genome = a_full_genome(cast, redistributable=True)
    document = sent("jsonl", genome, cast.annotator1)
    copy = an_empty_copy(cast, genome)
    wish: dict[str, Any] = {"documents": [document], "types": TYPES, "why": "x", "restore": True}
    assert import_into(by=cast.admin, genome=copy, **wish)[0].genome is None
    release_unit(person=cast.annotator1, unit=copy.unit)
    assert import_into(by=cast.admin, genome=copy, **wish)[0].counts["imported"] == 5
    assert set(copy.objects_all.values_list("state", flat=True)) == {"candidate"}


def test_a_text_that_may_not_be_redistributed_leaves_as_positions_and_hash(cast: Cast) -> None:
    genome, client = a_full_genome(cast), signed_in(cast.annotator1)
    page, api = (
        f"/projects/demo/papers/{genome.paper.slug}/genome",
        f"/api/v1/projects/demo/genomes/{genome.paper.slug}",
    )
    for name in ("jsonl", "web-annotation"):
        body = client.get(f"{page}/export/{name}/").content.decode()
        assert genome.source_version.text_sha256 in body
        assert "Crowds are missed." in body  # the annotator's words
        assert QUOTE not in body
        assert '"start": ' in body
    for name in ("brat", "label-studio", "webanno"):
        answer = client.get(f"{page}/export/{name}/")
        assert (answer.status_code, answer["Location"]) == (302, page.removesuffix("genome"))
        refusal = client.get(f"{api}/export/{name}/")
        assert (refusal.status_code, refusal.json()["faults"][0]["code"]) == (400, "text_withheld")
    packed = client.get("/projects/demo/papers/exchange/brat/")
    archive = zipfile.ZipFile(io.BytesIO(b"".join(packed.streaming_content)))  # type: ignore[attr-defined]  # a stream
    assert archive.namelist() == ["LEFT-OUT.txt"]
    assert f"{genome.paper.slug}.v1" in archive.read("LEFT-OUT.txt").decode()


def test_only_what_the_reader_may_see_leaves(cast: Cast) -> None:
    genome = a_full_genome(cast, redistributable=True)
    client = signed_in(cast.annotator2)
    assert client.get(f"/projects/demo/papers/{genome.paper.slug}/genome/export/jsonl/").status_code == 404
    everything = b"".join(client.get("/projects/demo/papers/exchange/jsonl/").streaming_content)  # type: ignore[attr-defined]  # a stream
    assert everything == b""
    handed_in = a_genome(cast, handed_in=True, redistributable=True)
    everything = b"".join(client.get("/projects/demo/papers/exchange/jsonl/").streaming_content)  # type: ignore[attr-defined]  # a stream
    (document,) = load({"all.jsonl": everything}).documents
    assert (document.document, len(document.objects)) == (f"{handed_in.paper.slug}.v1", 4)


def test_a_project_is_read_in_chunks_of_constant_cost(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _number in range(2):
        a_genome(cast, handed_in=True)
    with django_assert_num_queries(5):  # ids; then genomes, objects, evidence, repairs
        list(annotated_texts(cast.admin, cast.project))
    a_genome(cast, handed_in=True)
    with django_assert_num_queries(5):
        assert len(list(annotated_texts(cast.admin, cast.project))) == 3


def test_labels_are_given_a_type_on_the_page_before_anything_is_imported(cast: Cast) -> None:
    genome, client = a_genome(cast, text=BODY), signed_in(cast.annotator1)
    address = f"/projects/demo/papers/{genome.paper.slug}/genome/import/"
    text = genome.source_version.text
    at, first = text.index("network"), text.index("Finder")
    ann = f"T1\tDisease {at} {at + 7}\tnetwork\nT2\tDisease 0 5\twrong\nT3\tDrug {first} {first + 6}\tFinder\n"
    files = [uploaded(ann, "a.ann"), uploaded(text, "a.txt")]
    page = client.post(address, {"files": files})
    body = page.content.decode()
    assert page.status_code == 200
    assert all(words in body for words in ("Disease", "Drug", "network", "a.ann:2", "What do the labels mean?"))
    assert not genome.objects_all.exists()
    upload = page.context["upload"]
    half = client.post(address, {"upload": upload, "type-0": "mechanism"})
    assert (half.status_code, genome.objects_all.count()) == (422, 0)
    done = client.post(address, {"upload": upload, "type-0": "mechanism", "type-1": "leave"})
    assert (done.status_code, genome.objects_all.get().content) == (200, "network")
    assert "Imported: 1. There already: 0. Left out: 1. Refused: 0." in done.content.decode()
    assert client.post(address, {"upload": "gone"}).status_code == 422


def test_a_text_that_is_not_here_becomes_a_paper_with_candidates(cast: Cast) -> None:
    client = signed_in(cast.admin)
    text = "<html> line\r\n\r\nThe network looks once. 💩 done"
    value = {"start": 19, "end": 26, "labels": ["Word"], "text": "network"}
    results = [{"id": "r1", "type": "labels", "value": value}]
    task = json.dumps([{"data": {"text": text, "document": "other"}, "annotations": [{"result": results}]}])
    data = {"files": [uploaded(task, "tasks.json")], "types": json.dumps({"Word": "claim"})}
    assert signed_in(cast.annotator1).post("/api/v1/projects/demo/import-objects/", data).status_code == 403
    for outcome in ("imported", "known"):
        data["files"] = [uploaded(task, "tasks.json")]
        answer = client.post("/api/v1/projects/demo/import-objects/", data).json()
        assert [entry["outcome"] for entry in answer["texts"][0]["entries"]] == [outcome]
    version = Paper.objects.get().versions.get()
    assert version.text == text.replace("\r\n", "\n")
    assert IdeaObject.objects.get().evidence.get().quote == "network"


def test_the_api_names_every_label_that_needs_a_type(cast: Cast) -> None:
    genome, client = a_genome(cast, text=BODY), signed_in(cast.annotator1)
    address = f"/api/v1/projects/demo/genomes/{genome.paper.slug}/import/"
    entry = {"text": genome.source_version.text, "label": [[2, 8, "A"], [11, 14, "B"]]}
    for types, fields in (("", ["types[A]", "types[B]"]), ('{"A": null}', ["types[B]"]), ("[", ["types"])):
        answer = client.post(address, {"files": [uploaded(json.dumps(entry), "d.jsonl")], "types": types})
        assert (answer.status_code, [fault["field"] for fault in answer.json()["faults"]]) == (400, fields)
