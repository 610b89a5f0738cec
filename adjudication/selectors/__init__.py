"""Page-shaped reads of disputes, cases, gold and agreement."""

from adjudication.selectors.agreement import (
    Labelled,
    confusion_of,
    dynamics_meetings,
    field_figures,
    labelled,
    pairs_of,
)
from adjudication.selectors.case import CaseScreen, Mode, SideView, case_screen, cases_for
from adjudication.selectors.composition import (
    Composition,
    Rows,
    answer_faults,
    choices_of,
    compose,
    rows_of,
)
from adjudication.selectors.disputes import differing_fields, disputes
from adjudication.selectors.figures_json import agreement_figures
from adjudication.selectors.genome_disputes import genome_disputes, open_typings
from adjudication.selectors.gold import GoldAnswer, gold, gold_keys
from adjudication.selectors.labels import Side, sides_of_case
from adjudication.selectors.measures import FieldFigures
from adjudication.selectors.objects import Thing, things_of
from adjudication.selectors.queue import Queue, decided, decisions, dispute_rows, offered, queue, visible_disputes
from adjudication.selectors.quotes import pointer_to
from adjudication.selectors.rows import RowView
from adjudication.selectors.summary import agreement_summary

__all__ = [
    "CaseScreen",
    "Composition",
    "FieldFigures",
    "GoldAnswer",
    "Labelled",
    "Mode",
    "Queue",
    "RowView",
    "Rows",
    "Side",
    "SideView",
    "Thing",
    "agreement_figures",
    "agreement_summary",
    "answer_faults",
    "case_screen",
    "cases_for",
    "choices_of",
    "compose",
    "confusion_of",
    "decided",
    "decisions",
    "differing_fields",
    "dispute_rows",
    "disputes",
    "dynamics_meetings",
    "field_figures",
    "genome_disputes",
    "gold",
    "gold_keys",
    "labelled",
    "offered",
    "open_typings",
    "pairs_of",
    "pointer_to",
    "queue",
    "rows_of",
    "sides_of_case",
    "things_of",
    "visible_disputes",
]
