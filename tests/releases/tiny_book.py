"""A book of gold small enough to know by heart: alder → birch → cedar is a lineage, xenon and yttrium are rivals.

Each paper has five objects with handles N1, M1 (the driver), L1, D1 and O1. zinc stands alone.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from evaluator.schema import (
    AlignmentEdge,
    DiffAnswer,
    DiffRecord,
    EcologyContext,
    ExamInstance,
    LabelRecord,
    ObjectRecord,
    PaperRecord,
    Pointer,
    Provenance,
    TraceRecord,
)
from evaluator.vocabulary import (
    Continuity,
    ContributionRole,
    Dynamics,
    Ecology,
    Fate,
    GoldSource,
    ObjectType,
    Origin,
    ProvenanceKind,
)
from releases.exam.book import Book
from releases.exam.generate import Draw
from releases.exam.plan import ExamPlan

CANARY = "IDEAGENE-CANARY test"
PAPERS = {"alder": 2001, "birch": 2003, "cedar": 2005, "xenon": 2002, "yttrium": 2004, "zinc": 2006}
TREES = ("alder", "birch", "cedar")
OBJECTS = {
    "N1": (ObjectType.NICHE, ContributionRole.CONTEXT, "needs shade"),
    "M1": (ObjectType.MECHANISM, ContributionRole.DRIVER, "grows by rings"),
    "L1": (ObjectType.LIMITATION, ContributionRole.PASSENGER, "breaks in frost"),
    "D1": (ObjectType.DELTA, ContributionRole.PASSENGER, "gives up its thorns"),
    "O1": (ObjectType.OBSERVATION, ContributionRole.CONTEXT, "was seen in spring"),
}
BOTH_TREES = (("alder:N1", "birch:N1"), ("alder:M1", "birch:M1"))  # what alder → birch aligns
SPLIT = {"inherited": Fate.INHERITED, "mutated": Fate.MUTATED, "lost": Fate.LOST}


def tiny_book(**texts: str) -> Book:
    """The book; `texts` replaces what objects say, by ids with _ for the colon: `alder_N1="…"`."""
    return Book.of(
        papers=[_paper(slug, year) for slug, year in PAPERS.items()],
        objects=[_object(slug, handle, texts.get(f"{slug}_{handle}")) for slug in PAPERS for handle in OBJECTS],
        diffs=[alder_birch(), birch_cedar(), xenon_yttrium()],
        traces=[
            TraceRecord(
                id="-".join(TREES),
                name="Trees",
                domain="botany",
                papers=TREES,
                diffs=("alder__birch", "birch__cedar"),
            )
        ],
    )


def exam_of(book: Book, seed: int = 1) -> list[ExamInstance]:
    return list(Draw(book, ExamPlan(seed=seed), canary=CANARY))


def of_task(book: Book, task: str, seed: int = 1, **plan: Any) -> list[ExamInstance]:
    """The instances of one task as the whole exam has them; `plan` sets more of its plan."""
    return list(Draw(book, ExamPlan(seed=seed, **plan), canary=CANARY).of_task(task))


def lacks_of(book: Book, task: str, **plan: Any) -> dict[str, int]:
    """Why a task could not be drawn, and from how many anchors."""
    draw = Draw(book, ExamPlan(**plan), canary=CANARY)
    list(draw.of_task(task))
    return dict(draw.yields[task].lacks)


def changed(book: Book, *records: PaperRecord | ObjectRecord | DiffRecord | TraceRecord) -> Book:
    """The book with other records in place of those with their ids, or beside them."""
    kinds = {PaperRecord: book.papers, ObjectRecord: book.objects, DiffRecord: book.diffs, TraceRecord: book.traces}
    tables: dict[type, dict[str, Any]] = {kind: dict(table) for kind, table in kinds.items()}
    for record in records:
        tables[type(record)][record.id] = record
    return Book.of(
        papers=tables[PaperRecord].values(),
        objects=tables[ObjectRecord].values(),
        diffs=tables[DiffRecord].values(),
        traces=tables[TraceRecord].values(),
    )


def unmasked(instance: ExamInstance, value: Any) -> Any:
    """A gold value with every neutral label replaced by what it stands for; sets stay lists, sorted."""
    labels: Any = instance.metadata["labels"]
    if isinstance(value, Mapping):
        return {labels.get(key, key): unmasked(instance, item) for key, item in value.items()}
    if isinstance(value, list):
        return [unmasked(instance, item) for item in value]
    return labels.get(value, value) if isinstance(value, str) else value


def with_edges(book: Book, pair: str, *edges: tuple[str, str]) -> Book:
    """The book with another alignment of a pair; the fates of what is newly aligned are inherited, of the rest lost."""
    diff = book.diffs[pair]
    old, kept = diff.answer.fates, {source for source, _target in edges}
    objects = (o.id for o in book.genomes[diff.source])
    fates = {id: (Fate.LOST if id not in kept else _still(old.get(id))) for id in objects}
    answer = replace(diff.answer, fates=fates, alignments=tuple(AlignmentEdge(source=s, target=t) for s, t in edges))
    return changed(book, replace(diff, answer=answer))


def _still(fate: Fate | None) -> Fate:
    return fate if fate in (Fate.INHERITED, Fate.MUTATED) else Fate.INHERITED


def alder_birch() -> DiffRecord:
    """M1 changes and leads on: mutation by rule 2. birch:O1 comes from the mosses, as a passenger."""
    answer = DiffAnswer(
        fates=_fates("alder", N1="inherited", M1="mutated"),
        origins={**_origins("birch", N1=Origin.ALIGNED, M1=Origin.ALIGNED), "birch:O1": Origin.EXTERNAL},
        provenance={"birch:O1": Provenance(kind=ProvenanceKind.CITATION, lineage="Mosses", citation="Moss 1999")},
        alignments=(_edge("alder:N1", "birch:N1"), _edge("alder:M1", "birch:M1")),
        predecessor_driver="alder:M1",
        driver_continuity=Continuity.MUTATED,
        transition_driver="birch:D1",
        ecology=Ecology.SAME,
        source_ecology=EcologyContext(task="growing"),
        target_ecology=EcologyContext(task="growing"),
        dynamics=Dynamics.MUTATION,
        rationale="The rings change.",
        evidence=(_pointer("alder", "M1"), _pointer("birch", "M1")),
        confidence=80,
    )
    return _diff("alder", "birch", answer, rule=2)


def birch_cedar() -> DiffRecord:
    """M1 is kept in another setting: adaptive radiation by rule 2."""
    answer = DiffAnswer(
        fates=_fates("birch", M1="inherited"),
        origins=_origins("cedar", M1=Origin.ALIGNED),
        alignments=(_edge("birch:M1", "cedar:M1"),),
        predecessor_driver="birch:M1",
        driver_continuity=Continuity.INHERITED,
        transition_driver="cedar:M1",
        ecology=Ecology.SHIFTED,
        dynamics=Dynamics.ADAPTIVE_RADIATION,
        rationale="The rings move to the mountains.",
        evidence=(_pointer("birch", "M1"), _pointer("cedar", "M1")),
        confidence=70,
    )
    return _diff("birch", "cedar", answer, rule=2)


def xenon_yttrium() -> DiffRecord:
    """Nothing is kept, the setting is near, no transition is shown: niche competition by rule 3."""
    answer = DiffAnswer(
        fates=_fates("xenon"),
        origins=_origins("yttrium"),
        predecessor_driver="xenon:M1",
        driver_continuity=Continuity.REPLACED,
        transition_driver="yttrium:M1",
        ecology=Ecology.ADJACENT,
        dynamics=Dynamics.NICHE_COMPETITION,
        rationale="They fill the same lamps.",
        evidence=(_pointer("xenon", "M1"), _pointer("yttrium", "M1")),
        confidence=60,
    )
    return _diff("xenon", "yttrium", answer, rule=3)


def text_of(slug: str) -> str:
    """A paper's text: one sentence for each of its objects, in the order of OBJECTS."""
    return " ".join(_sentence(slug, handle) for handle in OBJECTS)


