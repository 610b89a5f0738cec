"""Everything of a project as files: whole, told apart by where gold comes from, and nothing that should stay."""

import csv
import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from jsonschema import Draft202012Validator

from adjudication.export_rows import ROWS, row_schema
from adjudication.selectors.export import TABLES, called_in, records_of
from adjudication.selectors.genome_disputes import Wish
from adjudication.services import claim_case, reopen_case, resolve_case, rule_objects
from annotation.models import Assignment, Membership
from annotation.services import add_member, claim_unit, publish_guideline
from annotation.services.discussion import ask, say, withdraw
from diffs.models import Diff, PaperPair
from diffs.services import create_pair
from diffs.services.label_import import import_labels
from tests.adjudication.making import a_dispute, a_pair, an_answer, letter_of, moved, submit
from tests.cast import Cast, make_cast
from tests.factories import a_genome, a_submitted_reading

pytestmark = pytest.mark.django_db
WHY: dict[str, Any] = {"reason_code": "annotator_error", "rationale": "=The text says so."}
NOTES = {"dynamics": {"reason_code": "rule_misread", "rationale": "Rule 2 asks for the ecology."}}
PAGE, API = "/projects/demo/exports", "/api/v1/projects/demo/exports"


def signed_in(person: Any) -> Client:
    client = Client()
    client.force_login(person)
    return client


def sent(client: Client, address: str) -> bytes:
    response = client.get(address)
    assert response.status_code == 200, response.content
    return b"".join(response.streaming_content)  # type: ignore[attr-defined]  # of a streamed response


def rows(table: str, cast: Cast, *, named: bool = True) -> list[dict[str, Any]]:
    return list(records_of(table, cast.project, cast.admin, called_in(cast.project, named=named)))


def agreed(cast: Cast) -> PaperPair:
    pair = a_pair(cast)
    submit(pair, cast.annotator1, an_answer(pair, rationale="First."))
    submit(pair, cast.annotator2, an_answer(pair, rationale="Second."))
    return pair


@pytest.fixture
def scene(cast: Cast) -> dict[str, PaperPair]:
    """A pair in each state, second readings with a ruling, two versions of the guideline, and what was said."""
    pairs = {"unanimous": agreed(cast), "open": a_dispute(cast)}
    publish_guideline(by=cast.admin, project=cast.project, body="# Two", note="Two")
    pairs["decided"] = a_dispute(cast)
    claim_case(by=cast.adjudicator, pair=pairs["decided"])
    resolve_case(by=cast.adjudicator, pair=pairs["decided"], outcome="resolved", payload=moved(pairs["decided"]), **WHY)
    reopen_case(by=cast.adjudicator, pair=pairs["decided"], **WHY)
    whole = an_answer(pairs["decided"])
    facts: dict[str, Any] = {"outcome": "resolved", "payload": whole, "row_notes": NOTES}
    resolve_case(by=cast.adjudicator, pair=pairs["decided"], **facts, **WHY)
    for outcome in ("excluded", "neither"):
        pairs[outcome] = a_dispute(cast)
        resolve_case(by=cast.adjudicator, pair=pairs[outcome], outcome=outcome, **WHY)
    pairs["lacking"] = a_pair(cast)
    submit(pairs["lacking"], cast.annotator1, an_answer(pairs["lacking"], rationale="xyzzy"))
    ask(by=cast.annotator1, unit=pairs["lacking"].unit, body="Is xyzzy a driver?")
    say(by=cast.annotator1, unit=pairs["open"].unit, body="=1+1 for @admins", about_field="dynamics")
    withdraw(by=cast.annotator1, comment=say(by=cast.annotator1, unit=pairs["open"].unit, body="plugh"))
    say(by=cast.admin, unit=pairs["open"].unit, body="I ask @annotator2.")
    reading = a_submitted_reading(cast, L1="claim")
    number = reading.typings.get(first_type="limitation").number
    wish = Wish(number, "own", type="observation", role="context", reason_code="other", rationale="It is one.")
    rule_objects(by=cast.adjudicator, reading=reading, wishes=[wish])
    return pairs


