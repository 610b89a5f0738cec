"""Cases, decisions, and counted agreement."""

from adjudication.models.cases import Case, CaseDraft, GenomeDraft, GenomeHold, Skip
from adjudication.models.decisions import ObjectRuling, Resolution
from adjudication.models.tallies import AgreementTally, Diagnosis, PairTally, RaterTally

__all__ = [
    "AgreementTally",
    "Case",
    "CaseDraft",
    "Diagnosis",
    "GenomeDraft",
    "GenomeHold",
    "ObjectRuling",
    "PairTally",
    "RaterTally",
    "Resolution",
    "Skip",
]
