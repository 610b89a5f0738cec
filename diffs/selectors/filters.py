"""The list of pairs as its address filters and sorts it. What others did is asked only where it may be known."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Any
from urllib.parse import urlencode

from django.db.models import Case, Exists, F, Max, Min, OuterRef, Q, QuerySet, Subquery, Value, When
from django.utils import timezone

from annotation.models import Assignment, Project, User
from annotation.permissions import can_administer, can_label
from diffs.models import Diff, PaperPair
from diffs.selectors.lists import listed_pairs
from genomes.models import Genome, Paper

LONGEST_QUERY, MOST_WORDS, LONGEST_NUMBER = 200, 8, 9
SOON = timedelta(days=7)
NONE = "none"


class Reach(StrEnum):
    """How much of a project's pairs somebody may see in the list."""

    OWN = "own"  # what they work on or have finished
    ALL = "all"  # all pairs, but nothing of what others did: an admin who also labels
    EVERYTHING = "everything"  # an admin who does not label


# Order of a row by what the address calls it. What tells of others' work is for those who never label.
SORTS: Mapping[str, tuple[str, ...]] = {
    "added": ("pk",),
    "title": ("unit__title", "pk"),
    "published": ("target__source_version__paper__published", "pk"),
    "priority": ("unit__priority", "pk"),
    "due": ("unit__due", "pk"),
    "labels": ("unit__labels_done", "pk"),
}
FIELDS_OF: Mapping[Reach, frozenset[str]] = {
    Reach.OWN: frozenset({"q", "domain", "state", "due", "sort"}),
    Reach.ALL: frozenset({"q", "domain", "state", "due", "sort", "stage", "paused", "priority", "suggested"}),
    Reach.EVERYTHING: frozenset(
        {"q", "domain", "state", "due", "sort", "stage", "paused", "priority", "suggested", "person", "known"}
    ),
}
CHOICES: Mapping[str, tuple[str, ...]] = {
    "state": ("open", "in_work", "complete", "differ"),
    "paused": ("yes", "no"),
    "due": ("overdue", "week", "set", NONE),
    "suggested": ("yes", "no"),
    "known": ("yes", "no"),
}
OWN_STATES = ("in_work", "complete")


@dataclass(frozen=True, slots=True)
class PairFilter:
    """What an address asks for; a value that means nothing there is left out, as if it had not been sent."""

    q: str = ""
    domain: str = ""
    stage: str = ""  # an id, or "none"
    state: str = ""
    paused: str = ""
    priority: str = ""  # at least
    due: str = ""
    suggested: str = ""
    person: str = ""  # an id
    known: str = ""
    sort: str = ""

    @property
    def narrows(self) -> bool:
        """Whether some pairs are left out."""
        return any(value for name, value in asdict(self).items() if name != "sort")

    @property
    def query(self) -> str:
        """The filter as it stands in an address."""
        return urlencode({name: value for name, value in asdict(self).items() if value})


def reach_of(user: User, project: Project) -> Reach:
    if not can_administer(user, project):
        return Reach.OWN
    return Reach.ALL if can_label(user, project) else Reach.EVERYTHING


def filter_of(sent: Mapping[str, Any], reach: Reach) -> PairFilter:
    """The filter of an address, without what this reader may not ask."""
    found = {name: _clean(name, sent.get(name, ""), reach) for name in FIELDS_OF[reach]}
    return PairFilter(**found)


def _clean(name: str, value: Any, reach: Reach) -> str:
    text = value.replace("\x00", "").strip()[:LONGEST_QUERY] if isinstance(value, str) else ""
    if name in ("stage", "person"):
        return text if (name == "stage" and text == NONE) or _is_number(text) else ""
    if name == "priority":
        return text if _is_number(text.removeprefix("-")) else ""
    if name == "sort":
        key = text.removeprefix("-")
        return text if key in SORTS and (key != "labels" or reach is Reach.EVERYTHING) else ""
    if name == "state" and reach is not Reach.EVERYTHING:
        return text if text in OWN_STATES else ""
    return text if name not in CHOICES or text in CHOICES[name] else ""


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER


def filtered_pairs(project: Project, user: User, chosen: PairFilter, reach: Reach) -> "QuerySet[PaperPair]":
    """The pairs that the address asks for, in its order; at most one query when it is read."""
    everything = reach is not Reach.OWN
    pairs = listed_pairs(project, user, everything=everything)
    for word in chosen.q.split()[:MOST_WORDS]:
        genomes = _genomes_of(project, word)
        pairs = pairs.filter(Q(source__in=genomes) | Q(target__in=genomes))
    pairs = pairs.filter(_unit_facts(chosen), _due(chosen.due))
    if chosen.suggested:
        pairs = pairs.filter(suggested_at__isnull=chosen.suggested == "no")
    if chosen.person:
        held = Assignment.objects.filter(unit=OuterRef("unit"), person=int(chosen.person))
        pairs = pairs.filter(Exists(held.exclude(state="released")))
    pairs = _in_state(project, pairs, user, chosen.state, reach)
    if reach is Reach.EVERYTHING:
        pairs = pairs.annotate(is_held=Exists(_holds()))
    pairs = pairs.select_related("unit__stage").annotate(is_overdue=_is_overdue(reach))
    ordered: QuerySet[PaperPair] = pairs.order_by(*_order(chosen.sort))
    return ordered


