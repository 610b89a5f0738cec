"""What was released of a paper, a pair, an object or one's own labels; and one record of a release with its origin."""

import json

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from annotation.access import person_of, project_for
from evaluator.manifest import TABLES
from evaluator.vocabulary import Split
from releases.fetching import frozen_release
from releases.permissions import can_freeze
from releases.selectors.links import chain_for, metadata_of
from releases.selectors.released import KINDS, MINE, narrowed, record_rows, records_of, summary
from releases.selectors.sealed import Rows
from releases.table_words import SPLITS, TABLE_NAMES

PAGE = 50


@login_required
@require_GET
def released(request: HttpRequest, slug: str) -> HttpResponse:
    """Every released record that rests on ?of=paper|pair|object&key=…, or on one's own labels (?of=mine)."""
    project = project_for(request.user, slug)
    kind, key = request.GET.get("of", ""), request.GET.get("key", "")
    if kind not in KINDS or (not key and kind != MINE):
        raise Http404
    wanted = {name: request.GET.get(name, "") for name in ("version", "table", "split")}
    if any("\0" in value for value in wanted.values()):
        raise Http404
    rows = records_of(person_of(request), project, kind, key)
    page = Paginator(narrowed(rows, **wanted), PAGE).get_page(request.GET.get("page"))
    found = summary(project, rows)
    context = {
        "project": project,
        "kind": kind,
        "key": key,
        "releases": found,
        "page": page,
        "records": record_rows(project, page),
        "tables": TABLE_NAMES,
        "splits": {portion.split: SPLITS.get(portion.split) for each in found for portion in each.portions},
        **wanted,
    }
    return render(request, "releases/released.html", context)


@login_required
@require_GET
def record(request: HttpRequest, slug: str, version: str, table: str, key: str) -> HttpResponse:
    """One record as it was released, and what it rests on down to the sentences. An exam item has a page of its own."""
    release = frozen_release(request, slug, version)
    if table not in TABLES:
        raise Http404
    row = release.records.filter(table=table, key=key).only("split").first() if "\0" not in key else None
    may_know = can_freeze(request.user, release.project)
    if row is not None and row.split == Split.SEALED and table != "exam" and not may_know:
        raise Http404  # that there is such a record is sealed, too
    found = Rows(release, sealed=may_know).of(table).get(key)
    if found is None:
        raise Http404
    if table == "exam":
        return redirect("releases:instance", slug, version, found["task"], key)
    context = {
        "project": release.project,
        "release": release,
        "table": table,
        "table_name": TABLE_NAMES[table],
        "key": key,
        "split": SPLITS.get(row.split) if row is not None else "",
        "chain": chain_for(person_of(request), release, metadata_of(table, found)),
        "text": json.dumps(found, indent=2, ensure_ascii=False),
    }
    return render(request, "releases/record.html", context)
