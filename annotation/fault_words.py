"""The evaluator's faults in the reader's language: same codes, same parameters, translated words."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.refusal import Fault
from evaluator.faults import DataFault, DataFaults

WORDS = {
    "not_an_object": gettext_lazy("must be an object, not {found}"),
    "not_a_list": gettext_lazy("must be a list, not {found}"),
    "not_text": gettext_lazy("must be text, not {found}"),
    "not_a_whole_number": gettext_lazy("must be a whole number of at most 15 digits, not {found}"),
    "not_a_number": gettext_lazy("must be a finite number, not {found}"),
    "not_true_or_false": gettext_lazy("must be true or false, not {found}"),
    "not_json": gettext_lazy("must be plain JSON without NaN, Infinity, doubled keys or very deep nesting"),
    "unstorable_text": gettext_lazy("holds a character that cannot be kept: U+0000 or half of a surrogate pair"),
    "empty_key": gettext_lazy("has an empty key"),
    "unknown_field": gettext_lazy("is not a field here; the fields are {known}"),
    "missing": gettext_lazy("is missing"),
    "not_a_choice": gettext_lazy("must be one of {choices}"),
    "below_minimum": gettext_lazy("must be at least {minimum}"),
    "above_maximum": gettext_lazy("must be at most {maximum}"),
    "end_not_after_start": gettext_lazy("must be greater than the start, {start}"),
}


def translated(fault: DataFault) -> Fault:
    """One fault of the evaluator as a fault of a service."""
    words = str(WORDS[fault.code]).format(**fault.params)
    return Fault(fault.code, f"{fault.path or _('the whole')} {words}", fault.path)


def faults_of(error: DataFaults) -> list[Fault]:
    """Every fault of refused data, translated."""
    return [translated(fault) for fault in error.faults]
