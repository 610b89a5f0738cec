"""The data and the pictures behind the figures of agreement, under the same filters."""

import re
from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template.loader import render_to_string
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from adjudication.agreement_wording import PART_WORDS, QUESTION_WORDS
from adjudication.boundaries import parted
from adjudication.filters import wanted_of
from adjudication.permissions import can_see_agreement
from adjudication.selectors.dashboard import Dashboard, cells_of, dashboard
from adjudication.selectors.label_rows import label_rows
from adjudication.selectors.measured import Measured, summed
from adjudication.selectors.sources import source_of
from adjudication.selectors.typings import typed
from adjudication.selectors.wanted import Wanted
from adjudication.services.tallies import count_open
from adjudication.views.agreement import MOST_INLINE
from adjudication.views.agreement_context import confusion_context, part_label
from adjudication.views.bars import bars
from adjudication.views.chart_style import STYLE
from adjudication.views.charts import dot_plot, weeks_chart
from adjudication.views.decided import changes_bars, changes_for
from adjudication.views.decided_files import DECISION_TABLES, NAMED_TABLES, Rows
from adjudication.wording import AGREEMENT_WORDS
from annotation.access import allow, person_of, project_for
from annotation.feedback import as_json
from annotation.models import Project, User
from annotation.permissions import sees_names
from annotation.refusal import Refused
from annotation.spreadsheets import csv_response

# A figure, why there is none, its interval, and why that is not there.
FIGURE_COLUMNS = [
    "raw_agreement", "raw_undefined", "raw_low", "raw_high", "raw_no_interval",
    "alpha", "alpha_undefined", "alpha_low", "alpha_high", "alpha_no_interval",
    "ac1", "ac1_undefined", "ac1_low", "ac1_high", "ac1_no_interval",
    "units_used", "units_total",
]  # fmt: skip
NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # characters that no XML may hold
PENDING = "being computed by the worker"


def _asked(request: HttpRequest, slug: str, name: str) -> tuple[Project, User, Wanted] | JsonResponse:
    """Who may, and what about; a filter that nothing fits is refused, never passed over."""
    project = project_for(request.user, slug)
    allow(sees_names(request.user, project) if name in NAMED_TABLES else can_see_agreement(request.user, project))
    try:
        wanted = wanted_of(project, request.GET)
    except Refused as refusal:
        return as_json(refusal)
    count_open(project=project, most=MOST_INLINE)
    return project, person_of(request), wanted


@require_GET
@login_required
def table(request: HttpRequest, slug: str, name: str) -> HttpResponseBase:
    """The data behind a figure as CSV, row after row."""
    asked = _asked(request, slug, name)
    return asked if isinstance(asked, JsonResponse) else csv_response(TABLES[name](*asked), filename(slug, name, "csv"))


