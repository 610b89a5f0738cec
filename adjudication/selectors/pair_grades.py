"""What the labels of a pair in dispute part in, read from them once and kept under which labels those are."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import groupby
from typing import Any

from django.contrib.postgres.aggregates import ArrayAgg
from django.core.cache import cache
from django.db.models import F, Max, Min, TextField, Value
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce

from adjudication.queue_rules import GRADED
from adjudication.selectors.measures import A_DAY
from diffs.models import Diff
from evaluator.canonical import sha256_hex

KEY = "decision_key"
KEPT = "queue:2"  # part of every key: another number forgets what was kept in another shape
BLOCK = 256  # pairs, by id, that are read and kept together: a new label costs no more than these

# The fields that part, the dynamics and the versions of the guideline that were said, and when the last label came.
# Plain, because ten thousand of them are read back while somebody waits.
Grade = tuple[tuple[str, ...], tuple[str, ...], tuple[int, ...], datetime]


def kept_grades(labels: Mapping[int, str]) -> dict[int, Grade]:
    """Grades of those of these pairs whose counted labels part. `labels` names all that a pair has, by pair.

    A label never changes, so what is kept under its name is true as long as it is kept. Reading takes most of a look's
    time. One query, or none when all is kept.
    """
    blocks = {
        _key(block, pairs, labels): pairs
        for block, pairs in ((key, list(of)) for key, of in groupby(sorted(labels), lambda pair: pair // BLOCK))
    }
    known: dict[str, dict[int, Grade]] = cache.get_many(blocks)
    missing = {key: pairs for key, pairs in blocks.items() if key not in known}
    if missing:
        read = dict(_grades([pair for pairs in missing.values() for pair in pairs]))
        fresh = {key: {pair: read[pair] for pair in pairs if pair in read} for key, pairs in missing.items()}
        cache.set_many(fresh, A_DAY)
        known |= fresh
    return {pair: grade for of_block in known.values() for pair, grade in of_block.items()}


def _key(block: int, pairs: Iterable[int], labels: Mapping[int, str]) -> str:
    return f"{KEPT}:{block}:{sha256_hex(repr([(pair, labels[pair]) for pair in pairs]).encode())}"


def _grades(pairs: list[int]) -> Iterator[tuple[int, Grade]]:
    """Of each pair what its counted labels say: the least and the greatest value of each field part, or they agree."""
    said = {name: Coalesce(KT(f"decision__{name}"), Value(""), output_field=TextField()) for name in GRADED}
    bounds = {f"{name}_from": Min(said[name]) for name in GRADED} | {f"{name}_to": Max(said[name]) for name in GRADED}
    counted = (
        Diff.objects.counted()
        .filter(pair__in=pairs)
        .order_by()
        .values("pair")
        .annotate(least=Min(KEY), greatest=Max(KEY))
        .filter(greatest__gt=F("least"))
        .annotate(
            **bounds,
            since=Max("submitted_at"),
            labels=ArrayAgg("dynamics", distinct=True),
            guidelines=ArrayAgg("guideline__version", distinct=True),
        )
    )
    same: dict[Any, Any] = {}  # one tuple for all that say the same: they are kept, and read back, as one
    for row in counted:
        fields = tuple(name for name in GRADED if row[f"{name}_from"] != row[f"{name}_to"])
        parts = (fields, tuple(row["labels"]), tuple(row["guidelines"]))
        fields, dynamics, guidelines = (same.setdefault(part, part) for part in parts)
        yield row["pair"], (fields, dynamics, guidelines, row["since"])
