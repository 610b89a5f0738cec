"""Projects and members for programs."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import allow, person_of, project_for
from annotation.models import Project, User
from annotation.permissions import can_administer, can_create_project
from annotation.selectors import members_of
from annotation.serializers import (
    FaultsSerializer,
    MemberChangeSerializer,
    MemberSerializer,
    NewMemberSerializer,
    ProjectChangeSerializer,
    ProjectSerializer,
)
from annotation.services import (
    add_member,
    change_member,
    change_project,
    create_project,
    person_named,
    remove_member,
)


def administered(request: Request, slug: str) -> Project:
    """The project, for its admins only."""
    project = project_for(request.user, slug)
    allow(can_administer(request.user, project))
    return project


def listed(project: Project) -> Any:
    """All members as JSON."""
    return [MemberSerializer(each).data for each in members_of(project)]


class Projects(generics.ListAPIView[Project]):
    """Projects in which the caller has a role."""

    serializer_class = ProjectSerializer
    queryset = Project.objects.none()

    def get_queryset(self) -> Any:
        return Project.objects.visible_to(person_of(self.request))

    @extend_schema(request=ProjectSerializer, responses={201: ProjectSerializer, 400: FaultsSerializer})
    def post(self, request: Request) -> Response:
        """Make a project; superusers only."""
        allow(can_create_project(request.user))
        body = ProjectSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        project = create_project(by=person_of(request), **body.validated_data)
        return Response(ProjectSerializer(project).data, status=status.HTTP_201_CREATED)


class OneProject(APIView):
    @extend_schema(responses=ProjectSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The facts of a project."""
        return Response(ProjectSerializer(project_for(request.user, slug)).data)

    @extend_schema(request=ProjectChangeSerializer, responses={200: ProjectSerializer, 400: FaultsSerializer})
    def patch(self, request: Request, slug: str) -> Response:
        """Change facts of a project; admins only."""
        project = administered(request, slug)
        body = ProjectChangeSerializer(project, data=request.data, partial=True)
        body.is_valid(raise_exception=True)
        changed = change_project(by=person_of(request), project=project, **body.validated_data)
        return Response(ProjectSerializer(changed).data)


class Members(APIView):
    @extend_schema(responses=MemberSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Everyone in the project with their roles; admins only, since labels are anonymous to all others."""
        return Response(listed(administered(request, slug)))

    @extend_schema(request=NewMemberSerializer, responses={201: MemberSerializer(many=True), 400: FaultsSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Give a person who has an account a role; answers the list as it is then."""
        project = administered(request, slug)
        body = NewMemberSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        facts = body.validated_data
        person = person_named(facts["username"])
        add_member(
            by=person_of(request),
            project=project,
            user=person,
            role=facts["role"],
            expertise=facts["expertise"],
        )
        return Response(listed(project), status=status.HTTP_201_CREATED)


class OneMember(APIView):
    @extend_schema(request=MemberChangeSerializer, responses={200: MemberSerializer(many=True), 400: FaultsSerializer})
    def put(self, request: Request, slug: str, user_id: int) -> Response:
        """Set all roles and the expertise of a member; answers the list as it is then."""
        project, person = self._member(request, slug, user_id)
        body = MemberChangeSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        change_member(by=person_of(request), project=project, user=person, **body.validated_data)
        return Response(listed(project))

    @extend_schema(request=None, responses={204: None, 400: FaultsSerializer})
    def delete(self, request: Request, slug: str, user_id: int) -> Response:
        """Take all roles from a member. What they submitted stays."""
        project, person = self._member(request, slug, user_id)
        remove_member(by=person_of(request), project=project, user=person)
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _member(self, request: Request, slug: str, user_id: int) -> tuple[Project, User]:
        project = administered(request, slug)
        return project, get_object_or_404(User.objects.filter(memberships__project=project).distinct(), pk=user_id)
