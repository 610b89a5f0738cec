"""The only writers of cases and resolutions. Keyword-only, atomic; a refusal has written nothing."""

from adjudication.services.cases import claim_case, claim_next_case, release_case
from adjudication.services.drafts import draft_state, save_case_draft
from adjudication.services.known import mark_gold_known
from adjudication.services.resolutions import reopen_case, resolve_case
from adjudication.services.rulings import reopen_object, rule_objects

__all__ = [
    "claim_case",
    "claim_next_case",
    "draft_state",
    "mark_gold_known",
    "release_case",
    "reopen_case",
    "reopen_object",
    "resolve_case",
    "rule_objects",
    "save_case_draft",
]
