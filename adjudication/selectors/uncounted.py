"""Which pairs agreement does not count as they stand, and the labels that they are counted by."""

from collections.abc import Collection

from django.db.models import Exists, F, OuterRef, Q

from adjudication.counting import Said
from adjudication.models import PairTally
from annotation.models import Project, Unit
from annotation.querysets import UnitQuerySet
from diffs.models import Diff
from diffs.querysets import DiffQuerySet

COMPLETE = Q(labels_done__gte=F("overlap"))


def changed_units(project: Project) -> UnitQuerySet:
    """Pairs that changed since they were counted, or were never looked at."""
    units: UnitQuerySet = Unit.objects.filter(project=project, kind=Unit.Kind.PAIR, is_tallied=False)
    return units


def units_to_count(project: Project) -> UnitQuerySet:
    """Of those, the ones that change a figure: they have all their labels, or had them when they were counted."""
    counted = Exists(PairTally.objects.filter(pair__unit=OuterRef("pk")))
    return changed_units(project).filter(COMPLETE | Q(counted))


def said_of(diffs: DiffQuerySet) -> dict[int, list[Said]]:
    """The labels of each pair, by pair. One query."""
    found: dict[int, list[Said]] = {}
    rows = diffs.order_by("pair", "submitted_at", "pk").values_list(
        "pair", "author", "decision", "decision_key", "guideline__version", "submitted_at"
    )
    for pair, *label in rows:
        found.setdefault(pair, []).append(Said(*label))
    return found


def labels_to_count(pairs: Collection[int]) -> dict[int, list[Said]]:
    """The counted labels of these pairs; of those alone that have all of them."""
    complete = Q(pair__unit__labels_done__gte=F("pair__unit__overlap"))
    return said_of(Diff.objects.counted().filter(complete, pair__in=pairs))
