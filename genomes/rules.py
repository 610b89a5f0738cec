"""The genome contract: what makes an idea object valid, what draws attention to it, what a genome still lacks.

Pure predicates over plain facts. Findings are codes with parameters; the words for them are chosen by
`genomes/wording.py`, so that they can be translated. A rejection stops an object from counting; a flag never
changes or hides anything: it is shown, filterable, and says where to look.
"""

import dataclasses
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from itertools import pairwise

from evaluator.vocabulary import ContributionRole, ObjectType

DEFAULT_CONTENT_LIMIT = 400
# What is kept at all: more is no object but a copy of the paper, and a mistake of a program.
LONGEST_CONTENT = 4_000
MOST_EVIDENCE, MOST_REPAIRS, MOST_PARTS = 50, 50, 10
# Evidence in sentences further apart than this is "in distant places".
DISTANT_SENTENCES = 10

Params = Mapping[str, str | int]


class ReasonCode(StrEnum):
    """Why an object does not count."""

    NO_TYPE = "no_type"
    UNKNOWN_TYPE = "unknown_type"
    UNKNOWN_ROLE = "unknown_role"
    EMPTY_CONTENT = "empty_content"
    NO_EVIDENCE = "no_evidence"
    UNRESOLVED_EVIDENCE = "unresolved_evidence"
    NOT_LINEAGE_RELEVANT = "not_lineage_relevant"


class FlagCode(StrEnum):
    """Why an object deserves a second look."""

    OVERLAP = "overlap"
    TOO_LARGE = "too_large"
    NOT_SELF_CONTAINED = "not_self_contained"
    BUNDLED_MECHANISMS = "bundled_mechanisms"
    DELTA_WITHOUT_REPAIRS = "delta_without_repairs"
    UNCONFIRMED_ANCHOR = "unconfirmed_anchor"


class GapCode(StrEnum):
    """What a genome lacks before it can be handed in."""

    NO_OBJECTS = "no_objects"
    OPEN_CANDIDATES = "open_candidates"
    INVALID_OBJECT = "invalid_object"
    NO_NICHE = "no_niche"
    NO_MECHANISM = "no_mechanism"
    NO_DRIVER = "no_driver"


class ObjectState(StrEnum):
    CANDIDATE = "candidate"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class EvidenceFacts:
    """One pointer. `version` says which text it points into; `sentences` are the numbers, in reading order, of
    the sentences that it touches (none for a figure, table or equation)."""

    version: str
    start: int
    end: int
    resolves: bool = True
    confirmed: bool = True
    sentences: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ObjectFacts:
    """What the rules need to know of one object. `key` names it in findings about other objects."""

    key: str
    type: str
    content: str
    evidence: tuple[EvidenceFacts, ...] = ()
    constraint: str = ""
    contribution_role: str = ContributionRole.CONTEXT
    lineage_relevant: bool = True
    repairs: int = 0
    state: str = ObjectState.ACCEPTED


@dataclass(frozen=True, slots=True)
class Reason:
    """A rejection: its code, the field to mend, and values for the message."""

    code: ReasonCode
    field: str
    params: Params = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Flag:
    code: FlagCode
    params: Params = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Gap:
    """Something missing from a genome; `key` is the object to open, or "" for the genome as a whole."""

    code: GapCode
    key: str = ""
    params: Params = dataclasses.field(default_factory=dict)
    reasons: tuple[Reason, ...] = ()


def rejections(facts: ObjectFacts) -> list[Reason]:
    """Everything that keeps an object out of the genome, in the order of its form; empty when it is valid.

    A valid object has a known type, words of content, at least one pointer that resolves (`text[start:end] == quote`
    in the text with the same hash), and an author who calls it relevant to the lineage.
    """
    reasons = []
    if not facts.type:
        reasons.append(Reason(ReasonCode.NO_TYPE, "type"))
    elif facts.type not in set(ObjectType):
        reasons.append(Reason(ReasonCode.UNKNOWN_TYPE, "type", {"type": facts.type}))
    if not facts.content.strip():
        reasons.append(Reason(ReasonCode.EMPTY_CONTENT, "content"))
    if facts.contribution_role not in set(ContributionRole):
        reasons.append(Reason(ReasonCode.UNKNOWN_ROLE, "contribution_role", {"role": facts.contribution_role}))
    if not facts.evidence:
        reasons.append(Reason(ReasonCode.NO_EVIDENCE, "evidence"))
    elif not any(pointer.resolves for pointer in facts.evidence):
        reasons.append(Reason(ReasonCode.UNRESOLVED_EVIDENCE, "evidence", {"count": len(facts.evidence)}))
    if not facts.lineage_relevant:
        reasons.append(Reason(ReasonCode.NOT_LINEAGE_RELEVANT, "lineage_relevant"))
    return reasons


