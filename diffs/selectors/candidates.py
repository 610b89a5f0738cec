"""Candidates of lineages as a page lists them, each with its reasons and what it waits for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from annotation.models import Project, User
from diffs.models import CandidateSearch, LineageCandidate
from genomes.models import Genome, Paper

Kind, State = LineageCandidate.Kind, LineageCandidate.State


@dataclass(frozen=True, slots=True)
class Listed:
    """A candidate with its reasons in words."""

    row: LineageCandidate
    reasons: Sequence[tuple[str, str]]

    @property
    def waits_for(self) -> str:
        """What an accepted candidate lacks before it is a pair; empty when it is one or is undecided."""
        if self.row.state != State.ACCEPTED or self.row.pair_id:
            return ""
        missing = [
            paper.title
            for paper, ready in ((self.row.source, "source_ready"), (self.row.target, "target_ready"))
            if paper is not None and not getattr(self.row, ready, False)
        ]
        if missing:
            return _("waits for the genome of %(papers)s") % {"papers": ", ".join(missing)}
        return _("waits until both genomes can be paired")


def listed_candidates(
    person: User, project: Project, *, state: str = "", kind: str = "", paper: str = "", query: str = ""
) -> "QuerySet[LineageCandidate]":
    """Candidates that fit, the weightiest first, with both papers and whether their genomes are handed in."""
    rows: QuerySet[LineageCandidate] = LineageCandidate.objects.visible_to(person).filter(project=project)
    if state in State.values:
        rows = rows.filter(state=state)
    if kind in Kind.values:
        rows = rows.filter(kinds__contains=[kind])
    if paper:
        named = list(Paper.objects.filter(project=project, slug=paper).values_list("pk", flat=True))
        rows = rows.filter(Q(target__in=named) | Q(source__in=named))
    if query:
        rows = rows.filter(Q(work__title__icontains=query) | Q(target__title__icontains=query))
    handed_in = Genome.objects.handed_in()
    return (
        rows.select_related("source", "target", "pair__unit", "decided_by")
        .annotate(
            source_ready=Exists(handed_in.filter(source_version__paper=OuterRef("source"))),
            target_ready=Exists(handed_in.filter(source_version__paper=OuterRef("target"))),
        )
        .order_by("-weight", "pk")
    )


def in_words(rows: Iterable[LineageCandidate]) -> list[Listed]:
    """The rows of a page with their reasons in the reader's words."""
    return [Listed(row, [(kind, _says(kind, row.reasons[kind])) for kind in row.kinds]) for row in rows]


def last_search(project: Project) -> CandidateSearch | None:
    """The newest look for candidates."""
    newest: CandidateSearch | None = project.candidate_searches.select_related("paper").first()
    return newest


def _says(kind: str, reason: dict[str, Any]) -> str:
    if kind == Kind.SIMILARITY:
        words = {"percent": round(100 * reason["score"]), "words": ", ".join(reason["words"])}
        return _("%(percent)s %% alike: %(words)s") % words
    if kind == Kind.CURATED:
        return _("on the list “%(list)s”, line %(line)s") % reason
    if reason.get("cited_by"):
        return _("reference %(position)s; %(cited_by)s papers here refer to it") % reason
    return _("reference %(position)s of its list") % reason
