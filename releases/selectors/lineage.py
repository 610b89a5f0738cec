"""A trace as a drawing: papers as boxes from left to right, each step with its dynamics, its reason and its fates."""

import textwrap
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from annotation.wording import label
from diffs.selectors.rows import SIGNS
from diffs.trace_words import LETTERS
from evaluator.vocabulary import Continuity, Dynamics, Ecology, GoldSource
from releases.models import Release
from releases.selectors.content import Table, table

BOX, PITCH = 148, 260
LINE_LETTERS, NAME_LETTERS, ROLE_LETTERS, NOTE_LETTERS = 22, 13, 14, 34


@dataclass(frozen=True)
class Box:
    """A paper: its name, year and driver in two short lines; `x` is its left edge."""

    slug: str
    title: str
    name: str
    year: str
    driver: list[str]
    x: int

    @property
    def text_x(self) -> int:
        return self.x + 12

    @property
    def year_x(self) -> int:
        return self.x + BOX - 12

    @property
    def end(self) -> int:
        return self.x + BOX


@dataclass(frozen=True)
class Step:
    """An edge between two boxes. `fates` counts objects by sign, `external` names the lineages of imported ones."""

    number: int
    diff: str
    source: str
    target: str
    dynamics: Dynamics
    rule: int
    ecology: Ecology
    continuity: Continuity
    gold_source: GoldSource
    fates: str
    external: list[str]
    x: int

    @property
    def letters(self) -> str:
        return LETTERS[self.dynamics]

    @property
    def name_lines(self) -> list[str]:
        return textwrap.wrap(str(label(self.dynamics)), ROLE_LETTERS)

    @property
    def dynamics_label(self) -> Any:
        return label(self.dynamics)

    @property
    def ecology_label(self) -> Any:
        return label(self.ecology)

    @property
    def continuity_label(self) -> Any:
        return label(self.continuity)

    @property
    def gold_label(self) -> Any:
        return label(self.gold_source)

    @property
    def reason(self) -> str:
        """What the rule that fired looked at, in two words."""
        if self.rule == 1:
            return gettext("several lineages")
        return gettext("ecology %(relation)s") % {"relation": self.ecology_label}

    @property
    def start(self) -> int:
        return self.x - (PITCH - BOX) // 2

    @property
    def tip(self) -> int:
        return self.x + (PITCH - BOX) // 2 - 5

    @property
    def pill_x(self) -> int:
        return self.x - 15

    @property
    def name_y(self) -> int:
        """Where the name's first line stands: two lines begin higher."""
        return 66 - 15 * (len(self.name_lines) - 1)


@dataclass(frozen=True)
class Note:
    """Words under a box, with where they are held."""

    x: int
    text_x: int
    anchor: str
    lines: list[str]


@dataclass(frozen=True)
class Lineage:
    """A trace with everything drawn of it."""

    id: str
    name: str
    boxes: list[Box]
    steps: list[Step]

    @property
    def width(self) -> int:
        return self.boxes[-1].end + 2

    @property
    def height(self) -> int:
        lines = max((len(note.lines) for note in self.notes), default=0)
        return 191 + 15 * lines if lines else 150

    @property
    def notes(self) -> list["Note"]:
        """Below a paper, the lineages that some of its objects came from. The last one's words end at its box."""
        found = []
        for step, box in zip(self.steps, self.boxes[1:], strict=True):
            if step.external:
                text = gettext("external: %(lineages)s") % {"lineages": ", ".join(step.external)}
                lines = textwrap.wrap(f"↘ {text}", NOTE_LETTERS)
                is_last, middle = box is self.boxes[-1], box.x + BOX // 2
                found.append(
                    Note(middle, box.end if is_last else middle, "end" if is_last else "middle", lines),
                )
        return found


def lineages(release: Release) -> list[Lineage]:
    """Every trace of a frozen release, the longest first."""
    papers, objects, diffs = table(release, "papers"), table(release, "objects"), table(release, "diffs")
    drivers = _drivers(objects)
    drawn = [_lineage(trace, papers, diffs, drivers) for trace in table(release, "traces").values()]
    return sorted(drawn, key=lambda each: (-len(each.boxes), each.name))


def _drivers(objects: Table) -> Mapping[str, str]:
    """Paper → what its first driver says."""
    found: dict[str, str] = {}
    for row in objects.values():
        if row["contribution_role"] == "driver":
            found.setdefault(row["paper"], row["content"])
    return found


def _lineage(trace: Mapping[str, Any], papers: Table, diffs: Table, drivers: Mapping[str, str]) -> Lineage:
    boxes = [_box(papers[slug], drivers.get(slug, ""), number) for number, slug in enumerate(trace["papers"])]
    steps = [_step(diffs[key], boxes, number) for number, key in enumerate(trace["diffs"])]
    return Lineage(trace["id"], trace["name"], boxes, steps)


def _box(paper: Mapping[str, Any], driver: str, number: int) -> Box:
    name = paper["aliases"][0] if paper["aliases"] else paper["title"]
    head = driver.partition(":")[0]
    return Box(
        slug=paper["id"],
        title=paper["title"],
        name=textwrap.shorten(name, NAME_LETTERS, placeholder="…") if len(name) > NAME_LETTERS else name,
        year=paper["published"][:4],
        driver=textwrap.wrap(head, LINE_LETTERS, max_lines=2, placeholder=" …"),
        x=1 + number * PITCH,
    )


def _step(diff: Mapping[str, Any], boxes: list[Box], number: int) -> Step:
    answer = diff["answer"]
    counts = Counter([*answer["fates"].values(), *answer["origins"].values()])
    return Step(
        number=number + 1,
        diff=diff["id"],
        source=boxes[number].name,
        target=boxes[number + 1].name,
        dynamics=Dynamics(answer["dynamics"]),
        rule=diff["rule"],
        ecology=Ecology(answer["ecology"]),
        continuity=Continuity(answer["driver_continuity"]),
        gold_source=GoldSource(diff["gold_source"]),
        fates=" ".join(f"{sign}{counts[kind]}" for kind, sign in SIGNS.items() if counts[kind]),
        external=sorted({provenance["lineage"] for provenance in answer["provenance"].values()}),
        x=boxes[number].end + (PITCH - BOX) // 2,
    )
