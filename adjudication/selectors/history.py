"""What was decided about a pair so far, each decision as its case tells it: who by role, from which labels, why, and
in which releases it is the gold.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from adjudication.models import Resolution
from adjudication.rules import NEITHER, OWN
from annotation.beside import RESOLUTION, Aside, asides
from annotation.models import Membership, Project, Role, User
from annotation.permissions import sees_names
from annotation.selectors.discussion import Author


@dataclass(frozen=True, slots=True)
class RowNote:
    """Why one row was decided as it was. `name` is what people call the row."""

    name: str
    reason: str
    rationale: str


@dataclass(frozen=True, slots=True)
class Event:
    """One decision. `taken` says how many rows follow each label, or none of them: ("A", 2), ("own answer", 1).

    `asides` is what an app above says of it: the releases that it went into.
    """

    resolution: Resolution
    author: Author
    taken: list[tuple[str, int]]
    notes: list[RowNote]
    asides: Sequence[Aside] = ()


def events_of(project: Project, reader: User, history: Sequence[Resolution], names: Mapping[str, str]) -> list[Event]:
    """Decisions in the order given, with the people in them as this reader may know them.

    `names` are rows by key. Names of people are for admins who do not label, as everywhere. At most 3 queries, and
    those of whoever speaks beside decisions.
    """
    if not history:
        return []
    named = sees_names(reader, project)
    people = {each.adjudicator_id for each in history}
    members = Membership.objects.filter(project=project, user__in=people, role=Role.ADJUDICATOR)
    said = asides(RESOLUTION, project, reader, history)
    adjudicators = set(members.values_list("user_id", flat=True))
    return [
        Event(
            resolution=each,
            author=Author(
                role=_role_of(each, adjudicators),
                name=each.adjudicator.username if named else "",
                is_own=each.adjudicator_id == reader.pk,
            ),
            taken=_taken(each.choices),
            notes=notes_of(each, names),
            asides=said.get(each.pk, ()),
        )
        for each in history
    ]


def notes_of(resolution: Resolution, names: Mapping[str, str]) -> list[RowNote]:
    """The rows that have words of their own, in the order of `names`: the database keeps none."""
    reasons, notes = dict(Resolution.Reason.choices), resolution.row_notes
    return [
        RowNote(names.get(key, key), str(reasons[notes[key]["reason_code"]]), notes[key]["rationale"])
        for key in [*(key for key in names if key in notes), *(key for key in notes if key not in names)]
    ]


def _role_of(resolution: Resolution, adjudicators: set[int]) -> str:
    """Adjudicators decide; admins, too, may reopen."""
    reopened = resolution.outcome == Resolution.Outcome.REOPENED
    return Role.ADMIN if reopened and resolution.adjudicator_id not in adjudicators else Role.ADJUDICATOR


def _taken(choices: Mapping[str, str]) -> list[tuple[str, int]]:
    words = {OWN: _("own answer"), NEITHER: _("neither")}
    counted = Counter(choices.values())
    return [(words.get(choice, choice.upper()), counted[choice]) for choice in sorted(counted, key=_place)]


def _place(choice: str) -> tuple[bool, str]:
    return (choice in (OWN, NEITHER), choice)