@require_GET
@login_required
def picture(request: HttpRequest, slug: str, name: str) -> HttpResponseBase:
    """A chart as a file of its own, with its styles inside."""
    asked = _asked(request, slug, name)
    if isinstance(asked, JsonResponse):
        return asked
    template, context = PICTURES[name](*asked)
    drawn = render_to_string(template, {**context, "standalone": STYLE}, request)
    legal = NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", drawn)
    response = HttpResponse(legal, content_type="image/svg+xml; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{filename(slug, name, "svg")}"'
    return response


def filename(slug: str, name: str, ending: str) -> str:
    return f"{slugify(slug)}-agreement-{name}.{ending}"


def _figures(each: Measured) -> list[Any]:
    found: list[Any] = []
    for one in (each.raw, each.alpha, each.ac1):
        lacks = one.value is not None and one.low is None
        why = PENDING if lacks and each.is_pending else one.no_interval or one.reason
        found += [one.value, one.reason, one.low, one.high, why]
    return [*found, each.used, each.total]


def _whole(project: Project, reader: User, wanted: Wanted) -> Dashboard:
    return dashboard(project, reader, wanted, compute=True)


def _cells(project: Project, reader: User, wanted: Wanted) -> dict[tuple[str, str], int]:
    source = source_of(project, reader, wanted)
    return cells_of(summed(source.weeks()["dynamics"].values()))


def _fields(project: Project, reader: User, wanted: Wanted) -> Rows:
    yield ["field", *FIGURE_COLUMNS]
    found = _whole(project, reader, wanted)
    for each in [*found.fields, *found.typed]:
        yield [each.name, *_figures(each)]


def _weeks(project: Project, reader: User, wanted: Wanted) -> Rows:
    yield ["week", "field", "guideline_from", *FIGURE_COLUMNS]
    for each in _whole(project, reader, wanted).weeks:
        yield [each.monday, wanted.field, " ".join(map(str, each.versions)), *_figures(each.figures)]


def _parts(project: Project, reader: User, wanted: Wanted) -> Rows:
    yield ["part", "value", "name", "field", *FIGURE_COLUMNS]
    found = _whole(project, reader, wanted)
    for part in PART_WORDS:
        for each in found.parts[part]:
            yield [part, each.value, each.label, wanted.field, *_figures(each.figures)]


def _confusion(project: Project, reader: User, wanted: Wanted) -> Rows:
    yield ["first", "second", "pairs_of_labels"]
    for (first, second), count in _cells(project, reader, wanted).items():
        yield [first, second, count]


def _boundaries(project: Project, reader: User, wanted: Wanted) -> Rows:
    yield ["boundary", "first", "second", "pairs_of_labels"]
    for each in parted(_cells(project, reader, wanted)):
        for first, second, count in each.pairs:
            yield [each.question.value, first, second, count]


def _drops(project: Project, reader: User, wanted: Wanted) -> Rows:
    yield ["field", "agreement_before", "n_before", "agreement_now", "n_now", "z"]
    for each in dashboard(project, reader, wanted, compute=False).drops:
        before, now = each.drop.before, each.drop.now
        yield [each.field, before.value, before.n, now.value, now.n, each.drop.z]


def _typings(project: Project, _reader: User, wanted: Wanted) -> Rows:
    """What author and second reader say of every object; the number is the one that the reader saw."""
    yield ["object", "author_type", "reader_type", "author_role", "reader_role"]
    for row in typed(project, wanted):
        yield [row.key, *row.types, *row.roles]


TABLES: dict[str, Callable[[Project, User, Wanted], Rows]] = {
    "fields": _fields,
    "weeks": _weeks,
    "parts": _parts,
    "confusion": _confusion,
    "boundaries": _boundaries,
    "drops": _drops,
    "typings": _typings,
    "labels": label_rows,
    **DECISION_TABLES,
    **NAMED_TABLES,
}
# A file to the name of its address, which a page may have already.
TABLE_ROUTES = {name: f"{name}-csv" if name == "people" else name for name in TABLES}

Drawn = tuple[str, dict[str, Any]]
CHARTS = "adjudication/agreement/"


def _draw_fields(project: Project, reader: User, wanted: Wanted) -> Drawn:
    found = _whole(project, reader, wanted)
    rows = [(str(AGREEMENT_WORDS[each.name]), each) for each in [*found.fields, *found.typed]]
    return f"{CHARTS}chart_dots.html", {"plot": dot_plot(rows, has_goal=False), "chart_title": _("Agreement by field")}


def _draw_weeks(project: Project, reader: User, wanted: Wanted) -> Drawn:
    weeks = _whole(project, reader, wanted).weeks
    chart = weeks_chart(weeks, has_goal=wanted.field == "dynamics") if weeks else None
    return f"{CHARTS}chart_weeks.html", {"weeks": chart, "field_label": AGREEMENT_WORDS[wanted.field]}


def _draw_part(part: str) -> Callable[[Project, User, Wanted], Drawn]:
    def draw(project: Project, reader: User, wanted: Wanted) -> Drawn:
        rows = [(part_label(part, each), each.figures) for each in _whole(project, reader, wanted).parts[part]]
        plot = dot_plot(rows, has_goal=wanted.field == "dynamics")
        return f"{CHARTS}chart_dots.html", {"plot": plot, "chart_title": PART_WORDS[part]}

    return draw


def _draw_confusion(project: Project, reader: User, wanted: Wanted) -> Drawn:
    return f"{CHARTS}chart_confusion.html", confusion_context(_cells(project, reader, wanted), wanted.query)


def _draw_boundaries(project: Project, reader: User, wanted: Wanted) -> Drawn:
    rows = parted(_cells(project, reader, wanted))
    named = [(str(QUESTION_WORDS[each.question][0]), "", [("label", each.count)]) for each in rows]
    return f"{CHARTS}chart_bars.html", {"chart": bars(named, []), "chart_title": _("The boundary that labels part at")}


def _draw_decided(project: Project, reader: User, wanted: Wanted) -> Drawn:
    chart = changes_bars(changes_for(project, reader, wanted))
    return f"{CHARTS}chart_bars.html", {"chart": chart, "chart_title": _("What became gold where labels differed")}


PICTURES: dict[str, Callable[[Project, User, Wanted], Drawn]] = {
    "fields": _draw_fields,
    "weeks": _draw_weeks,
    **{part: _draw_part(part) for part in PART_WORDS},
    "confusion": _draw_confusion,
    "boundaries": _draw_boundaries,
    "decisions": _draw_decided,
}
