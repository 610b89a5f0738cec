"""Labels as they leave: every submission that the reader may see, as records, one after the other."""

from collections.abc import Callable, Iterator
from typing import Any

from django.db.models import QuerySet

from annotation.models import Project, User
from diffs.label_files import moment
from diffs.models import Diff
from diffs.selectors.filters import PairFilter, Reach, filtered_pairs, visible_labels

AT_ONCE = 200
SOURCE, TARGET = "pair__source__source_version", "pair__target__source_version"
COLUMNS = (
    f"{SOURCE}__paper__slug", f"{TARGET}__paper__slug", f"{SOURCE}__number", f"{TARGET}__number", "author",
    "author__username", "number", "guideline__version", "submitted_at", "dynamics", "derived_dynamics", "rule",
    "decision_key", "is_surplus", "imported_by", "decision", "answer",
)  # fmt: skip


def exported_labels(project: Project, user: User, chosen: PairFilter, reach: Reach) -> "QuerySet[Diff]":
    """The submissions on the pairs of a filtered list that this person may take along.

    For admins who do not label, others' are those of pairs that have all their labels (`Diff.visible_to`), without
    answers that measured somebody. For everybody else, their own alone.
    """
    diffs = visible_labels(project, user, filtered_pairs(project, user, chosen, reach))
    return diffs.filter(check_result__isnull=True) if reach is Reach.EVERYTHING else diffs.filter(author=user)


def label_records(
    diffs: "QuerySet[Diff]", *, named: bool, counting: bool, called: Callable[[int], str] | None = None
) -> Iterator[dict[str, Any]]:
    """Each submission as a record, the versions of a label in their order; one query, rows read as they are sent.

    Without `named` people are called rater-1 and so on, the same one alike in the whole file; or what `called` says of
    their id, where several files call them alike. Whether a label counts
    (`counting`) is told to those alone who may know it: it would tell a person which answers measured them.
    """
    aliases: dict[int, str] = {}
    rows = diffs.order_by("pair", "submitted_at", "number", "pk").values_list(*COLUMNS)
    for row in rows.iterator(chunk_size=AT_ONCE):
        source, target, first, second, author, name, number, guideline, at, *rest = row
        dynamics, derived, rule, key, surplus, imported_by, decision, answer = rest
        if called is not None:
            rater = called(author)
        else:
            rater = name if named else aliases.setdefault(author, f"rater-{len(aliases) + 1}")
        record = {
            "pair": f"{source}__{target}",
            "source_version": first,
            "target_version": second,
            "rater": rater,
            "number": number,
            "guideline": guideline,
            "submitted_at": moment(at),
            "dynamics": dynamics,
            "derived_dynamics": derived,
            "rule": rule,
            "decision_key": key,
            "decision": decision,
            "answer": answer,
        }
        if counting:
            record |= {"surplus": surplus, "imported": imported_by is not None}
        yield record
