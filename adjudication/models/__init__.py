"""Cases, decisions, and counted agreement."""

from adjudication.models.cases import Case, CaseDraft, GenomeDraft, GenomeHold, Skip
from adjudication.models.decisions import ObjectRuling, Resolution
from adjudication.models.tallies import (
    AgreementTally,
    ChangeTally,
    Diagnosis,
    PairTally,
    PersonTally,
    RaterTally,
    TallyVersion,
)

__all__ = [
    "AgreementTally",
    "Case",
    "CaseDraft",
    "ChangeTally",
    "Diagnosis",
    "GenomeDraft",
    "GenomeHold",
    "ObjectRuling",
    "PairTally",
    "PersonTally",
    "RaterTally",
    "Resolution",
    "Skip",
    "TallyVersion",
]
