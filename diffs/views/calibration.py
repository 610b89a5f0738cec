"""Calibration: pairs whose answer is known, who is measured how, and how accurate people are. For admins who do not
label themselves; and the feedback that a person gets who qualifies."""

from collections.abc import Callable, Iterator
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.access import allow, person_of, project_for
from annotation.feedback import htmx_of, put_on_form, say
from annotation.markdown import render_markdown
from annotation.models import Membership, Project, Role
from annotation.permissions import can_administer
from annotation.refusal import Refused
from annotation.selectors import link
from annotation.services import ask_to_qualify_again, qualify_member, resume_member, set_calibration
from annotation.spreadsheets import csv_response
from diffs.forms import CalibrationForm, ExplanationForm
from diffs.models import CheckResult, KnownAnswer, PaperPair
from diffs.permissions import can_calibrate
from diffs.selectors.accuracy import (
    KINDS,
    accuracy_of,
    difficulty_of,
    field_figures,
    known_rows,
    narrowed_words,
    results_for,
)
from diffs.selectors.calibration import known_answers, own_calibration, people_measured
from diffs.selectors.feedback import feedback_of
from diffs.services import explain_known, unmark_known
from diffs.views.pair import pair_for

PAGE = 50


@login_required
@require_http_methods(["GET", "POST"])
def calibration(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is measured, on what, and from when on people are paused; a POST changes the numbers."""
    project = project_for(request.user, slug)
    allow(can_administer(request.user, project))
    user = person_of(request)
    if not can_calibrate(user, project):
        return render(request, "diffs/calibration/closed.html", {"project": project}, status=403)
    form = CalibrationForm(_sent(request), instance=project)
    if request.method == "POST" and form.is_valid():
        try:
            set_calibration(by=user, project=project, **form.cleaned_data)
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("diffs:calibration", slug)
    known = Paginator(known_answers(project, user), PAGE).get_page(request.GET.get("page"))
    people = people_measured(project)
    context = {
        "project": project,
        "form": form,
        "people": people,
        "gold_url": link("adjudication:known-from-gold", slug),
        "nothing_left": [each.membership.user.username for each in people if each.nothing_left],
        "page": known,
        "known": known_rows(list(known), results_for(project, user)),
    }
    return render(request, "diffs/calibration/calibration.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
def known(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """One known pair: its answer, what it is used for, why it is the answer, and how people did on it."""
    project, answer = _known(request, slug, pair_id)
    form = ExplanationForm(_sent(request), initial={"use": answer.use, "explanation": answer.explanation})
    if request.method == "POST" and form.is_valid():
        try:
            explain_known(by=person_of(request), pair=answer.pair, **form.cleaned_data)
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            messages.success(request, _("The known answer is saved."))
            return redirect("diffs:known", slug, pair_id)
    results = results_for(project, person_of(request)).filter(known__pair=answer.pair)
    page = Paginator(results, PAGE).get_page(request.GET.get("page"))
    context = {
        "project": project,
        "answer": answer,
        "explanation": render_markdown(answer.explanation),
        "fields": field_figures(difficulty_of(results).get(answer.pair_id, {})),
        "page": page,
        "form": form,
        "versions": answer.number,
    }
    return render(request, "diffs/calibration/known.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def unmark(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """Measure nobody on a pair any more."""
    _project, answer = _known(request, slug, pair_id)
    unmark_known(by=person_of(request), pair=answer.pair)
    words = _("Nobody is measured on “%(pair)s” any more. What was measured stays.")
    messages.success(request, words % {"pair": answer.pair.unit.title})
    return redirect("diffs:calibration", slug)


@login_required
@require_GET
def accuracy(request: HttpRequest, slug: str) -> HttpResponse:
    """People × fields, rules, known dynamics and weeks."""
    project = _calibrated(request, slug)
    kind = _kind(request)
    context = {"project": project, "kind": kind, "accuracy": accuracy_of(project, person_of(request), kind=kind)}
    return render(request, "diffs/calibration/accuracy.html", context)


@login_required
@require_GET
def accuracy_table(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """The numbers of all matrices as CSV: one line to a person, a matrix and a column."""
    project = _calibrated(request, slug)
    found = accuracy_of(project, person_of(request), kind=_kind(request))
    return csv_response(_lines(found), f"{slugify(slug)}-calibration.csv")


def _lines(found: Any) -> Iterator[list[Any]]:
    yield ["matrix", "person", "column", "right", "n", "share"]
    for matrix in found.matrices:
        for row, cells in matrix.lines:
            for column, figure in cells:
                yield [matrix.name, row.person or "*", column.key, figure.right, figure.of, figure.share]


@login_required
@require_GET
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """The answers behind a figure."""
    project = _calibrated(request, slug)
    names = ("person", "wrong_field", "rule", "known", "chosen")
    chosen = {name: request.GET.get(name, "") for name in names}
    found = results_for(project, person_of(request), kind=_kind(request), **chosen)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    context = {"project": project, "page": page, "narrowed": narrowed_words(chosen, _kind(request))}
    return render(request, "diffs/calibration/results.html", context)


@login_required
@require_GET
def result(request: HttpRequest, slug: str, result_id: int) -> HttpResponse:
    """One answer beside the known one, for admins. Who may not see it is not told either whether it exists."""
    project, user = project_for(request.user, slug), person_of(request)
    rows = CheckResult.objects.visible_to(user).filter(known__pair__project=project)
    found = get_object_or_404(rows.select_related("diff__author", "known"), pk=result_id)
    pair = PaperPair.objects.with_papers().get(pk=found.known.pair_id)
    return _feedback(request, pair, found, is_own=found.diff.author == user)


@login_required
@require_GET
def feedback(request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
    """How one's own answer on an announced known pair compares, and why the known one is the answer."""
    pair = pair_for(request, slug, pair_id)
    mine = CheckResult.objects.filter(diff__pair=pair, diff__author=person_of(request), is_announced=True)
    return _feedback(request, pair, get_object_or_404(mine.select_related("diff__author", "known")), is_own=True)


@login_required
@require_GET
def own(request: HttpRequest, slug: str) -> HttpResponse:
    """One's own state, for the aside of My work and as a page of its own."""
    project = project_for(request.user, slug)
    found = own_calibration(person_of(request), project)
    if found is None:
        raise Http404
    page = "own_card" if htmx_of(request) else "own"
    return render(request, f"diffs/calibration/{page}.html", {"project": project, "own": found})


@login_required
@require_POST
def let_work(request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
    """Let a person work without qualifying."""
    return _decide(request, slug, user_id, qualify_member, _("%(name)s may begin with real work."))


@login_required
@require_POST
def ask_again(request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
    """Ask a person to qualify, or to qualify again."""
    return _decide(request, slug, user_id, ask_to_qualify_again, _("%(name)s qualifies before the next real unit."))


@login_required
@require_POST
def resume(request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
    """Let a paused person go on; what was measured before no longer counts against them."""

    def go_on(*, by: Any, membership: Membership) -> None:
        resume_member(by=by, project=membership.project, user=membership.user)

    return _decide(request, slug, user_id, go_on, _("%(name)s may go on."))


def _decide(request: HttpRequest, slug: str, user_id: int, service: Callable[..., Any], words: str) -> HttpResponse:
    project = project_for(request.user, slug)
    members = Membership.objects.filter(project=project, role=Role.ANNOTATOR).select_related("user", "project")
    membership = get_object_or_404(members, user_id=user_id)
    allow(can_calibrate(person_of(request), project))
    try:
        service(by=person_of(request), membership=membership)
    except Refused as refusal:
        say(request, refusal)
    else:
        messages.success(request, words % {"name": membership.user.username})
    return redirect("diffs:calibration", slug)


def _calibrated(request: HttpRequest, slug: str) -> Project:
    project = project_for(request.user, slug)
    allow(can_calibrate(person_of(request), project))
    return project


def _known(request: HttpRequest, slug: str, pair_id: int) -> tuple[Project, KnownAnswer]:
    pair, user = pair_for(request, slug, pair_id), person_of(request)
    allow(can_calibrate(user, pair.project))
    answer: KnownAnswer = get_object_or_404(known_answers(pair.project, user, used=False).defer(None), pair=pair)
    return pair.project, answer


def _sent(request: HttpRequest) -> Any:
    return request.POST if request.method == "POST" else None


def _kind(request: HttpRequest) -> str:
    kind = request.GET.get("kind", "")
    return kind if kind in KINDS else ""


def _feedback(request: HttpRequest, pair: PaperPair, found: CheckResult, *, is_own: bool) -> HttpResponse:
    context = {
        "project": pair.project,
        "pair": pair,
        "feedback": feedback_of(pair, found),
        "explanation": render_markdown(found.known.explanation),
        "own": own_calibration(person_of(request), pair.project) if is_own else None,
        "is_own": is_own,
    }
    return render(request, "diffs/calibration/feedback.html", context)
