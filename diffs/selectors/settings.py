"""The settings of papers as one person described them before: offered to the same person again, to nobody else."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from annotation.models import User
from diffs.models import Diff, DiffDraft, PaperPair
from diffs.rules import CONTEXT_FIELDS

SOURCE, TARGET = "source", "target"
# Answers looked at, newest first: a paper stands in few pairs of one person, and the newest words are wanted.
MOST = 40
_PAPERS = ("pair__source__source_version__paper_id", "pair__target__source_version__paper_id")


@dataclass(frozen=True, slots=True)
class Earlier:
    """What the person wrote of a paper's setting in another pair, and that pair's title."""

    context: dict[str, str]
    pair: str


def earlier_settings(pair: PaperPair, user: User) -> dict[str, Earlier]:
    """By side, the newest words of this person on that paper's setting, from any other pair. Two queries.

    Only the person's own answers and drafts are read: what another wrote of a paper says how they labelled.
    """
    papers = {pair.source.paper.pk: SOURCE, pair.target.paper.pk: TARGET}
    drafts = DiffDraft.objects.visible_to(user).filter(pair__project=pair.project_id)
    rows = sorted(
        [
            *_rows(drafts, "payload", "saved_at", pair),
            *_rows(Diff.objects.filter(author=user, pair__project=pair.project_id), "answer", "submitted_at", pair),
        ],
        key=lambda row: row[0],
        reverse=True,
    )
    found: dict[str, Earlier] = {}
    for _when, title, paper, context in rows:
        words = _words_of(context)
        if paper in papers and words:
            found.setdefault(papers[paper], Earlier(words, title))
    return found


def _rows(
    answers: "QuerySet[Any]", column: str, when: str, pair: PaperPair
) -> Iterator[tuple[datetime, str, int, object]]:
    """(time, title of the pair, paper, context) of both papers of each answer about a pair with one of these two."""
    papers = (pair.source.paper.pk, pair.target.paper.pk)
    about = Q(**{f"{_PAPERS[0]}__in": papers}) | Q(**{f"{_PAPERS[1]}__in": papers})
    contexts = (f"{column}__source_ecology", f"{column}__target_ecology")
    others = answers.exclude(pair=pair).filter(about).order_by(f"-{when}")
    for time, title, first, second, ours, theirs in others.values_list(when, "pair__unit__title", *_PAPERS, *contexts)[
        :MOST
    ]:
        yield time, title, first, ours
        yield time, title, second, theirs


def _words_of(context: object) -> dict[str, str]:
    """The fields that say something; a draft may hold anything."""
    if not isinstance(context, dict):
        return {}
    found = {name: context.get(name) for name in CONTEXT_FIELDS}
    return {name: value for name, value in found.items() if isinstance(value, str) and value.strip()}