def flags(facts: ObjectFacts, siblings: Iterable[ObjectFacts], limit: int = DEFAULT_CONTENT_LIMIT) -> list[Flag]:
    """What to look at again in an object. `siblings` are the genome's objects (itself may be among them);
    `limit` is the project's length limit of `content`, in characters."""
    found = [
        Flag(FlagCode.OVERLAP, {"other": other.key})
        for other in siblings
        if other.key != facts.key
        and other.type == facts.type
        and other.state != ObjectState.REJECTED
        and _evidence_overlaps(facts, other)
    ]
    if len(facts.content) > limit:
        found.append(Flag(FlagCode.TOO_LARGE, {"length": len(facts.content), "limit": limit}))
    places = _distant_places(facts.evidence)
    if places > 1:
        found.append(Flag(FlagCode.TOO_LARGE, {"places": places}))
    if not is_self_contained(facts.content):
        found.append(Flag(FlagCode.NOT_SELF_CONTAINED))
    if facts.type == ObjectType.MECHANISM and bundles_mechanisms(facts.content):
        found.append(Flag(FlagCode.BUNDLED_MECHANISMS))
    if facts.type == ObjectType.DELTA and not facts.repairs:
        found.append(Flag(FlagCode.DELTA_WITHOUT_REPAIRS))
    proposed = sum(not pointer.confirmed for pointer in facts.evidence)
    if proposed:
        found.append(Flag(FlagCode.UNCONFIRMED_ANCHOR, {"count": proposed}))
    return found


def _evidence_overlaps(one: ObjectFacts, other: ObjectFacts) -> bool:
    return any(
        a.version == b.version and a.start < b.end and b.start < a.end for a in one.evidence for b in other.evidence
    )


def _distant_places(evidence: Sequence[EvidenceFacts]) -> int:
    """Number of groups of sentences, in one text, that lie more than `DISTANT_SENTENCES` apart."""
    places = 0
    for version in {pointer.version for pointer in evidence}:
        touched = sorted({number for pointer in evidence if pointer.version == version for number in pointer.sentences})
        gaps = sum(after - before > DISTANT_SENTENCES for before, after in pairwise(touched))
        places = max(places, gaps + 1)
    return places


_OPENS_WITH_POINTER = re.compile(
    r"\s*(?:"
    r"(?:it|its|this|that|these|those|they|their|them|he|she|such|here|there|we|our|the (?:former|latter|above|same))\b"
    r"|(?:the|this|our|that|these|their|the proposed|the new|the present)\s+"
    r"(?:method|approach|model|system|framework|technique|algorithm|network|architecture|paper|work|study|authors?"
    r"|idea|scheme|procedure|results?|findings?)s?\b"
    r"|(?:该|本|此)(?:方法|模型|文|系统|算法)|这(?:种|个|些)?|その|この|それ|これ"
    r"|(?:이|그|본|저)\s?(?:방법|모델|연구|논문|시스템|기법)(?:은|는|이|가|을|를|의)?|이는|그것|이것"
    r")",
    re.IGNORECASE,
)
# A name: a capital or a digit inside a word ("ResNet-50", "LLaVA"), a capitalised word, a formula, a quoted term.
_NAMES_SOMETHING = re.compile(r"\b\w*[A-Z0-9]\w*\b|\$[^$]+\$|[\"“«「『'‘][^\"”»」』'’]{2,}[\"”»」』'’]")


def is_self_contained(content: str) -> bool:
    """False when the content opens with a pronoun or "the method" and names nothing after that opening."""
    opening = _OPENS_WITH_POINTER.match(content)
    return opening is None or _NAMES_SOMETHING.search(content, opening.end()) is not None


_SECOND_MECHANISM = re.compile(
    r";\s*\w"
    r"|\b(?:as well as|together with|along with|in addition(?: to)?|combined with|in combination with|plus)\b"
    r"|\band (?:also|then|additionally|separately|moreover|furthermore)\b"
    r"|\band (?:it |we |they )?(?:uses?|adds?|replaces?|introduces?|applies|apply|employs?|trains?|predicts?|learns?"
    r"|removes?|computes?|proposes?|encodes?|decodes?|samples?|optimi[sz]es?|fuses?|normali[sz]es?|regresses|classifies"
    r"|generates?|initiali[sz]es?|updates?|selects?|combines?)\b"
    r"|\bboth\b.{1,120}\band\b"
    r"|[.!?。！？]\s*\w.{0,200}\b(?:also|additionally|furthermore|moreover|secondly?)\b",
    re.IGNORECASE | re.DOTALL,
)
_ENUMERATED = re.compile(r"(?:\(|\b)(?:1|i|a)\).{1,400}?(?:\(|\b)(?:2|ii|b)\)", re.DOTALL)


