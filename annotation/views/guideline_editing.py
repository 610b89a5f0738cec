"""Writing the guideline: the editor of the next version with its preview, and notes that answer questions meanwhile."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from annotation.access import allow, person_of, project_for
from annotation.feedback import put_on_form, say
from annotation.forms import GuidelineForm, NoteForm
from annotation.markdown import render_guideline, render_markdown
from annotation.models import Comment, Guideline, GuidelineNote, Project
from annotation.permissions import can_administer
from annotation.refusal import Refused
from annotation.sections import section_of
from annotation.selectors.guidelines import (
    current_guideline,
    open_notes,
    question_for,
    section_label,
    uncovered_fields,
)
from annotation.services import add_note, publish_guideline, remove_note


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Write the next version, starting from the one in force; with `note`, that note's words are put at its end."""
    project = _administered(request, slug)
    latest = current_guideline(project)
    waiting = list(open_notes(project))
    form = GuidelineForm(project, request.POST or None, initial=_start(request, latest, waiting))
    if request.method == "POST" and form.is_valid():
        try:
            published = publish_guideline(by=person_of(request), project=project, **form.cleaned_data)
        except Refused as refusal:
            put_on_form(form, refusal)
            # The person has now been told of the other version, so a second try goes through.
            form.data = _with(request, based_on=latest.version)
        else:
            messages.success(request, _("Version %(version)s is in force.") % {"version": published.version})
            return redirect("annotation:guidelines", slug)
    context = {
        "project": project,
        "form": form,
        "latest": latest,
        "waiting": waiting,
        **_shown(form["body"].value() or ""),
    }
    return render(request, "annotation/guideline_edit.html", context, status=422 if form.errors else 200)


def _start(request: HttpRequest, latest: Guideline, waiting: list[GuidelineNote]) -> dict[str, Any]:
    """What stands in the editor at first."""
    asked = request.GET.get("note", "")
    note = next((each for each in waiting if str(each.pk) == asked), None)
    start: dict[str, Any] = {"body": latest.body, "based_on": latest.version}
    if note is not None:
        start |= {"body": f"{latest.body.rstrip()}\n\n{note.text}\n", "notes": [note.pk]}
    return start


def _with(request: HttpRequest, **values: Any) -> Any:
    data = request.POST.copy()
    for name, value in values.items():
        data[name] = value
    return data


def _shown(body: str) -> dict[str, Any]:
    rendered = render_guideline(body)
    return {"rendered": rendered, "uncovered": uncovered_fields(rendered.anchors)}


@login_required
@require_POST
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """The text in the editor as it will be read, its sections, and the fields that none of them speaks of."""
    _administered(request, slug)
    return render(request, "annotation/guideline_preview.html", _shown(request.POST.get("body", "")))


@login_required
@require_http_methods(["GET", "POST"])
def notes(request: HttpRequest, slug: str) -> HttpResponse:
    """The notes, all of them, and the form of a new one; `question` is the comment that it answers."""
    project = _administered(request, slug)
    person = person_of(request)
    question = question_for(person, project, request.POST.get("question") or request.GET.get("question", ""))
    about = section_of(question.about_field) if question else ""
    form = NoteForm(request.POST or None, initial={"about_field": about})
    if request.method == "POST" and form.is_valid():
        try:
            add_note(by=person, project=project, question=question, **form.cleaned_data)
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            messages.success(request, _("The note stands below the guideline now, and beside the work."))
            return redirect("annotation:guideline-notes", slug)
    context = {"project": project, "form": form, "question": question, "rows": _rows(project, person)}
    return render(request, "annotation/guideline_notes.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def note_remove(request: HttpRequest, slug: str, note_id: int) -> HttpResponse:
    """Take a note back."""
    project = _administered(request, slug)
    note = get_object_or_404(GuidelineNote, project=project, pk=note_id)
    try:
        remove_note(by=person_of(request), note=note)
    except Refused as refusal:
        say(request, refusal)
    else:
        messages.success(request, _("The note is taken back."))
    return redirect("annotation:guideline-notes", slug)


def _rows(project: Project, person: Any) -> list[dict[str, Any]]:
    """Each note with its question, where the reader may see that. Two queries."""
    notes = list(project.guideline_notes.select_related("created_by", "taken_in"))
    ids = [note.question_id for note in notes if note.question_id]
    asked = Comment.objects.visible_to(person).filter(pk__in=ids, withdrawn_at__isnull=True)
    questions = asked.in_bulk()
    return [
        {
            "row": note,
            "html": render_markdown(note.text),
            "section": section_label(note.about_field),
            "question": questions.get(note.question_id),
        }
        for note in notes
    ]


def _administered(request: HttpRequest, slug: str) -> Project:
    project = project_for(request.user, slug)
    allow(can_administer(request.user, project))
    return project
