"""From an exam instance down to the sentence in the paper: gold, resolution, labels, objects, evidence."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from adjudication.models import Resolution
from annotation.selectors import link
from annotation.wording import label
from diffs.models import PaperPair
from evaluator.vocabulary import Dynamics, Fate, GoldSource, ObjectType, Origin
from genomes.models import Passage
from releases.models import Release
from releases.selectors.content import table

BLOCKS = ("paragraph", "figure", "table", "equation")


@dataclass(frozen=True)
class Evidence:
    quote: str
    start: int
    end: int
    address: str


@dataclass(frozen=True)
class ObjectRow:
    """An object under its label in the exam: what it is, what gold made of it, and where its paper says so."""

    label: str
    id: str
    paper: str
    type: ObjectType
    content: str
    fate: str
    evidence: list[Evidence]


@dataclass(frozen=True)
class GoldRow:
    """A gold diff: its label, the rule that derives it, where it comes from, and the labels below it."""

    id: str
    dynamics: Dynamics
    rule: int
    source: GoldSource
    reason_code: str
    rationale: str
    labels: list[Mapping[str, Any]]
    address: str

    @property
    def dynamics_label(self) -> Any:
        return label(self.dynamics)

    @property
    def reason_label(self) -> Any:
        """The adjudicator's reason as people read it; a code of another version as it stands."""
        return dict(Resolution.Reason.choices).get(self.reason_code, self.reason_code)


@dataclass(frozen=True)
class PaperRow:
    label: str
    id: str
    title: str
    published: str
    address: str


@dataclass(frozen=True)
class Chain:
    papers: list[PaperRow]
    gold: list[GoldRow]
    objects: list[ObjectRow]


def chain_of(release: Release, metadata: Mapping[str, Any]) -> Chain:
    """Two queries at most, however many papers and objects the instance shows."""
    labels: Mapping[str, str] = metadata["labels"]
    papers, objects = table(release, "papers"), table(release, "objects")
    diffs = _diffs(release, metadata)
    shown = {key: objects[id] for key, id in labels.items() if id in objects}
    slugs = list(metadata["source_versions"])
    blocks = _Blocks(release, {slug: papers[slug]["text_sha256"] for slug in slugs})
    names = {id: key for key, id in labels.items()}
    return Chain(
        papers=[_paper(release, papers[slug], names.get(slug, "")) for slug in slugs],
        gold=_gold(release, diffs),
        objects=[_object(key, row, diffs, blocks) for key, row in sorted(shown.items(), key=_by_number)],
    )


def _by_number(item: tuple[str, Any]) -> int:
    return int(item[0][1:])


def _diffs(release: Release, metadata: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The instance's own pair; of one drawn from a whole trace, every step."""
    diffs = table(release, "diffs")
    if metadata["pair"]:
        return [diffs[metadata["pair"]]]
    if metadata["trace_length"]:
        return [diffs[key] for key in table(release, "traces")[metadata["trace"]]["diffs"]]
    return []


def _paper(release: Release, paper: Mapping[str, Any], key: str) -> PaperRow:
    address = link("genomes:paper", release.project.slug, paper["id"])
    return PaperRow(key, paper["id"], paper["title"], paper["published"], address)


def _gold(release: Release, diffs: Iterable[Mapping[str, Any]]) -> list[GoldRow]:
    listed = list(diffs)
    pairs = _pairs(release, {diff["target"] for diff in listed})
    return [
        GoldRow(
            id=diff["id"],
            dynamics=Dynamics(diff["answer"]["dynamics"]),
            rule=diff["rule"],
            source=GoldSource(diff["gold_source"]),
            reason_code=diff["reason_code"],
            rationale=diff["resolution_rationale"] or diff["answer"]["rationale"],
            labels=diff["labels"],
            address=link("diffs:pair", release.project.slug, pairs[diff["id"]]) if diff["id"] in pairs else "",
        )
        for diff in listed
    ]


def _pairs(release: Release, targets: set[str]) -> dict[str, int]:
    if not targets:
        return {}
    ends = ("source__source_version__paper__slug", "target__source_version__paper__slug")
    rows = PaperPair.objects.filter(project=release.project_id, target__source_version__paper__slug__in=targets)
    return {f"{source}__{target}": pk for pk, source, target in rows.order_by("pk").values_list("pk", *ends)}


def _object(key: str, row: Mapping[str, Any], diffs: Iterable[Mapping[str, Any]], blocks: "_Blocks") -> ObjectRow:
    return ObjectRow(
        label=key,
        id=row["id"],
        paper=row["paper"],
        type=ObjectType(row["type"]),
        content=row["content"],
        fate=", ".join(_fates(row["id"], diffs)),
        evidence=[
            Evidence(each["quote"], each["start"], each["end"], blocks.address(each["paper"], each["start"]))
            for each in row["evidence"]
        ],
    )


def _fates(id: str, diffs: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    """What gold says of an object: its origin in the step that leads to its paper, its fate in the step from it."""
    for diff in diffs:
        answer = diff["answer"]
        if id in answer["origins"]:
            yield str(label(Origin(answer["origins"][id])))
        if id in answer["fates"]:
            yield str(label(Fate(answer["fates"][id])))


class _Blocks:
    """Where the passages of some texts stand on the page of their paper. A text that is gone has no address."""

    def __init__(self, release: Release, texts: Mapping[str, str]) -> None:
        self._slug = release.project.slug
        rows = Passage.objects.filter(
            source_version__paper__project=release.project_id,
            source_version__paper__slug__in=texts,
            source_version__text_sha256__in=texts.values(),
            kind__in=BLOCKS,
        ).order_by("position")
        self._blocks: dict[str, list[tuple[int, int]]] = {}
        named = rows.values_list("source_version__paper__slug", "source_version__text_sha256", "start", "end")
        for slug, sha256, start, end in named:
            if texts[slug] == sha256:
                self._blocks.setdefault(slug, []).append((start, end))

    def address(self, paper: str, at: int) -> str:
        page = link("genomes:paper", self._slug, paper)
        around = [start for start, end in self._blocks.get(paper, ()) if start <= at < end]
        return f"{page}#p-{min(around)}" if page and around else page
