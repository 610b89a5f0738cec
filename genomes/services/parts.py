"""What a person hands in to split an object or to merge several: its shape, and every fault of it at once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.utils.translation import gettext as _

from annotation.fault_words import faults_of
from annotation.refusal import Fault, Refused, refused
from evaluator.convert import from_json
from evaluator.faults import DataFaults
from evaluator.vocabulary import ContributionRole, ObjectType
from genomes import rules
from genomes.models import IdeaObject, SourceVersion
from genomes.selectors import anchor_faults
from genomes.services.payloads import ObjectPayload, Span, rule_faults

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of a split. Without type or role it has those of the object that is split."""

    content: str
    evidence: tuple[Span, ...]
    type: ObjectType | None = None
    contribution_role: ContributionRole | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitPayload:
    """The parts in order; the first one goes on as the object. `revision` is what the person saw."""

    parts: tuple[Part, ...]
    revision: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MergePayload:
    """Ids of the objects to merge, the one that stays first; and what it says afterwards.

    Without a role it has the strongest of theirs; `revisions` may hold what the person saw, in the order of `objects`.
    """

    objects: tuple[int, ...]
    content: str
    constraint: str = ""
    contribution_role: ContributionRole | None = None
    revisions: tuple[int, ...] = ()


def read_split(payload: Mapping[str, Any], idea_object: IdeaObject, version: SourceVersion) -> SplitPayload:
    """The parts, each of them sound, and together resting on all that the object rests on.

    Raises Refused with every fault; fields are named like `parts[1].content`.
    """
    wish = _shaped(SplitPayload, payload)
    faults = [
        fault for index, part in enumerate(wish.parts) for fault in _part_faults(part, index, idea_object, version)
    ]
    if len(wish.parts) < 2:
        faults.append(Fault("too_few", _("A split needs at least two parts."), "parts"))
    if len(wish.parts) > rules.MOST_PARTS:
        words = _("%(count)s are given; at most %(most)s can be kept.")
        faults.append(Fault("too_many", words % {"count": len(wish.parts), "most": rules.MOST_PARTS}, "parts"))
    used = {(span.start, span.end) for part in wish.parts for span in part.evidence}
    for row in idea_object.evidence.all():
        if (row.start, row.end) not in used:
            words = _("No part rests on “%(quote)s”. Give it to at least one.")
            faults.append(Fault("evidence_left_over", words % {"quote": row.quote[:80]}, "parts"))
    if faults:
        raise Refused(faults)
    return wish


def _part_faults(part: Part, index: int, idea_object: IdeaObject, version: SourceVersion) -> Iterator[Fault]:
    alone = ObjectPayload(type=part.type or ObjectType(idea_object.type), content=part.content, evidence=part.evidence)
    found = rule_faults(alone)
    for number, span in enumerate(part.evidence[: rules.MOST_EVIDENCE]):
        field = f"evidence[{number}]"
        found += anchor_faults(version, start=span.start, end=span.end, quote=span.quote, field=field)
    yield from (Fault(fault.code, fault.message, f"parts[{index}].{fault.field}") for fault in found)


def read_merge(payload: Mapping[str, Any]) -> MergePayload:
    """The wish to merge: two or more objects, each named once, and words for what stays. Raises Refused."""
    wish = _shaped(MergePayload, payload)
    if len(set(wish.objects)) < 2 or len(set(wish.objects)) < len(wish.objects):
        raise refused("too_few", _("Choose at least two objects, each once."), "objects")
    if len(wish.objects) > rules.MOST_PARTS:
        words = _("%(count)s are given; at most %(most)s can be kept.")
        raise refused("too_many", words % {"count": len(wish.objects), "most": rules.MOST_PARTS}, "objects")
    return wish


def merge_faults(wish: MergePayload, merged: Sequence[IdeaObject], spans: Sequence[Span]) -> None:
    """Raises Refused when what the merged object would say or rest on breaks the contract."""
    whole = ObjectPayload(
        type=ObjectType(merged[0].type), content=wish.content, constraint=wish.constraint, evidence=tuple(spans)
    )
    faults = rule_faults(whole)
    faults += [
        Fault("is_rejected", _("%(handle)s is rejected; restore it first.") % {"handle": each.handle}, "objects")
        for each in merged
        if each.state == IdeaObject.State.REJECTED
    ]
    if faults:
        raise Refused(faults)


def _shaped(kind: type[T], payload: Mapping[str, Any]) -> T:
    try:
        return from_json(kind, payload, partial=True)
    except DataFaults as error:
        raise Refused(faults_of(error)) from error