def _sentence(slug: str, handle: str) -> str:
    return f"Object {handle} of {slug} {OBJECTS[handle][2]}."


def _paper(slug: str, year: int) -> PaperRecord:
    return PaperRecord(
        id=slug,
        title=slug.capitalize(),
        authors=("Ada Gardener",),
        venue="Journal of Leaves",
        doi="",
        arxiv_id="",
        published=f"{year}-05-01",
        domain="botany" if slug in TREES else "chemistry",
        lineage="Trees" if slug in TREES else slug.capitalize(),
        aliases=(),
        licence="CC0-1.0",
        redistributable=True,
        format="markdown",
        file_sha256="0" * 64,
        text_sha256="0" * 64,
        imported="2025-01-31T12:00:00Z",
        text=text_of(slug),
    )


def _object(slug: str, handle: str, text: str | None) -> ObjectRecord:
    kind, role, says = OBJECTS[handle]
    return ObjectRecord(
        id=f"{slug}:{handle}",
        paper=slug,
        handle=handle,
        type=kind,
        content=text or f"The thing {says}, kind {slug[0]}.",
        constraint="",
        contribution_role=role,
        repairs=(f"{slug}:L1",) if handle == "D1" else (),
        evidence=(_pointer(slug, handle),),
    )


def _pointer(slug: str, handle: str) -> Pointer:
    quote = _sentence(slug, handle)
    start = text_of(slug).index(quote)
    return Pointer(paper=slug, start=start, end=start + len(quote), quote=quote, text_sha256="0" * 64)


def _fates(slug: str, **kept: str) -> dict[str, Fate]:
    return {f"{slug}:{handle}": SPLIT[kept.get(handle, "lost")] for handle in OBJECTS}


def _origins(slug: str, **found: Origin) -> dict[str, Origin]:
    return {f"{slug}:{handle}": found.get(handle, Origin.NOVEL) for handle in OBJECTS}


def _edge(source: str, target: str) -> AlignmentEdge:
    ends = [key.partition(":")[::2] for key in (source, target)]
    evidence = [(_pointer(slug, handle),) for slug, handle in ends]
    return AlignmentEdge(
        source=source,
        target=target,
        similarity="The same idea.",
        source_evidence=evidence[0],
        target_evidence=evidence[1],
    )


def _diff(source: str, target: str, answer: DiffAnswer, *, rule: int) -> DiffRecord:
    assert answer.dynamics is not None
    return DiffRecord(
        id=f"{source}__{target}",
        source=source,
        target=target,
        domain="botany" if target in TREES else "chemistry",
        answer=answer,
        derived_dynamics=answer.dynamics,
        rule=rule,
        gold_source=GoldSource.UNANIMOUS,
        reason_code="",
        resolution_rationale="",
        labels=(LabelRecord(rater="r1", guideline="v1", submitted="2025-01-31T12:00:00Z", decision_key="0" * 64),),
    )
