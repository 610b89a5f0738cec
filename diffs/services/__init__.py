"""The only writers of pairs, drafts, submissions, traces and candidates. Keyword-only, atomic; a refusal has written
nothing."""

from diffs.services.calibration import (
    begin_known,
    explain_known,
    finish_known,
    mark_known,
    save_known_draft,
    unmark_known,
)
from diffs.services.candidates import (
    CuratedResult,
    accept_candidate,
    add_curated,
    find_candidates,
    pair_what_is_ready,
    reject_candidate,
    start_candidate_search,
)
from diffs.services.drafts import discard_draft, reopen_diff, save_draft
from diffs.services.pairs import create_pair
from diffs.services.submissions import submit_diff
from diffs.services.suggestions import ask_for_all_suggestions, ask_for_suggestions, suggest_pair, take_suggestion
from diffs.services.traces import change_trace, create_trace, delete_trace

__all__ = [
    "CuratedResult",
    "accept_candidate",
    "add_curated",
    "ask_for_all_suggestions",
    "ask_for_suggestions",
    "begin_known",
    "change_trace",
    "create_pair",
    "create_trace",
    "delete_trace",
    "discard_draft",
    "explain_known",
    "find_candidates",
    "finish_known",
    "mark_known",
    "pair_what_is_ready",
    "reject_candidate",
    "reopen_diff",
    "save_draft",
    "save_known_draft",
    "start_candidate_search",
    "submit_diff",
    "suggest_pair",
    "take_suggestion",
    "unmark_known",
]
