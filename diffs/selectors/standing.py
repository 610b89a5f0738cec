"""The gold of pairs as far as one reader may know it.

Who may know is decided where it always is: `PairQuerySet.told_apart`, `DiffQuerySet.visible_to` and the resolutions'
own `visible_to`. Cases live in an app above: of theirs only the rows are read.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from annotation.models import User
from diffs.models import Diff, PaperPair
from diffs.standing import RESOLVED, gold_source


@dataclass(frozen=True, slots=True)
class Standing:
    """What a reader may know of a pair. `is_told` False: nothing. `decision` is the gold (evaluator.compare.decision),
    None while there is none; `is_disputed` says that the labels differ and nobody has resolved them."""

    is_told: bool = False
    decision: Mapping[str, Any] | None = None
    is_disputed: bool = False


UNTOLD = Standing()


def standings(user: User, pairs: Collection[int]) -> dict[int, Standing]:
    """What the reader may know of each pair, by its id. Four queries, whatever the number of pairs."""
    asked = set(pairs)
    if not asked:
        return {}
    rows = PaperPair.objects.filter(pk__in=asked).visible_to(user).told_apart(user)
    complete = {
        pk: done >= wanted
        for pk, is_shown, done, wanted in rows.values_list("pk", "labels_shown", "unit__labels_done", "unit__overlap")
        if is_shown
    }
    decided = _resolutions(user, asked)
    keys = _keys(user, complete.keys() - decided.keys())
    unanimous = [
        pk
        for pk, is_complete in complete.items()
        if pk not in decided and gold_source(outcome=None, is_complete=is_complete, keys=keys.get(pk, ()))
    ]
    labels = dict(Diff.objects.counted().visible_to(user).filter(pair__in=unanimous).values_list("pair", "decision"))
    disputed = {pk for pk, is_complete in complete.items() if is_complete and len(keys.get(pk, ())) > 1}
    return {pk: Standing(True, labels.get(pk), pk in disputed) for pk in complete} | decided


def _resolutions(user: User, pairs: Collection[int]) -> dict[int, Standing]:
    resolutions: Any = PaperPair._meta.get_field("resolutions").related_model
    rows = resolutions.objects.filter(pair__in=pairs).visible_to(user).standing()
    return {
        pair: Standing(is_told=True, decision=decision if outcome == RESOLVED else None)
        for pair, outcome, decision in rows.values_list("pair", "outcome", "decision")
    }


def _keys(user: User, pairs: Collection[int]) -> dict[int, set[str]]:
    found: dict[int, set[str]] = defaultdict(set)
    rows = Diff.objects.counted().visible_to(user).filter(pair__in=pairs)
    for pair, key in rows.values_list("pair", "decision_key"):
        found[pair].add(key)
    return found
