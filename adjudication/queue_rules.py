"""Disputes as rows, and a queue of them as its address asks for it: which fit, in which order. No Django here."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime
from itertools import combinations
from urllib.parse import urlencode

from evaluator.compare import FIELDS
from evaluator.vocabulary import Dynamics

PAIR, GENOME = "pair", "genome"
LABELS, ALIGNMENTS, ROLES, REJECTIONS = "labels", "alignments", "roles", "rejections"
QUEUES = (LABELS, ALIGNMENTS, ROLES, REJECTIONS)
# Whether a pair is a lineage follows from its dynamics, so it is not counted beside them.
GRADED = tuple(field.name for field in FIELDS if field.name != "lineage")
# What a queue of pairs can be narrowed to, and the fields that belong to it.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "dynamics": ("dynamics",),
    "ecology": ("ecology",),
    "drivers": ("predecessor_driver", "driver_continuity", "transition_driver"),
    "transition": ("transition_evidence",),
    "fates": ("fates", "alignments"),
    "origins": ("origins", "provenance"),
}
OBJECT_FIELDS = frozenset({*GROUPS["fates"], *GROUPS["origins"]})
OPEN, YOURS, IN_WORK, REOPENED, SKIPPED = "open", "yours", "in-work", "reopened", "skipped"
STATES = (OPEN, YOURS, IN_WORK, REOPENED, SKIPPED)
SORTS = ("degree", "age", "priority")
NO_STAGE = "none"
LONGEST_QUERY, MOST_WORDS, LONGEST_NUMBER = 200, 8, 9


@dataclass(slots=True)  # not frozen, which would take three times as long: a page may make ten thousand
class DisputeRow:
    """One pair or genome in dispute, as it stands to one person.

    `fields` are what the labels of a pair part in, `dynamics` what they say; of a genome `retyped` objects have another
    type or role, `rejected` ones are none to the second reader. `since` is when the last answer came.
    """

    kind: str
    pk: int
    unit: int
    title: str
    since: datetime
    genomes: tuple[int, ...]
    fields: tuple[str, ...] = ()
    dynamics: tuple[str, ...] = ()
    retyped: int = 0
    rejected: int = 0
    domain: str = ""
    stage: int | None = None
    priority: int = 0
    guidelines: tuple[int, ...] = ()
    state: str = OPEN
    was_reopened: bool = False  # also while somebody holds or skips it
    holder: int | None = None
    is_paused: bool = False
    has_part: bool = False  # the person labelled, read or wrote it

    @property
    def degree(self) -> int:
        """How many fields of a pair, or objects of a genome, part."""
        return len(self.fields) if self.kind == PAIR else self.retyped + self.rejected

    @property
    def is_free(self) -> bool:
        """Whether the person may be handed it now."""
        return self.state != IN_WORK and not self.is_paused and not self.has_part

    def days(self, now: datetime) -> int:
        return (now - self.since).days


def is_in(row: DisputeRow, queue: str) -> bool:
    """Whether a dispute belongs to a queue. A pair that parts in fields and in objects is in both queues of pairs."""
    if queue in (ROLES, REJECTIONS):
        return (row.retyped if queue == ROLES else row.rejected) > 0
    if queue in (LABELS, ALIGNMENTS):
        is_object = [name in OBJECT_FIELDS for name in row.fields] if row.kind == PAIR else []
        return (queue == ALIGNMENTS) in is_object
    return True


def shapes_of(rows: Sequence[DisputeRow]) -> list[tuple[DisputeRow, int]]:
    """One of all rows that are alike in what a queue counts, with how many those are."""
    alike = [
        (row.kind, row.fields, row.dynamics, row.retyped > 0, row.rejected > 0, row.domain, row.stage, row.guidelines)
        for row in rows
    ]
    one = dict(zip(alike, rows, strict=True))
    return [(one[shape], number) for shape, number in Counter(alike).items()]


@dataclass(frozen=True, slots=True)
class QueueFilter:
    """What an address asks for; a value that means nothing is left out, as if it had not been sent."""

    queue: str = ""
    parts: str = ""  # a group of fields
    boundary: str = ""  # two dynamics: "mutation-adaptive_radiation"
    domain: str = ""
    stage: str = ""  # an id, or "none"
    age: str = ""  # days, at least
    degree: str = ""  # at least
    state: str = ""
    guideline: str = ""  # a version under which an answer was given
    q: str = ""  # words of a paper
    sort: str = ""

    @classmethod
    def read(cls, sent: Mapping[str, object]) -> "QueueFilter":
        """The filter of a query string."""
        given = {each.name: str(sent.get(each.name) or "").replace("\x00", "").strip() for each in fields(cls)}
        known = {
            "queue": given["queue"] in QUEUES,
            "parts": given["parts"] in GROUPS,
            "boundary": boundary_of(given["boundary"].split("-")) == given["boundary"],
            "stage": given["stage"] == NO_STAGE or _is_number(given["stage"]),
            "state": given["state"] in STATES,
            "sort": given["sort"] in SORTS,
            **{name: _is_number(given[name]) for name in ("age", "degree", "guideline")},
        }
        return cls(**{name: value[:LONGEST_QUERY] if known.get(name, True) else "" for name, value in given.items()})

    @property
    def query(self) -> str:
        """The filter as it stands in an address."""
        return urlencode({name: value for name, value in asdict(self).items() if value})

    @property
    def narrows(self) -> bool:
        """Whether some disputes of the queue are left out."""
        return any(value for name, value in asdict(self).items() if name not in ("queue", "sort"))

    @property
    def words(self) -> list[str]:
        return self.q.split()[:MOST_WORDS]

    def of(self, queue: str) -> "QueueFilter":
        """The same for another queue; what only pairs have is left out where there are none."""
        pairs = queue in ("", LABELS, ALIGNMENTS)
        return replace(self, queue=queue, **({} if pairs else {"parts": "", "boundary": ""}))

    def fits(self, row: DisputeRow, now: datetime, found: Sequence[Collection[int]] = ()) -> bool:
        """Whether the address asks for this dispute. `found` holds the genomes of papers for each of its words."""
        return (
            is_in(row, self.queue)
            and (not self.parts or not set(GROUPS[self.parts]).isdisjoint(row.fields))
            and (not self.boundary or set(self.boundary.split("-")) <= set(row.dynamics))
            and self._fits_unit(row)
            and (not self.age or row.days(now) >= int(self.age))
            and (not self.degree or row.degree >= int(self.degree))
            and (not self.guideline or int(self.guideline) in row.guidelines)
            and all(any(genome in genomes for genome in row.genomes) for genomes in found)
        )

    def _fits_unit(self, row: DisputeRow) -> bool:
        stage = NO_STAGE if row.stage is None else str(row.stage)
        wanted = ((self.domain, row.domain), (self.stage, stage))
        is_so = self.state in ("", row.state) or (self.state == REOPENED and row.was_reopened)
        return is_so and all(not asked or asked == said for asked, said in wanted)


def ordered(rows: Iterable[DisputeRow], sort: str = "") -> list[DisputeRow]:
    """Most in dispute first, then the oldest; or the oldest, or the most urgent first."""
    if sort == "age":
        return sorted(rows, key=lambda row: (row.since, -row.degree, row.unit))
    if sort == "priority":
        return sorted(rows, key=lambda row: (-row.priority, -row.degree, row.since, row.unit))
    return sorted(rows, key=lambda row: (-row.degree, row.since, row.unit))


def to_offer(rows: Iterable[DisputeRow], sort: str = "") -> list[DisputeRow]:
    """What a person may be handed, in that order: free ones, then those they hold, last those they skipped."""
    last = {YOURS: 1, SKIPPED: 2}
    free = (row for row in rows if row.is_free)
    return sorted(ordered(free, sort), key=lambda row: last.get(row.state, 0))


def boundary_of(dynamics: Iterable[str]) -> str:
    """Two dynamics as an address names their boundary, in the order of the vocabulary; "" when they are not two."""
    named = set(dynamics)
    two = [each.value for each in Dynamics if each.value in named]
    return "-".join(two) if len(two) == len(named) == 2 else ""


def boundaries_in(rows: Iterable[tuple[DisputeRow, int]]) -> dict[str, int]:
    """Each two dynamics that met on a pair, with on how many; the most frequent first. Of rows with their numbers."""
    counts: Counter[str] = Counter()
    for row, number in rows:
        for two in combinations(row.dynamics, 2):
            counts[boundary_of(two)] += number
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def undecidable(rows: Iterable[DisputeRow], people: Collection[int], parts: Collection[tuple[int, int]]) -> list[int]:
    """Units that none of the adjudicators may decide: each had a part in it. `parts` are (unit, person)."""
    taken: dict[int, set[int]] = {}
    for unit, person in parts:
        taken.setdefault(unit, set()).add(person)
    everybody = set(people)
    return [row.unit for row in rows if everybody <= taken.get(row.unit, set())]


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER
