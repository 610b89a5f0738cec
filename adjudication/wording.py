"""What the screens of this app call rows, fields, states and figures."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from adjudication import rules
from adjudication.queue_rules import PAIR, DisputeRow
from adjudication.rules import Row
from annotation.wording import Label, label
from diffs.selectors import Sides
from diffs.wording import FIELD_WORDS
from evaluator.vocabulary import Dynamics

# What the queue can be narrowed to.
GROUP_WORDS: dict[str, Label] = {
    "dynamics": gettext_lazy("Dynamics"),
    "ecology": gettext_lazy("Ecology"),
    "drivers": gettext_lazy("Drivers"),
    "transition": gettext_lazy("Transition evidence"),
    "fates": gettext_lazy("Fates and links"),
    "origins": gettext_lazy("Origins and provenance"),
}
# The queues of disputes, "" for all of them, and what tells one from the other.
QUEUE_WORDS: dict[str, Label] = {
    "": gettext_lazy("All disputes"),
    "labels": gettext_lazy("Label disputes"),
    "alignments": gettext_lazy("Alignment conflicts"),
    "roles": gettext_lazy("Genome role disputes"),
    "rejections": gettext_lazy("Second-reader rejections"),
}
QUEUE_NOTES: dict[str, Label] = {
    "labels": gettext_lazy(
        "The labels part in a field of the whole pair: dynamics, ecology, drivers or transition evidence. Where they"
        " part in objects as well, the pair is also counted under alignment conflicts."
    ),
    "alignments": gettext_lazy(
        "The same object is aligned or fated differently, or comes from elsewhere. Where the labels part in a field of"
        " the whole pair as well, it is the same case as under label disputes, counted in both."
    ),
    "roles": gettext_lazy("Author and second reader give an object another type or another role."),
    "rejections": gettext_lazy("The second reader says that something is not an object at all."),
}
SORT_WORDS: dict[str, Label] = {
    "degree": gettext_lazy("Most in dispute first"),
    "age": gettext_lazy("Oldest first"),
    "priority": gettext_lazy("Most urgent first"),
}
# What an object of a genome parts in.
OBJECT_WORDS: dict[str, Label] = {
    "object_type": gettext_lazy("types"),
    "contribution_role": gettext_lazy("roles"),
    "no_object": gettext_lazy("not an object"),
}
STATE_WORDS: dict[str, Label] = {
    "open": pgettext_lazy("case", "open"),
    "yours": pgettext_lazy("case", "yours"),
    "in-work": pgettext_lazy("case", "in work"),
    "reopened": pgettext_lazy("case", "reopened"),
    "skipped": pgettext_lazy("case", "skipped by you"),
}
# The shape and the letter that stand for a state beside its colour.
STATE_MARKS: dict[str, tuple[str, str]] = {
    "open": ("s-o", "O"),
    "yours": ("s-y", "Y"),
    "in-work": ("s-b", "W"),
    "reopened": ("s-r", "R"),
    "skipped": ("s-d", "S"),
}
# Why labels differ, short enough for a row of buttons.
REASON_WORDS: list[tuple[str, Label]] = [
    ("ambiguous_text", gettext_lazy("ambiguous text")),
    ("guideline_gap", gettext_lazy("guideline gap")),
    ("annotator_error", gettext_lazy("annotator error")),
    ("rule_misread", gettext_lazy("rule misread")),
    ("other", pgettext_lazy("reason", "other")),
]
SIGNS = {"inherited": "=", "mutated": "≈", "lost": "×", "novel": "+", "external": "↘", "aligned": "="}
AGREEMENT_WORDS: dict[str, Label] = {
    "dynamics": gettext_lazy("Dynamics"),
    "lineage": gettext_lazy("Lineage or not"),
    "predecessor_driver": gettext_lazy("Predecessor driver"),
    "transition_driver": gettext_lazy("Transition driver"),
    "ecology": gettext_lazy("Ecology"),
    "fate": gettext_lazy("Fate of a source object"),
    "origin": gettext_lazy("Origin of a target object"),
    "object_type": gettext_lazy("Type of an object"),
    "contribution_role": gettext_lazy("Contribution role of an object"),
}
# Why a figure is undefined, by the evaluator's reason: what is the case, and when it will have a value.
UNDEFINED_WORDS: dict[str, Label] = {
    "no labels": gettext_lazy("There are no labels yet."),
    "one rater": gettext_lazy("All labels are from one person; agreement needs a second."),
    "no shared units": gettext_lazy("No two people have labelled the same unit."),
    "one category only": gettext_lazy(
        "All labels are the same category, so no disagreement could be expected by chance. α has a value once a second"
        " category occurs."
    ),
    "fewer than two clusters to resample": gettext_lazy("One unit alone has no interval."),
    "units differ in their number of labels": gettext_lazy(
        "Units have different numbers of labels; Fleiss' κ needs the same number on each."
    ),
    "nobody marked anything": gettext_lazy("Nobody has marked anything that could overlap."),
    "undefined in most resamples": gettext_lazy("Most resamples hold one category only, so there is no interval."),
}


def row_name(row: Row, ideas: Sides) -> str:
    """What a sentence calls a row: "Dynamics", "Fate of YOLO M1"."""
    name = ideas.names.get(row.object, row.object)
    if row.field == rules.FATE:
        return _("Fate of %(object)s") % {"object": name}
    if row.field == rules.ORIGIN:
        return _("Origin of %(object)s") % {"object": name}
    return str(FIELD_WORDS[row.field])


def in_short(fields: list[str]) -> str:
    """Fields that part, in one line of the queue: "dynamics, ecology, fates"."""
    return ", ".join(str(FIELD_WORDS[name]).lower() for name in fields)


def parted(row: DisputeRow) -> str:
    """What a dispute parts in, in one line."""
    if row.kind == PAIR:
        return in_short(list(row.fields))
    return ", ".join(str(OBJECT_WORDS[name]) for name in row.fields)


def boundary_words(boundary: str) -> str:
    """Two dynamics that met: "mutation / adaptive radiation"."""
    return " / ".join(str(label(Dynamics(each))) for each in boundary.split("-"))


def age(days: int) -> str:
    """How long a case has waited."""
    return ngettext("%(days)d day", "%(days)d days", days) % {"days": days} if days else _("today")
