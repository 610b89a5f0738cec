"""Every value of every label that agreement is measured on, streamed."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from django.db.models import F

from adjudication.counting import FIELD_NAMES, values_in
from adjudication.rules import LETTERS
from adjudication.selectors.agreement import pairs_of
from adjudication.selectors.wanted import Wanted
from annotation.models import Project, User
from diffs.models import Diff

PAIRS_AT_ONCE = 200


def label_rows(project: Project, reader: User, wanted: Wanted) -> Iterator[Sequence[Any]]:
    """One row for each value. Letters stand for people within one pair only, and in random order."""
    yield ["pair", "object", "field", "label", "value"]
    complete = Diff.objects.counted().visible_to(reader).filter(pair__unit__labels_done__gte=F("pair__unit__overlap"))
    meant = complete.filter(wanted.of_tallies("pair__tally__"), pair__project=project)
    ids = meant.order_by("pair").values_list("pair", flat=True).distinct().iterator()
    while batch := list(islice(ids, PAIRS_AT_ONCE)):
        pairs = pairs_of(project, batch)
        place: dict[int, int] = {}
        labels = complete.filter(pair__in=batch).order_by("pair", "pk").values_list("pair", "decision")
        for pair, decision in labels:
            place[pair] = place.get(pair, -1) + 1
            for name in FIELD_NAMES:
                for unit, value in values_in(name, decision):
                    yield [pairs[pair].key, unit.removeprefix(":"), name, LETTERS[place[pair]].upper(), value]
