"""Machines that propose idea objects: one interface, and what stands behind it. Plain Python, no Django.

A provider reads a document part by part and proposes places in it. What it proposes is a candidate and nothing more:
a person accepts, edits or rejects it.
"""

from genomes.extraction.document import Document, Part, Section, parts_of
from genomes.extraction.provider import (
    Cancelled,
    Exchange,
    Fault,
    Ledger,
    Place,
    Proposal,
    Proposals,
    Provider,
    StopCode,
    Stopped,
)

__all__ = [
    "Cancelled",
    "Document",
    "Exchange",
    "Fault",
    "Ledger",
    "Part",
    "Place",
    "Proposal",
    "Proposals",
    "Provider",
    "Section",
    "StopCode",
    "Stopped",
    "parts_of",
]
