"""Gold: the adjudicated answer of a pair, else the unanimous one. Derived here, stored nowhere but in releases."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.db.models import Exists, F, Prefetch, Q

from adjudication.models import Resolution
from adjudication.selectors.disputes import distinct_answers, standing
from annotation.models import Project
from diffs.models import Diff, PaperPair
from diffs.querysets import PairQuerySet
from diffs.standing import gold_source
from evaluator.convert import diff_answer_from_json
from evaluator.schema import DiffAnswer
from evaluator.vocabulary import GoldSource

PAIRS_AT_ONCE = 500
IN_TIME = ("submitted_at", "author__username")  # labels of one moment in an order that every copy of a project has


@dataclass(frozen=True, slots=True)
class GoldAnswer:
    """The standing answer of a pair, and the resolution if one decided it. `diffs` are its labels, earliest first."""

    pair: PaperPair
    answer: DiffAnswer
    source: GoldSource
    resolution: Resolution | None
    diffs: list[Diff]


def gold(project: Project, only: Collection[int] | None = None) -> Iterator[GoldAnswer]:
    """Every pair of the project (or `only` these) that has a gold answer, by id. Nothing for open, excluded and
    "neither" ones.

    Reads PAIRS_AT_ONCE pairs at a time, each time in three queries.
    """
    labels = Diff.objects.counted().select_related("guideline", "author").order_by(*IN_TIME)
    pairs = (
        PaperPair.objects.filter(project=project)
        .with_papers()
        .prefetch_related(
            Prefetch("diffs", labels, to_attr="labels"),
            Prefetch("resolutions", Resolution.objects.standing(), to_attr="standing"),
        )
        .order_by("pk")
    )
    if only is not None:
        pairs = pairs.filter(pk__in=only)
    for pair in pairs.iterator(chunk_size=PAIRS_AT_ONCE):
        answer = _gold_of(pair, pair.labels, pair.standing)
        if answer is not None:
            yield answer


def gold_keys(project: Project) -> Iterator[tuple[int, str, int, int]]:
    """(id, key, id of the source genome, of the target genome) of each pair that `gold` answers for. One query."""
    ends = ("source__source_version__paper__slug", "target__source_version__paper__slug")
    rows = _answered(PaperPair.objects.filter(project=project)).values_list("pk", *ends, "source", "target")
    for pk, first, second, source, target in rows.iterator():
        yield pk, f"{first}__{second}", source, target


def gold_pairs(project: Project) -> PairQuerySet:
    """The pairs that `gold` answers for and that people are not measured on yet, by id: without reading an answer."""
    return _answered(PaperPair.objects.filter(project=project, unit__is_known=False)).order_by("pk")


def _answered(pairs: PairQuerySet) -> PairQuerySet:
    decided = standing().filter(outcome=Resolution.Outcome.RESOLVED)
    unanimous = Q(unit__labels_done__gte=F("unit__overlap"), distinct_answers=1) & ~Exists(standing())
    found: PairQuerySet = pairs.annotate(distinct_answers=distinct_answers()).filter(Exists(decided) | unanimous)
    return found


def _gold_of(pair: PaperPair, labels: list[Diff], standing: list[Resolution]) -> GoldAnswer | None:
    resolution = standing[0] if standing else None
    source = gold_source(
        outcome=resolution.outcome if resolution else None,
        is_complete=pair.unit.labels_done >= pair.unit.overlap,
        keys=[label.decision_key for label in labels],
    )
    if source is None:
        return None
    answer = resolution.answer if resolution else labels[0].answer
    return GoldAnswer(pair, diff_answer_from_json(answer), source, resolution, labels)
