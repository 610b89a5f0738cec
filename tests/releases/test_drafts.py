"""A release from draft to freeze, and what is said of it later: states, refusals, revisions with their reasons."""

import json
from dataclasses import fields as fields_of
from typing import Any

import pytest

from adjudication.services import reopen_case, resolve_case
from annotation.refusal import Conflict, Refused
from evaluator.io import verify_files
from evaluator.schema import RevisionRecord
from releases.models import Notice, Release
from releases.provenance import code_version
from releases.selectors import bytes_of, release_bytes
from releases.selectors.history import HISTORY
from releases.selectors.status import statuses
from releases.services import (
    add_erratum,
    audit_draft,
    change_draft,
    discard_draft,
    freeze_draft,
    freeze_release,
    make_draft,
    request_release,
    withdraw,
)
from tests.adjudication.test_leave import WHY
from tests.cast import Cast
from tests.factories import an_answer
from tests.releases.making import agreed_pair, disputed_pair, frozen, ready, stopping

pytestmark = pytest.mark.django_db(transaction=True)


def draft(cast: Cast, version: str = "1.0.0", **facts: Any) -> Release:
    return make_draft(by=cast.admin, project=cast.project, version=version, **{"allow_changed_code": True, **facts})


def codes(refusal: "pytest.ExceptionInfo[Refused]") -> list[str]:
    return [fault.code for fault in refusal.value.faults]


def log(release: Release) -> list[dict[str, Any]]:
    return [json.loads(line) for line in bytes_of(release, HISTORY).splitlines()]


def test_a_draft_is_audited_then_frozen_by_its_plan(cast: Cast) -> None:
    ready(cast)
    release = draft(cast, plan={"per_task": 1, "options": 3})
    assert (release.state, release.plan["per_task"], release.plan["near"]) == ("draft", 1, 0.5)
    with pytest.raises(Refused) as refusal:
        freeze_draft(by=cast.admin, release=release)
    assert codes(refusal) == ["not_audited"]
    audited = audit_draft(release_id=release.pk)
    assert (audited.state, audited.counts["diffs"]) == ("audited", 1)
    assert audited.preview["yields"]["field_type"]["instances"] == 1
    assert change_draft(release=audited, notes="First.").state == "audited"

    moved = change_draft(release=audited, seed=7)
    assert (moved.state, moved.preview) == ("draft", {})
    assert "changed since" in moved.error

    assert audit_draft(release_id=release.pk).state == "audited"
    agreed_pair(cast)
    freeze_draft(by=cast.admin, release=release)
    stopped = freeze_release(release_id=release.pk)
    assert stopped.state == "draft"
    assert "gold has changed" in stopped.error
    assert not stopped.files.exists()

    audit_draft(release_id=release.pk)
    freeze_draft(by=cast.admin, release=release)
    done = freeze_release(release_id=release.pk)
    assert (done.state, done.seed) == ("frozen", 7), done.error
    assert done.counts["exam"] == done.files.get(path="data/jsonl/exam/public.jsonl").rows
    with pytest.raises(Conflict):
        discard_draft(release=done)


def test_a_draft_that_fails_its_audits_stays_a_draft_and_can_be_thrown_away(cast: Cast) -> None:
    ready(cast)
    disputed_pair(cast)
    release = draft(cast)
    with pytest.raises(Refused) as refusal:
        draft(cast)
    assert codes(refusal) == ["version_taken"]
    with pytest.raises(Refused) as refusal:
        draft(cast, "1.0.1", plan={"options": 99, "per_task": 0, "colour": "red"})
    assert sorted(codes(refusal)) == ["above_maximum", "below_minimum", "unknown_field"]
    found = audit_draft(release_id=release.pk)
    assert found.state == "draft"
    assert stopping(found) == ["open_disputes"]
    discard_draft(release=found)
    assert not Release.objects.exists()


