"""Accuracy on known pairs: people × fields, rules and dynamics, over time, and the answers behind each number."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.models import Project, User
from annotation.wording import Label, label
from diffs.models import CheckResult
from diffs.querysets import CheckResultQuerySet
from diffs.selectors.calibration import Figure
from diffs.wording import FIELD_WORDS
from evaluator.compare import FIELDS
from evaluator.vocabulary import Dynamics

DECISION_WORDS: Mapping[str, Label] = {**FIELD_WORDS, "lineage": gettext_lazy("Lineage or not")}
RULES = (1, 2, 3, 4)
WEEKS = 12
KINDS: Mapping[str, Q] = {"": Q(), "announced": Q(is_announced=True), "unannounced": Q(is_announced=False)}


@dataclass(frozen=True, slots=True)
class Column:
    """One thing that accuracy is told for. `key` is its value in files and in addresses."""

    key: str
    label: Label


def field_columns() -> list[Column]:
    return [Column(each.name, DECISION_WORDS[each.name]) for each in FIELDS]


def dynamics_columns() -> list[Column]:
    return [Column(each.value, label(each)) for each in Dynamics]


@dataclass(slots=True)
class Row:
    """One person's figures by column; "all" is all answers."""

    person: str
    user_id: int
    figures: dict[str, Figure] = field(default_factory=dict)

    def add(self, key: str, is_right: bool) -> None:
        self.figures[key] = self.figures.get(key, Figure()).plus(is_right)

    def of(self, columns: list[Column]) -> list[tuple[Column, Figure]]:
        return [(column, self.figures.get(column.key, Figure())) for column in columns]


@dataclass(slots=True)
class Matrix:
    """People × columns, with a last row for all of them together."""

    name: str
    columns: list[Column]
    rows: dict[int, Row] = field(default_factory=dict)
    together: Row = field(default_factory=lambda: Row("", 0))

    def add(self, answer: "Answer", key: str, is_right: bool) -> None:
        row = self.rows.setdefault(answer.user_id, Row(answer.person, answer.user_id))
        for each in (row, self.together):
            each.add(key, is_right)

    @property
    def lines(self) -> list[tuple[Row, list[tuple[Column, Figure]]]]:
        ordered = sorted(self.rows.values(), key=lambda row: row.person)
        return [(row, row.of(self.columns)) for row in [*ordered, self.together]]


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer on a known pair, as far as figures need it. `fields` has every field of the decision."""

    person: str
    user_id: int
    fields: Mapping[str, bool]
    rule: int
    known: str
    chosen: str
    week: date


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Everything that the page and its files show. `confusion` is (known, chosen) → how often."""

    answers: int
    by_field: Matrix
    by_rule: Matrix
    by_dynamics: Matrix
    by_week: Matrix
    confusion: Mapping[tuple[str, str], int]

    @property
    def confusion_rows(self) -> list[tuple[Column, list[tuple[Column, int]]]]:
        columns = dynamics_columns()
        return [(known, [(chosen, self.confusion[known.key, chosen.key]) for chosen in columns]) for known in columns]

    @property
    def matrices(self) -> list[Matrix]:
        return [self.by_field, self.by_rule, self.by_dynamics, self.by_week]


def accuracy_of(project: Project, reader: User, *, kind: str = "") -> Accuracy:
    """Figures over every answer on a known pair that the reader may see. One query."""
    answers = list(_answers(results_for(project, reader, kind=kind)))
    fields = Matrix("field", field_columns())
    rules = Matrix("rule", [Column(str(rule), _("rule %(rule)s") % {"rule": rule}) for rule in RULES])
    dynamics = Matrix("known_dynamics", dynamics_columns())
    weeks = Matrix("week", _weeks())
    confusion = {(known.value, chosen.value): 0 for known in Dynamics for chosen in Dynamics}
    for answer in answers:
        for name, is_right in answer.fields.items():
            fields.add(answer, name, is_right)
        is_right = answer.fields["dynamics"]
        rules.add(answer, str(answer.rule), is_right)
        dynamics.add(answer, answer.known, is_right)
        weeks.add(answer, answer.week.isoformat(), is_right)
        confusion[answer.known, answer.chosen] += 1
    return Accuracy(len(answers), fields, rules, dynamics, weeks, confusion)


