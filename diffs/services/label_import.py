"""Labels from a file: held against the same rules as a submission, and stored as one, version after version."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import IO, Any

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from annotation.models import Assignment, Guideline, Project, User
from annotation.refusal import Refused, refused
from annotation.services import finish_unit
from diffs.label_files import LabelLine, UnreadableLabels, read_labels
from diffs.models import Diff, DiffDraft, PaperPair
from diffs.selectors import CheckedAnswer, check_answer
from diffs.services.drafts import lock_unit
from diffs.services.pair_tables import LineFault
from diffs.services.submissions import stored_diff
from evaluator.convert import to_json

MOST_FAULTS = 500  # that are listed
EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)  # a moment near the first year has none in some time zones


@dataclass(slots=True)
class LabelImport:
    """What a file of labels came to. With faults nothing was stored."""

    new: int = 0
    same: int = 0
    surplus: int = 0
    faults: list[LineFault] = field(default_factory=list)
    more_faults: int = 0

    def refuse(self, line: int, name: str, message: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(LineFault(line, name, message))
        else:
            self.more_faults += 1


@dataclass(frozen=True, slots=True)
class Label:
    """A line whose pair, rater and guideline are known."""

    line: int
    pair: PaperPair
    rater: User
    guideline: Guideline
    at: datetime
    number: int
    record: Any


def import_labels(
    *, by: User, project: Project, file: IO[str], dry_run: bool = False, most: int | None = None
) -> LabelImport:
    """Store every label of a file, or none: one fault, and nothing is written; so too with `dry_run`.

    Older versions come before newer ones, of all raters of a pair in the order of their time, so that the labels count
    as they did where they come from. A label that is there already is left as it is. Raises Refused when the file
    holds no labels, or more than `most`.
    """
    result = LabelImport()
    with transaction.atomic():
        known = _Known(project)
        labels = [label for line in _lines(file, most) if (label := known.label(line, result)) is not None]
        labels.sort(key=lambda each: (each.pair.unit_id, each.at, each.number, each.line))
        for label in labels:
            _store(by, label, result)
        if dry_run or result.faults:
            transaction.set_rollback(True)
    return result


def _lines(file: IO[str], most: int | None) -> Iterator[LabelLine]:
    try:
        for count, line in enumerate(read_labels(file), 1):
            if most is not None and count > most:
                message = _(
                    "The file holds more than %(most)s labels, which a page does not wait for. Whoever runs this site"
                    " imports it: manage.py import_labels."
                )
                raise refused("too_many", message % {"most": most}, "file")
            yield line
    except UnicodeDecodeError as error:
        message = _("This is no text in UTF-8: byte %(place)s cannot be read.") % {"place": error.start + 1}
        raise refused("not_text", message, "file") from error
    except UnreadableLabels as error:
        raise refused(error.code, _words(error), "file") from error


def _words(error: UnreadableLabels) -> str:
    words = {
        "empty": _("The file is empty."),
        "long_line": _("A line has more than %(most)s characters, so this is no file of labels."),
        "no_column": _("This is neither JSONL nor a table of labels: the columns %(columns)s are missing."),
        "broken": _("Line %(line)s cannot be read: a quotation mark is not closed, or stands where none may."),
    }
    return words[error.code] % error.params


class _Known:
    """What lines are held against, read once."""

    def __init__(self, project: Project) -> None:
        self.pairs: dict[tuple[str, int, int], PaperPair] = {}
        self.newest: dict[str, PaperPair] = {}
        for pair in PaperPair.objects.filter(project=project).with_papers().order_by("pk"):
            versions = (pair.source.source_version.number, pair.target.source_version.number)
            self.pairs[(pair.key, *versions)] = pair
            self.newest[pair.key] = pair
        people = User.objects.filter(memberships__project=project).distinct()
        self.people = {person.username: person for person in people}
        self.guidelines = {each.version: each for each in Guideline.objects.filter(project=project)}

    def label(self, line: LabelLine, result: LabelImport) -> Label | None:
        """The label of a line; None, with its faults in the result, when something of it is not known here."""
        if line.code:
            result.refuse(line.number, line.field, _unreadable(line))
            return None
        record = line.record
        pair, rater = self._pair(record), self.people.get(record["rater"])
        guideline, at = self.guidelines.get(record["guideline"]), _time(record["submitted_at"])
        if pair is None:
            result.refuse(line.number, "pair", _("There is no pair “%(pair)s” here.") % {"pair": record["pair"][:120]})
        if rater is None:
            message = _("“%(name)s” is no member of this project. Add them, or write whose label it is.")
            result.refuse(line.number, "rater", message % {"name": record["rater"][:80]})
        if guideline is None:
            message = _("The guideline has no version %(version)s here.") % {"version": record["guideline"]}
            result.refuse(line.number, "guideline", message)
        if at is None:
            message = _("Give the moment as in 2026-03-31T12:00:00+00:00; it cannot lie ahead.")
            result.refuse(line.number, "submitted_at", message)
        if pair is None or rater is None or guideline is None or at is None:
            return None
        return Label(line.number, pair, rater, guideline, at, record.get("number") or 1, record)

    def _pair(self, record: Any) -> PaperPair | None:
        """Of these versions of the texts when they are named, else the newest pair of both papers."""
        versions = (record.get("source_version"), record.get("target_version"))
        if None in versions:
            return self.newest.get(record["pair"])
        return self.pairs.get((record["pair"], *versions))


def _unreadable(line: LabelLine) -> str:
    words = {
        "not_json": _("This is no JSON: %(detail)s"),
        "not_an_object": _("The line holds no object."),
        "missing": _("This is missing."),
        "wrong_kind": _("%(detail)s is no value of this kind."),
    }
    return words[line.code] % {"detail": line.detail}


def _time(text: str) -> datetime | None:
    try:
        at = parse_datetime(text)
        at = at.astimezone(UTC) if at is not None and at.tzinfo is not None else None
    except (ValueError, OverflowError):  # no day, or one outside of the years that there are
        return None
    return at if at is not None and EARLIEST <= at <= timezone.now() else None


def _store(by: User, label: Label, result: LabelImport) -> None:
    try:
        checked = check_answer(label.pair, label.record["answer"])
    except Refused as refusal:
        for fault in refusal.faults:
            result.refuse(label.line, f"answer.{fault.field}".rstrip("."), str(fault.message))
        return
    lock_unit(label.pair)
    own = list(Diff.objects.filter(pair=label.pair, author=label.rater).order_by("number"))
    answer = to_json(checked.answer)
    if (own and own[-1].answer == answer) or any(
        each.answer == answer and each.submitted_at == label.at for each in own
    ):
        result.same += 1
        return
    faults = [*_contract_faults(label, checked), *_order_faults(label, own)]
    if faults:
        for name, message in faults:
            result.refuse(label.line, name, message)
        return
    try:
        with transaction.atomic():
            counted = _finished(label)
            number = own[-1].number + 1 if own else 1
            assert checked.derivation is not None
            assert checked.answer.dynamics is not None
            stored_diff(
                label.rater, label.pair, number, checked, checked.answer.dynamics, checked.derivation,
                guideline=label.guideline, is_surplus=not counted, imported_by=by, submitted_at=label.at,
            )  # fmt: skip
    except Refused as refusal:
        for fault in refusal.faults:
            result.refuse(label.line, "rater", str(fault.message))
        return
    result.new += 1
    result.surplus += not counted


def _finished(label: Label) -> bool:
    """Finish the rater's work as a submission does, at the time of the label."""
    counted = finish_unit(person=label.rater, unit=label.pair.unit)
    hold = Assignment.objects.get(unit=label.pair.unit_id, person=label.rater)
    if hold.finished_at is not None and hold.finished_at > label.at:
        hold.finished_at = label.at
        hold.save(update_fields=["finished_at"])
    return counted


