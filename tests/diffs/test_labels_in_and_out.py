"""Labels out with every version and back in: the same rows, under the same rules as a submission."""

import csv
import io
import json
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from annotation.models import Assignment, Membership
from annotation.services import add_member, claim_unit, publish_guideline
from diffs.label_files import jsonl_lines
from diffs.models import Diff, PaperPair
from diffs.services import reopen_diff, save_draft, submit_diff
from diffs.services.label_import import LabelImport, import_labels
from tests.cast import Cast, make_cast
from tests.factories import a_diff, a_genome, a_pair, an_answer

PAGE = "/projects/demo/labels/"


def signed_in(person: Any) -> Client:
    client = Client()
    client.force_login(person)
    return client


def out(person: Any, ending: str = "jsonl", query: str = "", slug: str = "demo") -> bytes:
    response = signed_in(person).get(f"/projects/{slug}/labels/labels.{ending}{query}")
    assert response.status_code == 200
    return b"".join(response.streaming_content)  # type: ignore[attr-defined]  # of a streamed response


def records(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.decode().splitlines()]


def bring(cast: Cast, data: bytes | Iterable[Mapping[str, Any]], *, dry_run: bool = False) -> LabelImport:
    lines = data if isinstance(data, bytes) else b"".join(jsonl_lines(data))
    file = io.StringIO(lines.decode(), newline="")
    return import_labels(by=cast.admin, project=cast.project, file=file, dry_run=dry_run)


def labelled(cast: Cast, slug_of: str = "demo") -> PaperPair:
    """annotator1 says one thing, then another; annotator2 completes the pair; both under two guidelines."""
    pair = a_pair(cast)
    a_diff(cast.annotator1, pair)
    publish_guideline(by=cast.admin, project=cast.project, body="# Two", note="Two")
    reopen_diff(by=cast.annotator1, pair=pair)
    submit_diff(by=cast.annotator1, pair=pair, payload=an_answer(pair, confidence=10))
    a_diff(cast.annotator2, pair, rationale="=2+2 \u2028 Überall")
    return pair


def a_copy(cast: Cast, pair: PaperPair) -> Cast:
    """Another project with the same papers, genomes, guidelines and annotators, and no label."""
    other = make_cast("other", "other-")
    for person in (cast.annotator1, cast.annotator2):
        add_member(by=other.admin, project=other.project, user=person, role="annotator")
    publish_guideline(by=other.admin, project=other.project, body="# Two", note="Two")
    genomes = []
    for old in (pair.source, pair.target):
        paper = old.paper
        facts = {"slug": paper.slug, "title": paper.title, "published": paper.published}
        genomes.append(a_genome(other, handed_in=True, author=other.annotator1, **facts))
    a_pair(other, source=genomes[0], target=genomes[1])
    return other


def rows(project: Any) -> list[tuple[Any, ...]]:
    diffs = Diff.objects.filter(pair__project=project).order_by("submitted_at", "number")
    fields = ("author", "number", "guideline__version", "answer", "decision_key", "dynamics", "rule", "is_surplus")
    return list(diffs.values_list(*fields, "submitted_at"))


def test_what_leaves_one_project_is_the_same_in_another_and_nothing_twice(cast: Cast) -> None:
    pair = labelled(cast)
    other = a_copy(cast, pair)
    for ending in ("jsonl", "csv"):
        data = out(cast.admin, ending)
        looked = bring(other, data, dry_run=True)
        assert (looked.new, looked.faults, Diff.objects.filter(pair__project=other.project).count()) == (3, [], 0)
    data = out(cast.admin)
    assert [each["number"] for each in records(data)] == [1, 2, 1]
    assert [each["guideline"] for each in records(data)] == [1, 2, 2]
    done = bring(other, data)
    assert (done.new, done.same, done.surplus) == (3, 0, 0)
    assert rows(other.project) == rows(cast.project)
    assert set(Diff.objects.filter(pair__project=other.project).values_list("imported_by", flat=True)) == {
        other.admin.pk
    }
    copied = PaperPair.objects.get(project=other.project).unit
    assert (copied.labels_done, copied.assignments.filter(is_counted=True).count()) == (2, 2)
    ids = list(Diff.objects.order_by("pk").values_list("pk", flat=True))
    for again in (data, out(cast.admin, "csv")):
        assert (bring(other, again).new, bring(other, again).same) == (0, 3)
    assert list(Diff.objects.order_by("pk").values_list("pk", flat=True)) == ids
    back = [{**each, "imported": False} for each in records(out(other.admin, slug="other"))]
    assert back == records(data)


