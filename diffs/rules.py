"""The GenomeDiff contract: which dynamics an answer's own record derives, and what it still lacks. No Django here.

Words: docs/glossary.md. An answer may be unfinished anywhere; nothing below assumes that a part is there.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as part
from enum import StrEnum
from typing import TypeGuard
from unicodedata import normalize

from evaluator.compare import lineage_key
from evaluator.schema import AlignmentEdge, DiffAnswer, EcologyContext, Provenance
from evaluator.vocabulary import (
    Continuity,
    ContributionRole,
    Dynamics,
    Ecology,
    Fate,
    ObjectType,
    Origin,
    ProvenanceKind,
)

CONTEXT_FIELDS = ("task", "benchmark", "dataset", "community")
# Words that join others and say nothing of a setting by themselves.
JOINING = frozenset(["a", "an", "and", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"])
_CONTEXT_WORD = re.compile(r"[^\W_]+")
KEPT = frozenset({Continuity.INHERITED, Continuity.MUTATED})
NEAR = frozenset({Ecology.SAME, Ecology.ADJACENT})
# What the predecessor driver's continuity may be, by the fate recorded for the same object.
CONTINUITY_OF_FATE: Mapping[Fate, frozenset[Continuity]] = {
    Fate.INHERITED: frozenset({Continuity.INHERITED}),
    Fate.MUTATED: frozenset({Continuity.MUTATED}),
    Fate.LOST: frozenset({Continuity.REPLACED, Continuity.ABSENT}),
}


@dataclass(frozen=True, slots=True)
class Idea:
    """What the rules need of an idea object."""

    type: ObjectType
    role: ContributionRole


@dataclass(frozen=True, slots=True)
class Side:
    """One genome of a pair: its paper's id, that paper's lineage, its objects by id in reading order."""

    paper: str
    lineage: str
    objects: Mapping[str, Idea]


@dataclass(frozen=True, slots=True)
class Facts:
    """All that the dynamics depend on."""

    driver_lineages: int
    continuity: Continuity
    ecology: Ecology
    transition_evidence: bool


@dataclass(frozen=True, slots=True)
class Derivation:
    """The dynamics that the record derives, and the number of the boundary rule that fired (1 to 4)."""

    dynamics: Dynamics
    rule: int


class Part(StrEnum):
    """What a possible bringer of a driver has to do with the count of lineages."""

    KEPT = "kept"  # the predecessor's own driver, inherited or mutated: counts
    GONE = "gone"  # the predecessor's own driver, replaced or absent
    IMPORTED = "imported"  # an external driver whose provenance is shown: counts
    UNSHOWN = "unshown"  # an external driver whose provenance is not shown
    PASSENGER = "passenger"  # an external object that is no driver


@dataclass(frozen=True, slots=True)
class Bringer:
    """What brings a driver, or might seem to. `object` is its id, empty for a predecessor's driver not named yet."""

    part: Part
    object: str
    lineage: str

    @property
    def counts(self) -> bool:
        return self.part in (Part.KEPT, Part.IMPORTED)


class Likeness(StrEnum):
    """How what two people's fields say of two settings is alike."""

    SAME = "same"
    PARTLY = "partly"
    DIFFERENT = "different"
    OPEN = "open"  # one of the two is empty


@dataclass(frozen=True, slots=True)
class Shared:
    """What one field of two settings has in common: the words of the predecessor's that the successor's has too."""

    likeness: Likeness
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Gap:
    """One thing that is missing or contradicts another. `field` is its place in the answer; `object` an object's id."""

    code: str
    field: str
    object: str = ""
    params: Mapping[str, str] = part(default_factory=dict)


def derive(facts: Facts) -> Derivation:
    """The boundary rules, total, in their order: the first that fits fires."""
    if facts.driver_lineages >= 2:
        return Derivation(Dynamics.HYBRIDIZATION, 1)
    near = facts.ecology in NEAR
    if facts.continuity in KEPT:
        return Derivation(Dynamics.MUTATION if near else Dynamics.ADAPTIVE_RADIATION, 2)
    if near:
        return Derivation(Dynamics.SPECIATION if facts.transition_evidence else Dynamics.NICHE_COMPETITION, 3)
    return Derivation(Dynamics.ISOLATION, 4)


def rules_tried(facts: Facts) -> list[int]:
    """Numbers of the boundary rules that were looked at and did not fit, before the one that fired."""
    return list(range(1, derive(facts).rule))


def facts_of(answer: DiffAnswer, source: Side, target: Side) -> Facts | None:
    """What the boundary rules see of an answer; None while continuity or ecology are undecided."""
    if answer.driver_continuity is None or answer.ecology is None:
        return None
    return Facts(
        driver_lineages=len(driver_lineages(answer, source, target)),
        continuity=answer.driver_continuity,
        ecology=answer.ecology,
        transition_evidence=bool(answer.transition_evidence),
    )


