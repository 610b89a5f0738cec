"""The objects of a genome as plain values for a page: hundreds of them are read in four queries and a few milliseconds.

Rows of models would do, but following their relations costs a queryset for each object; a page of 300 would take most
of its time with that.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q

from annotation.models import User
from evaluator.vocabulary import ObjectType
from genomes import rules
from genomes.models import Evidence, ExtractionPass, Genome, IdeaObject
from genomes.selectors.objects import handle_order, touched


@dataclass(frozen=True, slots=True)
class Spot:
    """One place of evidence."""

    start: int
    end: int
    quote: str
    is_confirmed: bool
    text_sha256: str


@dataclass(frozen=True, slots=True)
class Link:
    """An object at the other end of a repair. `paper` is its short name when it belongs to another genome."""

    pk: int
    handle: str
    type: str
    content: str
    paper: str = ""
    title: str = ""
    version: int = 0


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a ghost comes from: who proposed it, how sure it was (0 to 1), and why."""

    provider: str
    model: str
    confidence: float | None
    why: str


@dataclass(slots=True)
class ShownObject:
    """One object with its evidence in the order of the text, and the links that the person may follow."""

    pk: int
    handle: str
    type: str
    content: str
    constraint: str
    contribution_role: str
    lineage_relevant: bool
    state: str
    reject_reason: str
    revision: int
    origin: Origin | None = None
    evidence: list[Spot] = field(default_factory=list)
    repairs: list[Link] = field(default_factory=list)
    repaired_by: list[Link] = field(default_factory=list)

    @property
    def is_rejected(self) -> bool:
        return self.state == IdeaObject.State.REJECTED

    def facts(self, sentences: Sequence[tuple[int, int]] = ()) -> rules.ObjectFacts:
        """What the rules need to know of it; `sentences` are those of the text."""
        return rules.ObjectFacts(
            key=self.handle,
            type=self.type,
            content=self.content,
            evidence=tuple(
                rules.EvidenceFacts(
                    version=spot.text_sha256,
                    start=spot.start,
                    end=spot.end,
                    confirmed=spot.is_confirmed,
                    sentences=touched(sentences, spot.start, spot.end),
                )
                for spot in self.evidence
            ),
            constraint=self.constraint,
            contribution_role=self.contribution_role,
            lineage_relevant=self.lineage_relevant,
            repairs=len(self.repairs),
            state=self.state,
        )


FIELDS = (
    "pk", "handle", "type", "content", "constraint", "contribution_role", "lineage_relevant", "state", "reject_reason",
    "revision",
)  # fmt: skip
ORIGIN = tuple(f"candidate__{name}" for name in ("extraction__provider", "extraction__model", "confidence", "why"))


def shown_objects(genome: Genome, person: User) -> list[ShownObject]:
    """Every object of the genome, also candidates, metadata and rejected ones, in order of their handles. 4 queries.

    Links lead to what the person may see, and to nothing that was rejected.
    """
    found = {row[0]: _shown(row) for row in genome.objects_all.order_by().values_list(*FIELDS, *ORIGIN)}
    spots = Evidence.objects.filter(idea_object__genome=genome).order_by("start", "end")
    for row in spots.values_list("idea_object", "start", "end", "quote", "is_confirmed", "text_sha256"):
        found[row[0]].evidence.append(Spot(*row[1:]))
    _link(found, genome, person)
    return sorted(found.values(), key=handle_order)


def _shown(row: Sequence[Any]) -> ShownObject:
    shown = ShownObject(*row[: len(FIELDS)])
    provider, *rest = row[len(FIELDS) :]
    if provider and shown.state == IdeaObject.State.CANDIDATE:
        shown.origin = Origin(str(ExtractionPass.Provider(provider).label), *rest)
    return shown


def _link(found: dict[int, ShownObject], genome: Genome, person: User) -> None:
    """Put both ends of each repair at each other, also where one end lies in another paper."""
    through = IdeaObject.repairs.through.objects
    here = Q(from_ideaobject__genome=genome) | Q(to_ideaobject__genome=genome)
    pairs = list(through.filter(here).order_by("pk").values_list("from_ideaobject", "to_ideaobject"))
    links = {pk: Link(pk, each.handle, each.type, each.content) for pk, each in found.items() if not each.is_rejected}
    links |= _elsewhere({pk for pair in pairs for pk in pair} - set(found), person)
    ends: dict[int, list[Link]] = defaultdict(list)
    for delta, limitation in pairs:
        if delta in found and limitation in links and links[limitation].type == ObjectType.LIMITATION:
            found[delta].repairs.append(links[limitation])
        if limitation in found and delta in links and links[delta].type == ObjectType.DELTA:
            ends[limitation].append(links[delta])
    for pk, deltas in ends.items():
        if found[pk].type == ObjectType.LIMITATION:
            found[pk].repaired_by = deltas


def _elsewhere(ids: set[int], person: User) -> dict[int, Link]:
    """The objects of other papers that are linked here and that the person may see."""
    if not ids:
        return {}
    visible = IdeaObject.objects.visible_to(person).exclude(state=IdeaObject.State.REJECTED).filter(pk__in=ids)
    version = "genome__source_version"
    rows = visible.values_list(
        "pk", "handle", "type", "content", f"{version}__paper__slug", f"{version}__paper__title", f"{version}__number"
    )
    return {row[0]: Link(*row) for row in rows}
