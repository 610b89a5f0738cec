"""What adjudication changed, and, for admins who do not label, how people agree with each other."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from adjudication.agreement_wording import BECAME_WORDS, QUESTION_WORDS
from adjudication.models import Resolution
from adjudication.selectors.changes import Changes, changes
from adjudication.selectors.raters import FEW, names_of, person_drops, person_weeks, rater_pairs
from adjudication.selectors.sources import source_of
from adjudication.selectors.wanted import Wanted
from adjudication.views.agreement import opened
from adjudication.views.agreement_context import drop_context
from adjudication.views.bars import Bars, bars
from adjudication.views.figures import decimal, percent
from adjudication.wording import AGREEMENT_WORDS, REASON_WORDS
from annotation.access import allow, person_of
from annotation.models import Project, User
from annotation.permissions import sees_names
from annotation.wording import label
from diffs.selectors.accuracy import DECISION_WORDS, accuracy_of
from evaluator.compare import FIELDS
from evaluator.vocabulary import Dynamics


@require_GET
@login_required
def decided(request: HttpRequest, slug: str) -> HttpResponse:
    """What became gold where labels differed: by field, by boundary, by the two dynamics, and why."""
    project, wanted, context = opened(request, slug)
    found = changes_for(project, person_of(request), wanted)
    context |= {**changes_context(found), "place": "decided"}
    return render(request, "adjudication/agreement/decided.html", context, status=context["status"])


@require_GET
@login_required
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """By name, so for admins who do not label in the project."""
    project, wanted, context = opened(request, slug)
    allow(sees_names(request.user, project))
    reader = person_of(request)
    found = changes_for(project, reader, wanted, people=True)
    weeks = person_weeks(project, reader, wanted) or {}
    raters = rater_pairs(project, reader, wanted, (wanted.field,))
    context |= {
        "place": "people",
        "field_label": AGREEMENT_WORDS[wanted.field],
        "raters": [rater_words(each) for each in raters or ()],
        "too_many": raters is None,
        "few": FEW,
        "drops": [drop_context(each.person, each.drop) for each in person_drops(weeks)],
        "kept": kept_rows(found),
        "accuracy": accuracy_rows(project, reader),
    }
    return render(request, "adjudication/agreement/people.html", context, status=context["status"])


def changes_for(project: Project, reader: User, wanted: Wanted, *, people: bool = False) -> Changes:
    return changes(project, reader, wanted, source_of(project, reader, wanted), people=people)


def changes_context(found: Changes) -> dict[str, Any]:
    reasons = dict(REASON_WORDS)
    most = max(found.reasons.values(), default=1)
    return {
        "decisions": found.decisions,
        "outcomes": [(Resolution.Outcome(name).label, count) for name, count in found.outcomes.most_common()],
        "reasons": [
            (reasons.get(name, name), count, percent(count / found.decisions), round(96 * count / most, 1))
            for name, count in found.reasons.most_common()
        ],
        "by_field": changes_bars(found),
        "field_rows": [(words, *(counts[kind] for kind in BECAME_WORDS)) for words, counts in field_changes(found)],
        "question_rows": [
            (*QUESTION_WORDS[name], *(counts[kind] for kind in BECAME_WORDS))
            for name, counts in found.questions.items()
        ],
        "met_rows": met_rows(found),
        "became": BECAME_WORDS.values(),
    }


def field_changes(found: Changes) -> list[tuple[str, Any]]:
    return [(str(DECISION_WORDS[each.name]), found.fields[each.name]) for each in FIELDS if each.name in found.fields]


def changes_bars(found: Changes) -> Bars:
    named = [(words, "", [(kind, counts[kind]) for kind in BECAME_WORDS]) for words, counts in field_changes(found)]
    return bars(named, [(kind, str(words)) for kind, words in BECAME_WORDS.items()])


def met_rows(found: Changes) -> list[tuple[str, str, int, int, int, int, int]]:
    """Two dynamics, how often the first and the second became gold, an answer of its own, neither, excluded."""
    rows = sorted(found.met.items(), key=lambda item: -item[1].total())
    return [
        (
            str(label(Dynamics(one))), str(label(Dynamics(other))),
            counts[one], counts[other], counts["own"], counts["neither"], counts["excluded"],
        )
        for (one, other), counts in rows
    ]  # fmt: skip


def kept_rows(found: Changes) -> list[tuple[str, int, int, int, int]]:
    """Person, then how often their dynamics were kept and changed, then the same over all fields that differed."""
    names = names_of(set(found.people))
    rows = []
    for person, fields in found.people.items():
        dynamics: Mapping[str, int] = fields.get("dynamics", {})
        every = [sum(counts.get(kind, 0) for counts in fields.values()) for kind in ("kept", "changed")]
        rows.append((names[person], dynamics.get("kept", 0), dynamics.get("changed", 0), every[0], every[1]))
    return sorted(rows)


def rater_words(each: Any) -> dict[str, Any]:
    interval = f"{percent(each.low).removesuffix(' %')} – {percent(each.high)}"
    return {"pair": each, "raw": percent(each.raw), "interval": interval, "kappa": decimal(each.kappa)}


def accuracy_rows(project: Project, reader: User) -> list[tuple[str, str, int, int]]:
    """Person, how often their dynamics on known pairs were right, and of how many."""
    found = accuracy_of(project, reader)
    rows = []
    for row in found.by_field.rows.values():
        figure = row.figures.get("dynamics")
        if figure is not None and figure.of:
            rows.append((row.person, percent(figure.share), figure.right, figure.of))
    return sorted(rows)
