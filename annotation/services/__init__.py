"""The only writers of people and work. Keyword-only, atomic; each raises `Refused` and then has written nothing."""

from annotation.services.accounts import (
    create_account,
    create_first_admin,
    generated_password,
    issue_token,
    replace_token,
    revoke_token,
    share_password,
)
from annotation.services.assignments import (
    claim_next,
    claim_unit,
    finish_unit,
    release_unit,
    renew_lease,
)
from annotation.services.guidelines import publish_guideline
from annotation.services.members import (
    add_member,
    change_member,
    create_account_for_project,
    person_named,
    remove_member,
    set_expertise,
)
from annotation.services.projects import change_project, create_project
from annotation.services.telling import notify
from annotation.services.time import beat, spans_of
from annotation.services.units import create_unit, set_ready

__all__ = [
    "add_member",
    "beat",
    "change_member",
    "change_project",
    "claim_next",
    "claim_unit",
    "create_account",
    "create_account_for_project",
    "create_first_admin",
    "create_project",
    "create_unit",
    "finish_unit",
    "generated_password",
    "issue_token",
    "notify",
    "person_named",
    "publish_guideline",
    "release_unit",
    "remove_member",
    "renew_lease",
    "replace_token",
    "revoke_token",
    "set_expertise",
    "set_ready",
    "share_password",
    "spans_of",
]
