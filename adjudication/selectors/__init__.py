"""Page-shaped reads of disputes, cases, gold and agreement."""

from adjudication.selectors.agreement import agreement_summary
from adjudication.selectors.disputes import differing_fields, disputes
from adjudication.selectors.gold import GoldAnswer, gold

__all__ = ["GoldAnswer", "agreement_summary", "differing_fields", "disputes", "gold"]
