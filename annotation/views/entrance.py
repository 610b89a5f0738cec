"""The ways in: the start page, and the set-up of an empty site."""

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods

from annotation.access import person_of
from annotation.feedback import put_on_form
from annotation.forms import FirstAdminForm
from annotation.models import Project, User
from annotation.refusal import Refused
from annotation.services import create_first_admin


@require_GET
@login_required
def home(request: HttpRequest) -> HttpResponse:
    """Straight into the only project, else to the list."""
    projects = list(Project.objects.visible_to(person_of(request))[:2])
    return redirect(projects[0]) if len(projects) == 1 else redirect("annotation:projects")


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def setup(request: HttpRequest) -> HttpResponse:
    """Make the first administrator and sign them in; afterwards this address only leads to the start page."""
    if User.objects.exists():
        return redirect("annotation:home")
    form = FirstAdminForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            person = create_first_admin(username=form.cleaned_data["username"], password=form.cleaned_data["password1"])
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            login(request, person)
            messages.success(request, _("You are the administrator. Make the first project now."))
            return redirect("annotation:projects")
    return render(request, "annotation/setup.html", {"form": form}, status=422 if form.errors else 200)
