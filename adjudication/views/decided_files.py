"""The data behind what adjudication changed, and behind the figures of people, row after row."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from adjudication.counting import FIELD_NAMES
from adjudication.selectors.changes import LABEL, OWN
from adjudication.selectors.raters import names_of, person_weeks, rater_pairs
from adjudication.selectors.wanted import Wanted
from adjudication.views.decided import changes_for
from annotation.models import Project, User

Rows = Iterator[Sequence[Any]]
OUTCOMES = (LABEL, OWN, "neither", "excluded")


def _decided(project: Project, reader: User, wanted: Wanted) -> Rows:
    yield ["of", "first", "second", "became_a_label", "became_first", "became_second", "own", "neither", "excluded"]
    found = changes_for(project, reader, wanted)
    for name, counts in found.fields.items():
        yield [f"field {name}", "", "", counts[LABEL], "", "", *(counts[each] for each in OUTCOMES[1:])]
    for (one, other), counts in found.met.items():
        label = counts[one] + counts[other]
        yield ["dynamics", one, other, label, counts[one], counts[other], *(counts[each] for each in OUTCOMES[1:])]


def _reasons(project: Project, reader: User, wanted: Wanted) -> Rows:
    yield ["reason_code", "decisions"]
    yield from changes_for(project, reader, wanted).reasons.most_common()


def _decided_boundaries(project: Project, reader: User, wanted: Wanted) -> Rows:
    yield ["boundary", "became_a_label", "own", "neither", "excluded"]
    for name, counts in changes_for(project, reader, wanted).questions.items():
        yield [name.value, *(counts[each] for each in OUTCOMES)]


def _kept(project: Project, reader: User, wanted: Wanted) -> Rows:
    """Each person's answers in the fields in which labels differed and the case was resolved."""
    yield ["person", "field", "kept", "changed"]
    people = changes_for(project, reader, wanted, people=True).people
    names = names_of(set(people))
    for person in sorted(people, key=names.__getitem__):
        for name, counts in people[person].items():
            yield [names[person], name, counts.get("kept", 0), counts.get("changed", 0)]


def _raters(project: Project, reader: User, wanted: Wanted) -> Rows:
    """However many pairs are meant: nobody waits for a page."""
    yield ["first", "second", "field", "raw_agreement", "raw_low", "raw_high", "kappa", "units"]
    for each in rater_pairs(project, reader, wanted, FIELD_NAMES, most=None) or ():
        yield [each.first, each.second, each.field, each.raw, each.low, each.high, each.kappa, each.n]


def _people(project: Project, reader: User, wanted: Wanted) -> Rows:
    yield ["person", "field", "week", "same", "labels_met"]
    for person, weeks in (person_weeks(project, reader, wanted, most=None) or {}).items():
        for week, share in weeks.items():
            yield [person, wanted.field, week, int(share.agreeing), int(share.n)]


Table = Callable[[Project, User, Wanted], Rows]
DECISION_TABLES: dict[str, Table] = {
    "decisions": _decided,
    "reasons": _reasons,
    "decided-boundaries": _decided_boundaries,
}
# By name: for admins who do not label.
NAMED_TABLES: dict[str, Table] = {"kept": _kept, "raters": _raters, "people": _people}
