"""Candidates of a lineage: look for them, read a curator's list, accept or reject each."""

import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import Project, User
from annotation.refusal import Conflict, Refused, refused
from diffs.models import CandidateSearch, LineageCandidate, PaperPair
from diffs.selectors.library import Library, find_in_library, library_of, work_keys
from diffs.services.finding import Find, from_likeness, from_references, is_earlier, store_finds, work_of_paper
from diffs.services.pairs import create_pair
from genomes.metadata.record import Record
from genomes.models import Genome, Paper
from genomes.services import import_metadata
from genomes.works import plain_doi, split_arxiv

logger = logging.getLogger(__name__)
Kind, State = LineageCandidate.Kind, LineageCandidate.State
ARROWS = ("->", "→", "\t")
LONGEST_LINE, LONGEST_DOI = 1_000, 200


@transaction.atomic
def start_candidate_search(*, by: User, project: Project, paper: Paper | None = None) -> CandidateSearch:
    """Note that somebody asked to look for candidates; the caller hands it to the worker."""
    search: CandidateSearch = CandidateSearch.objects.create(project=project, paper=paper, started_by=by)
    return search


def find_candidates(*, search_id: int) -> CandidateSearch:
    """Look for candidates; run again, it changes nothing. What was decided stays decided.

    Of one paper every reference is a candidate. Of a whole project those that are papers of the library, and works
    outside that several of its papers refer to. A search that meets a fault of ours ends as failed; the log says why.
    """
    searches = CandidateSearch.objects.select_related("project", "paper", "started_by")
    search: CandidateSearch = searches.get(pk=search_id)
    if search.state != CandidateSearch.State.WAITING:
        return search
    try:
        library = library_of(search.project)  # looking takes long, so nothing is locked before there are finds
        project, paper = search.project, search.paper
        return _store(search, [*from_references(library, project, paper), *from_likeness(library, project, paper)])
    except (OperationalError, InterfaceError):
        raise  # the database is away: the task is tried again
    except Exception:
        logger.exception("The search for candidates %s failed", search_id)
        search.state, search.finished_at = CandidateSearch.State.FAILED, timezone.now()
        search.save(update_fields=["state", "finished_at"])
        return search


@transaction.atomic
def _store(search: CandidateSearch, finds: Iterable[Find]) -> CandidateSearch:
    _one_at_a_time(search.project)
    if not CandidateSearch.objects.filter(pk=search.pk, state=CandidateSearch.State.WAITING).exists():
        search.refresh_from_db()
        return search
    search.counts = dict(Counter(find.kind for find in store_finds(search.project, finds)))
    search.counts["pairs"] = len(pair_what_is_ready(by=search.started_by, project=search.project))
    search.state, search.finished_at = CandidateSearch.State.DONE, timezone.now()
    search.save(update_fields=["counts", "state", "finished_at"])
    return search


@transaction.atomic
def accept_candidate(*, by: User, candidate: LineageCandidate) -> LineageCandidate:
    """Take a candidate: a work outside becomes a paper of the library, and a pair when both genomes can be paired.

    Accepted already, it is returned as it is. Raises Refused when the work cannot become a paper.
    """
    candidate = _locked(candidate)
    if candidate.state == State.ACCEPTED:
        return candidate
    if candidate.source is None:
        candidate.source = _paper_for(by, candidate)
    candidate.state, candidate.reject_reason = State.ACCEPTED, ""
    candidate.decided_by, candidate.decided_at = by, timezone.now()
    candidate.save()
    _try_pair(by, candidate)
    return candidate


@dataclass(frozen=True, slots=True)
class AcceptResult:
    """How many candidates were accepted, how many of them are pairs now, and (work, what is wrong) of the others."""

    accepted: int
    pairs: int
    faults: list[tuple[str, str]]


@transaction.atomic
def accept_candidates(*, by: User, project: Project, ids: Sequence[int]) -> AcceptResult:
    """Take many candidates (ids) of a project; one that cannot be taken keeps no other out. Done again it changes
    nothing, and an id of another project is as if it had not been sent."""
    rows = LineageCandidate.objects.filter(project=project, pk__in=ids).exclude(state=State.ACCEPTED).order_by("pk")
    accepted, pairs, faults = 0, 0, []
    for candidate in rows.select_related("project"):
        try:
            with transaction.atomic():
                taken = accept_candidate(by=by, candidate=candidate)
        except Refused as refusal:
            faults.append((candidate.work.get("title", ""), str(refusal)))
        else:
            accepted += 1
            pairs += taken.pair_id is not None
    return AcceptResult(accepted, pairs, faults)


@transaction.atomic
def reject_candidate(*, by: User, candidate: LineageCandidate, reason: str = "") -> LineageCandidate:
    """Set a candidate aside, for good unless it is accepted later. Raises Refused when it is a pair already."""
    candidate = _locked(candidate)
    if candidate.pair_id is not None:
        raise refused("is_a_pair", _("This candidate is a pair already; pause or finish the pair instead."))
    candidate.state, candidate.reject_reason = State.REJECTED, reason.strip()[:300]
    candidate.decided_by, candidate.decided_at = by, timezone.now()
    candidate.save(update_fields=["state", "reject_reason", "decided_by", "decided_at"])
    return candidate


def _one_at_a_time(project: Project) -> None:
    """Two who look for candidates, or decide about them, wait for each other: neither overwrites what the other did."""
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)