def test_every_row_is_as_its_schema_says_and_tells_what_is_there(cast: Cast, scene: dict[str, PaperPair]) -> None:
    found = {table: rows(table, cast) for table in TABLES}
    for table, each in found.items():
        assert each, table
        Draft202012Validator.check_schema(row_schema(table))
        validator = Draft202012Validator(row_schema(table))
        assert [error.message for row in each for error in validator.iter_errors(row)] == [], table
    gold = {row["pair"]: (row["source"], row["outcome"], row["answer"] is None) for row in found["gold"]}
    assert gold == {
        scene["unanimous"].key: ("unanimous", None, False),
        scene["open"].key: ("unresolved", None, True),
        scene["decided"].key: ("adjudicated", "resolved", False),
        scene["excluded"].key: ("excluded", "excluded", True),
        scene["neither"].key: ("excluded", "neither", True),
    }
    words = {row["pair"]: (row["answer"] or {}).get("rationale") for row in found["gold"]}
    assert words[scene["unanimous"].key] == "First."  # the earliest label speaks
    history = [row for row in found["resolutions"] if row["pair"] == scene["decided"].key]
    assert [(row["number"], row["outcome"], row["stands"]) for row in history] == [
        (1, "resolved", False), (2, "reopened", False), (3, "resolved", True),
    ]  # fmt: skip
    assert [row["row_notes"] for row in history] == [{}, {}, NOTES]
    fields: Any = row_schema("resolutions")["$defs"]
    assert fields["ResolutionRow"]["properties"]["row_notes"]["additionalProperties"] == {"$ref": "#/$defs/RowNote"}
    assert fields["RowNote"]["required"] == ["reason_code", "rationale"]
    named = {each["rater"]: each["letter"] for each in history[0]["based_on"]}
    assert named == {who.username: letter_of(scene["decided"], who) for who in (cast.annotator1, cast.annotator2)}
    assert [(row["chosen"], row["type"], row["stands"]) for row in found["rulings"]] == [("own", "observation", True)]
    assert [(row["version"], row["change"]) for row in found["guidelines"]] == [(1, "First version"), (2, "Two")]
    assert {(row["guideline"]) for row in found["labels"]} == {1, 2}


def test_nothing_leaves_of_what_lacks_labels_or_measured_somebody(cast: Cast, scene: dict[str, PaperPair]) -> None:
    third = make_cast("other", "other-").annotator1
    add_member(by=cast.admin, project=cast.project, user=third, role="annotator")
    now = timezone.now()
    unit = scene["unanimous"].unit
    Assignment.objects.create(
        unit=unit, person=third, purpose="check", claimed_at=now, lease_expires_at=now + timedelta(hours=1)
    )
    whole = zipfile.ZipFile(io.BytesIO(sent(signed_in(cast.admin), f"{PAGE}/everything.zip?people=names")))
    text = {name: whole.read(name).decode() for name in whole.namelist()}
    for name, content in text.items():
        assert "xyzzy" not in content, name
        assert "plugh" not in content, name
        assert third.username not in content, name
        assert scene["lacking"].key not in content, name
    assert json.loads(text["manifest.json"])["left_out"] == {"pairs_without_all_labels": 1, "withdrawn_comments": 1}


def test_the_zip_is_whole_checked_and_the_same_again(cast: Cast, scene: dict[str, PaperPair]) -> None:
    client = signed_in(cast.admin)
    data = sent(client, f"{PAGE}/everything.zip")
    assert sent(client, f"{API}/everything/") == data
    whole = zipfile.ZipFile(io.BytesIO(data))
    assert whole.testzip() is None
    manifest = json.loads(whole.read("manifest.json"))
    listed = {each["path"]: each for each in manifest["files"]}
    assert {*listed, "manifest.json", "checksums.sha256"} == set(whole.namelist())
    for path, each in listed.items():
        content = whole.read(path)
        assert (each["sha256"], each["size"]) == (hashlib.sha256(content).hexdigest(), len(content))
        if path.endswith(".jsonl"):
            assert each["rows"] == content.count(b"\n") == len(rows(path.removesuffix(".jsonl"), cast))
            assert content == sent(client, f"{PAGE}/{path}")
    newest = max(Diff.objects.latest("submitted_at").submitted_at, Assignment.objects.latest("claimed_at").claimed_at)
    assert manifest["as_of"] >= newest.strftime("%Y-%m-%dT%H:%M")
    sums = whole.read("checksums.sha256").decode().splitlines()
    assert f"{hashlib.sha256(whole.read('manifest.json')).hexdigest()}  manifest.json" in sums


def test_people_are_pseudonyms_alike_in_all_tables_and_others_in_another_project(
    cast: Cast, scene: dict[str, PaperPair]
) -> None:
    cast.adjudicator.username, cast.admin.username = "ruth.q", "adam.q"  # not the names of roles
    cast.adjudicator.save()
    cast.admin.save()
    whole = zipfile.ZipFile(io.BytesIO(sent(signed_in(cast.admin), f"{PAGE}/everything.zip")))
    for name in whole.namelist():
        content = whole.read(name).decode()
        assert [who for who in ("annotator1", "annotator2", "ruth.q", "adam.q") if who in content] == [], name
    hidden, other = called_in(cast.project, named=False), called_in(make_cast("other", "other-").project, named=False)
    assert len({hidden(each.pk) for each in (cast.annotator1, cast.annotator2, cast.adjudicator)}) == 3
    assert hidden(cast.annotator1.pk) != other(cast.annotator1.pk)
    who = hidden(cast.annotator2.pk)
    assert {row["rater"] for row in rows("labels", cast, named=False)} == {hidden(cast.annotator1.pk), who}
    said = [row for row in rows("comments", cast, named=False) if row["mentions"]]
    assert [(row["body"], row["mentions"]) for row in said] == [(f"I ask @{who}.", [who])]


