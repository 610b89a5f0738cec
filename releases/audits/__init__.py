"""The audits that a release must pass, and those that only warn. Each lists what fails, with the place to mend it."""

from django.utils.translation import gettext_lazy as _

from releases.audits.anonymization_leakage import AnonymizationLeakage
from releases.audits.answer_contract import AnswerContract
from releases.audits.base import Audit, Auditing, Finding, Scene
from releases.audits.class_balance import ClassBalance
from releases.audits.domain_mapping import DomainMapping
from releases.audits.duplicates import Duplicates
from releases.audits.guideline_mix import GuidelineMix
from releases.audits.licences import Licences
from releases.audits.open_disputes import OpenDisputes
from releases.audits.running import Auditor, audited, feed_book
from releases.audits.scene import scene_of
from releases.audits.schema_validity import SchemaValidity
from releases.audits.split_leakage import SplitLeakage
from releases.audits.temporal_consistency import TemporalConsistency
from releases.audits.trace_coherence import TraceCoherence

__all__ = [
    "AUDITS",
    "TITLES",
    "Audit",
    "Auditing",
    "Auditor",
    "Finding",
    "Scene",
    "audited",
    "feed_book",
    "scene_of",
]

TITLES = {
    "schema_validity": _("Schema validity"),
    "answer_contract": _("Answer contract"),
    "temporal_consistency": _("Temporal consistency"),
    "anonymization_leakage": _("Anonymization leakage"),
    "trace_coherence": _("Trace coherence"),
    "open_disputes": _("Open disputes"),
    "licences": _("Licences"),
    "domain_mapping": _("Domain mapping"),
    "duplicates": _("Duplicates"),
    "split_leakage": _("Split leakage"),
    "class_balance": _("Class balance"),
    "guideline_mix": _("Guideline mix"),
}
AUDITS: dict[str, type[Auditing]] = {
    audit.name: audit
    for audit in (
        SchemaValidity,
        AnswerContract,
        TemporalConsistency,
        AnonymizationLeakage,
        TraceCoherence,
        OpenDisputes,
        Licences,
        DomainMapping,
        Duplicates,
        SplitLeakage,
        ClassBalance,
        GuidelineMix,
    )
}