def driver_lineages(answer: DiffAnswer, source: Side, target: Side) -> frozenset[str]:
    """Distinct lineages that bring a driver, as comparison keys.

    The predecessor's own counts when its driver is kept, even while nobody has named it. An external object counts
    when its role in the successor is driver and its provenance is shown; passengers never do.
    """
    return frozenset(lineage_key(each.lineage) for each in driver_bringers(answer, source, target) if each.counts)


def driver_bringers(answer: DiffAnswer, source: Side, target: Side) -> list[Bringer]:
    """The predecessor's driver and every external object, each with the part it has in the count, in reading order."""
    found = []
    if answer.driver_continuity is not None:
        own = Part.KEPT if answer.driver_continuity in KEPT else Part.GONE
        found.append(Bringer(own, answer.predecessor_driver or "", source.lineage))
    for key, idea in target.objects.items():
        if answer.origins.get(key) is not Origin.EXTERNAL:
            continue
        provenance = answer.provenance.get(key)
        imported = Part.IMPORTED if is_shown(provenance) else Part.UNSHOWN
        role = imported if idea.role is ContributionRole.DRIVER else Part.PASSENGER
        found.append(Bringer(role, key, provenance.lineage if provenance else ""))
    return found


def shared_settings(source: EcologyContext, target: EcologyContext) -> dict[str, Shared]:
    """By field, what the two settings share, word by word (`context_words`). Order and repetition do not count."""
    return {name: _shared(getattr(source, name), getattr(target, name)) for name in CONTEXT_FIELDS}


def _shared(source: str, target: str) -> Shared:
    ours, theirs = context_words(source), context_words(target)
    if not ours or not theirs:
        return Shared(Likeness.OPEN)
    words = tuple(shown for key, shown in ours.items() if key in theirs)
    if ours.keys() == theirs.keys():
        return Shared(Likeness.SAME, words)
    return Shared(Likeness.PARTLY if words else Likeness.DIFFERENT, words)


def context_words(text: str) -> dict[str, str]:
    """The words of a field that count, by what they are compared as, each as it is written first.

    Compared without case, width, accents' form and a plural's s ("Detectors" is "detector"); joining words are left
    out, unless there are no others.
    """
    written = _CONTEXT_WORD.findall(normalize("NFKC", text))
    telling = [word for word in written if word.casefold() not in JOINING] or written
    found: dict[str, str] = {}
    for word in telling:
        found.setdefault(_bare(normalize("NFKC", word.casefold())), word)
    return found


