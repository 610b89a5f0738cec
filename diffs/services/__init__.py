"""The only writers of pairs, drafts, submissions, traces and candidates. Keyword-only, atomic; a refusal has written
nothing."""

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
from diffs.services.traces import create_trace

__all__ = [
    "CuratedResult",
    "accept_candidate",
    "add_curated",
    "create_pair",
    "create_trace",
    "discard_draft",
    "find_candidates",
    "pair_what_is_ready",
    "reject_candidate",
    "reopen_diff",
    "save_draft",
    "start_candidate_search",
    "submit_diff",
]
