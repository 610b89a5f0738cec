"""The labels of a pair as its case shows them: under letters, without names, in a random and fixed order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from adjudication.models import Case
from adjudication.rules import LETTERS
from diffs.models import Diff, PaperPair
from evaluator.convert import diff_answer_from_json
from evaluator.schema import DiffAnswer


@dataclass(frozen=True, slots=True)
class Side:
    """One label of a case: "a" is the first. `diff` knows its author; nothing that people read may."""

    letter: str
    diff: Diff
    answer: DiffAnswer


def sides_of_case(pair: PaperPair, diffs: Iterable[Diff] | None = None) -> list[Side]:
    """The counted labels of a pair by letter, in two queries (one when the labels are given)."""
    case = Case.objects.filter(pair=pair).first()
    labels = list(Diff.objects.counted().filter(pair=pair).select_related("guideline") if diffs is None else diffs)
    ordered = sorted(labels, key=lambda diff: place_in(case.order if case else [], diff))
    return [
        Side(letter, diff, diff_answer_from_json(diff.answer)) for letter, diff in zip(LETTERS, ordered, strict=False)
    ]


def place_in(order: Sequence[str], diff: Diff) -> tuple[int, str]:
    """Where a label stands: as the case has it, new ones last. Ids are random, so their order tells nothing."""
    key = str(diff.pk)
    return (order.index(key) if key in order else len(order), key)