def _genomes_of(project: Project, word: str) -> "QuerySet[Genome, Any]":
    """Genomes of papers that a word is in: title, short name, or another name of the system."""
    named = Q(title__icontains=word) | Q(slug__icontains=word) | Q(aliases__contains=[word])
    papers = Paper.objects.filter(named, project=project)
    genomes: QuerySet[Genome, Any] = Genome.objects.filter(source_version__paper__in=papers.values("pk")).values("pk")
    return genomes


def _unit_facts(chosen: PairFilter) -> Q:
    wanted = Q(unit__domain=chosen.domain) if chosen.domain else Q()
    if chosen.stage:
        wanted &= Q(unit__stage=None) if chosen.stage == NONE else Q(unit__stage=int(chosen.stage))
    if chosen.paused:
        stopped = Q(unit__is_paused=True) | Q(unit__stage__is_paused=True)
        wanted &= stopped if chosen.paused == "yes" else Q(unit__is_paused=False) & ~Q(unit__stage__is_paused=True)
    if chosen.priority:
        wanted &= Q(unit__priority__gte=int(chosen.priority))
    if chosen.known:
        wanted &= Q(unit__is_known=chosen.known == "yes")
    return wanted


def _due(due: str) -> Q:
    today = timezone.localdate()
    wanted = {
        "overdue": Q(unit__due__lt=today),
        "week": Q(unit__due__gte=today, unit__due__lte=today + SOON),
        "set": Q(unit__due__isnull=False),
        NONE: Q(unit__due__isnull=True),
    }
    return wanted.get(due, Q())


def _is_overdue(reach: Reach) -> Case:
    """Due before today and not done: by all, as far as the reader may know that, else by themselves."""
    late = Q(unit__due__lt=timezone.localdate())
    left = Q(unit__labels_done__lt=F("unit__overlap")) if reach is Reach.EVERYTHING else ~Q(own_state="finished")
    return Case(When(late & left, then=Value(True)), default=Value(False))


def _holds() -> "QuerySet[Assignment]":
    holds: QuerySet[Assignment] = Assignment.objects.active().filter(unit=OuterRef("unit"), purpose="label")
    return holds


def _in_state(project: Project, pairs: Any, user: User, state: str, reach: Reach) -> Any:
    """By what has become of the pair; for those who may still label, by their own part alone."""
    if not state:
        return pairs
    if reach is not Reach.EVERYTHING:
        mine = Assignment.objects.filter(unit=OuterRef("unit"), person=user)
        return pairs.filter(Exists(mine.filter(state="active" if state == "in_work" else "finished")))
    full = Q(unit__labels_done__gte=F("unit__overlap"))
    if state == "complete":
        return pairs.filter(full)
    if state == "differ":
        return pairs.filter(full, pk__in=differing_pairs(project))
    if state == "open":
        return pairs.filter(~Exists(_holds()), unit__labels_done=0)
    return pairs.filter(Q(unit__labels_done__gt=0) | Exists(_holds())).exclude(full)


def differing_pairs(project: Project) -> list[int]:
    """Ids of pairs whose counted labels are not all the same; two queries. Whether that was settled is known further
    above.

    Pairs in which any two submissions differ are found from an index alone; what counts is then looked at in these.
    """
    least, greatest = Min("decision_key"), Max("decision_key")
    of_project = Diff.objects.filter(pair__project=project).order_by().values("pair").annotate(a=least, b=greatest)
    some = list(of_project.filter(b__gt=F("a")).values_list("pair", flat=True))
    counted = Diff.objects.filter(pair__in=some).counted().order_by().values("pair").annotate(a=least, b=greatest)
    return list(counted.filter(b__gt=F("a")).values_list("pair", flat=True))


def rows_of(pairs: "QuerySet[PaperPair]", ids: Sequence[int]) -> list[PaperPair]:
    """The listed pairs of a page, in the order of their ids: all that a row shows is read for these alone, so that
    sorting a long list carries no papers along."""
    found = {pair.pk: pair for pair in pairs.filter(pk__in=ids)}
    return [found[pk] for pk in ids if pk in found]


def _order(sort: str) -> list[Any]:
    """Rows without a value come last, whichever way the list runs."""
    fields = SORTS.get(sort.removeprefix("-"), SORTS["added"])
    if sort.startswith("-"):
        return [F(field).desc(nulls_last=True) for field in fields]
    return [F(field).asc(nulls_last=True) for field in fields]


def domains_of(project: Project) -> list[str]:
    """Domains of the project's pairs, by name."""
    domains = project.units.filter(kind="pair").exclude(domain="").order_by("domain").values_list("domain", flat=True)
    return list(domains.distinct())


def visible_labels(project: Project, user: User, pairs: "QuerySet[PaperPair]") -> "QuerySet[Diff]":
    """All submissions on these pairs that the reader may see."""
    ids = Subquery(pairs.order_by().values("pk"))
    visible: QuerySet[Diff] = Diff.objects.visible_to(user).filter(pair__project=project, pair__in=ids)
    return visible
