"""An answer on a known pair beside the known one: field by field, and which boundary rule each record fires."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from annotation.sections import section_of
from annotation.wording import Label, label
from diffs.models import CheckResult, PaperPair
from diffs.selectors.accuracy import DECISION_WORDS
from diffs.selectors.answers import CheckedAnswer, check_answer
from diffs.wording import derivation_words
from evaluator.compare import FIELDS
from evaluator.vocabulary import Continuity, Dynamics, Ecology, Fate, Origin

VOCABULARIES = {"dynamics": Dynamics, "ecology": Ecology, "driver_continuity": Continuity}
MAPPINGS = {"fates": Fate, "origins": Origin}
OBJECTS = ("predecessor_driver", "transition_driver")


@dataclass(frozen=True, slots=True)
class Part:
    """Within a field: an object or a link, and what each of the two answers says of it."""

    name: str
    given: str
    known: str


@dataclass(frozen=True, slots=True)
class FieldRow:
    """One field of the decision. `parts` are the objects and links in which the answers differ."""

    name: str
    label: Label
    is_right: bool
    given: str
    known: str
    parts: tuple[Part, ...]
    section: str


@dataclass(frozen=True, slots=True)
class RuleLine:
    """What a record derives and why; `chosen` is what was answered, which may be something else."""

    chosen: Label
    derived: Label
    words: str
    agrees: bool


@dataclass(frozen=True, slots=True)
class Feedback:
    result: CheckResult
    rows: list[FieldRow]
    given_rule: RuleLine | None
    known_rule: RuleLine | None
    causes: list[FieldRow]  # fields of the facts that the rules rest on, where the two records part

    @property
    def right(self) -> int:
        return sum(row.is_right for row in self.rows)


def feedback_of(pair: PaperPair, result: CheckResult) -> Feedback:
    """How an answer compares. `result` comes with its submission and its known answer."""
    given, known = check_answer(pair, result.diff.answer), check_answer(pair, result.known.answer)
    names = known.sides.names
    rows = [_row(field.name, given, known, result.fields, names) for field in FIELDS]
    return Feedback(result, rows, _rule(given), _rule(known), list(_causes(rows, given, known)))


def _rule(checked: CheckedAnswer) -> RuleLine | None:
    derivation, facts, chosen = checked.derivation, checked.facts, checked.answer.dynamics
    if derivation is None or facts is None or chosen is None:
        return None
    agrees = derivation.dynamics is chosen
    return RuleLine(label(chosen), label(derivation.dynamics), derivation_words(derivation, facts), agrees)


def _causes(rows: list[FieldRow], given: CheckedAnswer, known: CheckedAnswer) -> Iterator[FieldRow]:
    """The facts of the boundary rules in which the two records part, in the order in which the rules ask for them."""
    if given.facts is None or known.facts is None:
        return
    by_name = {row.name: row for row in rows}
    if given.facts.driver_lineages != known.facts.driver_lineages:
        yield FieldRow(
            "driver_lineages", _("Lineages that bring a driver"), False,
            str(given.facts.driver_lineages), str(known.facts.driver_lineages), (), "provenance",
        )  # fmt: skip
    for name, fact in (
        ("driver_continuity", "continuity"), ("ecology", "ecology"), ("transition_evidence", "transition_evidence"),
    ):  # fmt: skip
        if getattr(given.facts, fact) != getattr(known.facts, fact):
            yield by_name[name]


def _row(
    name: str, given: CheckedAnswer, known: CheckedAnswer, right: Mapping[str, bool], names: Mapping[str, str]
) -> FieldRow:
    values = (given.decision[name], known.decision[name])
    says = [_says(name, value, names) for value in values]
    parts = () if right[name] else tuple(_parts(name, *values, names))
    return FieldRow(name, DECISION_WORDS[name], right[name], says[0], says[1], parts, section_of(name))


def _says(name: str, value: Any, names: Mapping[str, str]) -> str:
    """A whole field in words; of fields with many members, how many they are."""
    if name in VOCABULARIES:
        return str(label(VOCABULARIES[name](value))) if value else "–"
    if name in OBJECTS:
        return names.get(value, value or "–")
    if name == "lineage":
        return _("lineage") if value else _("no lineage")
    if name == "transition_evidence":
        return _("shown") if value else _("none")
    if name in MAPPINGS:
        counts = {word: sum(each == word.value for each in value.values()) for word in MAPPINGS[name]}
        return ", ".join(f"{count} {label(word)}" for word, count in counts.items() if count)
    return str(len(value))


def _parts(name: str, given: Any, known: Any, names: Mapping[str, str]) -> Iterator[Part]:
    if name in MAPPINGS:
        words = MAPPINGS[name]
        for key in sorted({*given, *known}):
            if given.get(key) != known.get(key):
                yield Part(
                    names.get(key, key),
                    *(str(label(words(each[key]))) if key in each else "–" for each in (given, known)),
                )
    elif name == "alignments":
        ours, theirs = ({tuple(each) for each in value} for value in (given, known))
        for source, target in sorted(ours ^ theirs):
            link = f"{names.get(source, source)} → {names.get(target, target)}"
            yield Part(link, *(_("linked") if (source, target) in each else "–" for each in (ours, theirs)))
    elif name == "provenance":
        for key in sorted({*given, *known}):
            if given.get(key) != known.get(key):
                yield Part(names.get(key, key), *(str(each[key][1]) if key in each else "–" for each in (given, known)))