def pair_what_is_ready(*, by: User, project: Project) -> list[LineageCandidate]:
    """Make the pairs of accepted candidates whose genomes can be paired by now."""
    waiting = LineageCandidate.objects.filter(project=project, state=State.ACCEPTED, pair=None, source__isnull=False)
    return [each for each in waiting.select_related("source", "target", "project") if _try_pair(by, each)]


def _locked(candidate: LineageCandidate) -> LineageCandidate:
    _one_at_a_time(candidate.project)
    rows = LineageCandidate.objects.select_for_update(of=("self",)).select_related("source", "target", "project")
    locked: LineageCandidate = rows.get(pk=candidate.pk)
    return locked


def _try_pair(by: User, candidate: LineageCandidate) -> bool:
    """Make the pair, or leave the candidate to wait for its genomes."""
    source, target = _newest_genome(candidate.source), _newest_genome(candidate.target)
    if source is None or target is None:
        return False
    try:
        with transaction.atomic():
            pair = create_pair(by=by, project=candidate.project, source=source, target=target)
    except Conflict:
        pair = PaperPair.objects.get(source=source, target=target)
    except Refused:
        return False  # the page says what each genome waits for
    candidate.pair = pair
    candidate.save(update_fields=["pair"])
    return True


def _newest_genome(paper: Paper | None) -> Genome | None:
    genomes = Genome.objects.handed_in().filter(source_version__paper=paper).select_related("source_version__paper")
    newest: Genome | None = genomes.order_by("-source_version__number").first()
    return newest


def _paper_for(by: User, candidate: LineageCandidate) -> Paper:
    """The paper that the work is by now, else a new one that is known by its metadata alone."""
    found = find_in_library(candidate.project, candidate.work)
    if found is not None:
        return _of_another(found, candidate)
    work = candidate.work
    record = Record(
        title=work.get("title", ""),
        authors=(work["first_author"],) if work.get("first_author") else (),
        published=date(work["year"], 1, 1) if work.get("year") else None,
        doi=work.get("doi", ""),
        arxiv_id=work.get("arxiv_id", ""),
    )
    import_metadata(by=by, project=candidate.project, records=[record])
    made = find_in_library(candidate.project, work)
    if made is None:
        raise refused("no_such_work", _("Too little is known of this work to make a paper of it. Import its metadata."))
    return _of_another(made, candidate)


def _of_another(found: Paper, candidate: LineageCandidate) -> Paper:
    """The paper, unless facts that came later tell that the work is the candidate's own paper."""
    if found.pk == candidate.target_id:
        raise refused("same_paper", _("This work is the very paper that it was found for. Reject the candidate."))
    return found


@dataclass(frozen=True, slots=True)
class CuratedResult:
    """How many candidates a list gave, and (line number, what is wrong) of the lines that gave none."""

    added: int
    faults: list[tuple[int, str]]


@transaction.atomic
def add_curated(*, by: User, project: Project, text: str, name: str) -> CuratedResult:
    """Read a curator's list: one "predecessor -> successor" to a line, each a short name, DOI, arXiv id or title.

    The successor must be a paper of the library; the predecessor need not be. Blank lines and those that begin with
    "#" are left out. Lines that cannot be read are listed; the others count all the same.
    """
    _one_at_a_time(project)
    library = library_of(project)
    by_slug = {paper.slug: paper for paper in library.papers.values()}
    finds, faults = [], []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            finds.append(_curated(library, by_slug, line, {"list": name, "line": number}))
        except Refused as refusal:
            faults.append((number, str(refusal)))
    return CuratedResult(len(store_finds(project, finds)), faults)


def _curated(library: Library, by_slug: Mapping[str, Paper], line: str, reason: dict[str, Any]) -> Find:
    if len(line) > LONGEST_LINE:
        message = _("The line has %(count)s characters; at most %(most)s are read. Write the ids or titles alone.")
        raise refused("too_long", message % {"count": len(line), "most": LONGEST_LINE})
    before, arrow, after = line.partition(next((sign for sign in ARROWS if sign in line), ARROWS[0]))
    if not arrow or not before.strip() or not after.strip():
        raise refused("no_arrow", _("Write “predecessor -> successor”."))
    source_work, target_work = _named(before), _named(after)
    target = by_slug.get(after.strip()) or library.find(target_work)
    if target is None:
        message = _("“%(name)s” is not a paper of this library. Import it first.") % {"name": after.strip()[:80]}
        raise refused("no_such_paper", message)
    source = by_slug.get(before.strip()) or library.find(source_work)
    if source is not None and source.pk == target.pk:
        raise refused("same_paper", _("Both names mean the same paper."))
    if source is not None and not is_earlier(source, target):
        raise refused("source_is_later", _("The predecessor is published later than the successor. Swap the two."))
    if source is None and not work_keys(source_work):
        message = _("“%(name)s” is no paper of this library, and too short for a title. Give a DOI or an arXiv id.")
        raise refused("no_such_work", message % {"name": before.strip()[:80]})
    return Find(target, work_of_paper(source) if source else source_work, Kind.CURATED, reason, source)


def _named(words: str) -> dict[str, Any]:
    """A work by what a person wrote: a DOI, an arXiv id, else its title."""
    words = words.strip().strip("\"'“”")
    doi = plain_doi(words)
    return {
        "title": words,
        "first_author": "",
        "year": None,
        "doi": doi if doi.startswith("10.") and len(doi) <= LONGEST_DOI else "",
        "arxiv_id": split_arxiv(words)[0],
    }
