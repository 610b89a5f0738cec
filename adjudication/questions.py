"""Open guideline questions as a queue beside the disputes."""

from django.utils.text import Truncator
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from adjudication.registry import Entry, OtherQueue
from annotation.models import Comment, Project, User
from annotation.permissions import can_answer
from annotation.querysets import CommentQuerySet
from annotation.selectors import link
from annotation.selectors.discussion import comment_url, visible_comments, worded

QUESTIONS = "questions"
LONGEST = 200  # characters of a question in the list


def question_queue() -> OtherQueue:
    """The queue as the registry takes it."""
    return OtherQueue(
        name=QUESTIONS,
        words=_("Guideline questions"),
        about=_("What people at work asked about the guideline and nobody has closed. Admins answer, or write a note."),
        count=_count,
        entries=_entries,
    )


def _count(project: Project, reader: User) -> int:
    """Asked about readers only where there is anything to count: who may see what costs much more to ask."""
    asked = Comment.objects.filter(unit__project=project).open_questions()
    return Comment.objects.visible_to(reader).filter(pk__in=asked.values("pk")).count() if asked.exists() else 0


def _open(project: Project, reader: User) -> CommentQuerySet:
    """The longest open first."""
    asked: CommentQuerySet = visible_comments(reader).filter(unit__project=project).open_questions()
    return asked


def _entries(project: Project, reader: User) -> list[Entry]:
    """Admins who do not label are led to where they answer; the others to the discussion that the question is in."""
    answers = can_answer(reader, project)
    page = link("annotation:questions", project.slug)
    return [
        Entry(
            subject=each.comment.unit.title,
            what=Truncator(each.text).chars(LONGEST),
            address=f"{page}#c-{each.comment.pk}" if answers else comment_url(each.comment),
            action=_now("Answer, or write a note") if answers else _now("Open the discussion"),
            kind=each.about,
            since=each.comment.created_at,
        )
        for each in worded(_open(project, reader), reader, project, {}, {})
    ]
