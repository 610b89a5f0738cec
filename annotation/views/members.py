"""Members: who belongs to the project, in which roles; accounts for people who have none."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from annotation.access import allow, person_of, project_for
from annotation.feedback import put_on_form, say
from annotation.forms import AccountForm, MemberChangeForm, MemberForm
from annotation.models import Project, User
from annotation.permissions import can_administer
from annotation.refusal import Refused
from annotation.selectors import members_of
from annotation.services import (
    add_member,
    change_member,
    create_account_for_project,
    generated_password,
    person_named,
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
    project = _administered(request, slug)
    person = get_object_or_404(User.objects.filter(memberships__project=project).distinct(), pk=user_id)
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
