"""Which answer of a pair stands: the rule of gold, in its one place. No Django here."""

from collections.abc import Collection

from evaluator.vocabulary import GoldSource

RESOLVED = "resolved"


def gold_source(*, outcome: str | None, is_complete: bool, keys: Collection[str]) -> GoldSource | None:
    """Where a pair's gold comes from: the adjudicated answer, else the unanimous one; None while there is none.

    `outcome` is that of the standing resolution, `is_complete` whether all labels that were asked for are in, `keys`
    the decision keys of those that count. A resolution that is no answer ("neither", "excluded") leaves no gold.
    """
    if outcome is not None:
        return GoldSource.ADJUDICATED if outcome == RESOLVED else None
    return GoldSource.UNANIMOUS if is_complete and len(set(keys)) == 1 else None
