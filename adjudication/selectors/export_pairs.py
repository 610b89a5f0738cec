"""Labels, decisions and gold of pairs as they leave: of pairs that have all their labels alone."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet

from adjudication.export_rows import Source
from adjudication.models import Resolution
from adjudication.rules import LETTERS
from adjudication.selectors.gold import IN_TIME
from adjudication.selectors.labels import place_in
from annotation.models import Project, User
from diffs.label_files import moment
from diffs.models import Diff, PaperPair
from diffs.querysets import PairQuerySet
from diffs.selectors.filters import PairFilter, Reach
from diffs.selectors.labels import exported_labels, label_records
from diffs.standing import gold_source
from evaluator.vocabulary import GoldSource

Called = Callable[[int], str]
Rows = Iterator[dict[str, Any]]
AT_ONCE = 100
SOURCE, TARGET = "pair__source__source_version", "pair__target__source_version"


def exported_diffs(project: Project, user: User) -> "QuerySet[Diff]":
    """What the list of labels holds for admins, without their own labels of pairs that lack some."""
    diffs = exported_labels(project, user, PairFilter(), Reach.EVERYTHING)
    return diffs.filter(pair__unit__labels_done__gte=F("pair__unit__overlap"))


def labels(project: Project, user: User, called: Called) -> Rows:
    return label_records(exported_diffs(project, user), named=False, counting=True, called=called)


def exported_resolutions(project: Project, user: User) -> "QuerySet[Resolution]":
    rows: QuerySet[Resolution] = Resolution.objects.visible_to(user).filter(
        pair__project=project, pair__unit__labels_done__gte=F("pair__unit__overlap")
    )
    return rows


def resolutions(project: Project, user: User, called: Called) -> Rows:
    """Every decision, by pair and number. Of each 100 the labels that they rest on are read at once."""
    cited = Prefetch("based_on", Diff.objects.only("pk", "author_id", "number"), to_attr="cited")
    rows = (
        exported_resolutions(project, user)
        .select_related(f"{SOURCE}__paper", f"{TARGET}__paper", "pair__case")
        .defer(f"{SOURCE}__text", f"{TARGET}__text")
        .prefetch_related(cited)
        .annotate(stands=_stands())
        .order_by("pair", "number")
    )
    for row in rows.iterator(chunk_size=AT_ONCE):
        yield {
            **pair_names(row.pair),
            "number": row.number,
            "adjudicator": called(row.adjudicator_id),
            "decided_at": moment(row.created_at),
            "outcome": row.outcome,
            "stands": row.stands,
            "reason_code": row.reason_code,
            "rationale": row.rationale,
            "choices": row.choices,
            "row_notes": row.row_notes,
            "based_on": _label_names(row, called),
            "derived_dynamics": row.derived_dynamics or None,
            "rule": row.rule,
            "decision_key": row.decision_key,
            "decision": row.decision,
            "answer": row.answer,
        }


def exported_pairs(project: Project, user: User) -> PairQuerySet:
    pairs: PairQuerySet = (
        PaperPair.objects.filter(project=project, unit__labels_done__gte=F("unit__overlap"))
        .told_apart(user)
        .filter(labels_shown=True)
    )
    return pairs


def gold_rows(project: Project, user: User, _called: Called) -> Rows:
    """Each pair with all its labels, by id, with the answer that stands. Of each 100 all is read at once."""
    counted = Diff.objects.counted().only("pair_id", "decision_key", "answer").order_by(*IN_TIME)
    standing = Resolution.objects.standing().defer("decision", "choices", "row_notes")
    pairs = (
        exported_pairs(project, user)
        .with_papers()
        .prefetch_related(
            Prefetch("diffs", counted, to_attr="labels"), Prefetch("resolutions", standing, to_attr="standing")
        )
        .order_by("pk")
    )
    for pair in pairs.iterator(chunk_size=AT_ONCE):
        resolution = pair.standing[0] if pair.standing else None
        keys = [label.decision_key for label in pair.labels]
        source = source_of(resolution, keys)
        answer = None
        if source is Source.ADJUDICATED and resolution is not None:
            answer = resolution.answer
        elif source is Source.UNANIMOUS:
            answer = pair.labels[0].answer
        yield {
            **pair_names(pair),
            "domain": pair.unit.domain,
            "source": source.value,
            "outcome": resolution.outcome if resolution else None,
            "resolution": resolution.number if resolution else None,
            "labels": len(keys),
            "distinct_answers": len(set(keys)),
            "decision_key": (resolution.decision_key if resolution else keys[0]) if answer is not None else "",
            "answer": answer,
        }


def source_of(resolution: Resolution | None, keys: list[str]) -> Source:
    """Where the gold of a pair with all its labels comes from; "neither" leaves as little as "excluded"."""
    found = gold_source(outcome=resolution.outcome if resolution else None, is_complete=True, keys=keys)
    if found is not None:
        return Source.ADJUDICATED if found is GoldSource.ADJUDICATED else Source.UNANIMOUS
    return Source.EXCLUDED if resolution else Source.UNRESOLVED


def pair_names(pair: PaperPair) -> dict[str, Any]:
    return {
        "pair": pair.key,
        "source_version": pair.source.source_version.number,
        "target_version": pair.target.source_version.number,
    }


def _stands() -> Any:
    """Whether no later decision took its place, and it is none that reopens."""
    newer = Resolution.objects.filter(pair=OuterRef("pair"), number__gt=OuterRef("number"))
    return ~Exists(newer) & ~Q(outcome=Resolution.Outcome.REOPENED)


def _label_names(row: Any, called: Called) -> list[dict[str, Any]]:
    """The labels that a decision rests on, under the letters of its case."""
    case = getattr(row.pair, "case", None)
    ordered = sorted(row.cited, key=lambda diff: place_in(case.order if case else [], diff))
    return [
        {"letter": letter, "rater": called(diff.author_id), "number": diff.number}
        for letter, diff in zip(LETTERS, ordered, strict=False)
    ]


COUNTED: Mapping[str, Callable[[Project, User], "QuerySet[Any]"]] = {
    "labels": exported_diffs,
    "resolutions": exported_resolutions,
    "gold": exported_pairs,
}
