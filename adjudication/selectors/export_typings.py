"""What author and second reader say of objects, and what was decided where they differ, as it leaves."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, cast

from django.db.models import Exists, OuterRef, Q, QuerySet

from adjudication.models import ObjectRuling
from adjudication.selectors.genome_disputes import answers_of
from annotation.models import Project, User
from diffs.label_files import moment
from genomes.models import Typing

Called = Callable[[int], str]
Rows = Iterator[dict[str, Any]]
AT_ONCE = 500
AUTHOR, READER = "author", "second_reader"


def exported_typings(project: Project, user: User) -> "QuerySet[Typing]":
    """They are there only once the reading is submitted, so nobody is blind any more."""
    rows: QuerySet[Typing] = Typing.objects.visible_to(user).filter(reading__unit__project=project)
    return rows


def typings(project: Project, user: User, called: Called) -> Rows:
    rows = exported_typings(project, user).order_by("reading", "number").values_list(
        "reading__genome__source_version__paper__slug", "reading__genome__source_version__number", "number",
        "idea_object__handle", "reading__genome__author", "first_type", "first_role", "reading__reader", "is_object",
        "type", "contribution_role", "reason", "reading__guideline__version", "reading__submitted_at",
    )  # fmt: skip
    for row in rows.iterator(chunk_size=AT_ONCE):
        slug, version, number, handle, author, first_type, first_role, reader, is_object, *rest = row
        kind, role, reason, guideline, at = rest
        yield {
            "paper": slug,
            "version": version,
            "number": number,
            "object": f"{slug}:{handle}",
            "author": called(author),
            "author_type": first_type,
            "author_role": first_role,
            "reader": called(reader),
            "reader_says_object": is_object,
            "reader_type": kind or None,
            "reader_role": role or None,
            "reader_reason": reason,
            "guideline": guideline,
            "submitted_at": moment(cast(datetime, at)),  # a typing has a submitted reading
        }


def exported_rulings(project: Project, user: User) -> "QuerySet[ObjectRuling]":
    rows: QuerySet[ObjectRuling] = ObjectRuling.objects.visible_to(user).filter(typing__reading__unit__project=project)
    return rows


def rulings(project: Project, user: User, called: Called) -> Rows:
    """Every decision about an object, by object and number; whose answer was chosen is told instead of its letter."""
    newer = ObjectRuling.objects.filter(typing=OuterRef("typing"), number__gt=OuterRef("number"))
    rows = (
        exported_rulings(project, user)
        .select_related("typing__reading__genome__source_version__paper")
        .defer("typing__reading__genome__source_version__text")
        .annotate(stands=~Exists(newer) & ~Q(outcome=ObjectRuling.Outcome.REOPENED))
        .order_by("typing__reading", "typing__number", "number")
    )
    for row in rows.iterator(chunk_size=AT_ONCE):
        text = row.typing.reading.genome.source_version
        yield {
            "paper": text.paper.slug,
            "version": text.number,
            "object_number": row.typing.number,
            "number": row.number,
            "adjudicator": called(row.adjudicator_id),
            "decided_at": moment(row.created_at),
            "outcome": row.outcome,
            "stands": row.stands,
            "type": row.type or None,
            "role": row.contribution_role or None,
            "chosen": chosen_of(row),
            "reason_code": row.reason_code,
            "rationale": row.rationale,
        }


def chosen_of(ruling: ObjectRuling) -> str:
    """Whose answer a ruling took: the author's, the second reader's, or what it names itself."""
    if ruling.choice not in ("a", "b"):
        return ruling.choice
    taken = next(each for each in answers_of(ruling.typing) if each.letter == ruling.choice)
    first = (ruling.typing.first_type, ruling.typing.first_role)
    return AUTHOR if (taken.type, taken.role) == first else READER


COUNTED: Mapping[str, Callable[[Project, User], "QuerySet[Any]"]] = {
    "typings": exported_typings,
    "rulings": exported_rulings,
}
