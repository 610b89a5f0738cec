"""What was said, by which guideline, and how long it took, as it leaves."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import F, Q, QuerySet

from annotation.mentions import with_names
from annotation.models import Assignment, Comment, Guideline, GuidelineNote, Project, Unit, User
from diffs.label_files import moment

Called = Callable[[int], str]
Rows = Iterator[dict[str, Any]]
AT_ONCE = 500
# What a unit is about, whichever it is: its papers' short names and versions.
PLACES = tuple(
    f"unit__{path}__source_version__{what}"
    for path in ("pair__source", "pair__target", "genome", "second_reading__genome")
    for what in ("paper__slug", "number")
)
COMPLETE = Q(unit__labels_done__gte=F("unit__overlap"))


def unit_names(kind: str, places: tuple[Any, ...]) -> dict[str, Any]:
    """The unit's kind, its papers and their versions, from the values of PLACES."""
    named = [(slug, number) for slug, number in zip(places[::2], places[1::2], strict=True) if slug is not None]
    return {
        "unit_kind": kind,
        "unit": "__".join(slug for slug, _number in named),
        "versions": [number for _slug, number in named],
    }


def exported_comments(project: Project, user: User) -> "QuerySet[Comment]":
    """What the person may see and nobody took back, on units with all their labels; not what measured people say."""
    rows: QuerySet[Comment] = (
        Comment.objects.visible_to(user)
        .told_apart()
        .filter(COMPLETE, unit__project=project, withdrawn_at__isnull=True, by_measured=False)
    )
    return rows


def comments(project: Project, user: User, called: Called) -> Rows:
    """Comments by unit and time. One query."""
    people = ArrayAgg("mentions", filter=Q(mentions__isnull=False), default=[], order_by="mentions")
    rows = exported_comments(project, user).annotate(people=people).order_by("unit", "created_at", "pk").values_list(
        "unit__kind", *PLACES, "pk", "kind", "reply_to", "author", "spoken_as", "about_field", "about_object", "body",
        "created_at", "closed_at", "people",
    )  # fmt: skip
    for kind, *row in rows.iterator(chunk_size=AT_ONCE):
        places, facts = row[: len(PLACES)], row[len(PLACES) :]
        pk, said_as, reply_to, author, role, about_field, about_object, body, at, closed, mentioned = facts
        yield {
            "id": str(pk),
            **unit_names(kind, tuple(places)),
            "kind": said_as,
            "reply_to": str(reply_to) if reply_to else None,
            "author": called(author),
            "spoken_as": role,
            "about_field": about_field,
            "about_object": about_object,
            "body": with_names(body, {person: called(person) for person in mentioned}),
            "mentions": [called(person) for person in mentioned],
            "written_at": moment(at),
            "closed_at": moment(closed) if closed else None,
        }


def exported_guidelines(project: Project, _user: User) -> "QuerySet[Guideline]":
    rows: QuerySet[Guideline] = Guideline.objects.filter(project=project)
    return rows


def guidelines(project: Project, user: User, called: Called) -> Rows:
    """Each version with the notes that were written while it was the newest. Two queries."""
    versions = list(exported_guidelines(project, user).order_by("version").values("version", "created_at"))
    notes: dict[int, list[dict[str, Any]]] = {}
    found = GuidelineNote.objects.filter(project=project).order_by("created_at", "pk")
    for about, text, at, taken in found.values_list("about_field", "text", "created_at", "taken_in__version"):
        below = [each["version"] for each in versions if each["created_at"] <= at]
        note = {"about_field": about, "text": text, "written_at": moment(at), "taken_in": taken}
        notes.setdefault(below[-1] if below else versions[0]["version"], []).append(note)
    for row in exported_guidelines(project, user).order_by("version").iterator(chunk_size=AT_ONCE):
        yield {
            "version": row.version,
            "published_at": moment(row.created_at),
            "published_by": called(row.created_by_id),
            "change": row.note,
            "must_be_read": row.must_be_read,
            "notes": notes.get(row.version, []),
            "text": row.body,
        }


def exported_assignments(project: Project, user: User) -> "QuerySet[Assignment]":
    """Holds of units with all their labels; whom a known answer measured is told on the page of calibration alone."""
    rows: QuerySet[Assignment] = (
        Assignment.objects.visible_to(user)
        .filter(COMPLETE, unit__project=project)
        .exclude(purpose=Assignment.Purpose.CHECK)
    )
    return rows


def assignments(project: Project, user: User, called: Called) -> Rows:
    """Holds by unit and time. One query."""
    rows = exported_assignments(project, user).order_by("unit", "claimed_at", "pk").values_list(
        "unit__kind", *PLACES, "purpose", "person", "state", "is_counted", "assigned_by", "claimed_at", "opened_at",
        "finished_at", "active_seconds",
    )  # fmt: skip
    for kind, *row in rows.iterator(chunk_size=AT_ONCE):
        places, facts = row[: len(PLACES)], row[len(PLACES) :]
        purpose, person, state, counted, assigned_by, claimed, opened, finished, seconds = facts
        yield {
            **unit_names(kind, tuple(places)),
            "purpose": purpose,
            "person": called(person),
            "state": state,
            "counted": counted,
            "assigned": assigned_by is not None,
            "claimed_at": moment(claimed),
            "opened_at": moment(opened) if opened else None,
            "finished_at": moment(finished) if finished else None,
            "active_seconds": seconds,
        }


COUNTED: Mapping[str, Callable[[Project, User], "QuerySet[Any]"]] = {
    "comments": exported_comments,
    "guidelines": exported_guidelines,
    "assignments": exported_assignments,
}
assert {"pair", "genome", "reading"} == set(Unit.Kind.values)
