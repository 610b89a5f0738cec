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
from annotation.services.allocation import assign_unit, distribute, return_all, return_unit
from annotation.services.assignments import (
    claim_next,
    claim_unit,
    finish_unit,
    release_unit,
    renew_lease,
)
from annotation.services.checks import ask_to_qualify_again, qualify_member, set_calibration
from annotation.services.discussion import answer, ask, close_question, say, withdraw
from annotation.services.guidelines import publish_guideline
from annotation.services.members import (
    add_member,
    change_member,
    create_account_for_project,
    pause_member,
    person_named,
    remove_member,
    resume_member,
    set_away,
    set_expertise,
    set_weekly_limit,
)
from annotation.services.notes import add_note, remove_note
from annotation.services.projects import change_project, create_project
from annotation.services.reading import confirm_reading
from annotation.services.reminders import remind_due
from annotation.services.stages import ask_for_labels, change_stage, create_stage, delete_stage
from annotation.services.telling import choose_notifications, mail_notification, mark_read, notify
from annotation.services.time import beat, spans_of
from annotation.services.units import change_unit, create_unit, set_ready

__all__ = [
    "add_member",
    "add_note",
    "answer",
    "ask",
    "ask_for_labels",
    "ask_to_qualify_again",
    "assign_unit",
    "beat",
    "change_member",
    "change_project",
    "change_stage",
    "change_unit",
    "choose_notifications",
    "claim_next",
    "claim_unit",
    "close_question",
    "confirm_reading",
    "create_account",
    "create_account_for_project",
    "create_first_admin",
    "create_project",
    "create_stage",
    "create_unit",
    "delete_stage",
    "distribute",
    "finish_unit",
    "generated_password",
    "issue_token",
    "mail_notification",
    "mark_read",
    "notify",
    "pause_member",
    "person_named",
    "publish_guideline",
    "qualify_member",
    "release_unit",
    "remind_due",
    "remove_member",
    "remove_note",
    "renew_lease",
    "replace_token",
    "resume_member",
    "return_all",
    "return_unit",
    "revoke_token",
    "say",
    "set_away",
    "set_calibration",
    "set_expertise",
    "set_ready",
    "set_weekly_limit",
    "share_password",
    "spans_of",
    "withdraw",
]
