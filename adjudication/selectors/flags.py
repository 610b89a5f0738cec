"""Rows of a case that were flagged for the guideline: questions to the admins about this field or object."""

from dataclasses import dataclass

from adjudication.rules import Row
from annotation.models import Comment, Role, User
from annotation.selectors.discussion import comment_url
from diffs.models import PaperPair


@dataclass(frozen=True, slots=True)
class Flag:
    """A question that an adjudicator asked about a row. `address` is its place in the discussion."""

    address: str
    is_open: bool
    is_own: bool


def flags_of(pair: PaperPair, reader: User) -> dict[str, Flag]:
    """By row key, the newest flag that the reader may see. One query."""
    asked = (
        Comment.objects.visible_to(reader)
        .filter(unit=pair.unit_id, kind=Comment.Kind.QUESTION, withdrawn_at__isnull=True)
        .exclude(spoken_as=Role.ANNOTATOR)
        .select_related("unit__project")
        .order_by("created_at", "pk")
    )
    return {
        Row(each.about_field, each.about_object).key: Flag(
            comment_url(each), each.closed_at is None, each.author_id == reader.pk
        )
        for each in asked
    }
