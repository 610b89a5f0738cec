"""The pages of releases and of the exam in them: who sees what, where each finding leads, constant queries."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from annotation.services import add_member
from evaluator.write import deterministic_zip
from releases.models import Release
from releases.selectors import audit_rows, instance_rows, release_bytes
from releases.services import check_gold, freeze_release, request_release
from tests.cast import Cast
from tests.releases.making import VERSION, agreed_pair, answers, disputed_pair, frozen, ready, scored

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = "/projects/demo/releases"


def signed_in(person: Any) -> Client:
    client = Client()
    client.force_login(person)
    return client


def page(person: Any, address: str, status: int = 200) -> str:
    answer = signed_in(person).get(address)
    assert answer.status_code == status, address
    return answer.content.decode()


def failed(cast: Cast, **facts: Any) -> Release:
    release = request_release(by=cast.admin, project=cast.project, version=VERSION, allow_changed_code=True, **facts)
    return freeze_release(release_id=release.pk)


def test_a_release_that_is_not_frozen_is_for_admins_only(cast: Cast) -> None:
    ready(cast)
    disputed_pair(cast)
    assert failed(cast).state == Release.State.FAILED
    assert "1.0.0" in page(cast.admin, f"{ROOT}/")
    assert "1.0.0" not in page(cast.annotator1, f"{ROOT}/")
    page(cast.annotator1, f"{ROOT}/1.0.0/", 403)
    page(cast.annotator1, f"{ROOT}/1.0.0/progress/", 403)
    for place in ("download/", "files/manifest.json", "exam/", "runs/"):
        page(cast.admin, f"{ROOT}/1.0.0/{place}", 404)


def test_each_finding_leads_to_where_it_is_mended(cast: Cast) -> None:
    pair = ready(cast)
    paper = pair.source.source_version.paper
    row = pair.source.objects_all.get(handle="M1")
    audits = [
        {"name": "open_disputes", "passed": False, "findings": [{"what": "x", "where": f"pair:{pair.key}"}]},
        {
            "name": "schema_validity",
            "passed": False,
            "findings": [
                {"what": "x", "where": f"object:{paper.slug}:M1"},
                {"what": "x", "where": f"paper:{paper.slug}"},
                {"what": "x", "where": "trace:a-b-c"},
                {"what": "x", "where": "exam:driver-0"},
                {"what": "x", "where": "project"},
            ],
        },
    ]
    disputes, others = audit_rows(cast.admin, cast.project, audits)
    assert [each.address for each in disputes.findings] == [f"/projects/demo/pairs/{pair.pk}/"]
    assert [each.address for each in others.findings] == [
        f"/projects/demo/papers/{paper.slug}/#object-{row.pk}",
        f"/projects/demo/papers/{paper.slug}/",
        "/projects/demo/traces/",
        "/projects/demo/papers/",
        "/projects/demo/settings/",
    ]
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="adjudicator")
    disputes, _others = audit_rows(cast.admin, cast.project, audits)
    assert [each.address for each in disputes.findings] == [f"/projects/demo/disputes/{pair.pk}/"]


def test_an_admin_who_may_still_label_a_pair_is_not_told_what_others_made_of_it(cast: Cast) -> None:
    ready(cast)
    pair = disputed_pair(cast)
    failed(cast)
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="annotator")
    shown = page(cast.admin, f"{ROOT}/1.0.0/")
    assert pair.key not in shown
    assert "A pair that you may still label" in shown
    told = signed_in(cast.admin).get("/api/v1/projects/demo/releases/1.0.0/").json()
    assert pair.key not in str(told)


def test_the_list_tells_what_the_last_check_found(cast: Cast) -> None:
    ready(cast)
    pair = disputed_pair(cast)
    assert "Not checked yet" in page(cast.admin, f"{ROOT}/")
    check_gold(project_id=cast.project.pk)
    shown = page(cast.admin, f"{ROOT}/")
    assert pair.key in shown
    assert "This is the first release" in shown
    assert "The gold as it stands" not in page(cast.annotator1, f"{ROOT}/")


def test_a_version_that_is_no_version_is_said_at_the_field(cast: Cast) -> None:
    ready(cast)
    answer = signed_in(cast.admin).post(f"{ROOT}/", {"version": "one", "seed": 1})
    assert answer.status_code == 422
    assert "three numbers" in answer.content.decode()
    assert not Release.objects.exists()


def test_the_release_page_names_every_file_with_its_hash(cast: Cast) -> None:
    ready(cast)
    release = frozen(cast)
    shown = page(cast.annotator1, f"{ROOT}/1.0.0/")
    for path, sha256 in release.files.values_list("path", "sha256"):
        assert path in shown
        assert sha256 in shown
    assert release.manifest_sha256 in shown
    assert "IDEAGENE-CANARY" in shown


def test_files_and_zip_are_the_release_s_bytes(cast: Cast, tmp_path: Any) -> None:
    ready(cast)
    release = frozen(cast)
    client = signed_in(cast.annotator1)
    files = release_bytes(release)
    for path, data in files.items():
        answer = client.get(f"{ROOT}/1.0.0/files/{path}")
        assert answer.content == data
        assert answer["Content-Disposition"].startswith("attachment")
    known = client.get(f"{ROOT}/1.0.0/files/manifest.json", headers={"If-None-Match": f'"{release.manifest_sha256}"'})
    assert known.status_code == 304
    with (tmp_path / "expected.zip").open("wb") as out:
        deterministic_zip(files, out)
    answer = client.get(f"{ROOT}/1.0.0/download/")
    assert answer.getvalue() == (tmp_path / "expected.zip").read_bytes()
    assert "demo-1.0.0.zip" in answer["Content-Disposition"]
    assert client.get(f"{ROOT}/1.0.0/files/nothing.json").status_code == 404


def test_changes_since_the_last_release_are_counted_and_listed(cast: Cast) -> None:
    ready(cast)
    frozen(cast)
    pair = agreed_pair(cast)
    frozen(cast, "1.1.0")
    shown = page(cast.annotator1, f"{ROOT}/1.1.0/")
    # A pair, its two papers and their eight objects.
    assert re.search(r">\+11</b> added", shown)
    assert pair.key in shown
    assert "Revisions since" not in page(cast.annotator1, f"{ROOT}/1.0.0/")


def test_an_instance_leads_down_to_the_sentence_in_the_paper(cast: Cast) -> None:
    pair = ready(cast)
    release = frozen(cast)
    row = next(each for each in instance_rows(release) if each.task == "dynamics")
    shown = page(cast.annotator1, f"{ROOT}/1.0.0/exam/dynamics/{row.id}/")
    assert f"/projects/demo/pairs/{pair.pk}/" in shown
    assert "unanimous" in shown
    assert "label by r1" in shown
    assert "annotator1" not in re.sub(r"<header class=\"topbar\".*?</header>", "", shown, flags=re.DOTALL)
    evidence = pair.source.objects_all.get(handle="M1").evidence.get()
    block = pair.source.source_version.passages.get(kind="paragraph", start__lte=evidence.start, end__gt=evidence.start)
    assert f"/papers/{pair.source.source_version.paper.slug}/#p-{block.start}" in shown
    assert f"[{evidence.start}, {evidence.end})" in shown


def test_what_is_no_task_or_instance_is_not_found(cast: Cast) -> None:
    ready(cast)
    release = frozen(cast)
    row = instance_rows(release)[0]
    for place in ("evolution/", "evolution/x/", "dynamics/x/", f"field_type/{row.id}/"):
        page(cast.annotator1, f"{ROOT}/1.0.0/exam/{place}", 404)
    assert "No instance in this release" in page(cast.annotator1, f"{ROOT}/1.0.0/exam/intruder/")  # no trace


def test_queries_stay_the_same_however_much_there_is(
    cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    ready(cast)
    for _more in range(3):
        agreed_pair(cast)
    release = frozen(cast)
    for number in range(5):
        run = scored(cast, release, answers(release), f"Lamp {number}")
    row = next(each for each in instance_rows(release) if each.task == "fate_map")
    client = signed_in(cast.annotator1)
    addresses = {
        reverse("releases:list", args=["demo"]): 9,
        reverse("releases:release", args=["demo", VERSION]): 11,
        reverse("releases:exam", args=["demo", VERSION]): 7,
        reverse("releases:task", args=["demo", VERSION, "driver"]): 7,
        reverse("releases:instance", args=["demo", VERSION, "fate_map", row.id]) + f"?run={run.pk}": 12,
        reverse("releases:runs", args=["demo", VERSION]): 11,
        reverse("releases:run", args=["demo", run.pk]): 8,
        reverse("releases:run-instances", args=["demo", run.pk]): 8,
    }
    for address, most in addresses.items():
        client.get(address)  # a frozen release's tables are read once
        with django_assert_max_num_queries(most):
            assert client.get(address).status_code == 200, address
