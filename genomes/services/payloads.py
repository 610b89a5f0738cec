"""What a person hands in as an idea object: its shape, and every fault of it at once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from annotation.fault_words import faults_of
from annotation.models import User
from annotation.refusal import Fault, Refused
from evaluator.convert import from_json
from evaluator.faults import DataFaults
from evaluator.vocabulary import ContributionRole, ObjectType
from genomes import rules
from genomes.models import Genome, IdeaObject, SourceVersion
from genomes.selectors import anchor_faults, idea_object_by_key
from genomes.wording import reason_words

# Metadata of the paper is kept too, so that nobody is asked twice whether it matters.
KEPT_ALL_THE_SAME = rules.ReasonCode.NOT_LINEAGE_RELEVANT


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A place that a person selected: code points, and the text that they saw there."""

    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectPayload:
    """An idea object as a person hands it in. `repairs` holds ids ("faster-rcnn:L1"); `revision` is what they saw."""

    type: ObjectType
    content: str
    evidence: tuple[Span, ...] = ()
    constraint: str = ""
    contribution_role: ContributionRole = ContributionRole.CONTEXT
    lineage_relevant: bool = True
    repairs: tuple[str, ...] = ()
    revision: int | None = None


def read_payload(payload: Mapping[str, Any], version: SourceVersion) -> ObjectPayload:
    """The payload as a record whose evidence quotes the text. Raises Refused with every fault, each naming its field.

    Evidence is looked up even when another part has the wrong shape, so that a person hears of both at once.
    """
    faults: list[Fault] = []
    wish = None
    try:
        wish = from_json(ObjectPayload, payload, partial=True)
    except DataFaults as error:
        faults += faults_of(error)
    for index, span in _well_formed_spans(payload):
        field = f"evidence[{index}]"
        faults += anchor_faults(version, start=span.start, end=span.end, quote=span.quote, field=field)
    if wish is not None:
        faults += rule_faults(wish)
    if wish is None or faults:
        raise Refused(faults)
    return wish


def _well_formed_spans(payload: Mapping[str, Any]) -> Iterator[tuple[int, Span]]:
    given = payload.get("evidence")
    for index, item in enumerate(given[: rules.MOST_EVIDENCE] if isinstance(given, list | tuple) else []):
        try:
            yield index, from_json(Span, item)
        except DataFaults:
            continue  # its shape is refused with the whole payload


def rule_faults(wish: ObjectPayload) -> list[Fault]:
    """What the genome contract and its limits say against a wish, each fault with its field."""
    facts = rules.ObjectFacts(
        key="",
        type=wish.type,
        content=wish.content,
        evidence=tuple(rules.EvidenceFacts("", span.start, span.end) for span in wish.evidence),
        contribution_role=wish.contribution_role,
        lineage_relevant=wish.lineage_relevant,
    )
    reasons = [reason for reason in rules.rejections(facts) if reason.code is not KEPT_ALL_THE_SAME]
    faults = [Fault(reason.code, reason_words(reason), reason.field) for reason in reasons]
    if len({(span.start, span.end) for span in wish.evidence}) < len(wish.evidence):
        faults.append(Fault("same_evidence_twice", _("The same place is given twice."), "evidence"))
    faults += size_faults(wish.content, wish.constraint, len(wish.evidence), len(wish.repairs))
    if wish.repairs and wish.type is not ObjectType.DELTA:
        faults.append(Fault("only_deltas_repair", _("Only a delta repairs a limitation."), "repairs"))
    return faults


def size_faults(content: str, constraint: str, evidence: int, repairs: int = 0) -> list[Fault]:
    """What an object has more of than is kept; `evidence` and `repairs` are counted."""
    return [
        *_length_faults(content, "content", rules.LONGEST_CONTENT),
        *_length_faults(constraint, "constraint", rules.LONGEST_CONTENT),
        *_count_faults(evidence, "evidence", rules.MOST_EVIDENCE),
        *_count_faults(repairs, "repairs", rules.MOST_REPAIRS),
    ]


def _length_faults(text: str, field: str, most: int) -> Iterator[Fault]:
    if len(text.strip()) > most:
        words = _("It has %(count)s characters; at most %(most)s are kept. Say it shorter, or make two objects of it.")
        yield Fault("too_long", words % {"count": len(text.strip()), "most": most}, field)


def _count_faults(count: int, field: str, most: int) -> Iterator[Fault]:
    if count > most:
        words = _("%(count)s are given; at most %(most)s can be kept.")
        yield Fault("too_many", words % {"count": count, "most": most}, field)


def read_type(value: str) -> ObjectType:
    """The type of this name. Raises Refused naming the field."""
    if value not in set(ObjectType):
        reason = rules.Reason(rules.ReasonCode.UNKNOWN_TYPE if value else rules.ReasonCode.NO_TYPE, "type")
        raise Refused([Fault(reason.code, reason_words(replace(reason, params={"type": value})), "type")])
    return ObjectType(value)


def repaired_limitations(by: User, genome: Genome, keys: tuple[str, ...]) -> list[IdeaObject]:
    """The limitations with these ids. Raises Refused for each that is none, or that the person may not see."""
    found, faults = [], []
    for index, key in enumerate(keys):
        limitation = idea_object_by_key(by=by, project=genome.paper.project, key=key)
        if limitation is None or limitation.type != ObjectType.LIMITATION:
            message = _("“%(key)s” is not a limitation that you can see in this project.") % {"key": key}
            faults.append(Fault("no_such_limitation", message, f"repairs[{index}]"))
        elif not IdeaObject.objects.linkable_from(genome).filter(pk=limitation.pk).exists():
            message = _("The genome of “%(key)s” waits for its second reader. Link it once that is done.") % {
                "key": key
            }
            faults.append(Fault("waits_for_reader", message, f"repairs[{index}]"))
        else:
            found.append(limitation)
    if faults:
        raise Refused(faults)
    return found
