"""One audit of a draft run again alone: what it may change, and where each kind of finding leads."""

from collections.abc import Callable
from typing import Any

import pytest

from annotation.refusal import Refused
from releases.exam.generate import Draw
from releases.models import Release
from releases.selectors import audit_rows
from releases.services import ask_for_audit, audit_draft, audit_draft_alone, freeze_draft, freeze_release, make_draft
from tests.cast import Cast
from tests.releases.making import agreed_pair, ready, stopping
from tests.releases.test_draft_pages import API, ROOT, shown, signed_in

pytestmark = pytest.mark.django_db(transaction=True)


def draft(cast: Cast) -> Release:
    return make_draft(by=cast.admin, project=cast.project, version="1.0.0", allow_changed_code=True)


def set_licence(cast: Cast, licence: str) -> None:
    cast.project.licence = licence
    cast.project.save(update_fields=["licence"])


def never_drawn(self: Any) -> None:
    pytest.fail("the exam was drawn")


def test_an_audit_whose_fault_was_mended_is_run_again_alone(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    ready(cast)
    set_licence(cast, "")
    release, admin = draft(cast), signed_in(cast.admin)
    with pytest.raises(Refused) as refusal:  # it would stand beside nothing
        ask_for_audit(release=release, audit="licences")
    assert [fault.code for fault in refusal.value.faults] == ["never_audited"]
    assert stopping(audit_draft(release_id=release.pk)) == ["licences"]
    page = shown(admin, f"{ROOT}/1.0.0/")
    # Failures come first and look different from warnings, and those from what passed.
    states = [part.split('"')[0] for part in page.split('class="audit-state" data-state="')[1:]]
    assert states == ["failed", "warns", *["passed"] * 10]
    assert f'action="{ROOT}/1.0.0/audit/licences/"' in page

    set_licence(cast, "CC0-1.0")
    before = Release.objects.get()
    assert admin.post(f"{ROOT}/1.0.0/audit/nonsense/").status_code == 404
    assert admin.post(f"{ROOT}/1.0.0/audit/licences/")["Location"] == f"{ROOT}/1.0.0/"
    assert admin.get(f"{ROOT}/1.0.0/audit/progress/").json()["state"] == "running"
    monkeypatch.setattr(Draw, "__iter__", never_drawn)  # licences are no matter of the exam
    after = audit_draft_alone(release_id=release.pk, audit="licences")
    monkeypatch.undo()
    assert admin.get(f"{ROOT}/1.0.0/audit/progress/").json()["state"] == "done"
    assert (after.state, after.preview, after.audited_at) == ("audited", before.preview, before.audited_at)
    others = [[audit for audit in each.audits if audit["name"] != "licences"] for each in (before, after)]
    assert others[0] == others[1]
    assert "No audit fails, 1 warns." in shown(admin, f"{ROOT}/1.0.0/")
    freeze_draft(by=cast.admin, release=after)
    assert freeze_release(release_id=release.pk).state == "frozen", Release.objects.get().error


def test_gold_that_changed_makes_the_other_audits_older_and_the_draft_no_more_audited(cast: Cast) -> None:
    ready(cast)
    release, admin = draft(cast), signed_in(cast.admin)
    assert audit_draft(release_id=release.pk).state == "audited"
    agreed_pair(cast)
    assert admin.post(f"{API}/1.0.0/audits/answer_contract/").status_code == 202
    assert admin.post(f"{API}/1.0.0/audits/nonsense/").status_code == 404
    assert audit_draft_alone(release_id=release.pk, audit="answer_contract").state == "draft"
    told = {audit["name"]: audit for audit in admin.get(f"{API}/1.0.0/").json()["audits"]}
    assert {name for name, audit in told.items() if not audit["is_older"]} == {"answer_contract"}
    assert (told["class_balance"]["stops"], told["answer_contract"]["stops"]) == (False, True)
    # One gold diff: it is of the factories' dynamics, and there are fewer than five of all four.
    assert (told["class_balance"]["count"], len(told["class_balance"]["findings"])) == (1, 1)
    assert told["class_balance"]["notes"][-1] == "vision: 1"
    page = shown(admin, f"{ROOT}/1.0.0/")
    assert "11 audits are of older gold" in page
    assert "Audit again." in page
    assert audit_draft(release_id=release.pk).state == "audited"
    assert "of older gold" not in shown(admin, f"{ROOT}/1.0.0/")


def test_a_plan_changed_meanwhile_keeps_its_state(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    ready(cast)
    release = draft(cast)
    audit_draft(release_id=release.pk)
    from releases.services import auditing

    run: Callable[..., Any] = auditing._run_alone

    def meanwhile(held: Release, audit: str) -> Any:
        Release.objects.filter(pk=held.pk).update(seed=9, state="draft", audits=[], preview={})
        return run(held, audit)

    monkeypatch.setattr(auditing, "_run_alone", meanwhile)
    kept = audit_draft_alone(release_id=release.pk, audit="licences")
    assert (kept.state, kept.audits) == ("draft", [])


def test_each_kind_of_finding_leads_to_a_page(cast: Cast) -> None:
    pair = ready(cast)
    slug = pair.source.paper.slug
    wheres = [
        "project", "pairs", "guidelines", f"paper:{slug}", f"pair:{pair.key}", f"genome:{slug}", f"object:{slug}:M1",
        "trace:none", "exam:driver-0", "pair:gone__away", "object:gone:M1",
    ]  # fmt: skip
    findings = [{"what": "x", "where": where} for where in wheres]
    (row,) = audit_rows(cast.admin, cast.project, [{"name": "duplicates", "passed": False, "findings": findings}])
    addresses = [finding.address for finding in row.findings]
    assert all(addresses), dict(zip(wheres, addresses, strict=True))
    client = signed_in(cast.admin)
    for where, address in zip(wheres, addresses, strict=True):
        assert client.get(address, follow=False).status_code == 200, (where, address)
    said = [f.action for f in row.findings]
    assert said[3:7] == ["Open the paper", "Open the pair", "Open the genome", "Open the object"]
