"""Splits and tables of a release as people read them, and counts of records in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from evaluator.vocabulary import Split

SPLITS: Mapping[str, Any] = {
    Split.PUBLIC: _("public"),
    Split.SEALED: _("sealed"),
    Split.HOLDOUT: _("temporal holdout"),
    Split.CALIBRATION: _("calibration"),
}
TABLE_NAMES: Mapping[str, Any] = {
    "papers": _("Papers"),
    "objects": _("Idea objects"),
    "diffs": _("Gold diffs"),
    "alignments": _("Alignments"),
    "traces": _("Traces"),
    "exam": _("Exam items"),
}


def table_counts(tables: Mapping[str, int]) -> str:
    """For example “6 objects · 2 gold diffs”."""
    return " · ".join(_count(table, number) for table, number in tables.items())


def _count(table: str, number: int) -> str:
    words = {
        "papers": ngettext("%(number)d paper", "%(number)d papers", number),
        "objects": ngettext("%(number)d object", "%(number)d objects", number),
        "diffs": ngettext("%(number)d gold diff", "%(number)d gold diffs", number),
        "alignments": ngettext("%(number)d alignment", "%(number)d alignments", number),
        "traces": ngettext("%(number)d trace", "%(number)d traces", number),
        "exam": ngettext("%(number)d exam item", "%(number)d exam items", number),
    }
    return words[table] % {"number": number}
