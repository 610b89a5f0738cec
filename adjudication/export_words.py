"""What the page of exports calls each table, and what it says of it."""

from django.utils.translation import gettext_lazy as _

from annotation.wording import Label

TABLE_WORDS: dict[str, tuple[Label, Label]] = {
    "labels": (
        _("Labels"),
        _("Every version of every label, surplus ones too, with its guideline and derived dynamics. Can be imported."),
    ),
    "resolutions": (
        _("Resolutions"),
        _("Every decision about a pair, reopened ones too: choices, notes, rationale, and the labels it rests on."),
    ),
    "gold": (
        _("Gold"),
        _("One row for each pair with all its labels: unanimous, adjudicated, unresolved or excluded."),
    ),
    "typings": (_("Second readings"), _("What author and second reader say of each object, side by side.")),
    "rulings": (_("Object rulings"), _("Every decision about an object that both typed differently.")),
    "comments": (_("Comments"), _("What was said about units; what was withdrawn is counted, not contained.")),
    "guidelines": (_("Guideline versions"), _("Text, change and time of every version, with the notes below it.")),
    "assignments": (
        _("Times"),
        _("When units were claimed, opened and finished, and the time at work on them."),
    ),
}
