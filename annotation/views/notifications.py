"""What the reader is told, over all their projects, and how they want to be told."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.access import person_of
from annotation.feedback import say
from annotation.models import Notification
from annotation.refusal import Refused
from annotation.selectors.notifications import address_of, notices_of, unread_count, visible_notifications, ways_of
from annotation.services import choose_notifications, mark_read

PAGE, MAIL = "page", "mail"


@login_required
@require_GET
def notifications(request: HttpRequest) -> HttpResponse:
    """Newest first: all, or those that were not read."""
    person = person_of(request)
    only_unread = request.GET.get("show") == "unread"
    notices, page = notices_of(person, number=request.GET.get("page", 1), only_unread=only_unread)
    context = {"notices": notices, "page": page, "only_unread": only_unread, "unread": unread_count(person)}
    return render(request, "annotation/notifications.html", context)


@login_required
@require_POST
def notification(request: HttpRequest, notification_id: UUID) -> HttpResponse:
    """Open one: mark it read and go where it leads. With `stay`, only mark it."""
    row: Notification = get_object_or_404(visible_notifications(person_of(request)), pk=notification_id)
    mark_read(person=person_of(request), notification=row)
    return redirect("annotation:notifications") if "stay" in request.POST else redirect(address_of(row))


@login_required
@require_POST
def read(request: HttpRequest) -> HttpResponse:
    """Mark all as read."""
    mark_read(person=person_of(request))
    return redirect("annotation:notifications")


@login_required
@require_http_methods(["GET", "POST"])
def choices(request: HttpRequest) -> HttpResponse:
    """For each kind of thing: on the page, by mail, both or neither."""
    person = person_of(request)
    if request.method == "POST":
        kinds = Notification.Kind.values
        ways = {kind: (f"{kind}.{PAGE}" in request.POST, f"{kind}.{MAIL}" in request.POST) for kind in kinds}
        try:
            choose_notifications(person=person, ways=ways, mail_language=request.POST.get("mail_language", ""))
        except Refused as refusal:
            say(request, refusal)
        else:
            messages.success(request, _("Saved."))
        return redirect("annotation:notification-choices")
    return render(request, "annotation/notification_choices.html", {"ways": ways_of(person), "person": person})
