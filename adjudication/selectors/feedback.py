"""One's own labels on decided pairs beside the gold: what was the same, and why the rest was decided otherwise.

Nothing here depends on what the others answered, beyond the gold and its reasons. Reasons of single rows are told only
where one's own answer is not the gold: on the other rows they would say where somebody else differed.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, QuerySet

from adjudication import rules
from adjudication.models import Resolution
from adjudication.rules import Row
from adjudication.selectors.objects import Thing, things_of_pairs
from adjudication.selectors.rows import Said, said
from annotation.models import Assignment, Project, User
from diffs.models import Diff, PaperPair
from diffs.wording import FIELD_WORDS

# What the list can be narrowed to: a kind of row, and the fields of the decision that it stands for.
KINDS: Mapping[str, tuple[str, ...]] = {
    **{name: (name,) for name in rules.FIELD_ROWS},
    rules.FATE: ("fates", "alignments"),
    rules.ORIGIN: ("origins", "provenance"),
}
MINE = "mine"  # where a pair has the reader's own submission
DECISIONS = ("decision", "row_notes", "reason_code", "pair")


@dataclass(frozen=True, slots=True)
class FeedbackRow:
    """One row: one's own answer and the gold, ready to read and as values. `reason_code` is empty where both agree."""

    row: Row
    thing: Thing | None
    mine: Said
    gold: Said
    my_value: Any
    gold_value: Any
    reason_code: str
    rationale: str

    @property
    def key(self) -> str:
        return self.row.key

    @property
    def name(self) -> str:
        return str(FIELD_WORDS.get(self.row.field, "")) if not self.row.object else self.row.object

    @property
    def is_same(self) -> bool:
        return bool(self.my_value == self.gold_value)


@dataclass(frozen=True, slots=True)
class Feedback:
    """One decided pair. Without a gold answer (neither, excluded) there is nothing to compare, and `rows` is empty."""

    resolution: Resolution
    rows: list[FeedbackRow]

    @property
    def pair(self) -> PaperPair:
        return self.resolution.pair

    @property
    def rationale(self) -> str:
        return told_rationale(self.resolution)

    @property
    def different(self) -> list[FeedbackRow]:
        return [row for row in self.rows if not row.is_same]

    @property
    def same(self) -> list[FeedbackRow]:
        return [row for row in self.rows if row.is_same]


def own_decided(person: User, project: Project) -> QuerySet[Resolution]:
    """Standing resolutions of pairs that the person has a label of, latest first.

    Only while all labels are in: where a pair wants more of them, its gold is no longer told. Who was measured on a
    pair without being told never finds it here: that answer is no label.
    """
    held = Assignment.objects.filter(
        unit=OuterRef("pair__unit"), person=person,
        purpose=Assignment.Purpose.LABEL, state=Assignment.State.FINISHED,
    )  # fmt: skip
    wrote = Diff.objects.filter(pair=OuterRef("pair"), author=person)
    rows: QuerySet[Resolution] = (
        Resolution.objects.standing()
        .visible_to(person)
        .filter(Exists(held), Exists(wrote), pair__project=project)
        .filter(pair__unit__labels_done__gte=F("pair__unit__overlap"))
        .order_by("-created_at", "-pk")
    )
    return rows


def feedback_list(person: User, project: Project, *, kind: str = "", reason: str = "") -> QuerySet[Resolution]:
    """Those of `own_decided` where one's answer is not the gold in this kind of row, or for this reason.

    With a filter, all own decisions are read once (without answers and texts).
    """
    found = own_decided(person, project)
    if not (kind in KINDS or reason):
        return found
    kept = [
        row.pk for row, mine in _with_own(found.only(*DECISIONS), person) if _fits(row, mine.decision, kind, reason)
    ]
    return found.filter(pk__in=kept)


def parts_of(person: User, project: Project) -> dict[str, int]:
    """How many decided pairs there are ("all"), have a gold answer ("gold"), equal it ("same"), and part per kind."""
    counts = dict.fromkeys(("all", "gold", "same", *KINDS), 0)
    for row, mine in _with_own(own_decided(person, project).only(*DECISIONS), person):
        counts["all"] += 1
        if row.decision is None:
            continue
        parted = [kind for kind, fields in KINDS.items() if _differ(row.decision, mine.decision, fields)]
        counts["gold"] += 1
        counts["same"] += not parted
        for kind in parted:
            counts[kind] += 1
    return counts


