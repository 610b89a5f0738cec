"""Who may decide which dispute: adjudicators who neither labelled, read nor wrote what it is about."""

from collections.abc import Collection

from adjudication.queue_rules import DisputeRow, undecidable
from annotation.models import Assignment, Project, Role, Unit, User
from diffs.models import Diff


def adjudicators_of(project: Project) -> list[User]:
    """Adjudicators with an account that works, by name."""
    found = User.objects.filter(memberships__project=project, memberships__role=Role.ADJUDICATOR, is_active=True)
    return list(found.distinct().order_by("username"))


def parts_in(project: Project, people: Collection[int], unit: int | None = None) -> set[tuple[int, int]]:
    """(unit, person) for every part that these people had: held or answered it, or are barred from it. Three queries.

    A hold to label counts though it was given back: what one has seen of the unit, one has seen.
    """
    of_units = {"unit__project": project, **({} if unit is None else {"unit": unit})}
    holds = Assignment.objects.own_work().filter(person__in=people, **of_units)
    of_pairs = {"pair__project": project, **({} if unit is None else {"pair__unit": unit})}
    wrote = Diff.objects.filter(author__in=people, **of_pairs).order_by()
    barred = Unit.barred.through.objects.filter(user__in=people, **of_units)
    return {
        *holds.order_by().values_list("unit", "person").distinct(),
        *wrote.values_list("pair__unit", "author").distinct(),
        *barred.values_list("unit", "user"),
    }


def undecidable_units(project: Project, rows: Collection[DisputeRow]) -> list[int]:
    """Units of these disputes that no adjudicator of the project may decide."""
    people = {each.pk for each in adjudicators_of(project)}
    return undecidable(rows, people, parts_in(project, people)) if rows else []


def third_persons(project: Project, unit: int) -> list[User]:
    """Adjudicators who may decide the dispute about a unit, by name."""
    people = adjudicators_of(project)
    taken = {person for _unit, person in parts_in(project, [each.pk for each in people], unit)}
    return [each for each in people if each.pk not in taken]
