"""Page-shaped reads of disputes, cases, gold and agreement."""

from adjudication.selectors.agreement import agreement_summary
from adjudication.selectors.composition import (
    Composition,
    choice_faults,
    choices_of,
    compose,
    disputed_rows,
    row_name,
)
from adjudication.selectors.disputes import differing_fields, disputes
from adjudication.selectors.gold import GoldAnswer, gold
from adjudication.selectors.labels import Side, sides_of_case
from adjudication.selectors.queue import Queue, QueueItem, claimable_cases, decided, queue, visible_disputes

__all__ = [
    "Composition",
    "GoldAnswer",
    "Queue",
    "QueueItem",
    "Side",
    "agreement_summary",
    "choice_faults",
    "choices_of",
    "claimable_cases",
    "compose",
    "decided",
    "differing_fields",
    "disputed_rows",
    "disputes",
    "gold",
    "queue",
    "row_name",
    "sides_of_case",
    "visible_disputes",
]
