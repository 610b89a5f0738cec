"""The guideline to read: in force and earlier, at hand beside the work, compared, and confirmed as read."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.access import allow, person_of, project_for
from annotation.comparison import compare_texts
from annotation.feedback import say
from annotation.forms import NoteForm
from annotation.markdown import render_guideline, render_markdown
from annotation.models import Guideline, GuidelineNote, Project
from annotation.permissions import can_administer, can_read_guideline
from annotation.refusal import Refused
from annotation.selectors.guidelines import (
    current_guideline,
    guideline_versions,
    has_read,
    open_notes,
    readers_of,
    section_label,
    uncovered_fields,
    unread_guideline,
)
from annotation.services import confirm_reading


@login_required
@require_GET
def guidelines(request: HttpRequest, slug: str) -> HttpResponse:
    """The version in force."""
    project = project_for(request.user, slug)
    return _reading(request, project, current_guideline(project))


@login_required
@require_GET
def guideline(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """One version, as people read it when they labelled under it."""
    project = project_for(request.user, slug)
    return _reading(request, project, _version(request, project, version))


@login_required
@require_GET
def at_hand(request: HttpRequest, slug: str) -> HttpResponse:
    """The version in force with its notes, for the drawer beside the work."""
    project = project_for(request.user, slug)
    current = current_guideline(project)
    rendered = render_guideline(current.body)
    context = {"project": project, "rendered": rendered, "notes": _notes(project)}
    html = render_to_string("annotation/guideline_at_hand.html", context, request)
    return JsonResponse({"version": current.version, "html": html})


@login_required
@require_GET
def compare(request: HttpRequest, slug: str) -> HttpResponse:
    """Two versions, line by line: `from` and `to`; without them the version in force with the one before."""
    project = project_for(request.user, slug)
    versions = guideline_versions(project, person_of(request), with_labels=False)
    newest = versions[0].version
    new = _version(request, project, _number(request, "to", newest))
    old = _version(request, project, _number(request, "from", max(1, new.version - 1)))
    context = {
        "project": project,
        "versions": versions,
        "old": old,
        "new": new,
        "lines": compare_texts(old.body, new.body),
        "between": [each for each in reversed(versions) if old.version < each.version <= new.version],
    }
    return render(request, "annotation/guideline_compare.html", context)


@login_required
@require_POST
def read(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """“I have read it.”"""
    project = project_for(request.user, slug)
    found = _version(request, project, version)
    allow(can_read_guideline(request.user, project))
    try:
        confirm_reading(by=person_of(request), guideline=found)
    except Refused as refusal:
        say(request, refusal)
        return redirect("annotation:guidelines", slug)
    messages.success(request, _("Noted: you have read guideline %(version)s.") % {"version": found.version})
    return redirect("annotation:project", slug)


def _number(request: HttpRequest, name: str, default: int) -> int:
    """A version behind the question mark; what is none names no version."""
    given = request.GET.get(name, "")
    if not given:
        return default
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 10 else 0


def _version(request: HttpRequest, project: Project, version: int) -> Guideline:
    visible = Guideline.objects.visible_to(person_of(request)).select_related("created_by", "project")
    found: Guideline = get_object_or_404(visible, project=project, version=version)
    return found


def _notes(project: Project) -> list[dict[str, object]]:
    return [
        {"row": note, "html": render_markdown(note.text), "section": section_label(note.about_field)}
        for note in open_notes(project)
    ]


def _reading(request: HttpRequest, project: Project, guideline: Guideline) -> HttpResponse:
    person = person_of(request)
    admin = can_administer(person, project)
    versions = guideline_versions(project, person, with_labels=admin)
    rendered = render_guideline(guideline.body)
    works_by_it = can_read_guideline(person, project)
    context = {
        "project": project,
        "guideline": guideline,
        "rendered": rendered,
        "versions": versions,
        "is_current": guideline.version == versions[0].version,
        "may_confirm": works_by_it,
        "has_read": has_read(person, guideline),
        "must_read": works_by_it and unread_guideline(person, project) is not None,
        "notes": _notes(project),
        "taken_in": GuidelineNote.objects.filter(taken_in=guideline),
        "note_form": NoteForm() if admin else None,
        "readers": readers_of(project) if admin else None,
        "uncovered": uncovered_fields(rendered.anchors) if admin else [],
    }
    return render(request, "annotation/guideline.html", context)
