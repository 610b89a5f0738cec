"""Where candidates come from: reference lists and likeness. Each find says why it is one."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models.functions import Substr

from annotation.models import Project
from diffs.models import LineageCandidate, PaperPair
from diffs.selectors.library import Library, work_keys
from diffs.similarity import alike
from genomes.models import IdeaObject, Paper, Reference, SourceVersion

Kind = LineageCandidate.Kind
# A work outside the library is worth a look when this many of its papers refer to it.
CITED_ENOUGH = 2
ALIKE_ENOUGH = 0.12
ALIKE_TOP = 5
WORDS_COMPARED = 6_000  # characters of a text; they hold its abstract and introduction
WEIGHTS = {Kind.CURATED: 3.0, Kind.REFERENCE: 2.0, Kind.SIMILARITY: 1.0}


@dataclass(slots=True)
class Find:
    """A candidate that was found: for which paper, which work, and why."""

    target: Paper
    work: dict[str, Any]
    kind: str
    reason: dict[str, Any]
    source: Paper | None = None
    strength: float = 1.0
    key: str = field(init=False)

    def __post_init__(self) -> None:
        keys = work_keys(self.work)
        self.key = f"paper:{self.source.pk}" if self.source else (keys[0] if keys else "")


def store_finds(project: Project, finds: Iterable[Find]) -> list[Find]:
    """Write what was found, joining the reasons of one work; return what was new or gave a new reason.

    The caller has locked the project. What was decided about a candidate is left alone.
    """
    wanted: dict[tuple[int, str], dict[str, Find]] = defaultdict(dict)
    for find in finds:
        if find.key and find.source != find.target:
            wanted[find.target.pk, find.key].setdefault(find.kind, find)  # a work that is listed twice says no more
    paired = set(PaperPair.objects.filter(project=project).values_list(*_PAPERS_OF_PAIR))
    known = _known(project, {target for target, _key in wanted})
    stored: list[Find] = []
    rows: list[LineageCandidate] = []
    for group in map(list, map(dict.values, wanted.values())):
        if group[0].source and (group[0].source.pk, group[0].target.pk) in paired:
            continue
        first = group[0]
        row = _standing(known, group) or LineageCandidate(
            project=project, target=first.target, source=first.source, work=first.work, work_key=first.key
        )
        row.source_id = row.source_id or (first.source.pk if first.source else None)
        fresh = [find for find in group if row.reasons.get(find.kind) != find.reason]
        if fresh:
            # The likeness of two papers shifts a little with every paper that comes in, which is no news.
            stored += [find for find in fresh if find.kind not in row.reasons or find.kind == Kind.CURATED]
            _add_reasons(row, fresh)
            rows.append(row)
    LineageCandidate.objects.bulk_create([row for row in rows if row._state.adding], batch_size=500)
    standing = {row.pk: row for row in rows if (row.target_id, row.work_key) in known}
    changed = ["source", "reasons", "kinds", "weight"]
    LineageCandidate.objects.bulk_update(list(standing.values()), changed, batch_size=500)
    return stored


def _known(project: Project, targets: Collection[int]) -> dict[tuple[int, str], LineageCandidate]:
    """The candidates of these papers by paper and work; a work that became a paper is known by both."""
    known: dict[tuple[int, str], LineageCandidate] = {}
    for row in LineageCandidate.objects.filter(project=project, target__in=targets).order_by("pk"):
        known[row.target_id, row.work_key] = row
        if row.source_id:
            known.setdefault((row.target_id, f"paper:{row.source_id}"), row)
    return known


def _standing(known: Mapping[tuple[int, str], LineageCandidate], group: Iterable[Find]) -> LineageCandidate | None:
    """The candidate that is about the same work, also when the work was no paper of the library at the time."""
    keys = ((find.target.pk, key) for find in group for key in (find.key, *work_keys(find.work)))
    return next((known[key] for key in keys if key in known), None)


_PAPERS_OF_PAIR = ("source__source_version__paper_id", "target__source_version__paper_id")


def _add_reasons(row: LineageCandidate, finds: Iterable[Find]) -> None:
    row.reasons = {**row.reasons, **{find.kind: {**find.reason} for find in finds}}
    row.kinds = sorted(row.reasons)
    row.weight = sum(WEIGHTS[Kind(kind)] * float(reason.get("strength", 1)) for kind, reason in row.reasons.items())


def is_earlier(source: Paper, target: Paper) -> bool:
    """Whether the source may be the predecessor, as far as both dates are known."""
    return not (source.published and target.published) or source.published <= target.published


def from_references(library: Library, project: Project, paper: Paper | None) -> Iterator[Find]:
    """Works that papers refer to: papers of the library, and others that are referred to often enough."""
    references = Reference.objects.filter(paper__project=project)
    if paper:
        references = references.filter(paper=paper)
    outside: dict[str, list[tuple[Paper, dict[str, Any]]]] = defaultdict(list)
    for row in references.order_by("paper", "origin", "position").iterator(chunk_size=2000):
        if row.paper_id not in library.papers:
            continue  # it came in while this is running
        work = _work_of(row)
        target, source = library.papers[row.paper_id], library.find(work)
        reason = {"position": row.position + 1, "raw": (row.raw or row.title)[:300]}
        if source is not None and source.pk != target.pk and is_earlier(source, target):
            yield Find(target, work, Kind.REFERENCE, reason, source)
        elif source is None and work_keys(work) and work["title"]:
            outside[work_keys(work)[0]].append((target, {"work": work, **reason}))
    least = 1 if paper else CITED_ENOUGH
    for group in outside.values():
        citing = len({target.pk for target, _found in group})
        if citing >= least:
            for target, found in group:
                reason = {"position": found["position"], "raw": found["raw"], "cited_by": citing}
                yield Find(target, found["work"], Kind.REFERENCE, reason)


def _work_of(row: Reference) -> dict[str, Any]:
    return {
        "title": row.title,
        "first_author": row.first_author,
        "year": row.year,
        "doi": row.doi,
        "arxiv_id": row.arxiv_id,
    }


def work_of_paper(paper: Paper) -> dict[str, Any]:
    """What a candidate shows of a paper."""
    return {
        "title": paper.title,
        "first_author": paper.authors[0] if paper.authors else "",
        "year": paper.published.year if paper.published else None,
        "doi": paper.doi,
        "arxiv_id": paper.arxiv_id,
    }


def from_likeness(library: Library, project: Project, paper: Paper | None) -> Iterator[Find]:
    """Papers of the library that share telling words; the older one may be the predecessor."""
    texts = {pk: text for pk, text in _texts_of(project).items() if pk in library.papers}
    ids = sorted(texts)
    for each in alike([texts[pk] for pk in ids], top=ALIKE_TOP, floor=ALIKE_ENOUGH):
        one, other = library.papers[ids[each.first]], library.papers[ids[each.second]]
        if paper and paper.pk not in (one.pk, other.pk):
            continue
        if not (one.published and other.published):
            continue  # without dates nobody knows which of them came first
        source, target = sorted((one, other), key=lambda each: (each.published or date.min, each.pk))
        reason = {"score": each.score, "words": list(each.words), "strength": each.score}
        yield Find(target, work_of_paper(source), Kind.SIMILARITY, reason, source)


def _texts_of(project: Project) -> dict[int, str]:
    """Paper to the words that it is compared by: title, abstract, the head of its text, and its open genome."""
    texts = {
        pk: f"{title} {abstract}"
        for pk, title, abstract in Paper.objects.filter(project=project).values_list("pk", "title", "abstract")
    }
    heads = SourceVersion.objects.filter(paper__project=project).order_by("paper", "number")
    for pk, head in heads.values_list("paper_id", Substr("text", 1, WORDS_COMPARED)):
        texts[pk] = f"{texts.get(pk, '')} {head}"
    objects = IdeaObject.objects.accepted().filter(
        genome__source_version__paper__project=project, genome__handed_in_at__isnull=False
    )
    rows = objects.order_by("pk").values_list("genome__source_version__paper_id", "content", "constraint")
    for pk, content, constraint in rows:
        texts[pk] = f"{texts.get(pk, '')} {content} {constraint}"
    return texts