def bundles_mechanisms(content: str) -> bool:
    """True when the words join two mechanisms that could be lost apart: an enumeration, a second clause or verb.

    A heuristic of wording, meant to ask "are these two?", not to decide it: two nouns joined by "and" ("keys and
    values") are not reported.
    """
    return bool(_SECOND_MECHANISM.search(content) or _ENUMERATED.search(content))


def genome_gaps(objects: Iterable[ObjectFacts]) -> list[Gap]:
    """Everything that keeps a genome from being handed in; empty when it may be.

    Rejected objects and those kept as metadata (not lineage-relevant) are left aside. Of the rest: no candidate may be
    undecided, each object must be valid, and there must be at least one niche (the ecology of a pair compares niches),
    one mechanism (what the paper does) and one driver (continuity and transition speak of it). Flags never stop anyone.

    More than one driver is allowed: a hybrid carries the drivers of two lineages. Exam tasks that ask for the single
    driver leave such a genome out.
    """
    standing = [facts for facts in objects if facts.state != ObjectState.REJECTED and facts.lineage_relevant]
    accepted = [facts for facts in standing if facts.state == ObjectState.ACCEPTED]
    gaps = []
    candidates = [facts.key for facts in standing if facts.state == ObjectState.CANDIDATE]
    if not accepted:
        gaps.append(Gap(GapCode.NO_OBJECTS))
    if candidates:
        gaps.append(Gap(GapCode.OPEN_CANDIDATES, candidates[0], {"count": len(candidates)}))
    for facts in accepted:
        reasons = rejections(facts)
        if reasons:
            gaps.append(Gap(GapCode.INVALID_OBJECT, facts.key, {"count": len(reasons)}, tuple(reasons)))
    if accepted and not any(facts.type == ObjectType.NICHE for facts in accepted):
        gaps.append(Gap(GapCode.NO_NICHE))
    if accepted and not any(facts.type == ObjectType.MECHANISM for facts in accepted):
        gaps.append(Gap(GapCode.NO_MECHANISM))
    if accepted and not any(facts.contribution_role == ContributionRole.DRIVER for facts in accepted):
        gaps.append(Gap(GapCode.NO_DRIVER))
    return gaps


def review_order(objects: Iterable[tuple[int, str, str]], seed: str) -> list[int]:
    """Ids of (id, type, contribution role) in the order in which a second reader meets them.

    What later steps rest on comes first: drivers, limitations and deltas; then the rest. Within both groups the order
    is shuffled by a hash, the same for the same seed, so that it tells nothing more.
    """

    def place(each: tuple[int, str, str]) -> tuple[bool, bytes]:
        pk, kind, role = each
        leads = role == ContributionRole.DRIVER or kind in (ObjectType.LIMITATION, ObjectType.DELTA)
        return not leads, sha256(f"{seed}:{pk}".encode()).digest()

    return [pk for pk, _kind, _role in sorted(objects, key=place)]


@dataclass(frozen=True, slots=True)
class Said:
    """What a second reader has said of one object so far; `type` may be NO_OBJECT."""

    type: str = ""
    role: str = ""
    reason: str = ""

    @property
    def is_object(self) -> bool:
        return self.type != NO_OBJECT


NO_OBJECT = "none"


class SaidGap(StrEnum):
    """What keeps a second reader's answer about one object from being complete."""

    NO_TYPE = "no_type"
    NO_ROLE = "no_role"
    NO_REASON = "no_reason"


def said_gaps(said: Said) -> list[SaidGap]:
    """What is missing: a type or "not an object", then a contribution role or a reason."""
    if said.type not in {*ObjectType, NO_OBJECT}:
        return [SaidGap.NO_TYPE] if said.role in set(ContributionRole) else [SaidGap.NO_TYPE, SaidGap.NO_ROLE]
    if not said.is_object:
        return [] if said.reason.strip() else [SaidGap.NO_REASON]
    return [] if said.role in set(ContributionRole) else [SaidGap.NO_ROLE]
