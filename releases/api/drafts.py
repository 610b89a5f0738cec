"""Drafts of releases and what is said of frozen ones, for programs; admins only."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access import allow, person_of, project_for
from annotation.serializers import FaultsSerializer
from releases.api.shown import shown
from releases.audits import AUDITS
from releases.draft_serializers import ErratumSerializer, PlannedReleaseSerializer, WithdrawSerializer
from releases.fetching import frozen_release, governed_release
from releases.models import Release
from releases.permissions import can_freeze
from releases.serializers import OneReleaseSerializer
from releases.services import add_erratum, ask_for_audit, freeze_draft, make_draft, withdraw
from releases.tasks import queue_audit, queue_freeze


class Drafts(APIView):
    @extend_schema(request=PlannedReleaseSerializer, responses={201: OneReleaseSerializer, 400: FaultsSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Plan a release. Nothing is written before the draft passed its audits and is frozen."""
        project = project_for(request.user, slug)
        allow(can_freeze(request.user, project))
        body = PlannedReleaseSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        release = make_draft(by=person_of(request), project=project, **body.validated_data)
        return Response(shown(request, release), status=status.HTTP_201_CREATED)


class DraftAudit(APIView):
    @extend_schema(request=None, responses={202: OneReleaseSerializer, 409: FaultsSerializer})
    def post(self, request: Request, slug: str, version: str) -> Response:
        """Have the worker draw the exam by the plan and run all audits: read the release again for what they found."""
        release = governed_release(request, slug, version)
        ask_for_audit(release=release)
        queue_audit(release)
        return Response(shown(request, release), status=status.HTTP_202_ACCEPTED)


class DraftAuditAlone(APIView):
    @extend_schema(request=None, responses={202: OneReleaseSerializer, 400: FaultsSerializer, 409: FaultsSerializer})
    def post(self, request: Request, slug: str, version: str, audit: str) -> Response:
        """Have the worker run one audit again, by its name; the exam is drawn only if the audit reads it.

        The draft is audited once every audit that stops a release passed on the same gold.
        """
        release = governed_release(request, slug, version)
        if audit not in AUDITS:
            raise Http404
        ask_for_audit(release=release, audit=audit)
        queue_audit(release, audit)
        return Response(shown(request, release), status=status.HTTP_202_ACCEPTED)


class DraftFreeze(APIView):
    @extend_schema(request=None, responses={202: OneReleaseSerializer, 400: FaultsSerializer, 409: FaultsSerializer})
    def post(self, request: Request, slug: str, version: str) -> Response:
        """Freeze an audited draft. The worker does it; gold that changed since the audits makes it a draft again."""
        release = freeze_draft(by=person_of(request), release=governed_release(request, slug, version))
        queue_freeze(release)
        return Response(shown(request, release), status=status.HTTP_202_ACCEPTED)


class Withdrawal(APIView):
    @extend_schema(
        request=WithdrawSerializer,
        responses={200: OneReleaseSerializer, 400: FaultsSerializer, 409: FaultsSerializer},
    )
    def post(self, request: Request, slug: str, version: str) -> Response:
        """Say that a release should no longer be used. It cannot be taken back, and nothing is deleted."""
        release = _governed_frozen(request, slug, version)
        body = WithdrawSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        withdraw(by=person_of(request), release=release, **body.validated_data)
        return Response(shown(request, release))


class Errata(APIView):
    @extend_schema(request=ErratumSerializer, responses={201: OneReleaseSerializer, 400: FaultsSerializer})
    def post(self, request: Request, slug: str, version: str) -> Response:
        """Say what is wrong with a release or one of its records. Its files stay as they are."""
        release = _governed_frozen(request, slug, version)
        body = ErratumSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        facts: dict[str, Any] = dict(body.validated_data)
        facts["table_name"] = facts.pop("table")
        add_erratum(by=person_of(request), release=release, **facts)
        return Response(shown(request, release), status=status.HTTP_201_CREATED)


def _governed_frozen(request: Request, slug: str, version: str) -> Release:
    release = frozen_release(request, slug, version)
    allow(can_freeze(request.user, release.project))
    return release