def _contract_faults(label: Label, checked: CheckedAnswer) -> Iterator[tuple[str, str]]:
    """What keeps the answer from being submitted, and what the file says of it that does not follow from it."""
    for gap in checked.gaps:
        yield f"answer.{gap.field}".rstrip("."), str(gap.message)
    derived = checked.derivation
    follows = {
        "dynamics": checked.answer.dynamics,
        "decision_key": checked.decision_key,
        "derived_dynamics": derived.dynamics if derived else None,
        "rule": derived.rule if derived else None,
    }
    for name, value in follows.items():
        told = label.record.get(name)
        if value is not None and told not in (None, value):
            words = {"told": str(told)[:64], "value": value}
            yield name, _("The file says %(told)s; from the answer follows %(value)s.") % words


def _order_faults(label: Label, own: list[Diff]) -> Iterator[tuple[str, str]]:
    """What the labels that are there already, and the rater's part in the pair, stand against."""
    if own and label.at <= own[-1].submitted_at:
        message = _("A newer answer of this rater is there already, so an older one cannot come after it.")
        yield "submitted_at", message
    unit = label.pair.unit
    unit.refresh_from_db(fields=["labels_done", "overlap"])
    if own and unit.labels_done >= unit.overlap:
        yield "pair", _("All labels of this pair are in, so none can be changed.")
    if DiffDraft.objects.filter(pair=label.pair, author=label.rater).exists():
        yield "rater", _("This rater has a draft on the pair. They submit it or give it back first.")
    others = Assignment.objects.filter(unit=unit, person=label.rater).exclude(purpose=Assignment.Purpose.LABEL)
    if others.exists():
        yield "rater", _("This rater has another part in the pair, so a label of theirs cannot be brought.")
