"""Discussions and guideline questions for programs: what the pages show, under the same names."""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import allow, person_of, project_for
from annotation.models import Comment, Unit
from annotation.permissions import can_answer, voice_in
from annotation.selectors.discussion import letters_of, messages_of, visible_comments, worded
from annotation.selectors.links import UNIT_SUBJECT
from annotation.selectors.questions import question_list
from annotation.serializers import (
    AnswerSerializer,
    CommentSerializer,
    FaultsSerializer,
    NewCommentSerializer,
    QuestionPageSerializer,
    QuestionsAskedSerializer,
)
from annotation.services import answer, ask, close_question, say, withdraw


class Comments(APIView):
    @extend_schema(responses=CommentSerializer(many=True))
    def get(self, request: Request, slug: str, unit_id: int) -> Response:
        """What is said about a unit, as far as the caller may see it, oldest first."""
        unit = _unit(request, slug, unit_id)
        return Response(CommentSerializer(messages_of(unit, person_of(request)), many=True).data)

    @extend_schema(
        request=NewCommentSerializer,
        responses={201: CommentSerializer, 400: FaultsSerializer, 409: FaultsSerializer, 429: FaultsSerializer},
    )
    def post(self, request: Request, slug: str, unit_id: int) -> Response:
        """Comment on a unit that the caller has submitted or may oversee, or ask a guideline question while at work.

        With a `key`, the same request sent twice is one comment.
        """
        unit = _unit(request, slug, unit_id)
        body = NewCommentSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        given = dict(body.validated_data)
        kind, reply_to = given.pop("kind"), given.pop("reply_to")
        if reply_to is not None:
            given["reply_to"] = get_object_or_404(
                Comment.objects.visible_to(person_of(request)), unit=unit, pk=reply_to
            )
        service = ask if kind == Comment.Kind.QUESTION and reply_to is None else say
        said = service(by=person_of(request), unit=unit, **given)
        return Response(_one(request, said), status=status.HTTP_201_CREATED)


class WithdrawComment(APIView):
    @extend_schema(request=None, responses={200: CommentSerializer})
    def post(self, request: Request, slug: str, comment_id: UUID) -> Response:
        """Take one's own comment back: its place stays, its text goes."""
        comment = _comment(request, slug, comment_id)
        allow(comment.author_id == person_of(request).pk)
        return Response(_one(request, withdraw(by=person_of(request), comment=comment)))


class Questions(APIView):
    @extend_schema(parameters=[QuestionsAskedSerializer], responses=QuestionPageSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Guideline questions of the project; for admins who do not label in it."""
        project = project_for(request.user, slug)
        allow(can_answer(request.user, project))
        asked = QuestionsAskedSerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        rows, page = question_list(person_of(request), project, **asked.validated_data)
        found: dict[str, Any] = {"count": page.paginator.count, "pages": page.paginator.num_pages, "results": rows}
        return Response(QuestionPageSerializer(found).data)


class AnswerQuestion(APIView):
    @extend_schema(request=AnswerSerializer, responses={201: CommentSerializer, 400: FaultsSerializer})
    def post(self, request: Request, slug: str, comment_id: UUID) -> Response:
        """Answer a question, and close it unless `close` is false."""
        question = _comment(request, slug, comment_id)
        allow(can_answer(request.user, question.unit.project))
        body = AnswerSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        said = answer(by=person_of(request), question=question, **body.validated_data)
        return Response(_one(request, said), status=status.HTTP_201_CREATED)


class CloseQuestion(APIView):
    @extend_schema(request=None, responses={200: CommentSerializer, 400: FaultsSerializer})
    def post(self, request: Request, slug: str, comment_id: UUID) -> Response:
        """Take a question off the list of open ones."""
        question = _comment(request, slug, comment_id)
        allow(can_answer(request.user, question.unit.project))
        return Response(_one(request, close_question(by=person_of(request), question=question)))


def _unit(request: Request, slug: str, unit_id: int) -> Unit:
    project = project_for(request.user, slug)
    units = Unit.objects.visible_to(person_of(request)).select_related(*UNIT_SUBJECT)
    unit: Unit = get_object_or_404(units, project=project, pk=unit_id)
    allow(voice_in(person_of(request), unit).may_read)
    return unit


def _comment(request: Request, slug: str, comment_id: UUID) -> Comment:
    project = project_for(request.user, slug)
    seen = Comment.objects.visible_to(person_of(request)).select_related("unit__project", "reply_to")
    comment: Comment = get_object_or_404(seen, unit__project=project, pk=comment_id)
    return comment


def _one(request: Request, comment: Comment) -> Any:
    """A comment as its reader gets it in the list of its unit."""
    person = person_of(request)
    rows = list(visible_comments(person).filter(unit=comment.unit_id))
    (found,) = (row for row in rows if row.pk == comment.pk)
    (message,) = worded([found], person, found.unit.project, {}, letters_of(rows))
    return CommentSerializer(message).data
