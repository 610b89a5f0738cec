"""What an admin says of a frozen release later: withdrawn, or an erratum."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from annotation.access import allow, person_of
from annotation.feedback import say
from annotation.refusal import Refused
from releases.draft_forms import ErratumForm, WithdrawForm
from releases.fetching import frozen_release
from releases.models import Release
from releases.permissions import can_freeze
from releases.services import add_erratum
from releases.services import withdraw as withdraw_release


@login_required
@require_POST
def withdraw(request: HttpRequest, slug: str, version: str) -> HttpResponse:
    """Say that the release should no longer be used."""
    found = _governed(request, slug, version)
    form = WithdrawForm(request.POST)
    return _said(request, form, lambda facts: withdraw_release(by=person_of(request), release=found, **facts), found)


@login_required
@require_POST
def erratum(request: HttpRequest, slug: str, version: str) -> HttpResponse:
    """Say what is wrong with the release or with one of its records."""
    found = _governed(request, slug, version)

    def said(facts: dict[str, Any]) -> Any:
        named = {"table_name": facts["table"], "record": facts["record"]}
        return add_erratum(by=person_of(request), release=found, text=facts["text"], **named)

    return _said(request, ErratumForm(request.POST), said, found)


def _governed(request: HttpRequest, slug: str, version: str) -> Release:
    found = frozen_release(request, slug, version)
    allow(can_freeze(request.user, found.project))
    return found


def _said(request: HttpRequest, form: Form, service: Callable[[dict[str, Any]], Any], release: Release) -> HttpResponse:
    """Do it and show the release; what was refused stands above it."""
    if form.is_valid():
        try:
            service(form.cleaned_data)
        except Refused as refusal:
            say(request, refusal)
    else:
        for errors in form.errors.values():
            for error in errors:
                messages.error(request, str(error))
    return redirect("releases:release", release.project.slug, release.version)
