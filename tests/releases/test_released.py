"""From a paper, a pair, an object, a label or a decision to what was released of it, and back down to the sentence."""

from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from adjudication.selectors.case import case_screen
from adjudication.services import claim_case, reopen_case, resolve_case
from annotation.models import User
from evaluator.schema import AlignmentRecord, ExamInstance, ObjectRecord, TraceRecord
from evaluator.vocabulary import Axis, ContributionRole, Fate, ObjectType
from releases.models import Release, ReleasedRecord
from releases.released import released_record, rests_on
from releases.selectors.released import records_of, summary
from tests.adjudication.making import a_dispute, an_answer
from tests.cast import Cast
from tests.releases.making import VERSION, exam_instances, frozen_inside, ready

TRACES = {"d-a-c": ("d", "a", "c")}


def an_instance(**metadata: Any) -> ExamInstance:
    facts = {"pair": None, "trace": None, "source_versions": {}, **metadata}
    return ExamInstance(
        id="dynamics-1", axis=Axis.T3, task="dynamics", question="?", context={}, answer_schema={}, gold={}, sealed="",
        metadata=facts,
    )  # fmt: skip


def test_a_record_rests_on_its_papers_and_its_pair() -> None:
    edge = AlignmentRecord(
        id="a__c#1", diff="a__c", source="a:M1", target="c:M1", fate=Fate.MUTATED, similarity="", source_evidence=(),
        target_evidence=(), secondary=None, secondary_confidence=None,
    )  # fmt: skip
    thing = ObjectRecord(
        id="a:M1", paper="a", handle="M1", type=ObjectType.MECHANISM, content="x", constraint="",
        contribution_role=ContributionRole.DRIVER, repairs=(), evidence=(),
    )  # fmt: skip
    trace = TraceRecord(id="d-a-c", name="t", domain="v", papers=("d", "a", "c"), diffs=("d__a", "a__c"))
    of_pair = an_instance(pair="a__c", source_versions={"c": "1", "a": "2"})
    of_trace = an_instance(trace="d-a-c", source_versions={"a": "", "b": "", "c": "", "d": ""})
    found = [rests_on(each, TRACES) for each in (edge, thing, trace, of_pair, of_trace)]
    assert [(each.papers, each.pair) for each in found] == [
        (("a", "c"), "a__c"),
        (("a",), ""),
        (("d", "a", "c"), ""),
        (("a", "c"), "a__c"),
        (("d", "a", "c", "b"), ""),  # the trace's own order, then the stranger
    ]


ROWS = [
    ("papers", "a", "public", ["a"], ""),
    ("objects", "a:M1", "public", ["a"], ""),
    ("objects", "a:M2", "public", ["a"], ""),
    ("diffs", "a__b", "public", ["a", "b"], "a__b"),
    ("alignments", "a__b#1", "public", ["a", "b"], "a__b"),
    ("traces", "a-b-c", "public", ["a", "b", "c"], ""),
    ("traces", "a-c-b", "public", ["a", "c", "b"], ""),  # no step from a to b
    ("exam", "open-1", "public", ["a", "b"], "a__b"),
    ("exam", "kept-1", "sealed", ["a", "b"], "a__b"),
    ("papers", "z", "public", ["z"], ""),
]


def a_release(cast: Cast, version: str, rows: Any = ROWS) -> Release:
    """A frozen release with these records and no files."""
    release = Release.objects.create(project=cast.project, version=version, requested_by=cast.admin)
    ReleasedRecord.objects.bulk_create(
        ReleasedRecord(release=release, table=table, key=key, split=split, papers=papers, pair=pair)
        for table, key, split, papers, pair in rows
    )
    release.state, release.frozen_at, release.manifest_sha256 = Release.State.FROZEN, timezone.now(), version
    release.save()
    return release


def keys(reader: User, cast: Cast, kind: str, key: str) -> set[str]:
    return set(records_of(reader, cast.project, kind, key).values_list("key", flat=True))


def test_what_rests_on_a_paper_a_pair_an_object(cast: Cast) -> None:
    a_release(cast, "1.0.0")
    reader = cast.annotator1
    of_paper = {"a", "a:M1", "a:M2", "a__b", "a__b#1", "a-b-c", "a-c-b", "open-1"}
    assert keys(reader, cast, "paper", "a") == of_paper
    assert keys(reader, cast, "pair", "a__b") == {"a__b", "a__b#1", "a-b-c", "open-1"}
    assert keys(reader, cast, "object", "a:M1") == of_paper - {"a", "a:M2"}
    assert keys(reader, cast, "object", "a:M9") == set()  # it was never released, so nothing rests on it
    assert keys(reader, cast, "pair", "nowhere__b") == set()
    assert keys(cast.outsider, cast, "paper", "a") == set()
    # Sealed records are in no list and no count but the admins'.
    assert keys(cast.admin, cast, "pair", "a__b") == {"a__b", "a__b#1", "a-b-c", "open-1", "kept-1"}
    (told,) = summary(cast.project, records_of(reader, cast.project, "pair", "a__b"))
    counts = {"diffs": 1, "alignments": 1, "traces": 1, "exam": 1}
    assert [(each.split, each.tables) for each in told.portions] == [("public", counts)]
    (all_of_it,) = summary(cast.project, records_of(cast.admin, cast.project, "pair", "a__b"))
    assert [(each.split, each.total) for each in all_of_it.portions] == [("public", 4), ("sealed", 1)]


