"""What a distribution of units over people would hand to whom. Read before it is done, and again under the locks."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Q
from django.utils import timezone

from annotation.models import Assignment, Membership, Project, Role, Unit
from annotation.querysets import holds_place
from annotation.rules import WEEK, Piece, Worker, plan
from annotation.selectors.members import at_work
from annotation.selectors.units import ADJUDICATE, held_places


@dataclass(frozen=True)
class Distribution:
    """Who gets which unit, how many each person gets, and what is left without anybody."""

    pairs: list[tuple[int, int]]  # (unit, person)
    per_person: dict[int, int]
    units: int
    places: int

    @property
    def left(self) -> int:
        """Places for which nobody was found."""
        return self.places - len(self.pairs)


def planned(project: Project, units: Sequence[int], people: Sequence[int], most: int | None = None) -> Distribution:
    """The plan for these units and people (ids) as they stand now; four queries.

    Left out are units that are full, paused or not ready, and people who are away or paused. Nobody is given a unit
    that they had in hand before, or one that they are barred from.
    """
    pieces = _pieces(project, units)
    workers = _workers(project, people, most)
    pairs = plan(pieces, workers)
    per_person = {each.person: 0 for each in workers}
    for _unit, person in pairs:
        per_person[person] += 1
    return Distribution(pairs, per_person, len(pieces), sum(each.places for each in pieces))


def _pieces(project: Project, ids: Sequence[int]) -> list[Piece]:
    units = Unit.objects.workable().filter(project=project, pk__in=ids, labels_done__lt=F("overlap"), is_known=False)
    rows = list(
        units.annotate(held=held_places())
        .order_by("-priority", F("due").asc(nulls_last=True), "pk")
        .values_list("pk", "domain", "overlap", "labels_done", "held")
    )
    lacking = [row for row in rows if row[2] > row[3] + row[4]]
    without = _without(row[0] for row in lacking)
    return [
        Piece(pk, domain, overlap - done - held, frozenset(without[pk])) for pk, domain, overlap, done, held in lacking
    ]


def _without(units: Iterable[int]) -> dict[int, set[int]]:
    """Unit to the people who have or had a part in it, or may have none."""
    ids = list(units)
    found: dict[int, set[int]] = defaultdict(set)
    rows = Assignment.objects.filter(unit__in=ids).order_by().values_list("unit", "person")
    for unit, person in rows.union(Unit.barred.through.objects.filter(unit__in=ids).values_list("unit", "user")):
        found[unit].add(person)
    return found


def _workers(project: Project, people: Sequence[int], most: int | None) -> list[Worker]:
    now = timezone.now()
    handed = Q(holds_place(), claimed_at__gt=now - WEEK)
    holds = Assignment.objects.filter(unit__project=project, person__in=people).exclude(purpose=ADJUDICATE)
    counts = {
        person: (open_, lately)
        for person, open_, lately in holds.order_by()
        .values_list("person")
        .annotate(open_=Count("pk", Q(state="active", lease_expires_at__gt=now)), lately=Count("pk", handed))
    }
    members = Membership.objects.filter(at_work(), project=project, role=Role.ANNOTATOR, user__in=people)
    workers = []
    for each in members.order_by("user_id"):
        open_, lately = counts.get(each.user_id, (0, 0))
        week = None if each.weekly_limit is None else max(each.weekly_limit - lately, 0)
        rooms = [room for room in (most, week) if room is not None]
        workers.append(Worker(each.user_id, frozenset(each.expertise), open_, min(rooms) if rooms else None))
    return workers
