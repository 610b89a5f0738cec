"""Papers as immutable texts, the idea objects that point into them, and how both came to be."""

from genomes.models.extraction import Candidate, ExtractionPass, RawReply
from genomes.models.genome import APPEND_ONLY, Evidence, Genome, IdeaObject
from genomes.models.history import CarriedEvidence, Operation
from genomes.models.imports import ImportBatch, ImportFile
from genomes.models.library import Paper, Passage, Reference, SourceVersion
from genomes.models.lookups import LookUp
from genomes.models.reading import ReadingDraft, SecondReading, Typing

__all__ = [
    "APPEND_ONLY",
    "Candidate",
    "CarriedEvidence",
    "Evidence",
    "ExtractionPass",
    "Genome",
    "IdeaObject",
    "ImportBatch",
    "ImportFile",
    "LookUp",
    "Operation",
    "Paper",
    "Passage",
    "RawReply",
    "ReadingDraft",
    "Reference",
    "SecondReading",
    "SourceVersion",
    "Typing",
]
