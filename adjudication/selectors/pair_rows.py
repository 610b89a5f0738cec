"""Pairs in dispute as rows of a queue: found by the database in two queries, with what is kept of their labels."""

from collections.abc import Collection
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, F, Func, Max, Min, OuterRef, Q, QuerySet, TextField, Value
from django.db.models.functions import MD5

from adjudication.models import Case, Resolution, Skip
from adjudication.queue_rules import IN_WORK, OPEN, PAIR, REOPENED, SKIPPED, YOURS, DisputeRow
from adjudication.selectors.pair_grades import Grade, kept_grades
from annotation.models import Project, User
from diffs.models import Diff, PaperPair
from diffs.querysets import DiffQuerySet

DETAILS = (
    "pk", "labels", "unit", "unit__title", "unit__domain", "unit__stage", "unit__priority", "source", "target",
    "is_skipped", "was_reopened", "is_paused",
)  # fmt: skip


def pair_rows(
    project: Project, user: User, parts: Collection[int] = frozenset(), *, only_visible: bool = True
) -> list[DisputeRow]:
    """Every pair in dispute that the person may know of: who also labels, only those that they are done with.

    `parts` are units that they had a part in. Not `only_visible`, it is what they may be handed: never to be shown
    before they have taken it.
    """
    details = list(_details(project, user, only_visible=only_visible))
    if not details:
        return []
    grades = kept_grades({pair: labels for pair, labels, *_rest in details})
    held = dict(Case.objects.held().filter(pair__project=project).values_list("pair", "adjudicator"))
    return [_row(facts, grades[facts[0]], held.get(facts[0]), user, parts) for facts in details if facts[0] in grades]


def _details(project: Project, user: User, *, only_visible: bool) -> "QuerySet[PaperPair, tuple[Any, ...]]":
    """What is known of those that have all their labels, any two of which part, and no standing resolution."""
    of_pair = {"pair": OuterRef("pk")}
    found = PaperPair.objects.filter(project=project, unit__labels_done__gte=F("unit__overlap"))
    if only_visible:
        found = found.told_apart(user).filter(labels_shown=True)
    rows: QuerySet[PaperPair, tuple[Any, ...]] = (
        found.filter(~Exists(Resolution.objects.standing().filter(**of_pair)))
        .filter(pk__in=_parting(project))
        .annotate(
            labels=_labels(),
            is_skipped=Exists(Skip.objects.filter(unit=OuterRef("unit"), adjudicator=user)),
            was_reopened=Exists(Resolution.objects.filter(**of_pair)),
            is_paused=Q(unit__is_paused=True) | Q(unit__stage__is_paused=True, unit__stage__isnull=False),
        )
        .order_by()
        .values_list(*DETAILS)
    )
    return rows


def _parting(project: Project) -> DiffQuerySet:
    """Pairs any two labels of which part, also such as do not count: a stretch of one index answers that.

    It is the stretch from the first to the last pair of the project. Of another project's pairs in between, the caller
    takes none; looking up the project of every label would take most of the time.
    """
    first, last = (PaperPair.objects.filter(project=project).order_by(end).values("pk")[:1] for end in ("pk", "-pk"))
    by_pair = Diff.objects.filter(pair__gte=first, pair__lte=last).order_by().values("pair")
    said = by_pair.alias(least=Min("decision_key"), greatest=Max("decision_key"))
    parting: DiffQuerySet = said.filter(greatest__gt=F("least")).values("pair")
    return parting


def _labels() -> MD5:
    """A name of all the labels that a pair has, another one as soon as it has one more."""
    ids = ArraySubquery(Diff.objects.filter(pair=OuterRef("pk")).order_by("pk").values("pk"))
    return MD5(Func(ids, Value(""), function="array_to_string", output_field=TextField()))


def _row(facts: tuple[Any, ...], grade: Grade, holder: int | None, user: User, parts: Collection[int]) -> DisputeRow:
    pk, _labels, unit, title, domain, stage, priority, source, target, is_skipped, was_reopened, is_paused = facts
    fields, dynamics, guidelines, since = grade
    return DisputeRow(
        kind=PAIR,
        pk=pk,
        unit=unit,
        title=title,
        since=since,
        genomes=(source, target),
        fields=fields,
        dynamics=dynamics,
        domain=domain,
        stage=stage,
        priority=priority,
        guidelines=guidelines,
        state=state_in(user, holder, is_skipped=is_skipped, was_reopened=was_reopened),
        was_reopened=was_reopened,
        holder=holder,
        is_paused=is_paused,
        has_part=unit in parts,
    )


def state_in(user: User, holder: int | None, *, is_skipped: bool, was_reopened: bool) -> str:
    """How a dispute stands to a person; `holder` is who has it in hand."""
    if holder is not None:
        return YOURS if holder == user.pk else IN_WORK
    if is_skipped:
        return SKIPPED
    return REOPENED if was_reopened else OPEN
