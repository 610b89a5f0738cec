"""The steps on a genome as people read them: who, when, why, and word by word what became different."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.models import Role, User
from annotation.permissions import roles_in
from annotation.wording import label
from evaluator.vocabulary import ContributionRole, ObjectType
from genomes.differences import Piece, word_changes
from genomes.models import Genome, IdeaObject, Operation

STEPS_TO_A_PAGE = 30
MADE: Mapping[str, Any] = {
    "type": "", "content": "", "constraint": "", "contribution_role": "", "lineage_relevant": True, "state": "accepted",
    "reject_reason": "", "evidence": [], "repairs": [],
}  # fmt: skip
FIELD_NAMES: dict[str, Any] = {
    "state": gettext_lazy("State"),
    "type": gettext_lazy("Type"),
    "content": gettext_lazy("The idea"),
    "contribution_role": gettext_lazy("Role"),
    "constraint": gettext_lazy("Holds only for"),
    "lineage_relevant": gettext_lazy("Matters to the lineage"),
    "reject_reason": gettext_lazy("Reason of the rejection"),
    "evidence": gettext_lazy("Evidence"),
    "repairs": gettext_lazy("Repairs"),
}


@dataclass(frozen=True, slots=True)
class Change:
    """One field that became different."""

    name: Any
    pieces: list[Piece]


@dataclass(frozen=True, slots=True)
class ObjectChange:
    """What a step did to one object; `fate` is "made", "gone" or ""."""

    pk: int
    handle: str
    type: str
    fate: str
    changes: list[Change]


@dataclass(frozen=True, slots=True)
class StepShown:
    number: int
    kind: str
    kind_name: Any
    who: str
    at: datetime
    why: str
    undoes: int | None
    objects: list[ObjectChange]


def operations_of(person: User, genome: Genome, object_id: int | None = None) -> QuerySet[Any]:
    """The steps that the person may see, of the genome or of one of its objects, the newest first."""
    found = Operation.objects.visible_to(person).filter(genome=genome).select_related("by", "undoes")
    if object_id is not None:
        found = found.filter(before__has_key=str(object_id))
    ordered: QuerySet[Any] = found.order_by("-number")
    return ordered


def history_of(person: User, genome: Genome, *, object_id: int | None = None, page: str = "1") -> Page[Any]:
    """One page of steps, each as a StepShown. 2 queries, and one for the person's roles."""
    rows = Paginator(operations_of(person, genome, object_id), STEPS_TO_A_PAGE).get_page(page)
    names = sees_names(person, genome)
    rows.object_list = [_shown(row, who_of(row, person, genome, names), object_id) for row in rows.object_list]
    return rows


def sees_names(person: User, genome: Genome) -> bool:
    """Whether the person reads who worked on the genome: admins who do not label; labellers never do. One query."""
    roles = roles_in(person, genome.paper.project)
    return Role.ADMIN in roles and Role.ANNOTATOR not in roles


def who_of(row: Operation, person: User, genome: Genome, names: bool) -> str:
    """Who took a step: a name where `names` may be read."""
    if row.by_id == person.pk:
        return _("you")
    if names:
        return row.by.username
    return _("its author") if row.by_id == genome.author_id else _("a former author")


def _shown(row: Operation, who: str, object_id: int | None) -> StepShown:
    touched = [pk for pk in row.before if object_id is None or pk == str(object_id)]
    changes = [_object_change(int(pk), row.before[pk], _told_once(row.after.get(pk), row.why)) for pk in touched]
    return StepShown(
        number=row.number,
        kind=row.kind,
        kind_name=row.get_kind_display(),
        who=who,
        at=row.at,
        why=row.why,
        undoes=row.undoes.number if row.undoes else None,
        objects=changes,
    )


def _told_once(after: Mapping[str, Any] | None, why: str) -> Mapping[str, Any] | None:
    """The object after the step without the reason that the step itself tells above its objects."""
    return {**after, "reject_reason": ""} if after and why and after["reject_reason"] == why else after


def _object_change(pk: int, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> ObjectChange:
    fate = "made" if before is None else "gone" if after is None else ""
    named = after or before or {"handle": "", "type": ""}
    changes: list[Change] = []
    if fate == "made" and after is not None:
        changes = [Change(change.name, _plain(change)) for change in _changes(MADE, after)]
    elif before is not None and after is not None:
        changes = list(_changes(before, after))
    return ObjectChange(pk, named["handle"], named["type"], fate, changes)


def _plain(change: Change) -> list[Piece]:
    """What a new object says is no change of words."""
    return [Piece("same", piece.text) for piece in change.pieces]


def _changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    for name, words in FIELD_NAMES.items():
        if name in ("evidence", "repairs"):
            pieces = _list_changes(_lines(name, old[name]), _lines(name, new[name]))
        else:
            one, other = _words(name, old[name]), _words(name, new[name])
            pieces = word_changes(one, other) if one != other else []
        if pieces:
            yield Change(words, pieces)


def _words(name: str, value: Any) -> str:
    if name == "type":
        return str(label(ObjectType(value))) if value else ""
    if name == "contribution_role":
        return str(label(ContributionRole(value))) if value else ""
    if name == "state":
        return str(IdeaObject.State(value).label) if value else ""
    if name == "lineage_relevant":
        return _("yes") if value else _("no")
    return str(value)


def _lines(name: str, rows: list[Mapping[str, Any]]) -> list[str]:
    return [row["key"] if name == "repairs" else f"“{row['quote']}”" for row in rows]


def _list_changes(old: list[str], new: list[str]) -> list[Piece]:
    """A line for each that went and each that came."""
    gone = [Piece("gone", f"{line}\n") for line in old if line not in new]
    return gone + [Piece("new", f"{line}\n") for line in new if line not in old]
