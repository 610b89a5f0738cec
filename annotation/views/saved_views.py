"""Keep the filters of a list under a name, and delete them again."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from annotation.access import person_of, project_for
from annotation.feedback import say
from annotation.refusal import Refused
from annotation.selectors import link
from annotation.selectors.saved_views import PAGES, views_for
from annotation.services.saved_views import delete_view, save_view


@login_required
@require_POST
def save(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep the filters that a list was sent with."""
    project = project_for(request.user, slug)
    page = request.POST.get("page", "")
    page = page if page in PAGES else next(iter(PAGES))
    query = QueryDict(request.POST.get("query", "")).urlencode()
    try:
        view = save_view(
            by=person_of(request),
            project=project,
            page=page,
            name=request.POST.get("name", ""),
            query=query,
            is_shared="is_shared" in request.POST,
        )
    except Refused as refusal:
        say(request, refusal)
    else:
        messages.success(request, _("The view “%(name)s” is kept.") % {"name": view.name})
    return redirect(f"{link(PAGES[page], slug)}?{query}")


@login_required
@require_POST
def delete(request: HttpRequest, slug: str, view_id: int) -> HttpResponse:
    """Delete a view of one's own."""
    project = project_for(request.user, slug)
    view = get_object_or_404(views_for(person_of(request), project), pk=view_id)
    try:
        delete_view(by=person_of(request), view=view)
    except Refused as refusal:
        say(request, refusal)
    return redirect(f"{link(PAGES.get(view.page, PAGES['pairs']), slug)}?{view.query}")
