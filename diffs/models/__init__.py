"""Pairs of genomes, what people submit about them, what is suggested and known, and the lineages that pairs form."""

from diffs.models.calibration import CheckResult, KnownAnswer
from diffs.models.candidates import CandidateSearch, LineageCandidate
from diffs.models.pairs import Alignment, Diff, DiffDraft, PaperPair
from diffs.models.suggestions import Suggestion, SuggestionTake
from diffs.models.traces import Trace, TraceStep

__all__ = [
    "Alignment",
    "CandidateSearch",
    "CheckResult",
    "Diff",
    "DiffDraft",
    "KnownAnswer",
    "LineageCandidate",
    "PaperPair",
    "Suggestion",
    "SuggestionTake",
    "Trace",
    "TraceStep",
]
