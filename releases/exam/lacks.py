"""Why the gold at an anchor cannot feed a task: said per task in a release, with how often, and on its pages."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

LACKS: Mapping[str, "str | Promise"] = {
    "no_anchor": _("There is no genome, pair or trace of the kind that the task is drawn from."),
    "no_single_driver": _("The genome has no driver, or more than one."),
    "few_objects": _("The genome has too few objects."),
    "few_passages": _("Too few objects have a passage of their own as evidence."),
    "no_such_fate": _("No object of the pair has the fate that is asked for."),
    "label_not_derived": _("The recorded dynamics is not the one that the rules derive."),
    "few_candidates": _("There are too few other papers to choose between."),
    "path_not_single": _("No object of the first paper has a single path to where it ends."),
    "short_trace": _("The trace has fewer than two steps."),
    "no_driver": _("The pair names no driver of the predecessor."),
    "no_such_label": _("The pair is not a hybrid."),
    "provenance_elsewhere": _("What was imported comes from a paper or lineage that the release does not hold."),
    "not_unique": _("More than one answer would be right."),
    "driver_repairs_nothing": _("The transition driver is no delta that repairs one limitation of the predecessor."),
    "never_changes": _("The driver is inherited at every step."),
    "no_secondary": _("No edge has a secondary dynamics."),
    "no_external": _("No object was imported from another lineage."),
    "no_long_idea": _("No idea of the trace has versions in three papers in a row."),
    "no_repair": _("No delta of the successor answers a limitation of the predecessor."),
    "few_repairs": _("Fewer than three deltas answer limitations of the trace."),
    "few_aligned": _("Fewer than two objects of the successor continue one of the predecessor."),
    "no_false_claim": _("There is no object that the predecessor never held."),
    "no_lineage_step": _("The step drawn is no lineage."),
    "no_date": _("A paper of the trace has no date."),
    "asked_before": _("An earlier item shows the very same and wants another answer: objects are worded alike."),
    "no_foreign_paper": _("Every other paper is related to the lineage."),
}


class Unfit(Exception):
    """This anchor gives no instance of the task; `code` is a key of LACKS."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)
