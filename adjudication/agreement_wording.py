"""What the dashboards of agreement call boundaries, parts and outcomes, and why a figure is missing."""

from django.utils.translation import gettext_lazy

from adjudication.wording import UNDEFINED_WORDS
from annotation.wording import Label
from annotation.workers import Queue

# What each boundary of the rules asks; two dynamics part at one of them (adjudication/boundaries.py).
QUESTION_WORDS: dict[str, tuple[Label, Label]] = {
    "hybrid": (gettext_lazy("Drivers from two lineages?"), gettext_lazy("rule 1")),
    "driver": (gettext_lazy("Driver kept, or replaced?"), gettext_lazy("rule 2 or 3")),
    "shift": (gettext_lazy("Has the ecology shifted?"), gettext_lazy("rule 2")),
    "evidence": (gettext_lazy("Evidence of a transition?"), gettext_lazy("rule 3")),
    "niche": (gettext_lazy("Same or adjacent ecology?"), gettext_lazy("rule 3 or 4")),
}
PART_WORDS: dict[str, Label] = {
    "guideline": gettext_lazy("By guideline version"),
    "domain": gettext_lazy("By domain"),
    "stage": gettext_lazy("By stage"),
}
# What became gold where labels differed, in the order of the bars.
BECAME_WORDS: dict[str, Label] = {
    "label": gettext_lazy("a label"),
    "own": gettext_lazy("an answer of its own"),
    "neither": gettext_lazy("no answer"),
    "excluded": gettext_lazy("excluded"),
}
MISSING_WORDS: dict[str, Label] = {
    **UNDEFINED_WORDS,
    "drivers are counted whole": gettext_lazy("α of drivers is computed over all pairs of the filters, by field."),
    "too many different patterns to resample": gettext_lazy("Too many different answers to draw resamples of."),
}
# Why nothing will happen now, and what to do.
WORKER_WORDS: dict[Queue, Label] = {
    Queue.NO_WORKER: gettext_lazy("No worker is running, so this waits. It is kept: start one, or run manage.py up."),
    Queue.NO_BROKER: gettext_lazy(
        "The queue does not answer, so this waits. Start it, then ask again; nothing is lost."
    ),
}