def test_a_table_of_labels_runs_nothing_and_loses_nothing(cast: Cast) -> None:
    labelled(cast)
    person = cast.annotator2
    person.username = "=cmd"
    person.save()
    table = list(csv.DictReader(io.StringIO(out(cast.admin, "csv").decode())))
    assert table[2]["rater"] == "'=cmd"
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in table for cell in row.values())
    assert json.loads(table[2]["answer"])["rationale"] == "=2+2 \u2028 Überall"
    assert b"\xe2\x80\xa8" not in out(cast.admin)  # a line of JSONL stays one, also for readers that break there


def test_who_may_take_what_along(cast: Cast) -> None:
    first, second = a_pair(cast), a_pair(cast)
    a_diff(cast.annotator1, first)
    a_diff(cast.annotator2, first, confidence=20)
    a_diff(cast.annotator1, second, confidence=30)
    seen = {who: [(each["pair"], each["rater"]) for each in records(out(getattr(cast, who)))]
            for who in ("annotator1", "annotator2", "adjudicator", "admin")}  # fmt: skip
    # the second pair lacks a label, so nobody but its author sees what is there
    assert seen["annotator1"] == [(first.key, "annotator1"), (second.key, "annotator1")]
    assert seen["annotator2"] == [(first.key, "annotator2")]
    assert seen["adjudicator"] == []
    assert seen["admin"] == [(first.key, "annotator1"), (first.key, "annotator2")]
    own = records(out(cast.annotator1))[0]
    assert "surplus" not in own
    assert b"surplus" not in out(cast.annotator1, "csv")
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="annotator")
    assert out(cast.admin) == b""


def test_people_are_hidden_alike_in_the_whole_file_and_filters_hold(cast: Cast) -> None:
    first, second = a_pair(cast), a_pair(cast)
    for pair in (first, second):
        a_diff(cast.annotator2, pair)
        a_diff(cast.annotator1, pair, confidence=20)
    hidden = records(out(cast.admin, query="?people=hidden"))
    assert [each["rater"] for each in hidden] == ["rater-1", "rater-2", "rater-1", "rater-2"]
    assert b"annotator" not in out(cast.admin, "csv", "?people=hidden")
    some = records(out(cast.admin, query=f"?q={second.target.paper.slug}"))
    assert {each["pair"] for each in some} == {second.key}


def one(cast: Cast, about: PaperPair, **facts: Any) -> dict[str, Any]:
    """A record as somebody else's tool may write it."""
    at = (timezone.now() - timedelta(days=1)).isoformat()
    answer = an_answer(about)
    record = {"pair": about.key, "rater": "annotator1", "guideline": 1, "submitted_at": at, "answer": answer}
    return {**record, **facts}


def test_every_fault_is_named_with_its_line_and_field_and_nothing_is_stored(cast: Cast) -> None:
    pair = a_pair(cast)
    good = an_answer(pair)
    lacking = {**good, "dynamics": None, "fates": {}}
    ahead = (timezone.now() + timedelta(days=1)).isoformat()
    lines: list[tuple[dict[str, Any], set[str]]] = [
        (one(cast, pair), set()),
        (one(cast, pair, pair="a__b"), {"pair"}),
        (one(cast, pair, rater="nobody", guideline=9, submitted_at="today"), {"rater", "guideline", "submitted_at"}),
        (one(cast, pair, rater="outsider"), {"rater"}),
        (one(cast, pair, submitted_at=ahead), {"submitted_at"}),
        (one(cast, pair, submitted_at="2020-01-01T00:00:00"), {"submitted_at"}),
        (one(cast, pair, rater="annotator2", answer=lacking), {"answer.dynamics"}),
        (one(cast, pair, rater="annotator2", answer={"what": 1}), {"answer.what"}),
        (one(cast, pair, rater="annotator2", decision_key="0", dynamics="isolation"), {"decision_key", "dynamics"}),
        (one(cast, pair, guideline="one"), {"guideline"}),
        (one(cast, pair, answer=""), {"answer"}),
    ]  # fmt: skip
    result = bring(cast, [record for record, _fields in lines])
    for number, (_record, fields) in enumerate(lines, 1):
        named = {fault.field for fault in result.faults if fault.line == number}
        assert fields <= named, number
        assert bool(fields) == bool(named), number
    names = {fault.message for fault in result.faults if fault.field == "rater"}
    assert any("nobody" in each for each in names)
    assert not Diff.objects.exists()
    assert not Assignment.objects.filter(unit=pair.unit).exists()
    broken = bring(cast, b'{"pair": 1\n[1]\n{"pair": NaN}\n')
    assert [fault.line for fault in broken.faults] == [1, 2, 3]


