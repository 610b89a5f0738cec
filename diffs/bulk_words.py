"""What a change of many pairs does, or did, in words."""

from collections.abc import Mapping

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from annotation.models import Project
from annotation.selectors import Distribution
from annotation.services.bulk import Action, BulkResult, Left
from annotation.wording import Label

DISTRIBUTE = "distribute"
NAMES: Mapping[str, Label] = {
    Action.PAUSE: gettext_lazy("Pause"),
    Action.RESUME: gettext_lazy("Resume"),
    Action.PRIORITY: gettext_lazy("Set the priority"),
    Action.DUE: gettext_lazy("Set the due date"),
    Action.STAGE: gettext_lazy("Move to a stage"),
    Action.OVERLAP: gettext_lazy("Set the labels wanted"),
    DISTRIBUTE: gettext_lazy("Distribute to people"),
}


def will(project: Project, result: BulkResult) -> list[str]:
    """What a change would do."""
    number = result.changed
    words = {"number": number, "value": _value(project, result)}
    sentences = {
        Action.PAUSE: ngettext("%(number)s pair will be paused.", "%(number)s pairs will be paused.", number),
        Action.RESUME: ngettext("%(number)s pair will be resumed.", "%(number)s pairs will be resumed.", number),
        Action.PRIORITY: ngettext(
            "%(number)s pair will get the priority %(value)s.",
            "%(number)s pairs will get the priority %(value)s.",
            number,
        ),
        Action.DUE: ngettext(
            "%(number)s pair will be due: %(value)s.", "%(number)s pairs will be due: %(value)s.", number
        ),
        Action.STAGE: ngettext(
            "%(number)s pair will move to the stage: %(value)s.",
            "%(number)s pairs will move to the stage: %(value)s.",
            number,
        ),
        Action.OVERLAP: ngettext(
            "%(number)s pair will want %(value)s labels.", "%(number)s pairs will want %(value)s labels.", number
        ),
    }
    return [sentences[result.action] % words, *_rest(result)]


def did(project: Project, result: BulkResult) -> list[str]:
    """What a change did."""
    number = result.changed
    words = {"number": number, "value": _value(project, result)}
    sentences = {
        Action.PAUSE: ngettext("%(number)s pair is paused.", "%(number)s pairs are paused.", number),
        Action.RESUME: ngettext("%(number)s pair is resumed.", "%(number)s pairs are resumed.", number),
        Action.PRIORITY: ngettext(
            "%(number)s pair has the priority %(value)s now.",
            "%(number)s pairs have the priority %(value)s now.",
            number,
        ),
        Action.DUE: ngettext("%(number)s pair is due: %(value)s.", "%(number)s pairs are due: %(value)s.", number),
        Action.STAGE: ngettext(
            "%(number)s pair is in the stage now: %(value)s.",
            "%(number)s pairs are in the stage now: %(value)s.",
            number,
        ),
        Action.OVERLAP: ngettext(
            "%(number)s pair wants %(value)s labels now.", "%(number)s pairs want %(value)s labels now.", number
        ),
    }
    return [sentences[result.action] % words, *_rest(result)]


def _rest(result: BulkResult) -> list[str]:
    """What stays as it is, and why."""
    lines = []
    if result.same:
        same = ngettext("%(number)s is so already.", "%(number)s are so already.", result.same)
        lines.append(same % {"number": result.same})
    for reason, number in result.left_out.items():
        sentence = {
            Left.COMPLETE: ngettext(
                "%(number)s is left out: all its labels are in.",
                "%(number)s are left out: all their labels are in.",
                number,
            ),
            Left.BUSY: ngettext(
                "%(number)s is left out: more people than that hold it or have finished it.",
                "%(number)s are left out: more people than that hold them or have finished them.",
                number,
            ),
        }[reason]
        lines.append(sentence % {"number": number})
    return lines


def _value(project: Project, result: BulkResult) -> str:
    if result.action is Action.DUE:
        return date_format(result.value, "SHORT_DATE_FORMAT") if result.value else _("no date")
    if result.action is Action.STAGE:
        return project.stages.get(pk=result.value).name if result.value else _("none")
    return str(result.value)


def handed_out(plan: Distribution, names: Mapping[int, str], *, done: bool) -> list[str]:
    """Who gets, or got, how many places, and what is left."""
    count = len(plan.pairs)
    if done:
        first = ngettext("%(number)s place is given out.", "%(number)s places are given out.", count)
    else:
        first = ngettext("%(number)s place will be given out.", "%(number)s places will be given out.", count)
    lines = [first % {"number": count}]
    lines += [f"{names.get(person, '')}: {number}" for person, number in plan.per_person.items() if number]
    if plan.left:
        left = ngettext(
            "%(number)s place is left: nobody of those chosen can take it.",
            "%(number)s places are left: nobody of those chosen can take them.",
            plan.left,
        )
        lines.append(left % {"number": plan.left})
    return lines
