"""Page-shaped reads of pairs, and the one check of an answer."""

from diffs.selectors.answers import CheckedAnswer, check_answer, read_answer
from diffs.selectors.desk import Desk, Mode, desk_of
from diffs.selectors.lists import listed_pairs, listed_traces, pairable_genomes, stops_of
from diffs.selectors.screen import CONTEXT_FIELDS, Screen, decision_choices, derived_line, screen_of
from diffs.selectors.sides import Sides, short_name, sides_of
from diffs.selectors.texts import Text, texts_of

__all__ = [
    "CONTEXT_FIELDS",
    "CheckedAnswer",
    "Desk",
    "Mode",
    "Screen",
    "Sides",
    "Text",
    "check_answer",
    "decision_choices",
    "derived_line",
    "desk_of",
    "listed_pairs",
    "listed_traces",
    "pairable_genomes",
    "read_answer",
    "screen_of",
    "short_name",
    "sides_of",
    "stops_of",
    "texts_of",
]
