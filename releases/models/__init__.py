"""Releases and what is said of them, runs that are scored against them, and people who solve their items."""

from releases.models.humans import Attempt, Study, StudyItem
from releases.models.releases import (
    FileChunk,
    Notice,
    Publication,
    Release,
    ReleasedRecord,
    ReleaseFile,
    SealingKey,
)
from releases.models.runs import Run

__all__ = [
    "Attempt",
    "FileChunk",
    "Notice",
    "Publication",
    "Release",
    "ReleaseFile",
    "ReleasedRecord",
    "Run",
    "SealingKey",
    "Study",
    "StudyItem",
]
