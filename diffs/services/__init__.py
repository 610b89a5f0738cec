"""The only writers of pairs, drafts, submissions and traces. Keyword-only, atomic; a refusal has written nothing."""

from diffs.services.drafts import discard_draft, reopen_diff, save_draft
from diffs.services.pairs import create_pair
from diffs.services.submissions import submit_diff
from diffs.services.traces import create_trace

__all__ = ["create_pair", "create_trace", "discard_draft", "reopen_diff", "save_draft", "submit_diff"]
