"""What the last audits found in records that a decision would mend, as a queue beside the disputes."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from adjudication.registry import Entry, OtherQueue
from annotation.models import Project, User
from annotation.permissions import can_label
from annotation.selectors import link
from releases.permissions import can_freeze
from releases.selectors import audit_rows, check_progress, last_check

AUDITS = "audits"
# Audits of the gold itself. The others are mended in texts, settings and licences, or are disputes already.
MENDED_BY_DECISION = ("answer_contract", "trace_coherence", "temporal_consistency")


def audit_queue() -> OtherQueue:
    """The queue as the registry takes it."""
    return OtherQueue(
        name=AUDITS,
        words=_("Audit failures"),
        about=_(
            "What the last audits found in the gold and a decision would mend: answers that miss something, traces that"
            " do not hold together, papers out of order."
        ),
        count=_count,
        entries=_entries,
        above="releases/audit_queue.html",
        head=_head,
    )


def queue_address(project: Project) -> str:
    return f"{link('adjudication:queue', project.slug)}?queue={AUDITS}"


def _audits(project: Project) -> list[Mapping[str, Any]]:
    kept: Iterable[Mapping[str, Any]] = (last_check(project) or {}).get("audits", ())
    return [audit for audit in kept if audit["name"] in MENDED_BY_DECISION]


def _count(project: Project, reader: User) -> int:
    """Who labels is told only of what they may know; for everybody else no record needs to be looked up."""
    audits = _audits(project)
    if any(audit["findings"] for audit in audits) and can_label(reader, project):
        return len(_entries(project, reader))
    return sum(len(audit["findings"]) for audit in audits)


def _entries(project: Project, reader: User) -> list[Entry]:
    """Findings with the page where each is mended; one about a pair that the reader may still label is left out."""
    return [
        Entry(found.subject, found.what, found.address, found.action, kind=str(row.title))
        for row in audit_rows(reader, project, _audits(project))
        for found in row.findings
        if found.subject
    ]


def _head(project: Project, reader: User) -> dict[str, Any]:
    found = last_check(project) or {}
    return {
        "checked_at": datetime.fromisoformat(found["at"]) if "at" in found else None,
        "error": found.get("error", ""),
        "may_check": can_freeze(reader, project),
        "checking": check_progress(project),
        "to": AUDITS,
    }
