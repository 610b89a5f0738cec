"""From an exam instance, or any record of a release, down to the sentence: gold, resolution, labels, objects, evidence.

Of a sealed instance the public row leads nowhere: what it was drawn from is kept by the server, and told to admins.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from adjudication.models import Resolution
from adjudication.permissions import can_see_disputes
from adjudication.selectors import cases_for
from annotation.models import User
from annotation.selectors import link
from annotation.wording import label
from diffs.models import PaperPair
from evaluator.vocabulary import Dynamics, Fate, GoldSource, ObjectType, Origin
from genomes.models import Passage
from releases.models import Release
from releases.selectors.sealed import Rows

BLOCKS = ("paragraph", "figure", "table", "equation")
LONGEST_MARK = 120  # characters of a quote that an address carries for the browser to mark


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
    address: str


@dataclass(frozen=True)
class GoldRow:
    """A gold diff: its label, the rule that derives it, where it comes from, and the labels below it.

    `address` is the pair's page, `record` the diff as it was released, `case` where its labels stand side by side and
    its decisions below one another: "" for who may not open that.
    """

    id: str
    dynamics: Dynamics
    rule: int
    source: GoldSource
    reason_code: str
    rationale: str
    labels: list[Mapping[str, Any]]
    address: str
    record: str
    case: str

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
    """`is_sealed`: the reader may not know what it rests on, and nothing is listed."""

    papers: list[PaperRow]
    gold: list[GoldRow]
    objects: list[ObjectRow]
    is_sealed: bool = False


SEALED = Chain([], [], [], is_sealed=True)


def chain_of(
    release: Release, metadata: Mapping[str, Any], reader: User | None = None, *, sealed: bool = False
) -> Chain:
    """Five queries at most, however many papers and objects are shown. `sealed` reads what no file outside holds."""
    labels: Mapping[str, str] = metadata["labels"]
    rows = Rows(release, sealed=sealed)
    papers, objects = rows.of("papers"), rows.of("objects")
    diffs = _diffs(rows, metadata)
    shown = {key: objects[id] for key, id in labels.items() if id in objects}
    slugs = list(metadata["source_versions"])
    blocks = _Blocks(release, {slug: papers[slug]["text_sha256"] for slug in slugs})
    names = {id: key for key, id in labels.items()}
    return Chain(
        papers=[_paper(release, papers[slug], names.get(slug, "")) for slug in slugs],
        gold=_gold(release, diffs, reader),
        objects=[_object(release, key, row, diffs, blocks) for key, row in sorted(shown.items(), key=_by_number)],
    )


def _by_number(item: tuple[str, Any]) -> int:
    return int(item[0][1:])


def _diffs(rows: Rows, metadata: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The instance's own pair; of one drawn from a whole trace, every step."""
    diffs = rows.of("diffs")
    if metadata["pair"]:
        return [diffs[metadata["pair"]]]
    if metadata["trace_length"]:
        return [diffs[key] for key in rows.of("traces")[metadata["trace"]]["diffs"]]
    return []


def _paper(release: Release, paper: Mapping[str, Any], key: str) -> PaperRow:
    address = link("genomes:paper", release.project.slug, paper["id"])
    return PaperRow(key, paper["id"], paper["title"], paper["published"], address)


def _gold(release: Release, diffs: Iterable[Mapping[str, Any]], reader: User | None) -> list[GoldRow]:
    listed = list(diffs)
    slug = release.project.slug
    pairs = _pairs(release, {diff["target"] for diff in listed})
    cases = _cases(release, reader, pairs.values())
    return [
        GoldRow(
            id=diff["id"],
            dynamics=Dynamics(diff["answer"]["dynamics"]),
            rule=diff["rule"],
            source=GoldSource(diff["gold_source"]),
            reason_code=diff["reason_code"],
            rationale=diff["resolution_rationale"] or diff["answer"]["rationale"],
            labels=diff["labels"],
            address=link("diffs:pair", slug, pairs[diff["id"]]) if diff["id"] in pairs else "",
            record=link("releases:record", slug, release.version, "diffs", diff["id"]),
            case=link("adjudication:case", slug, pairs[diff["id"]]) if pairs.get(diff["id"]) in cases else "",
        )
        for diff in listed
    ]


def _cases(release: Release, reader: User | None, pairs: Iterable[int]) -> set[int]:
    """Pairs whose labels differed, where the reader may open the case."""
    if reader is None or not can_see_disputes(reader, release.project):
        return set()
    return set(cases_for(release.project, reader).filter(pk__in=list(pairs)).values_list("pk", flat=True))


def _pairs(release: Release, targets: set[str]) -> dict[str, int]:
    if not targets:
        return {}
    ends = ("source__source_version__paper__slug", "target__source_version__paper__slug")
    rows = PaperPair.objects.filter(project=release.project_id, target__source_version__paper__slug__in=targets)
    return {f"{source}__{target}": pk for pk, source, target in rows.order_by("pk").values_list("pk", *ends)}


def _object(
    release: Release, key: str, row: Mapping[str, Any], diffs: Iterable[Mapping[str, Any]], blocks: "_Blocks"
) -> ObjectRow:
    return ObjectRow(
        label=key,
        id=row["id"],
        paper=row["paper"],
        type=ObjectType(row["type"]),
        content=row["content"],
        fate=", ".join(_fates(row["id"], diffs)),
        evidence=[
            Evidence(
                each["quote"], each["start"], each["end"], blocks.address(each["paper"], each["start"], each["quote"])
            )
            for each in row["evidence"]
        ],
        address=link("releases:record", release.project.slug, release.version, "objects", row["id"]),
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

    def address(self, paper: str, at: int, words: str) -> str:
        """The passage that the words lie in, and for browsers that can, the words themselves marked."""
        page = link("genomes:paper", self._slug, paper)
        around = [start for start, end in self._blocks.get(paper, ()) if start <= at < end]
        return f"{page}#p-{min(around)}:~:text={_mark(words)}" if page and around else page


def _mark(words: str) -> str:
    """A text directive of a URL: the whole of a short quote, the first words of a long one, a comma and the last."""
    if len(words) <= LONGEST_MARK:
        return _escaped(words)
    half = LONGEST_MARK // 2
    return f"{_escaped(words[:half].rpartition(' ')[0])},{_escaped(words[-half:].partition(' ')[2])}"


def _escaped(words: str) -> str:
    return quote(words, safe="").replace("-", "%2D")
