"""The only writers of releases and runs."""

from releases.services.auditing import ask_for_audit, audit_draft, audit_draft_alone
from releases.services.checking import ask_for_check, check_gold
from releases.services.drafts import change_draft, discard_draft, freeze_draft, make_draft
from releases.services.freezing import freeze_release
from releases.services.notices import add_erratum, withdraw
from releases.services.opening import close_release, open_release
from releases.services.publishing import publish, request_publication
from releases.services.requesting import request_release
from releases.services.scoring import score_run, submit_predictions

__all__ = [
    "add_erratum",
    "ask_for_audit",
    "ask_for_check",
    "audit_draft",
    "audit_draft_alone",
    "change_draft",
    "check_gold",
    "close_release",
    "discard_draft",
    "freeze_draft",
    "freeze_release",
    "make_draft",
    "open_release",
    "publish",
    "request_publication",
    "request_release",
    "score_run",
    "submit_predictions",
    "withdraw",
]
