"""A report of agreement before adjudication, as JSON: the dashboard's figures with all that is needed to read them."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, Max, Min, OuterRef, QuerySet

from adjudication.boundaries import parted
from adjudication.models import PairTally
from adjudication.selectors.changes import Changes, changes
from adjudication.selectors.dashboard import Dashboard, dashboard
from adjudication.selectors.figures_json import figures_of
from adjudication.selectors.typings import kappas_of
from adjudication.selectors.wanted import Wanted
from annotation.models import Project, User
from diffs.label_files import moment
from diffs.models import Diff

SCHEMA_VERSION = "1"
GOAL = {"field": "dynamics", "raw_agreement": 0.847, "source": "the source paper's own, before adjudication"}


@dataclass(frozen=True)
class Report:
    """The report as JSON, and what its drawings are made from."""

    data: dict[str, Any]
    found: Dashboard
    changes: Changes


def report_of(project: Project, reader: User, wanted: Wanted, at: datetime) -> Report:
    """Over the pairs that the reader may see and the filters keep. Intervals are waited for."""
    found = dashboard(project, reader, wanted, compute=True)
    decided = changes(project, reader, wanted, found.source)
    data = {
        "schema_version": SCHEMA_VERSION,
        "project": {"slug": project.slug, "name": project.name},
        "made_at": moment(at),
        "goal": GOAL,
        **_facts(_labels(project, reader, wanted)),
        **figures_of(project, found),
        "boundaries": [_boundary(each.question.value, each.count, each.pairs) for each in parted(found.cells)],
        "typing_kappas": [
            {"field": name, "kappa": kappa, "n_units": number}
            for name, (kappa, number) in kappas_of(found.typings).items()
        ],
        "adjudication": _changed(decided),
    }
    return Report(data, found, decided)


def _labels(project: Project, reader: User, wanted: Wanted) -> "QuerySet[Diff]":
    meant = Exists(PairTally.objects.filter(wanted.of_tallies(), project=project, pair=OuterRef("pair")))
    rows: QuerySet[Diff] = Diff.objects.counted().visible_to(reader).filter(meant, pair__project=project)
    return rows


def _facts(labels: "QuerySet[Diff]") -> dict[str, Any]:
    """How many labels, by how many people, when, and under which versions of the guideline."""
    ends = labels.order_by().aggregate(
        pairs=Count("pair", distinct=True),
        labels=Count("pk"),
        annotators=Count("author", distinct=True),
        first=Min("submitted_at"),
        last=Max("submitted_at"),
    )
    versions = labels.order_by("guideline__version").values_list("guideline__version", "guideline__created_at")
    return {
        "labels": {**ends, **{name: moment(ends[name]) if ends[name] else None for name in ("first", "last")}},
        "guidelines": [
            {"version": version, "published_at": moment(at), "labels": number}
            for version, at, number in versions.annotate(number=Count("pk"))
        ],
    }


def _boundary(question: str, count: int, pairs: list[tuple[str, str, int]]) -> dict[str, Any]:
    met = [{"first": one, "second": other, "count": number} for one, other, number in pairs]
    return {"question": question, "count": count, "dynamics": met}


def _changed(found: Changes) -> dict[str, Any]:
    """What became gold where labels differed; of people nothing."""
    return {
        "decisions": found.decisions,
        "outcomes": _sorted(found.outcomes),
        "reasons": _sorted(found.reasons),
        "by_field": {name: _sorted(counts) for name, counts in sorted(found.fields.items())},
        "by_question": {str(name): _sorted(counts) for name, counts in sorted(found.questions.items())},
    }


def _sorted(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items()))