def test_the_page_and_the_api_list_and_narrow_at_the_same_cost(cast: Cast) -> None:
    a_release(cast, "1.0.0")
    client = Client()
    client.force_login(cast.annotator1)
    address = "/projects/demo/released/?of=paper&key=a"
    with CaptureQueriesContext(
        connection,
    ) as few:
        page = client.get(address).content.decode()
    assert "kept-1" not in page
    assert "/projects/demo/releases/1.0.0/records/diffs/a__b/" in page
    a_release(cast, "1.1.0", [("exam", f"more-{number}", "public", ["a"], "") for number in range(70)])
    with CaptureQueriesContext(connection) as many:
        assert client.get(address).status_code == 200
    assert len(many) == len(few)
    api = "/api/v1/projects/demo/released/?of=paper&key=a"
    body = client.get(f"{api}&version=1.1.0&table=exam&page=1").json()
    assert (body["count"], body["pages"], len(body["results"])) == (70, 1, 70)
    assert [each["version"] for each in body["releases"]] == ["1.1.0", "1.0.0"]
    assert client.get(f"{api}&split=sealed").json()["count"] == 0
    client.force_login(cast.admin)
    assert [row["key"] for row in client.get(f"{api}&split=sealed").json()["results"]] == ["kept-1"]
    for asked in ("?of=person&key=a", "?of=paper", ""):
        for path in ("/projects/demo/released/", "/api/v1/projects/demo/released/"):
            assert client.get(f"{path}{asked}").status_code == 404


def own_rows(pair: Any) -> list[Any]:
    ends = [pair.source.paper.slug, pair.target.paper.slug]
    return [("diffs", pair.key, "public", ends, pair.key), ("exam", "x-1", "public", ends, pair.key)]


def decided(cast: Cast, pair: Any) -> None:
    claim_case(by=cast.adjudicator, pair=pair)
    resolve_case(
        by=cast.adjudicator,
        pair=pair,
        outcome="resolved",
        payload=an_answer(pair),
        reason_code="other",
        rationale="So.",
    )


def test_a_decision_names_the_releases_that_it_went_into(cast: Cast) -> None:
    pair = a_dispute(cast)
    decided(cast, pair)
    a_release(cast, "1.0.0", own_rows(pair))
    reopen_case(by=cast.adjudicator, pair=pair, reason_code="other", rationale="Again.")
    decided(cast, pair)
    a_release(cast, "2.0.0", own_rows(pair))
    events = case_screen(pair, cast.adjudicator).events
    heads = [[aside.head for aside in event.asides] for event in events]
    assert heads == [["In release 2.0.0"], [], ["In release 1.0.0"]]
    client = Client()
    client.force_login(cast.adjudicator)
    page = client.get(f"/projects/demo/disputes/{pair.pk}/").content.decode()
    assert f"/projects/demo/releases/1.0.0/records/diffs/{pair.key}/" in page


def test_a_label_tells_its_author_alone_where_it_became_gold(cast: Cast) -> None:
    pair = a_dispute(cast)
    client = Client()
    client.force_login(cast.annotator1)
    page = f"/projects/demo/pairs/{pair.pk}/"
    decided(cast, pair)
    assert "Released in" not in client.get(page).content.decode()
    a_release(cast, "1.0.0", own_rows(pair))
    assert "Released in 1.0.0" in client.get(page).content.decode()
    assert "In the gold of release 1.0.0" in client.get("/projects/demo/work/feedback/").content.decode()
    assert keys(cast.annotator1, cast, "mine", "") == {pair.key, "x-1"}
    assert keys(cast.adjudicator, cast, "mine", "") == set()
    # Another label is wanted: until it is in, nobody who labels is told.
    unit = pair.unit
    unit.overlap = 3
    unit.save(update_fields=["overlap"])
    assert "Released in" not in client.get(page).content.decode()
    assert keys(cast.annotator1, cast, "mine", "") == set()


def test_every_hop_from_an_item_to_the_sentence_is_a_link(cast: Cast) -> None:
    pair = ready(cast)
    release = frozen_inside(cast)
    instance = next(each for each in exam_instances(release) if each.metadata["pair"] and each.task == "align_objects")
    client = Client()
    client.force_login(cast.adjudicator)
    page = client.get(f"/projects/demo/releases/{VERSION}/exam/{instance.task}/{instance.id}/").content.decode()
    gold = f"/projects/demo/releases/{VERSION}/records/diffs/{pair.key}/"
    for hop in (gold, f"/projects/demo/pairs/{pair.pk}/", f"/projects/demo/papers/{pair.source.paper.slug}/#p-"):
        assert hop in page, hop
    assert "label by r1" in page
    assert "annotator1" not in page.split("</header>", 1)[1]
    assert ":~:text=" in page
    record = client.get(gold).content.decode()
    assert "label by r2" in record
    assert f"/projects/demo/releases/{VERSION}/records/objects/{pair.source.paper.slug}:M1/" in record
    for table, key in (("objects", f"{pair.source.paper.slug}:M1"), ("papers", pair.source.paper.slug)):
        assert client.get(f"/projects/demo/releases/{VERSION}/records/{table}/{key}/").status_code == 200
    assert client.get(f"/projects/demo/releases/{VERSION}/records/exam/{instance.id}/").status_code == 302
    assert client.get(f"/projects/demo/releases/{VERSION}/records/diffs/none/").status_code == 404


def test_rows_for_the_freeze_are_unsaved_and_carry_the_outer_id(cast: Cast) -> None:
    release = Release(project=cast.project, version="1.0.0")
    row = released_record(release, "exam", an_instance(pair="a__c", source_versions={"a": ""}), "sealed", {}, key="s-1")
    assert row._state.adding
    assert (row.key, row.split, row.papers, row.pair) == ("s-1", "sealed", ["a"], "a__c")