def test_changed_code_is_refused_unless_it_is_allowed(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    ready(cast)
    changed = code_version().__class__(version="1", commit="f" * 40, dirty=True)
    monkeypatch.setattr("releases.services.requesting.code_version", lambda: changed)
    with pytest.raises(Refused) as refusal:
        request_release(by=cast.admin, project=cast.project, version="1.0.0")
    assert codes(refusal) == ["changed_code"]
    assert "fffffff" in str(refusal.value)
    release = draft(cast)
    audit_draft(release_id=release.pk)
    change_draft(release=release, allow_changed_code=False)
    with pytest.raises(Refused) as refusal:
        freeze_draft(by=cast.admin, release=release)
    assert codes(refusal) == ["changed_code"]
    Release.objects.filter(pk=release.pk).update(state="waiting")  # allowed when asked, changed when the worker has it
    assert "fffffff" in freeze_release(release_id=release.pk).error


def test_what_changed_since_a_release_is_logged_with_its_reason_and_the_release_stays(cast: Cast) -> None:
    ready(cast)
    pair = disputed_pair(cast)
    old, new = pair.source.paper.slug, pair.target.paper.slug
    gold = an_answer(pair)
    resolve_case(by=cast.adjudicator, pair=pair, outcome="resolved", payload=gold, **WHY)
    first = frozen(cast)
    before = release_bytes(first)
    assert log(first) == []

    # Later evidence: what was called novel is found to come from an earlier paper.
    reopen_case(by=cast.admin, pair=pair, **WHY)
    older = {f"{new}:L1": {"kind": "citation", "citation": "Someone, 1999", "lineage": "Elsewhere"}}
    later = {**gold, "origins": {**gold["origins"], f"{new}:L1": "external"}, "provenance": older}
    why: dict[str, Any] = {"reason_code": "guideline_gap", "rationale": "An earlier paper had it."}
    resolve_case(by=cast.adjudicator, pair=pair, outcome="resolved", payload=later, **why)
    add_erratum(by=cast.admin, release=first, text="The venue was wrong.", table_name="papers", record=old)
    paper = pair.source.paper
    paper.venue = "Another venue"
    paper.save(update_fields=["venue"])
    second = frozen(cast, "2.0.0", notes="After new evidence.")

    decided, corrected = log(second)
    fields = [change["field"] for change in decided["changes"]]
    assert fields == [
        f"answer.origins[{new}:L1]",
        f"answer.provenance[{new}:L1]",
        "reason_code",
        "resolution_rationale",
    ]
    assert decided["changes"][0] == {"field": fields[0], "before": "novel", "after": "external"}
    assert (decided["table"], decided["record"], decided["kind"]) == ("diffs", pair.key, "changed")
    assert (decided["reason_code"], decided["why"], decided["role"]) == (*why.values(), "adjudicator")
    assert (corrected["record"], corrected["reason_code"], corrected["why"]) == (old, "erratum", "The venue was wrong.")
    assert set(decided) == {field.name for field in fields_of(RevisionRecord)}  # no field for a person
    assert release_bytes(first) == before

    the_log_grows(cast, log(second))


def the_log_grows(cast: Cast, before: list[dict[str, Any]]) -> None:
    """A release of the same gold says no more, and what came is told of with the notes as the reason."""
    assert log(frozen(cast, "2.0.1")) == before
    added = agreed_pair(cast)
    last = frozen(cast, "2.1.0", notes="One more pair.")
    assert log(last)[:2] == before
    reasons = {(row["table"], row["record"]): (row["kind"], row["why"]) for row in log(last)[2:]}
    assert reasons["diffs", added.key] == ("added", "One more pair.")
    assert verify_files(release_bytes(last)) == []


def test_a_later_release_supersedes_and_a_withdrawn_one_does_not(cast: Cast) -> None:
    ready(cast)
    first, second = frozen(cast), frozen(cast, "1.0.1")
    found = statuses(cast.project, [first, second])
    assert (found[first.pk].state, found[first.pk].newer, found[second.pk].replaces) == ("superseded", "1.0.1", "1.0.0")
    assert found[second.pk].is_current
    with pytest.raises(Refused) as refusal:
        withdraw(by=cast.admin, release=second, reason=" ")
    assert codes(refusal) == ["no_text"]
    withdraw(by=cast.admin, release=second, reason="The licence of a text was wrong.")
    with pytest.raises(Conflict):
        withdraw(by=cast.admin, release=second, reason="Again.")
    found = statuses(cast.project, [first, second])
    assert (found[second.pk].state, found[second.pk].newer) == ("withdrawn", "1.0.0")
    assert found[first.pk].is_current
    with pytest.raises(Refused) as refusal:
        add_erratum(by=cast.admin, release=first, text="Wrong.", table_name="papers", record="nobody")
    assert codes(refusal) == ["no_such_record"]
    assert Notice.objects.count() == 1