def test_older_versions_come_before_newer_ones_in_whatever_order_they_stand(cast: Cast) -> None:
    pair = a_pair(cast)
    early, late = timezone.now() - timedelta(days=2), timezone.now() - timedelta(days=1)
    first = one(cast, pair, submitted_at=early.isoformat(), number=1)
    second = one(cast, pair, submitted_at=late.isoformat(), number=2, answer=an_answer(pair, confidence=1))
    assert bring(cast, [second, first]).new == 2
    stored = Diff.objects.filter(pair=pair).order_by("number")
    assert [(each.number, each.submitted_at, each.answer["confidence"]) for each in stored] == [
        (1, early, 80),
        (2, late, 1),
    ]
    between = one(
        cast, pair, submitted_at=(late - timedelta(hours=1)).isoformat(), answer=an_answer(pair, confidence=2)
    )
    refused = bring(cast, [between])
    assert [fault.field for fault in refused.faults] == ["submitted_at"]


def test_labels_count_until_all_are_in_and_are_surplus_then(cast: Cast) -> None:
    pair = a_pair(cast)
    third = make_cast("other", "other-").annotator1
    add_member(by=cast.admin, project=cast.project, user=third, role="annotator")
    at = [(timezone.now() - timedelta(hours=number)).isoformat() for number in (3, 2, 1)]
    raters = ("annotator1", "annotator2", third.username)
    lines = [
        one(cast, pair, rater=name, submitted_at=when, answer=an_answer(pair, confidence=number))
        for number, (name, when) in enumerate(zip(raters, at, strict=True))
    ]
    done = bring(cast, lines)
    assert (done.new, done.surplus) == (3, 1)
    pair.unit.refresh_from_db()
    assert (pair.unit.labels_done, Diff.objects.counted().filter(pair=pair).count()) == (2, 2)
    assert Diff.objects.get(is_surplus=True).author == third
    changed = bring(
        cast, [one(cast, pair, submitted_at=timezone.now().isoformat(), answer=an_answer(pair, confidence=9))]
    )
    assert [fault.field for fault in changed.faults] == ["pair"]


def test_who_adjudicates_or_has_a_draft_gets_no_label_brought(cast: Cast) -> None:
    pair = a_pair(cast)
    claim_unit(person=cast.adjudicator, unit=pair.unit, purpose="adjudicate")
    claim_unit(person=cast.annotator1, unit=pair.unit)
    save_draft(by=cast.annotator1, pair=pair, payload={"confidence": 5}, revision=0)
    result = bring(cast, [one(cast, pair), one(cast, pair, rater="adjudicator")])
    assert [(fault.line, fault.field) for fault in sorted(result.faults, key=lambda each: each.line)] == [
        (1, "rater"),
        (2, "rater"),
    ]


def test_the_page_looks_first_and_stores_then(cast: Cast) -> None:
    pair = a_pair(cast)
    client = signed_in(cast.admin)

    def send(**more: str) -> Any:
        data = b"".join(jsonl_lines([one(cast, pair)]))
        return client.post(PAGE, {"file": SimpleUploadedFile("labels.jsonl", data), **more})

    assert "The file can be imported" in send().content.decode()
    assert not Diff.objects.exists()
    assert "The labels are stored" in send(store="1").content.decode()
    assert Diff.objects.get().imported_by == cast.admin


WRONG = {
    "empty": b"",
    "a picture": b"\x89PNG\r\n\x1a\n\x00\x00",
    "UTF-16": "{}".encode("utf-16"),
    "another table": b"a,b\n1,2\n",
    "an endless line": b'{"pair": "' + b"x" * 2_100_000,
    "an open quote": b'pair,rater,guideline,submitted_at,answer\n"a,b\n',
}


def test_a_wrong_file_is_refused_in_words(cast: Cast) -> None:
    client = signed_in(cast.admin)
    for what, data in WRONG.items():
        answer = client.post(PAGE, {"file": SimpleUploadedFile("labels.csv", data)}, headers={"HX-Request": "true"})
        assert answer.status_code == 422, what
        assert "<li>" in answer.content.decode(), what
    assert client.post(PAGE, {}).status_code == 422


def test_a_file_of_fifty_megabytes_is_refused_without_being_read(cast: Cast) -> None:
    client = signed_in(cast.admin)
    file = SimpleUploadedFile("labels.jsonl", b"{" + b" " * (50 * 1024 * 1024))
    answer = client.post(PAGE, {"file": file}, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert "manage.py import_labels" in answer.content.decode()


def test_admins_who_label_and_everybody_else_import_nothing(cast: Cast) -> None:
    pair = a_pair(cast)
    data = b"".join(jsonl_lines([one(cast, pair)]))
    add_member(by=cast.admin, project=cast.project, user=cast.adjudicator, role="admin")
    Membership.objects.filter(user=cast.adjudicator, role="adjudicator").update(role="annotator")
    for person in (cast.annotator1, cast.adjudicator):
        answer = signed_in(person).post(PAGE, {"file": SimpleUploadedFile("x.jsonl", data), "store": "1"})
        assert answer.status_code == 403
        assert signed_in(person).get(PAGE).status_code == 200
    assert not Diff.objects.exists()
