"""The way of every object through a trace. No Django here.

A trace is a row of genomes; each gold step says which objects of a genome became which of the next. An object of a
genome is a `Node`; nodes joined by links form a `strand`, the life of one idea with its splits and merges.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

KEPT = frozenset({"inherited", "mutated"})
FIRST, LAST, KEPT_ON, OPEN = "first", "last", "kept", "open"
LOST, ALIGNED, NOVEL, EXTERNAL = "lost", "aligned", "novel", "external"
APART = 0.3  # how far along a line its sign stands where only the beginning is its own

Node = tuple[int, str]  # the genome's place in the trace, the object's id


@dataclass(frozen=True, slots=True)
class StepGold:
    """What the gold of one step says, as far as paths go: values are those of the vocabulary."""

    fates: Mapping[str, str]
    origins: Mapping[str, str]
    edges: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Link:
    """An object of one genome that became one of the next."""

    source: Node
    target: Node
    fate: str


@dataclass(frozen=True, slots=True)
class Paths:
    """`begins` says of each node how it came: first, aligned, novel, external or open; `ends` how it goes: kept, lost,
    last or open. Open is where a step is not gold, or not for this reader. `strands` lists the nodes of each life."""

    begins: Mapping[Node, str]
    ends: Mapping[Node, str]
    links: tuple[Link, ...]
    strands: tuple[tuple[Node, ...], ...]

    @property
    def columns(self) -> int:
        return 1 + max((column for column, _key in self.begins), default=-1)


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of an object in the end (`inherited`, `mutated`, `lost`, `open`), and in which step, counted from 1,
    that was decided: where it was lost, changed last or is not known. 0 when no step changed it."""

    fate: str
    step: int


def paths_of(genomes: Sequence[Sequence[str]], steps: Sequence[StepGold | None]) -> Paths:
    """The paths through genomes (ids of objects in reading order) over steps (None where nothing may be said)."""
    nodes = [(column, key) for column, keys in enumerate(genomes) for key in keys]
    links = tuple(_links(set(nodes), steps))
    reached = {link.target for link in links}
    kept = {link.source for link in links}
    return Paths(
        begins={node: _begin(node, steps, node in reached) for node in nodes},
        ends={node: _end(node, len(genomes), steps, node in kept) for node in nodes},
        links=links,
        strands=tuple(_strands(nodes, links)),
    )


def _links(nodes: set[Node], steps: Sequence[StepGold | None]) -> Iterator[Link]:
    for column, step in enumerate(steps):
        if step is None:
            continue
        for source, target in dict.fromkeys(step.edges):
            fate = step.fates.get(source, "")
            ends = ((column, source), (column + 1, target))
            if fate in KEPT and nodes.issuperset(ends):
                yield Link(*ends, fate)


def _begin(node: Node, steps: Sequence[StepGold | None], is_reached: bool) -> str:
    column, key = node
    if column == 0:
        return FIRST
    if is_reached:
        return ALIGNED
    step = steps[column - 1]
    origin = step.origins.get(key, OPEN) if step is not None else OPEN
    return origin if origin in (NOVEL, EXTERNAL) else OPEN


def _end(node: Node, genomes: int, steps: Sequence[StepGold | None], is_kept: bool) -> str:
    column, key = node
    if column == genomes - 1:
        return LAST
    if is_kept:
        return KEPT_ON
    step = steps[column]
    return LOST if step is not None and step.fates.get(key) == LOST else OPEN


def _strands(nodes: Sequence[Node], links: Sequence[Link]) -> Iterator[tuple[Node, ...]]:
    """Nodes that links hold together, each strand and its nodes in the order of `nodes`."""
    near: dict[Node, list[Node]] = defaultdict(list)
    for link in links:
        near[link.source].append(link.target)
        near[link.target].append(link.source)
    place = {node: number for number, node in enumerate(nodes)}
    seen: set[Node] = set()
    for node in nodes:
        if node in seen:
            continue
        seen.add(node)
        found, waiting = [node], [node]
        while waiting:
            for other in near[waiting.pop()]:
                if other not in seen:
                    seen.add(other)
                    found.append(other)
                    waiting.append(other)
        yield tuple(sorted(found, key=place.__getitem__))


def fate_over(paths: Paths, node: Node) -> Fate:
    """What became of an object over all the steps that follow it: the best of its ways counts.

    Inherited when some way to the last genome changes nothing; else mutated when some way leads there; else open when
    a way ends where nothing is known; else lost, in the latest step in which a way of it ends.
    """
    onward: dict[Node, list[Link]] = defaultdict(list)
    for link in paths.links:
        onward[link.source].append(link)
    rank = {"inherited": 0, "mutated": 1, OPEN: 2, LOST: 3}

    def best(here: Node) -> Fate:
        end = paths.ends[here]
        if end == LAST:
            return Fate("inherited", 0)
        if end != KEPT_ON:
            return Fate(end, here[0] + 1)
        ways = [_after(link, best(link.target)) for link in onward[here]]
        return min(ways, key=lambda way: (rank[way.fate], -way.step if way.fate == LOST else way.step))

    return best(node)


def _after(link: Link, rest: Fate) -> Fate:
    if rest.fate == "inherited" and link.fate == "mutated":
        return Fate("mutated", link.source[0] + 1)
    return rest


def rows_of(paths: Paths, group: Callable[[str], Any]) -> dict[Node, int]:
    """A row for each node, so that strands run level, no two nodes share a cell, and short lives share a row.

    `group` gives the order of an object's kind (its type); kinds never share a row. A strand is as high as the genome
    in which it has most objects.
    """
    rows: dict[Node, int] = {}
    height = 0
    kinds: dict[Any, list[tuple[Node, ...]]] = defaultdict(list)
    for strand in paths.strands:
        kinds[group(strand[0][1])].append(strand)
    for kind in sorted(kinds):
        free: list[int] = []  # the first column in which each row of this kind is free again
        for strand in sorted(kinds[kind], key=lambda each: (each[0][0], -each[-1][0])):
            top = _fitting_row(free, strand)
            for node, depth in _depths(strand):
                rows[node] = height + top + depth
        height += len(free)
    return rows


def _fitting_row(free: list[int], strand: Sequence[Node]) -> int:
    """The first row from which the strand fits; takes the room."""
    high = 1 + max(depth for _node, depth in _depths(strand))
    begin, end = strand[0][0], max(column for column, _key in strand) + 1
    top = next(row for row in range(len(free) + 1) if all(at <= begin for at in free[row : row + high]))
    free.extend([0] * (top + high - len(free)))
    free[top : top + high] = [end] * high
    return top


def _depths(strand: Sequence[Node]) -> Iterator[tuple[Node, int]]:
    """Each node with its place among those of its genome."""
    counted: dict[int, int] = defaultdict(int)
    for node in strand:
        yield node, counted[node[0]]
        counted[node[0]] += 1


def sign_places(links: Sequence[Link]) -> list[float]:
    """How far along each line its sign stands: away from the end that it shares, so that no sign covers another."""
    sources, targets = Counter(link.source for link in links), Counter(link.target for link in links)
    return [APART if targets[link.target] > 1 else 1 - APART if sources[link.source] > 1 else 0.5 for link in links]
