"""A unit's discussion: read it, say something, ask, answer, take back; and the list of questions for admins."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.access import allow, person_of, project_for
from annotation.feedback import htmx_of
from annotation.feedback import say as say_refusal
from annotation.models import Comment, Unit
from annotation.permissions import can_answer, voice_in
from annotation.refusal import Refused
from annotation.selectors.discussion import comment_url, discussion_of
from annotation.selectors.links import UNIT_SUBJECT, link, unit_url
from annotation.selectors.questions import question_list
from annotation.services import answer as answer_question
from annotation.services import ask, close_question, say
from annotation.services import withdraw as withdraw_comment


@login_required
@require_http_methods(["GET", "POST"])
def discussion(request: HttpRequest, slug: str, unit_id: int) -> HttpResponse:
    """The threads of a unit, of an object or a field of it; a POST adds a comment or a question."""
    unit = unit_for(request, slug, unit_id)
    person = person_of(request)
    allow(voice_in(person, unit).may_read)
    if request.method == "GET":
        return _threads(request, unit)
    try:
        said = _send(request, unit)
    except Refused as refusal:
        return _threads(request, unit, refusal)
    if not htmx_of(request):
        return redirect(comment_url(said))
    return _threads(request, unit)


@login_required
@require_POST
def answer(request: HttpRequest, slug: str, comment_id: UUID) -> HttpResponse:
    """Answer a question from the list, and close it unless told otherwise."""
    question = comment_for(request, slug, comment_id)
    allow(can_answer(request.user, question.unit.project))
    try:
        answer_question(
            by=person_of(request),
            question=question,
            body=request.POST.get("body", ""),
            key=request.POST.get("key", "")[:64],
            close="keep" not in request.POST,
        )
    except Refused as refusal:
        say_refusal(request, refusal)
    else:
        messages.success(request, _("Answered. Whoever asked is told."))
    return redirect("annotation:questions", slug)


@login_required
@require_POST
def close(request: HttpRequest, slug: str, comment_id: UUID) -> HttpResponse:
    """Take a question off the list of open ones."""
    question = comment_for(request, slug, comment_id)
    allow(can_answer(request.user, question.unit.project))
    try:
        close_question(by=person_of(request), question=question)
    except Refused as refusal:
        say_refusal(request, refusal)
    return redirect("annotation:questions", slug)


@login_required
@require_POST
def withdraw(request: HttpRequest, slug: str, comment_id: UUID) -> HttpResponse:
    """Take one's own comment back."""
    comment = comment_for(request, slug, comment_id)
    allow(comment.author_id == person_of(request).pk)
    try:
        withdraw_comment(by=person_of(request), comment=comment)
    except Refused as refusal:
        say_refusal(request, refusal)
    if htmx_of(request):
        return _threads(request, comment.unit)
    return redirect(comment_url(comment))


@login_required
@require_GET
def questions(request: HttpRequest, slug: str) -> HttpResponse:
    """Guideline questions: those that are open, or all."""
    project = project_for(request.user, slug)
    allow(can_answer(request.user, project))
    shown = "all" if request.GET.get("show") == "all" else "open"
    rows, page = question_list(person_of(request), project, shown=shown, number=request.GET.get("page", 1))
    context = {
        "project": project,
        "rows": rows,
        "page": page,
        "shown": shown,
        "note_url": link("annotation:guideline-notes", slug),
    }
    return render(request, "annotation/questions.html", context)


def unit_for(request: HttpRequest, slug: str, unit_id: int) -> Unit:
    """The unit, if the person has a role in its project and the address names that project."""
    project = project_for(request.user, slug)
    units = Unit.objects.visible_to(person_of(request)).select_related(*UNIT_SUBJECT)
    unit: Unit = get_object_or_404(units, project=project, pk=unit_id)
    return unit


def comment_for(request: HttpRequest, slug: str, comment_id: UUID) -> Comment:
    """A comment that the person may see, in the project that the address names."""
    project = project_for(request.user, slug)
    seen = Comment.objects.visible_to(person_of(request)).select_related("unit__project", "reply_to")
    comment: Comment = get_object_or_404(seen, unit__project=project, pk=comment_id)
    return comment


def _send(request: HttpRequest, unit: Unit) -> Comment:
    """Reply, ask or say. `about` is "field:dynamics" or "object:yolo:M1"."""
    person, given = person_of(request), request.POST
    words = {"body": given.get("body", ""), "key": given.get("key", "")[:64]}
    if given.get("reply_to"):
        return say(by=person, unit=unit, reply_to=_replied_to(request, unit), **words)
    what, _colon, place = given.get("about", "").partition(":")
    about = {"about_field": place if what == "field" else "", "about_object": place if what == "object" else ""}
    service = ask if given.get("kind") == Comment.Kind.QUESTION else say
    return service(by=person, unit=unit, **about, **words)


def _replied_to(request: HttpRequest, unit: Unit) -> Comment:
    seen = Comment.objects.visible_to(person_of(request)).filter(unit=unit).select_related("reply_to")
    try:
        number = UUID(request.POST["reply_to"])
    except ValueError as error:
        raise Http404 from error
    comment: Comment = get_object_or_404(seen, pk=number)
    return comment


def _threads(request: HttpRequest, unit: Unit, refusal: Refused | None = None) -> HttpResponse:
    """The page, or for htmx its threads; after a refusal with what was typed, at its place."""
    shown = discussion_of(
        unit,
        person_of(request),
        about_object=request.GET.get("object", ""),
        about_field=request.GET.get("field", ""),
    )
    address = reverse("annotation:discussion", args=[unit.project.slug, unit.pk])
    context = {
        "project": unit.project,
        "unit": unit,
        "unit_url": unit_url(unit),
        "discussion": shown,
        "faults": refusal.faults if refusal else [],
        "typed": request.POST if refusal else {},
        "key": request.POST.get("key", "") if refusal else get_random_string(64),
        "address": address,
        "here": f"{address}?{request.GET.urlencode()}" if request.GET else address,
    }
    is_part = htmx_of(request)
    template = "annotation/discussion_threads.html" if is_part else "annotation/discussion.html"
    return render(request, template, context, status=422 if refusal else 200)