def _bare(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def is_shown(provenance: Provenance | None) -> TypeGuard[Provenance]:
    """Whether provenance names a lineage and the paper or citation that it rests on."""
    if provenance is None or not provenance.lineage.strip():
        return False
    named = provenance.paper if provenance.kind is ProvenanceKind.PAPER else provenance.citation
    return bool(named.strip())


def gaps(answer: DiffAnswer, source: Side, target: Side) -> list[Gap]:
    """Everything that keeps an answer from being submitted, in the order of the screen; empty when it is complete."""
    return [
        *_source_gaps(answer, source, target),
        *_target_gaps(answer, target),
        *_edge_gaps(answer, source, target),
        *_unknown_gaps(answer, source, target),
        *_driver_gaps(answer, source, target),
        *_dynamics_gaps(answer, source, target),
        *_rationale_gaps(answer, source, target),
    ]


def _source_gaps(answer: DiffAnswer, source: Side, target: Side) -> Iterator[Gap]:
    """Each object of the predecessor has one fate, and its edges agree with it."""
    for key, idea in source.objects.items():
        fate, place = answer.fates.get(key), f"fates[{key}]"
        aligned = [e.target for e in answer.alignments if e.source == key and e.target in target.objects]
        if fate is None:
            yield Gap("fate_missing", place, key)
        elif fate is Fate.LOST and aligned:
            yield Gap("lost_but_aligned", place, key)
        elif fate is not Fate.LOST and idea.type not in {target.objects[end].type for end in aligned}:
            yield Gap("kept_without_target", place, key, {"fate": fate, "type": idea.type})


def _target_gaps(answer: DiffAnswer, target: Side) -> Iterator[Gap]:
    """Each object of the successor has one origin; a new one has no edge, an imported one shows where it is from."""
    aligned = {edge.target for edge in answer.alignments}
    for key in target.objects:
        origin, place = answer.origins.get(key), f"origins[{key}]"
        if origin is None:
            yield Gap("origin_missing", place, key)
        elif origin is Origin.ALIGNED and key not in aligned:
            yield Gap("aligned_without_source", place, key)
        elif origin is not Origin.ALIGNED and key in aligned:
            yield Gap("new_but_aligned", place, key, {"origin": origin})
        if origin is Origin.EXTERNAL:
            yield from _provenance_gaps(answer.provenance.get(key), key)


def _provenance_gaps(provenance: Provenance | None, key: str) -> Iterator[Gap]:
    place = f"provenance[{key}]"
    if provenance is None:
        yield Gap("external_without_provenance", place, key)
        return
    if provenance.kind is ProvenanceKind.PAPER and not provenance.paper.strip():
        yield Gap("provenance_without_paper", f"{place}.paper", key)
    if provenance.kind is ProvenanceKind.CITATION and not provenance.citation.strip():
        yield Gap("provenance_without_citation", f"{place}.citation", key)
    if not provenance.lineage.strip():
        yield Gap("provenance_without_lineage", f"{place}.lineage", key)


def _edge_gaps(answer: DiffAnswer, source: Side, target: Side) -> Iterator[Gap]:
    """An edge joins two objects of one type, once, says why they are the same idea and shows both papers' words."""
    seen: set[tuple[str, str]] = set()
    for number, edge in enumerate(answer.alignments):
        place = f"alignments[{number}]"
        params = {"source": edge.source, "target": edge.target}
        if (edge.source, edge.target) in seen:
            yield Gap("edge_twice", place, edge.source, params)
        seen.add((edge.source, edge.target))
        ends = (source.objects.get(edge.source), target.objects.get(edge.target))
        if ends[0] and ends[1] and ends[0].type is not ends[1].type:
            yield Gap("edge_of_two_types", place, edge.source, params)
        for code, missing in _unsaid(edge, source, target):
            yield Gap(code, f"{place}.{missing}", edge.source, params)


def _unsaid(edge: AlignmentEdge, source: Side, target: Side) -> Iterator[tuple[str, str]]:
    if not edge.similarity.strip():
        yield "edge_without_similarity", "similarity"
    if source.paper not in {pointer.paper for pointer in edge.source_evidence}:
        yield "edge_without_source_evidence", "source_evidence"
    if target.paper not in {pointer.paper for pointer in edge.target_evidence}:
        yield "edge_without_target_evidence", "target_evidence"
    if edge.secondary is not None and edge.secondary_confidence is None:
        yield "secondary_without_confidence", "secondary_confidence"


def _unknown_gaps(answer: DiffAnswer, source: Side, target: Side) -> Iterator[Gap]:
    """Ids of objects that this pair does not have."""
    for key in answer.fates:
        if key not in source.objects:
            yield Gap("unknown_source_object", f"fates[{key}]", key)
    for key in answer.origins:
        if key not in target.objects:
            yield Gap("unknown_target_object", f"origins[{key}]", key)
    for key in answer.provenance:
        if key not in target.objects:
            yield Gap("unknown_target_object", f"provenance[{key}]", key)
    for number, edge in enumerate(answer.alignments):
        if edge.source not in source.objects:
            yield Gap("unknown_source_object", f"alignments[{number}].source", edge.source)
        if edge.target not in target.objects:
            yield Gap("unknown_target_object", f"alignments[{number}].target", edge.target)


def _driver_gaps(answer: DiffAnswer, source: Side, target: Side) -> Iterator[Gap]:
    """One driver of the predecessor, whose continuity is its fate; one driver of the transition, from either genome."""
    driver, continuity = answer.predecessor_driver, answer.driver_continuity
    if driver is None:
        yield Gap("predecessor_driver_missing", "predecessor_driver")
    elif driver not in source.objects:
        yield Gap("unknown_source_object", "predecessor_driver", driver)
    if continuity is None:
        yield Gap("continuity_missing", "driver_continuity")
    elif driver is not None and (fate := answer.fates.get(driver)) and continuity not in CONTINUITY_OF_FATE[fate]:
        yield Gap("continuity_contradicts_fate", "driver_continuity", driver, {"fate": fate, "continuity": continuity})
    if answer.transition_driver is None:
        yield Gap("transition_driver_missing", "transition_driver")
    elif answer.transition_driver not in {**source.objects, **target.objects}:
        yield Gap("unknown_object", "transition_driver", answer.transition_driver)


def _dynamics_gaps(answer: DiffAnswer, source: Side, target: Side) -> Iterator[Gap]:
    """One ecology relation, one primary dynamics, and a reason where it is not what the record derives."""
    if answer.ecology is None:
        yield Gap("ecology_missing", "ecology")
    if answer.dynamics is None:
        yield Gap("dynamics_missing", "dynamics")
        return
    facts = facts_of(answer, source, target)
    if facts is None or answer.dynamics_reason.strip():
        return
    derived = derive(facts)
    if derived.dynamics is not answer.dynamics:
        yield Gap("reason_missing", "dynamics_reason", "", {"dynamics": answer.dynamics, "derived": derived.dynamics})


def _rationale_gaps(answer: DiffAnswer, source: Side, target: Side) -> Iterator[Gap]:
    """A rationale, the words of both papers that it rests on, and a confidence."""
    if not answer.rationale.strip():
        yield Gap("rationale_missing", "rationale")
    cited = {pointer.paper for pointer in answer.evidence}
    for side in (source, target):
        if side.paper not in cited:
            yield Gap("evidence_missing", "evidence", "", {"paper": side.paper})
    if answer.confidence is None:
        yield Gap("confidence_missing", "confidence")
    elif not 0 <= answer.confidence <= 100:
        yield Gap("confidence_out_of_range", "confidence")