def with_pairs(resolutions: QuerySet[Resolution], person: User) -> QuerySet[Resolution]:
    """With papers, and with one's own submission as `pair.mine`."""
    related = (
        "pair__unit",
        "pair__project",
        *(f"pair__{side}__source_version__paper" for side in ("source", "target")),
    )
    mine = Prefetch("pair__diffs", Diff.objects.current().filter(author=person), to_attr=MINE)
    texts = [f"pair__{side}__source_version__text" for side in ("source", "target")]
    found: QuerySet[Resolution] = resolutions.select_related(*related).defer(*texts).prefetch_related(mine)
    return found


def compared(resolutions: Iterable[Resolution]) -> list[Feedback]:
    """Row by row; the resolutions come from `with_pairs`. One query for all their objects."""
    rows = list(resolutions)
    things = things_of_pairs([row.pair for row in rows])
    mine: dict[int, Diff] = {row.pair_id: getattr(row.pair, MINE)[0] for row in rows}
    return [Feedback(row, _rows(row, mine[row.pair_id], things[row.pair_id])) for row in rows]


def _rows(resolution: Resolution, mine: Diff, things: Mapping[str, Thing]) -> list[FeedbackRow]:
    gold = resolution.decision
    if gold is None:
        return []
    sources = [key for key, thing in things.items() if thing.is_source]
    targets = [key for key, thing in things.items() if not thing.is_source]
    return [
        _row(row, resolution, mine.decision, gold, things)
        for row in rules.all_rows([mine.decision, gold], sources, targets)
    ]


def _row(
    row: Row, resolution: Resolution, mine: Mapping[str, Any], gold: Mapping[str, Any], things: Mapping[str, Thing]
) -> FeedbackRow:
    my_value, gold_value = rules.value_of(mine, row), rules.value_of(gold, row)
    note = {} if my_value == gold_value else _note(resolution, row.key)
    return FeedbackRow(
        row=row,
        thing=things.get(row.object),
        mine=said(row, mine, things, None),
        gold=said(row, gold, things, None),
        my_value=my_value,
        gold_value=gold_value,
        reason_code=note.get("reason_code", ""),
        rationale=note.get("rationale", ""),
    )


def told_rationale(resolution: Resolution) -> str:
    """The rationale of the whole as who labelled may read it: none where it was put together from those of rows."""
    told = [note["rationale"] for note in resolution.row_notes.values()]
    return "" if rules.is_made_of_rows(resolution.rationale, told) else resolution.rationale


def _note(resolution: Resolution, key: str) -> dict[str, str]:
    """Why a row was decided so: in its own words, else in those of the whole, which stand once above all rows."""
    found: dict[str, str] = resolution.row_notes.get(key, {"reason_code": resolution.reason_code, "rationale": ""})
    return found


def _with_own(rows: QuerySet[Resolution], person: User) -> Iterable[tuple[Resolution, Diff]]:
    decided = list(rows)
    labels = Diff.objects.current().filter(author=person, pair__in=[row.pair_id for row in decided])
    mine = {label.pair_id: label for label in labels.only("pair", "decision")}
    return [(row, mine[row.pair_id]) for row in decided]


def _fits(resolution: Resolution, mine: Mapping[str, Any], kind: str, reason: str) -> bool:
    gold = resolution.decision
    if gold is None:
        return kind == "" and reason in ("", resolution.reason_code)
    rows = [row for row in rules.all_rows([mine, gold]) if kind in ("", row.field)]
    parted = [row for row in rows if rules.value_of(mine, row) != rules.value_of(gold, row)]
    return bool(parted) and (not reason or any(_note(resolution, row.key)["reason_code"] == reason for row in parted))


def _differ(gold: Mapping[str, Any], mine: Mapping[str, Any], fields: Collection[str]) -> bool:
    return any(gold[field] != mine[field] for field in fields)
