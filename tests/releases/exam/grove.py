"""Books of gold of any size, grown from a seed: lineages in domains, with splits, merges, imports, repairs and rivals.

Texts name papers, authors, venues, years and identifiers here and there, as texts do.
"""

from itertools import pairwise
from random import Random

from evaluator.schema import (
    AlignmentEdge,
    DiffAnswer,
    DiffRecord,
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

DOMAINS = ("botany", "chemistry", "geology")
LINEAGE = tuple(each for each in Dynamics if each.is_lineage)
TYPES = (*ObjectType, ObjectType.MECHANISM, ObjectType.LIMITATION, ObjectType.DELTA)
ROLES = (*[ContributionRole.PASSENGER, ContributionRole.CONTEXT] * 8, ContributionRole.DRIVER)
NAMES = ("{}", "{} by Zygmunt Quillfeather", "the Annals of Lichen", "a paper of {} in 2011", "arXiv:1234.56789")


class Grove:
    """One random book. `lineages` of 2 to 5 papers of 2 to 13 objects each."""

    def __init__(self, seed: int, lineages: int) -> None:
        self.rng = Random(f"grove {seed}")
        self.papers: dict[str, PaperRecord] = {}
        self.objects: dict[str, list[ObjectRecord]] = {}
        self.diffs: list[DiffRecord] = []
        self.traces: list[TraceRecord] = []
        for number in range(lineages):
            self._lineage(number)

    def book(self) -> Book:
        objects = [record for genome in self.objects.values() for record in genome]
        return Book.of(papers=self.papers.values(), objects=objects, diffs=self.diffs, traces=self.traces)

    def _lineage(self, number: int) -> None:
        domain = self.rng.choice(DOMAINS)
        strangers = [p.id for p in self.papers.values() if p.domain == domain][-3:]
        line: list[str] = []
        for step in range(self.rng.randint(2, 5)):
            line.append(self._paper(number, step, domain))
            if step:
                self._diff(line[-2], line[-1], self.rng.choice(LINEAGE), strangers)
        if strangers:
            self._diff(strangers[0], line[-1], Dynamics.NICHE_COMPETITION, [])
        if len(line) > 2:
            id = "-".join(line)
            diffs = tuple(f"{old}__{new}" for old, new in pairwise(line))
            self.traces.append(TraceRecord(id=id, name=id, domain=domain, papers=tuple(line), diffs=diffs))

    def _paper(self, number: int, step: int, domain: str) -> str:
        id = f"fern{number}x{step}"
        self.papers[id] = PaperRecord(
            id=id,
            title=f"Fern{number}x{step}: growing",
            authors=("Zygmunt Quillfeather",),
            venue="Annals of Lichen",
            doi="",
            arxiv_id="1234.56789",
            published=f"{2001 + step}-0{1 + number % 9}-01",
            domain=domain,
            lineage=f"Ferns {number}",
            aliases=(),
            licence="CC0-1.0",
            redistributable=True,
            format="markdown",
            file_sha256="0" * 64,
            text_sha256="0" * 64,
            imported="2025-01-31T12:00:00Z",
            text=None,
        )
        limitations: list[str] = [o.id for g in list(self.objects.values())[-1:] for o in g if o.handle[0] == "L"]
        self.objects[id] = []
        for place in range(self.rng.randint(2, 13)):
            self.objects[id].append(self._object(id, place, limitations))
        return id

    def _object(self, paper: str, place: int, limitations: list[str]) -> ObjectRecord:
        kind = self.rng.choice(TYPES)
        handle = f"{kind.letter}{place}"
        if kind is ObjectType.LIMITATION:
            limitations.append(f"{paper}:{handle}")
        named = self.rng.choice(NAMES).format(self.rng.choice(list(self.papers)).capitalize())
        quote = f"Sentence {place} grows on {named}."
        return ObjectRecord(
            id=f"{paper}:{handle}",
            paper=paper,
            handle=handle,
            type=kind,
            content=f"Thing {self.rng.randrange(10**6)} as in {named}.",
            constraint=self.rng.choice(["", "in 1999"]),
            contribution_role=ContributionRole.DRIVER if place == 0 else self.rng.choice(ROLES),
            repairs=(self.rng.choice(limitations),) if kind is ObjectType.DELTA and limitations else (),
            evidence=(Pointer(paper=paper, start=100 * place, end=100 * place + len(quote), quote=quote),),
        )

    def _diff(self, source: str, target: str, dynamics: Dynamics, strangers: list[str]) -> None:
        edges = self._edges(source, target) if dynamics.is_lineage else []
        kept, old = {edge.target for edge in edges}, {edge.source for edge in edges}
        news = [o.id for o in self.objects[target] if o.id not in kept]
        imported = {id: self.rng.choice(strangers) for id in news if strangers and self.rng.random() < 0.3}
        origins = {o.id: Origin.ALIGNED if o.id in kept else Origin.NOVEL for o in self.objects[target]}
        fates = {o.id: self._kept() if o.id in old else Fate.LOST for o in self.objects[source]}
        first = self.objects[source][0].id
        continuity = {Fate.INHERITED: Continuity.INHERITED, Fate.MUTATED: Continuity.MUTATED}
        answer = DiffAnswer(
            fates=fates,
            origins={**origins, **dict.fromkeys(imported, Origin.EXTERNAL)},
            provenance={
                id: Provenance(kind=ProvenanceKind.PAPER, paper=paper, lineage=self.papers[paper].lineage)
                for id, paper in imported.items()
            },
            alignments=tuple(edges),
            predecessor_driver=first,
            driver_continuity=continuity.get(fates[first], Continuity.REPLACED),
            transition_driver=self.rng.choice(self.objects[target]).id,
            ecology=self.rng.choice(list(Ecology)),
            dynamics=dynamics,
        )
        self.diffs.append(
            DiffRecord(
                id=f"{source}__{target}",
                source=source,
                target=target,
                domain=self.papers[target].domain,
                answer=answer,
                derived_dynamics=dynamics,
                rule=self.rng.randint(1, 4),
                gold_source=GoldSource.UNANIMOUS,
                reason_code="",
                resolution_rationale="",
                labels=(),
            )
        )

    def _kept(self) -> Fate:
        return self.rng.choice([Fate.INHERITED, Fate.MUTATED])

    def _edges(self, source: str, target: str) -> list[AlignmentEdge]:
        """About half of what could be aligned by its type, some of it twice."""
        pairs = [(o.id, t.id) for o in self.objects[source] for t in self.objects[target] if o.type is t.type]
        picked = self.rng.sample(pairs, len(pairs) // 3)
        return [AlignmentEdge(source=o, target=t, secondary=self.rng.choice([None, None, *LINEAGE])) for o, t in picked]


def grove(seed: int, lineages: int = 8) -> Book:
    return Grove(seed, lineages).book()
