"""The reader's API token: made here by people who sign in in two steps, and by anybody who prefers a page."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from rest_framework.authtoken.models import Token

from annotation.access import person_of
from annotation.services import replace_token, revoke_token


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def token(request: HttpRequest) -> HttpResponse:
    """Say whether there is a token; a POST makes a new one, shown in this answer only, or revokes it."""
    person = person_of(request)
    if request.method == "POST" and request.POST.get("action") == "revoke":
        revoke_token(person=person)
        messages.success(request, _("The token no longer works."))
        return redirect("annotation:token")
    made = replace_token(person=person).key if request.method == "POST" else ""
    context = {"made": made, "exists": Token.objects.filter(user=person).exists()}
    return render(request, "annotation/token.html", context)
