"""Look papers up in catalogues: what a person asks for, and what the worker does about it."""

import logging
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from redis import RedisError

from annotation.models import User
from annotation.refusal import refused
from genomes.ingest.document import gettext_noop
from genomes.lookups import Catalogues, Found, Limits
from genomes.lookups.fetching import Fetcher
from genomes.metadata import Record
from genomes.models import LookUp, Paper
from genomes.selectors.known_works import fits_paper, known_papers
from genomes.selectors.lookups import lookups_are_on
from genomes.services.metadata import MetadataOutcome, complete_paper
from genomes.works import plain_doi, split_arxiv

logger = logging.getLogger(__name__)
State = LookUp.State


@transaction.atomic
def start_look_up(*, by: User, paper: Paper) -> LookUp:
    """Note that somebody wants a paper looked up; the caller hands it to the worker. One that waits is returned.

    Raises Refused when look-ups are off.
    """
    if not lookups_are_on():
        raise refused("lookups_off", _("Look-ups are off on this site, so nothing was asked."))
    Paper.objects.select_for_update().get(pk=paper.pk)
    waiting: LookUp | None = LookUp.objects.filter(paper=paper, state=State.WAITING).first()
    return waiting or LookUp.objects.create(paper=paper, started_by=by)


def look_up_paper(*, lookup_id: int, catalogues: Catalogues | None = None) -> LookUp:
    """Ask the catalogues about a waiting look-up's paper and keep what they say. Run again, it changes nothing.

    A paper is asked for by its DOI and its arXiv id, and without either by its title. What one catalogue cannot
    answer never stops the others. Nothing that stands is overwritten (see `complete_paper`).
    """
    row: LookUp = LookUp.objects.select_related("paper__project").get(pk=lookup_id)
    if row.state != State.WAITING:
        return row
    try:
        answers = list(_ask(catalogues or catalogues_of_settings(), row.paper)) if lookups_are_on() else []
        faults = [] if answers else [_fault(gettext_noop("Look-ups were switched off before it was asked."))]
    except RedisError:
        logger.exception("The cache does not answer; look-up %s is given up", row.pk)
        answers, faults = [], [_fault(_NO_CACHE)]
    return _store(row.pk, answers, faults)


def catalogues_of_settings() -> Catalogues:
    """The client as the settings describe it; it says who asks, with an address for complaints."""
    chosen = settings.LOOKUPS
    agent = f"IdeaGene-Workbench/{settings.VERSION} (mailto:{chosen['contact']})"
    return Catalogues(Fetcher(cache, Limits(**chosen["limits"]), agent), chosen["addresses"], chosen["contact"])


_NO_CACHE = gettext_noop(
    "The cache of this site does not answer, so its workers cannot keep to one pace; nothing was asked. Try again when"
    " it is back."
)


def _ask(catalogues: Catalogues, paper: Paper) -> Iterator[Found]:
    doi, arxiv_id = plain_doi(paper.doi), split_arxiv(paper.arxiv_id)[0]
    if doi:
        yield from catalogues.by_doi(doi)
    if arxiv_id:
        yield from catalogues.by_arxiv(arxiv_id)
    if not doi and not arxiv_id:
        (known,) = known_papers(paper.project, paper.pk)
        yield from catalogues.by_title(paper.title, lambda record: fits_paper(known, record, is_asked=True))


@transaction.atomic
def _store(pk: int, answers: Iterable[Found], faults: list[dict[str, Any]]) -> LookUp:
    row: LookUp = LookUp.objects.select_for_update().get(pk=pk)
    if row.state != State.WAITING:
        return row
    paper = Paper.objects.select_for_update().get(pk=row.paper_id)
    outcome, known_to = MetadataOutcome(), []
    for found in answers:
        if found.failure is not None:
            faults.append(_fault(found.failure.template, found.failure.params))
        elif found.record is not None:
            filled = complete_paper(paper, _without_other_works(paper, found.record), origin=found.source)
            known_to.append(found.source)
            outcome = replace(
                outcome,
                facts_filled=outcome.facts_filled + filled.facts_filled,
                references=outcome.references + filled.references,
            )
    asked_in_vain = bool(faults) and not known_to
    row.state = State.FAILED if asked_in_vain else State.DONE
    row.outcome = {**outcome.as_json(), "known_to": sorted(set(known_to))}
    row.faults, row.finished_at = faults, timezone.now()
    row.save(update_fields=["state", "outcome", "faults", "finished_at"])
    return row


def _without_other_works(paper: Paper, record: Record) -> Record:
    """Ids that another paper of the project has already are not given to this one as well."""
    others = Paper.objects.filter(project=paper.project_id).exclude(pk=paper.pk)
    if record.doi and others.filter(doi__iexact=record.doi).exists():
        record = replace(record, doi="")
    if record.arxiv_id and others.filter(arxiv_id=record.arxiv_id).exists():
        record = replace(record, arxiv_id="")
    return record


def _fault(template: str, params: dict[str, str | int] | None = None) -> dict[str, Any]:
    return {"template": template, "params": params or {}}
