"""What this app says beside papers, objects, pairs, labels and decisions of the apps below: in which releases they are.

Each speaker answers for a whole list in a fixed number of queries.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count
from django.utils.translation import gettext as _

from annotation import beside
from annotation.beside import Aside
from annotation.models import Project, User
from annotation.selectors import link
from evaluator.vocabulary import Split
from releases.selectors.released import OBJECT, PAIR, PAPER, may_be_told, records_of, summary, told_records
from releases.table_words import SPLITS, table_counts

Asides = Mapping[Any, Sequence[Aside]]
MOST_SHOWN = 3


def register() -> None:
    """Speak at every place that apps below offer."""
    beside.register(beside.PAPER, of_papers)
    beside.register(beside.OBJECT, of_objects)
    beside.register(beside.PAIR, of_pairs)
    beside.register(beside.LABEL, of_labels)
    beside.register(beside.RESOLUTION, of_resolutions)


def page_of(project: Project, kind: str, key: str = "") -> str:
    """The page that lists what was released of it."""
    return f"{link('releases:released', project.slug)}?{urlencode({'of': kind, **({'key': key} if key else {})})}"


def of_papers(project: Project, reader: User, papers: Sequence[Any]) -> Asides:
    """A page shows one paper; a list of papers would ask once for each."""
    return {paper.pk: _told(project, reader, PAPER, paper.slug) for paper in papers}


def of_objects(project: Project, reader: User, objects: Sequence[Any]) -> Asides:
    return {each.pk: _told(project, reader, OBJECT, each.key) for each in objects}


def of_pairs(project: Project, reader: User, pairs: Sequence[Any]) -> Asides:
    """Nothing of a pair whose gold the reader may not know: who is to label it again reads it blind."""
    told = may_be_told(reader, [pair.pk for pair in pairs])
    return {pair.pk: _told(project, reader, PAIR, pair.key) for pair in pairs if pair.pk in told}


def _told(project: Project, reader: User, kind: str, key: str) -> list[Aside]:
    found = summary(project, records_of(reader, project, kind, key))
    lines = [
        Aside(
            head=_("Released in %(version)s") % {"version": each.version},
            words=" · ".join(_portion(portion.split, portion.tables) for portion in each.portions),
            address=f"{page_of(project, kind, key)}&{urlencode({'version': each.version})}",
            tone=each.status.tone,
        )
        for each in found[:MOST_SHOWN]
    ]
    if len(found) > MOST_SHOWN:
        more = _("In %(number)d releases") % {"number": len(found)}
        lines.append(Aside(head=more, words=_("all of them"), address=page_of(project, kind, key)))
    return lines


def _portion(split: str, tables: Mapping[str, int]) -> str:
    counts = table_counts(tables)
    return counts if split == Split.PUBLIC else f"{SPLITS.get(split, split)}: {counts}"


def of_labels(project: Project, reader: User, pairs: Sequence[Any]) -> Asides:
    """Of pairs that the reader has labelled: the releases whose gold rests on that label."""
    told = may_be_told(reader, [pair.pk for pair in pairs])
    keys = {pair.key: pair.pk for pair in pairs if pair.pk in told}
    by_pair: dict[Any, list[Aside]] = defaultdict(list)
    for key, version, number in _in_releases(project, reader, keys):
        words = _("%(number)d records rest on its gold") % {"number": number}
        head = _("In the gold of release %(version)s") % {"version": version}
        by_pair[keys[key]].append(
            Aside(head, words, f"{page_of(project, PAIR, key)}&{urlencode({'version': version})}")
        )
    return by_pair


def _in_releases(project: Project, reader: User, keys: Mapping[str, Any]) -> list[tuple[str, str, int]]:
    rows = told_records(reader, project).filter(pair__in=keys).order_by("pair", "release__frozen_at")
    counted = rows.values_list("pair", "release__version", "release__frozen_at").annotate(number=Count("pk"))
    return [(pair, version, number) for pair, version, _at, number in counted]


def of_resolutions(project: Project, reader: User, resolutions: Sequence[Any]) -> Asides:
    """The releases that were frozen while a decision stood: it is the gold of its pair in them.

    All decisions of the pairs concerned must be among those given; a case has them at hand.
    """
    keys = {each.pair_id: each.pair.key for each in resolutions}
    rows = told_records(reader, project).filter(table="diffs", pair__in=set(keys.values()))
    frozen = rows.order_by("release__frozen_at").values_list("pair", "release__version", "release__frozen_at")
    releases = list(frozen)
    later: dict[int, Any] = {}
    told: dict[Any, list[Aside]] = {}
    for each in sorted(resolutions, key=lambda each: (each.pair_id, -each.number)):
        until = later.get(each.pair_id)
        later[each.pair_id] = each.created_at
        if each.outcome == each.Outcome.REOPENED:
            continue
        told[each.pk] = [
            Aside(
                head=_("In release %(version)s") % {"version": version},
                words=_("as the gold of this pair"),
                address=link("releases:record", project.slug, version, "diffs", key),
            )
            for key, version, at in releases
            if key == keys[each.pair_id] and each.created_at <= at and (until is None or at < until)
        ]
    return told
