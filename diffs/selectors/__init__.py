"""Page-shaped reads of pairs, and the one check of an answer."""

from diffs.selectors.answers import CheckedAnswer, check_answer, read_answer
from diffs.selectors.sides import Sides, short_name, sides_of

__all__ = [
    "CheckedAnswer",
    "Sides",
    "check_answer",
    "read_answer",
    "short_name",
    "sides_of",
]