def results_for(
    project: Project,
    reader: User,
    *,
    kind: str = "",
    person: str = "",
    wrong_field: str = "",
    rule: str = "",
    known: str = "",
    chosen: str = "",
) -> CheckResultQuerySet:
    """The answers behind a figure, latest first. Unknown words keep none."""
    results: CheckResultQuerySet = CheckResult.objects.visible_to(reader).standing()
    results = results.filter(KINDS.get(kind, Q(pk=None)), known__pair__project=project)
    wanted: dict[str, Any] = {}
    if person:
        wanted["diff__author__username"] = person
    if rule:
        wanted["known__rule"] = int(rule) if rule in {str(each) for each in RULES} else 0
    if known:
        wanted["known__dynamics"] = known
    if chosen:
        wanted["diff__dynamics"] = chosen
    if wrong_field in FIELD_NAMES:
        wanted[f"fields__{wrong_field}"] = False
    elif wrong_field:
        return results.none()
    found: CheckResultQuerySet = results.filter(**wanted).select_related(
        "diff__author", "known__pair__unit", "known__pair__project"
    )
    return found


FIELD_NAMES = frozenset(each.name for each in FIELDS)


def _answers(results: CheckResultQuerySet) -> Iterator[Answer]:
    rows = results.order_by("created_at", "pk").values_list(
        "diff__author__username", "diff__author", "fields", "known__rule", "known__dynamics", "diff__dynamics",
        "created_at",
    )  # fmt: skip
    for person, user_id, fields, rule, known, chosen, when in rows:
        day = timezone.localtime(when).date()
        yield Answer(person, user_id, fields, rule, known, chosen, day - timedelta(days=day.weekday()))


def _weeks() -> list[Column]:
    """The Mondays of the last weeks, this one last."""
    today = timezone.localdate()
    monday = today - timedelta(days=today.weekday())
    days = [monday - timedelta(weeks=number) for number in reversed(range(WEEKS))]
    return [Column(day.isoformat(), day) for day in days]


@dataclass(frozen=True, slots=True)
class KnownRow:
    """A known pair in the list: its answer in use, how often it was answered, and what was hardest in it."""

    known: Any
    times: Figure
    hardest: Label
    hardest_figure: Figure


def difficulty_of(results: CheckResultQuerySet) -> dict[int, dict[str, Figure]]:
    """Pair to each field's figure over the given results. One query."""
    found: dict[int, dict[str, Figure]] = {}
    for pair, fields in results.order_by().values_list("known__pair", "fields"):
        figures = found.setdefault(pair, {})
        for name, is_right in fields.items():
            figures[name] = figures.get(name, Figure()).plus(is_right)
    return found


def known_rows(known: list[Any], results: CheckResultQuerySet) -> list[KnownRow]:
    """Rows for these known answers (with pair and unit at hand). One query."""
    difficulty = difficulty_of(results.filter(known__pair__in=[each.pair_id for each in known]))
    rows = []
    for each in known:
        figures = difficulty.get(each.pair_id, {})
        name, figure = min(figures.items(), key=lambda item: item[1].share or 0.0, default=("", Figure()))
        is_hard = bool(name) and figure.right < figure.of
        rows.append(KnownRow(each, figures.get("dynamics", Figure()), DECISION_WORDS[name] if is_hard else "", figure))
    return rows


def field_figures(figures: Mapping[str, Figure]) -> list[tuple[Column, Figure]]:
    """A pair's figures for every field, in the order of the decision."""
    return [(column, figures.get(column.key, Figure())) for column in field_columns()]


def narrowed_words(chosen: Mapping[str, str], kind: str) -> list[str]:
    """To what a list of answers is narrowed, in words."""
    words = {each.value: label(each) for each in Dynamics}
    said = [
        chosen["person"],
        _("differs: %(field)s") % {"field": DECISION_WORDS.get(chosen["wrong_field"], "")}
        if chosen["wrong_field"]
        else "",
        _("rule %(rule)s") % {"rule": chosen["rule"]} if chosen["rule"] else "",
        _("known: %(dynamics)s") % {"dynamics": words.get(chosen["known"], "")} if chosen["known"] else "",
        _("chosen: %(dynamics)s") % {"dynamics": words.get(chosen["chosen"], "")} if chosen["chosen"] else "",
        {"announced": _("to qualify"), "unannounced": _("unannounced")}.get(kind, ""),
    ]
    return [each for each in said if each]
