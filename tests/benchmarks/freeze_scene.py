"""Gold of the paper's size, or a multiple of it, for `bench_freeze`: written in bulk, past the triggers.

A block holds 155 papers of seven objects (1,085), 920 pairs with two equal labels and 1,961 traces, in five lineages of
three domains. A text has 20,000 characters. All words are made for this: no paper says them.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from itertools import islice, pairwise
from random import Random
from typing import Any

PAPERS, DIFFS, TRACES, REACH = 155, 920, 1_961, 7
LINEAGE = 31  # papers of one
TEXT = 20_000  # characters
WORDS = [
    "slow",
    "warm",
    "pale",
    "dry",
    "soft",
    "deep",
    "thin",
    "wide",
    "calm",
    "bare",
    "moss",
    "fern",
    "reed",
    "bark",
    "root",
    "leaf",
    "stem",
    "seed",
    "bud",
    "thorn",
]
KINDS = (
    ("N1", "niche", "context"),
    ("M1", "mechanism", "driver"),
    ("O1", "observation", "passenger"),
    ("O2", "observation", "context"),
    ("L1", "limitation", "passenger"),
    ("D1", "delta", "passenger"),
    ("C1", "claim", "passenger"),
)
KEPT = ("N1", "M1", "O1")
DAY = date(2001, 1, 1)


def fill(slug: str, blocks: int) -> Any:
    """A project with so many blocks; returns it."""
    from django.db import transaction

    from annotation.models import Guideline, Project, User

    admin = User.objects.get(username="admin")
    people = [User.objects.get_or_create(username=f"bench{n}")[0] for n in (1, 2)]
    project = Project.objects.create(
        slug=slug, name=slug, licence="CC0-1.0", domains={f"domain {n}": "Science" for n in range(3)}
    )
    guideline = Guideline.objects.create(project=project, version=1, body="x", note="y", created_by=admin)
    for number in range(blocks):
        with transaction.atomic(), without_triggers():
            _Block(project, admin, people, guideline, number).write()
    return project


@contextmanager
def without_triggers() -> Iterator[None]:
    """What follows in this transaction is written as it stands."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
    yield


