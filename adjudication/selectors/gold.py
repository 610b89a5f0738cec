"""Gold: the adjudicated answer of a pair, else the unanimous one. Derived here, stored nowhere but in releases."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Prefetch

from adjudication.models import Resolution
from annotation.models import Project
from diffs.models import Diff, PaperPair
from evaluator.convert import diff_answer_from_json
from evaluator.schema import DiffAnswer
from evaluator.vocabulary import GoldSource

PAIRS_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class GoldAnswer:
    """The standing answer of a pair, and the resolution if one decided it. `diffs` are its labels, earliest first."""

    pair: PaperPair
    answer: DiffAnswer
    source: GoldSource
    resolution: Resolution | None
    diffs: list[Diff]


def gold(project: Project) -> Iterator[GoldAnswer]:
    """Every pair of the project that has a gold answer, by id. Nothing for open, excluded and "neither" ones.

    Reads PAIRS_AT_ONCE pairs at a time, each time in three queries.
    """
    labels = Diff.objects.counted().select_related("guideline").order_by("submitted_at", "pk")
    pairs = (
        PaperPair.objects.filter(project=project)
        .with_papers()
        .prefetch_related(
            Prefetch("diffs", labels, to_attr="labels"),
            Prefetch("resolutions", Resolution.objects.standing(), to_attr="standing"),
        )
        .order_by("pk")
    )
    for pair in pairs.iterator(chunk_size=PAIRS_AT_ONCE):
        answer = _gold_of(pair, pair.labels, pair.standing)
        if answer is not None:
            yield answer


def _gold_of(pair: PaperPair, labels: list[Diff], standing: list[Resolution]) -> GoldAnswer | None:
    if standing:
        resolution = standing[0]
        if resolution.outcome != Resolution.Outcome.RESOLVED:
            return None
        answer = diff_answer_from_json(resolution.answer)
        return GoldAnswer(pair, answer, GoldSource.ADJUDICATED, resolution, labels)
    complete = pair.unit.labels_done >= pair.unit.overlap
    if not complete or len({label.decision_key for label in labels}) != 1:
        return None
    return GoldAnswer(pair, diff_answer_from_json(labels[0].answer), GoldSource.UNANIMOUS, None, labels)