def test_tables_open_in_a_spreadsheet_without_running(cast: Cast, scene: dict[str, PaperPair]) -> None:
    whole = zipfile.ZipFile(io.BytesIO(sent(signed_in(cast.admin), f"{PAGE}/everything.zip?as=csv")))
    for table in TABLES:
        lines = list(csv.DictReader(io.StringIO(whole.read(f"{table}.csv").decode())))
        assert len(lines) == len(rows(table, cast)), table
        assert [cell for row in lines for cell in row.values() if cell.startswith(("=", "+", "-", "@"))] == [], table
    decisions = list(csv.DictReader(io.StringIO(whole.read("resolutions.csv").decode())))
    assert decisions[0]["rationale"] == "'=The text says so."


def test_labels_of_an_export_are_imported_again(cast: Cast) -> None:
    pair = agreed(cast)
    other = make_cast("other", "other-")
    for person in (cast.annotator1, cast.annotator2):
        add_member(by=other.admin, project=other.project, user=person, role="annotator")
    twins = []
    for old in (pair.source, pair.target):
        same = {"slug": old.paper.slug, "title": old.paper.title, "published": old.paper.published}
        twins.append(a_genome(other, handed_in=True, author=other.annotator1, **same))
    create_pair(by=other.admin, project=other.project, source=twins[0], target=twins[1])
    for ending in ("csv", "jsonl"):
        data = sent(signed_in(cast.admin), f"{PAGE}/labels.{ending}?people=names").decode()
        done = import_labels(by=other.admin, project=other.project, file=io.StringIO(data, newline=""))
        assert (done.faults, done.new + done.same) == ([], 2)
    facts = ("answer", "decision_key", "submitted_at", "number")
    sides = [
        list(Diff.objects.filter(pair__project=each.project).order_by("submitted_at").values_list(*facts))
        for each in (cast, other)
    ]
    assert sides[0] == sides[1]


def test_an_admin_who_labels_is_told_why_and_gets_none_of_it(cast: Cast) -> None:
    agreed(cast)
    client = signed_in(cast.admin)
    assert "table by table" in client.get(f"{PAGE}/").content.decode().lower()
    assert [each["name"] for each in client.get(f"{API}/").json()["tables"]] == list(ROWS)
    assert client.get(f"{API}/nothing/").status_code == client.get(f"{PAGE}/nothing.csv").status_code == 404
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="annotator")
    assert "You label in this project" in client.get(f"{PAGE}/").content.decode()
    files = [f"{PAGE}/everything.zip", f"{PAGE}/gold.csv", f"{API}/", f"{API}/everything/", f"{API}/labels/"]
    assert {client.get(each).status_code for each in files} == {403}


def test_the_command_writes_files_or_a_zip_and_only_with_an_admin_who_does_not_label(
    cast: Cast, tmp_path: Path
) -> None:
    agreed(cast)
    call_command("export_project", project="demo", out=tmp_path / "files", ending="csv")
    call_command("export_project", project="demo", out=tmp_path / "zip", zip=True)
    names = {str(path.relative_to(tmp_path / "files")) for path in (tmp_path / "files").rglob("*") if path.is_file()}
    assert {"manifest.json", "labels.csv", "schema/gold.schema.json"} < names
    whole = zipfile.ZipFile(tmp_path / "zip" / "demo-export.zip")
    assert {name.replace(".jsonl", ".csv") for name in whole.namelist()} == names
    with pytest.raises(CommandError, match="not an empty folder"):
        call_command("export_project", project="demo", out=tmp_path / "files")
    Membership.objects.filter(user=cast.admin).update(role="annotator")
    with pytest.raises(CommandError, match="who does not label"):
        call_command("export_project", project="demo", out=tmp_path / "none")


def test_queries_do_not_grow_with_the_rows(cast: Cast) -> None:
    def counted() -> Iterator[int]:
        for table in TABLES:
            with CaptureQueriesContext(connection) as queries:
                rows(table, cast)
            yield len(queries)

    agreed(cast)
    resolve_case(by=cast.adjudicator, pair=a_dispute(cast), outcome="excluded", **WHY)
    few = list(counted())
    for _each in range(2):
        agreed(cast)
        resolve_case(by=cast.adjudicator, pair=a_dispute(cast), outcome="excluded", **WHY)
    assert list(counted()) == few
    claim_unit(person=cast.annotator1, unit=a_pair(cast).unit)
    # names, then: labels · resolutions, their labels · pairs, labels, resolutions · typings · rulings · comments ·
    # versions, notes, texts · holds
    assert few == [2, 3, 4, 2, 2, 2, 4, 2]
