"""Members: who belongs to the project, in which roles; accounts for people who have none."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from annotation.access import allow, person_of, project_for
from annotation.feedback import put_on_form, say
from annotation.forms import AccountForm, MemberChangeForm, MemberForm, PauseForm, TakingPartForm
from annotation.models import Project, User
from annotation.permissions import can_administer
from annotation.refusal import Refused
from annotation.selectors import members_of
from annotation.services import (
    add_member,
    change_member,
    create_account_for_project,
    generated_password,
    pause_member,
    person_named,
    resume_member,
    return_all,
    set_away,
    set_weekly_limit,
)


@login_required
@require_http_methods(["GET", "POST"])
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """The list; a POST gives somebody who has an account a role."""
    project = _administered(request, slug)
    form = MemberForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        facts = form.cleaned_data
        try:
            person = person_named(facts["username"])
            add_member(
                by=_admin(request), project=project, user=person, role=facts["role"], expertise=facts["expertise"]
            )
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            messages.success(request, _("%(name)s is a member now.") % {"name": person.username})
            return redirect("annotation:members", slug)
    return _page(request, project, member_form=form)


@never_cache
@login_required
@require_POST
def accounts(request: HttpRequest, slug: str) -> HttpResponse:
    """Make an account. Its password is in this answer and nowhere else, so there is no redirect."""
    project = _administered(request, slug)
    form = AccountForm(request.POST, prefix="account")
    if not form.is_valid():
        return _page(request, project, account_form=form)
    password = generated_password()
    try:
        person = create_account_for_project(by=_admin(request), project=project, password=password, **form.cleaned_data)
    except Refused as refusal:
        put_on_form(form, refusal)
        return _page(request, project, account_form=form)
    return _page(request, project, new_account={"username": person.username, "password": password})


@login_required
@require_POST
def member(request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
    """Set all roles and the expertise of one member; without any role they leave."""
    project, person = _member_of(request, slug, user_id)
    form = MemberChangeForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose among the roles that are offered."))
        return redirect("annotation:members", slug)
    try:
        change_member(by=_admin(request), project=project, user=person, **form.cleaned_data)
    except Refused as refusal:
        say(request, refusal)
    else:
        messages.success(request, _("The roles of %(name)s are saved.") % {"name": person.username})
    return redirect("annotation:members", slug)


@login_required
@require_POST
def taking_part(request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
    """Set when a member is away, and how many units an annotator gets in a week."""
    project, person = _member_of(request, slug, user_id)
    form = TakingPartForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("A day is a date such as 2026-08-01, a limit a number from 1 to 1000."))
        return redirect("annotation:members", slug)
    facts = form.cleaned_data
    limit = facts.pop("weekly_limit")
    try:
        with transaction.atomic():
            set_away(by=_admin(request), project=project, user=person, **facts)
            if "weekly_limit" in request.POST:
                set_weekly_limit(by=_admin(request), project=project, user=person, weekly_limit=limit)
    except Refused as refusal:
        say(request, refusal)
    else:
        messages.success(request, _("The part that %(name)s takes is saved.") % {"name": person.username})
    return redirect("annotation:members", slug)


@login_required
@require_POST
def pause(request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
    """Hand a member nothing new, with a note that they read; or let them go on."""
    project, person = _member_of(request, slug, user_id)
    form = PauseForm(request.POST)
    note = form.cleaned_data["note"] if form.is_valid() else request.POST.get("note", "")
    try:
        if "resume" in request.POST:
            resume_member(by=_admin(request), project=project, user=person)
            messages.success(request, _("%(name)s may go on.") % {"name": person.username})
        else:
            pause_member(by=_admin(request), project=project, user=person, note=note)
            messages.success(request, _("%(name)s is paused and was told so.") % {"name": person.username})
    except Refused as refusal:
        say(request, refusal)
    return redirect("annotation:members", slug)


@login_required
@require_POST
def return_units(request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
    """Give back at once all that a member holds to label."""
    project, person = _member_of(request, slug, user_id)
    number = return_all(by=_admin(request), project=project, person=person)
    said = ngettext(
        "%(number)s unit of %(name)s is given back.", "%(number)s units of %(name)s are given back.", number
    )
    messages.success(request, said % {"number": number, "name": person.username})
    return redirect("annotation:members", slug)


def _member_of(request: HttpRequest, slug: str, user_id: int) -> tuple[Project, User]:
    project = _administered(request, slug)
    return project, get_object_or_404(User.objects.filter(memberships__project=project).distinct(), pk=user_id)


def _administered(request: HttpRequest, slug: str) -> Project:
    project = project_for(request.user, slug)
    allow(can_administer(request.user, project))
    return project


def _admin(request: HttpRequest) -> User:
    return person_of(request)


def _page(request: HttpRequest, project: Project, **forms: Any) -> HttpResponse:
    rows = [
        (
            each,
            MemberChangeForm(initial={"roles": each.roles, "expertise": each.expertise}, auto_id=f"m{each.user.pk}_%s"),
            TakingPartForm(
                initial={
                    "away_from": each.away_from,
                    "away_until": each.away_until,
                    "weekly_limit": each.weekly_limit,
                },
                auto_id=f"p{each.user.pk}_%s",
            ),
        )
        for each in members_of(project)
    ]
    context = {
        "project": project,
        "rows": rows,
        "member_form": MemberForm(),
        "account_form": AccountForm(prefix="account"),
        **forms,
    }
    faulty = any(getattr(form, "errors", None) for form in forms.values())
    return render(request, "annotation/members.html", context, status=422 if faulty else 200)
