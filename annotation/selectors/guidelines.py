"""The guideline in force, its versions, who has read which, and the notes that wait for the next one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, QuerySet

from annotation.models import Comment, Guideline, GuidelineNote, GuidelineReading, Membership, Project, Role, User
from annotation.sections import missing_sections, section_of
from annotation.wording import SECTION_WORDS, Label

READERS = (Role.ANNOTATOR, Role.ADJUDICATOR)


def current_guideline(project: Project) -> Guideline:
    """The latest version; a project is made with its first one."""
    latest: Guideline = project.guidelines.select_related("created_by").latest("version")
    return latest


def unread_guideline(person: User, project: Project) -> Guideline | None:
    """The version in force, if a version that must be read came out since the last one that the person has read.

    Whoever has read a later version has read enough. One query for those who are asked nothing.
    """
    asked = project.guidelines.filter(must_be_read=True).aggregate(version=Max("version"))["version"]
    if asked is None:
        return None
    if GuidelineReading.objects.filter(
        guideline__project=project, guideline__version__gte=asked, reader=person
    ).exists():
        return None
    return current_guideline(project)


def has_read(person: User, guideline: Guideline) -> bool:
    return guideline.readings.filter(reader=person).exists()


def guideline_versions(project: Project, reader: User, *, with_labels: bool) -> list[Guideline]:
    """Every version without its text, newest first; `labels` on each is how many labels were made under it.

    Counted (for admins) among the labels that the reader may see, so that nothing about open units leaks. Two queries.
    """
    versions = list(project.guidelines.select_related("created_by").defer("body"))
    counts = _labels_under(project, reader) if with_labels else {}
    for each in versions:
        each.labels = counts.get(each.pk, 0) if with_labels else None
    return versions


def _labels_under(project: Project, reader: User) -> dict[int, int]:
    """Labels live in an app above: only their rows are read, through the relation and its own rule of who sees."""
    relation: Any = Guideline._meta.get_field("diffs")
    visible: QuerySet[Any] = relation.related_model.objects.visible_to(reader).filter(guideline__project=project)
    return dict(visible.order_by().values_list("guideline").annotate(Count("pk")))


@dataclass(frozen=True)
class ReaderRow:
    """A member who works by the guideline, the latest version that they say they have read, and whether one waits."""

    person: User
    version: int | None
    read_at: datetime | None
    is_due: bool


def readers_of(project: Project) -> list[ReaderRow]:
    """Everybody who labels or adjudicates, by name, with what they have read. Three queries."""
    asked = project.guidelines.filter(must_be_read=True).aggregate(version=Max("version"))["version"] or 0
    latest: dict[int, GuidelineReading] = {}
    readings = GuidelineReading.objects.filter(guideline__project=project).select_related("guideline")
    for reading in readings.defer("guideline__body").order_by("guideline__version"):
        latest[reading.reader_id] = reading
    held = (
        Membership.objects.filter(project=project, role__in=READERS).select_related("user").order_by("user__username")
    )
    people = dict.fromkeys(each.user for each in held)
    return [_reader(person, latest.get(person.pk), asked) for person in people]


def _reader(person: User, reading: GuidelineReading | None, asked: int) -> ReaderRow:
    if reading is None:
        return ReaderRow(person, None, None, asked > 0)
    return ReaderRow(person, reading.guideline.version, reading.read_at, reading.guideline.version < asked)


def open_notes(project: Project) -> "QuerySet[GuidelineNote]":
    """Notes that no version has taken in, newest first."""
    notes: QuerySet[GuidelineNote] = project.guideline_notes.filter(taken_in=None).select_related("created_by")
    return notes


def question_for(person: User, project: Project, number: str) -> Comment | None:
    """The guideline question of that id, if the person may see it in this project."""
    try:
        key = UUID(number)
    except ValueError:  # not the shape of an id
        return None
    seen = Comment.objects.visible_to(person).filter(unit__project=project, kind=Comment.Kind.QUESTION)
    seen = seen.filter(withdrawn_at__isnull=True)
    found: Comment | None = seen.select_related("unit").filter(pk=key).first()
    return found


def uncovered_fields(anchors: Sequence[str] | frozenset[str]) -> list[tuple[str, Label]]:
    """Sections that a guideline lacks, with their names: what the screens then cannot open at its place."""
    return [(name, SECTION_WORDS[name]) for name in missing_sections(anchors)]


def section_label(field: str) -> Label:
    """The name of the section about a field; empty for what has none."""
    return SECTION_WORDS.get(section_of(field), "")
