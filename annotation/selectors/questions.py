"""The admins' list of guideline questions."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator

from annotation.models import Comment, Project, User
from annotation.selectors.discussion import Message, visible_comments, worded
from annotation.selectors.links import unit_url

PER_PAGE = 20


@dataclass(frozen=True, slots=True)
class Question:
    """A question with what was said below it, and the screen of its unit."""

    message: Message
    unit_address: str
    has_note: bool

    @property
    def is_answered(self) -> bool:
        return any(each.comment.kind == Comment.Kind.ANSWER for each in self.message.replies)


def question_list(
    reader: User, project: Project, *, shown: str = "open", number: int | str = 1
) -> tuple[list[Question], Page[Any]]:
    """Questions that the reader may see, the longest open first; `shown` is "open" or "all" (newest first)."""
    asked = visible_comments(reader).filter(unit__project=project, kind=Comment.Kind.QUESTION)
    asked = asked.open_questions() if shown == "open" else asked.order_by("-created_at", "-pk")
    page = Paginator(asked, PER_PAGE).get_page(number)
    roots = list(page)
    ids = [each.pk for each in roots]
    replies: dict[object, list[Message]] = defaultdict(list)
    below = visible_comments(reader).filter(reply_to__in=ids)
    for each in worded(below, reader, project, {}, {}):
        replies[each.comment.reply_to_id].append(each)
    noted = set(project.guideline_notes.filter(question__in=ids).values_list("question_id", flat=True))
    rows = worded(roots, reader, project, {}, {})
    for row in rows:
        row.replies.extend(replies[row.comment.pk])
    return [Question(row, unit_url(row.comment.unit), row.comment.pk in noted) for row in rows], page