class _Block:
    def __init__(self, project: Any, admin: Any, people: list[Any], guideline: Any, number: int) -> None:
        self.project, self.admin, self.people, self.guideline = project, admin, people, guideline
        self.number, self.rng = number, Random(f"freeze {number}")
        self.genomes: list[Any] = []
        self.quotes: list[dict[str, dict[str, Any]]] = []

    def write(self) -> None:
        self._papers()
        pairs = self._pairs(list(islice(self._ends(), DIFFS)))
        self._labels(pairs)
        self._traces(pairs)

    def _papers(self) -> None:
        from genomes.models import Paper, SourceVersion

        names = [f"zq{self.number}x{n}" for n in range(PAPERS)]
        papers = Paper.objects.bulk_create(
            Paper(
                project=self.project, slug=name, title=name.capitalize(), authors=[f"Zw{self.number}x{n}"],
                published=DAY + timedelta(days=40 * n), domain=_domain(n), lineage=f"Zl{self.number}x{n // LINEAGE}",
                licence="CC0-1.0", redistributable=True, created_by=self.admin,
            )
            for n, name in enumerate(names)
        )  # fmt: skip
        texts = [self._text(name) for name in names]
        versions = SourceVersion.objects.bulk_create(
            SourceVersion(
                paper=paper, number=1, format="text", filename="x.txt", text=text,
                file_sha256=_hash(text), text_sha256=_hash(text), licence="CC0-1.0", imported_by=self.admin,
            )
            for paper, text in zip(papers, texts, strict=True)
        )  # fmt: skip
        self._genomes(names, versions)
        self._objects(names, texts)

    def _genomes(self, names: list[str], versions: list[Any]) -> None:
        from django.utils import timezone

        from annotation.models import Unit
        from genomes.models import Genome

        units = Unit.objects.bulk_create(
            Unit(project=self.project, kind="genome", title=name, overlap=1, labels_done=1, is_tallied=True)
            for name in names
        )
        self.genomes = Genome.objects.bulk_create(
            Genome(source_version=version, unit=unit, author=self.people[0], handed_in_at=timezone.now())
            for version, unit in zip(versions, units, strict=True)
        )

    def _objects(self, names: list[str], texts: list[str]) -> None:
        from genomes.models import Evidence, IdeaObject

        objects = IdeaObject.objects.bulk_create(
            IdeaObject(
                genome=genome, type=kind, handle=handle, contribution_role=role, created_by=self.people[0],
                content=self._sentence(handle), constraint="",
            )
            for genome in self.genomes
            for handle, kind, role in KINDS
        )  # fmt: skip
        rows = []
        for place, found in enumerate(objects):
            name, text, at = names[place // len(KINDS)], texts[place // len(KINDS)], place % len(KINDS)
            start = 1_000 * (at + 1)
            row = {"start": start, "end": start + 80, "quote": text[start : start + 80], "text_sha256": _hash(text)}
            version = found.genome.source_version
            rows.append(Evidence(idea_object=found, source_version=version, created_by=self.admin, **row))
            if at == 0:
                self.quotes.append({})
            self.quotes[-1][KINDS[at][0]] = {**row, "paper": name, "prefix": "", "suffix": ""}
        Evidence.objects.bulk_create(rows)
        self._repairs(objects)

    def _repairs(self, objects: list[Any]) -> None:
        """Each delta repairs the limitation of the paper before it in its lineage."""
        from genomes.models import IdeaObject

        deltas, limits = (objects[KINDS.index(kind) :: len(KINDS)] for kind in (KINDS[5], KINDS[4]))
        link = IdeaObject.repairs.through
        link.objects.bulk_create(
            link(from_ideaobject=new, to_ideaobject=old)
            for n, (old, new) in enumerate(zip(limits, deltas[1:], strict=False), start=1)
            if n % LINEAGE
        )

    def _ends(self) -> Iterator[tuple[int, int]]:
        for old in range(PAPERS):
            last = LINEAGE * (old // LINEAGE + 1)
            yield from ((old, new) for new in range(old + 1, min(old + 1 + REACH, last)))

    def _pairs(self, ends: list[tuple[int, int]]) -> dict[tuple[int, int], Any]:
        from annotation.models import Unit
        from diffs.models import PaperPair

        units = Unit.objects.bulk_create(
            Unit(project=self.project, kind="pair", title=f"{old} {new}", domain=_domain(new), overlap=2, labels_done=2,
                 is_tallied=True)
            for old, new in ends
        )  # fmt: skip
        pairs = PaperPair.objects.bulk_create(
            PaperPair(
                project=self.project, source=self.genomes[old], target=self.genomes[new], unit=unit,
                created_by=self.admin,
            )
            for (old, new), unit in zip(ends, units, strict=True)
        )  # fmt: skip
        return dict(zip(ends, pairs, strict=True))

    def _labels(self, pairs: dict[tuple[int, int], Any]) -> None:
        from diffs.models import Diff
        from evaluator.compare import decision, decision_key
        from evaluator.convert import diff_answer_from_json, to_json

        rows = []
        for (old, new), pair in pairs.items():
            answer = diff_answer_from_json(self._answer(old, new))
            facts = {
                "answer": to_json(answer), "decision": decision(answer), "decision_key": decision_key(answer),
                "dynamics": answer.dynamics, "derived_dynamics": answer.dynamics, "rule": 2,
            }  # fmt: skip
            rows += [Diff(pair=pair, author=person, guideline=self.guideline, **facts) for person in self.people]
        Diff.objects.bulk_create(rows, batch_size=500)

    def _answer(self, old: int, new: int) -> dict[str, Any]:
        near = self.rng.random() < 0.6
        first, second = f"zq{self.number}x{old}", f"zq{self.number}x{new}"
        changed = self.rng.random() < 0.5
        fate = {"N1": "inherited", "M1": "mutated" if changed else "inherited", "O1": "inherited"}
        return {
            "fates": {f"{first}:{handle}": fate.get(handle, "lost") for handle, _kind, _role in KINDS},
            "origins": {f"{second}:{h}": "aligned" if h in KEPT else "novel" for h, _kind, _role in KINDS},
            "alignments": [
                {
                    "source": f"{first}:{handle}", "target": f"{second}:{handle}", "similarity": "The same function.",
                    "source_evidence": [self.quotes[old][handle]], "target_evidence": [self.quotes[new][handle]],
                }
                for handle in KEPT
            ],
            "predecessor_driver": f"{first}:M1",
            "driver_continuity": "mutated" if changed else "inherited",
            "transition_driver": f"{second}:D1",
            "ecology": "same" if near else "shifted",
            "dynamics": "mutation" if near else "adaptive_radiation",
            "rationale": "The core stays and the rest is mended.",
            "evidence": [self.quotes[old]["M1"], self.quotes[new]["M1"]],
            "confidence": 80,
        }  # fmt: skip

    def _traces(self, pairs: dict[tuple[int, int], Any]) -> None:
        from diffs.models import Trace, TraceStep

        paths: dict[tuple[int, ...], None] = {}
        while len(paths) < TRACES:
            path = [self.rng.randrange(PAPERS)]
            for _step in range(self.rng.randint(2, 6)):
                path.append(path[-1] + self.rng.randint(1, REACH))
            if all(step in pairs for step in pairwise(path)):
                paths[tuple(path)] = None
        traces = Trace.objects.bulk_create(
            Trace(project=self.project, name=f"{self.number} {' '.join(map(str, path))}", created_by=self.admin)
            for path in paths
        )
        TraceStep.objects.bulk_create(
            (
                TraceStep(trace=trace, position=place, pair=pairs[step])
                for trace, path in zip(traces, paths, strict=True)
                for place, step in enumerate(pairwise(path))
            ),
            batch_size=2_000,
        )

    def _sentence(self, handle: str) -> str:
        return " ".join([handle.lower(), *self.rng.choices(WORDS, k=12)])

    def _text(self, name: str) -> str:
        """Words of its own, so that no two texts are the same."""
        line = f"{name} {' '.join(self.rng.choices(WORDS, k=400))} "
        return (line * 20)[:TEXT]


def _domain(paper: int) -> str:
    return f"domain {paper // LINEAGE % 3}"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
