"""Run an extraction pass, in the worker: part by part, each written once, whatever happens to the process."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import F
from django.utils import timezone

from evaluator.vocabulary import ObjectType
from genomes.extraction import Cancelled, Exchange, Part, Proposals, StopCode, Stopped
from genomes.models import ExtractionPass, Genome, RawReply
from genomes.selectors.providers import document_of, endpoint_fault, provider_of
from genomes.services.candidates import add_candidates

logger = logging.getLogger(__name__)
State = ExtractionPass.State
LOCK = 75_103  # of this kind of work among the advisory locks
LONGEST_FAULT = 300
# It ends before its last part, but nothing is wrong.
ENDS_EARLY = frozenset({StopCode.BUDGET, StopCode.HANDED_IN})


def run_pass(*, pass_id: int) -> None:
    """Run a waiting pass, or go on with one whose worker was killed. Run twice, also at once, it proposes once.

    Each part is written in one transaction with the number of parts done, so that a killed process leaves nothing half
    done; at most the part in hand is asked for again. The database going away is raised: the caller tries again later.
    """
    with _alone(pass_id) as is_alone:
        if not is_alone or not _begin(pass_id):
            return
        try:
            _read(ExtractionPass.objects.select_related("started_by").get(pk=pass_id))
        except Cancelled:
            _end(pass_id, State.CANCELLED)
        except Stopped as stopped:
            _end(pass_id, State.STOPPED if stopped.code in ENDS_EARLY else State.FAILED, stopped)
        except (OperationalError, InterfaceError):
            raise
        except Exception:  # a fault of the program: nobody shall wait for a pass that cannot end
            _end(pass_id, State.FAILED, Stopped(StopCode.UNEXPECTED))
            raise


@contextmanager
def _alone(pass_id: int) -> Iterator[bool]:
    """Whether no other worker is at it. A lock of the session: it goes with the process that holds it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", [LOCK, pass_id])
        is_alone = bool(cursor.fetchone()[0])
    try:
        yield is_alone
    finally:
        if is_alone:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [LOCK, pass_id])


@transaction.atomic
def _begin(pass_id: int) -> bool:
    extraction = ExtractionPass.objects.select_for_update().get(pk=pass_id)
    if not extraction.is_open:
        return False
    if extraction.state == State.WAITING:
        extraction.state, extraction.started_at = State.RUNNING, timezone.now()
        extraction.save(update_fields=["state", "started_at"])
    return True


def _read(extraction: ExtractionPass) -> None:
    """Every part that is not done yet, then the end."""
    genome = Genome.objects.select_related("source_version__paper__project").get(pk=extraction.genome_id)
    if extraction.provider == ExtractionPass.Provider.ENDPOINT and endpoint_fault(genome.paper.project, genome.paper):
        raise Stopped(StopCode.NOT_ALLOWED)  # allowed when it was started, not any more
    provider, ledger = provider_of(extraction), PassLedger(extraction)
    parts = provider.parts(document_of(genome.source_version))
    ExtractionPass.objects.filter(pk=extraction.pk).update(parts_total=len(parts))
    for part in parts[extraction.parts_done :]:
        if ledger.is_cancelled():
            raise Cancelled
        proposals = provider.propose(part, ObjectType(extraction.type), ledger)
        _store(extraction.pk, part, proposals)
    extraction.refresh_from_db()
    if parts and extraction.parts_failed >= len(parts):
        raise Stopped(StopCode.NOTHING_USABLE)
    _end(extraction.pk, State.DONE)


@transaction.atomic
def _store(pass_id: int, part: Part, proposals: Proposals) -> None:
    """The candidates of one part. Written already by somebody else, they are not written again."""
    genome = Genome.objects.select_for_update(of=("self",)).select_related("source_version__paper").get(passes=pass_id)
    extraction = ExtractionPass.objects.select_for_update(of=("self",)).select_related("started_by").get(pk=pass_id)
    if extraction.state != State.RUNNING or extraction.parts_done != part.number:
        return
    if genome.handed_in_at is not None:
        raise Stopped(StopCode.HANDED_IN)
    new, repeated = add_candidates(extraction, genome, proposals.found)
    extraction.parts_done += 1
    extraction.parts_failed += proposals.is_failed
    extraction.proposed += new
    extraction.repeated += repeated
    extraction.unverifiable += proposals.unverifiable
    extraction.ambiguous += proposals.ambiguous
    extraction.save(update_fields=["parts_done", "parts_failed", "proposed", "repeated", "unverifiable", "ambiguous"])
    if new:
        Genome.objects.filter(pk=genome.pk).update(revision=F("revision") + 1)


def _end(pass_id: int, state: ExtractionPass.State, stopped: Stopped | None = None) -> None:
    changes = {"state": state, "finished_at": timezone.now()}
    if stopped is not None:
        status = {} if stopped.status is None else {"status": stopped.status}
        changes |= {"reason": stopped.code.value, "reason_params": status}
    ExtractionPass.objects.filter(pk=pass_id, state=State.RUNNING).update(**changes)


class PassLedger:
    """The ledger of a provider, kept in the tables of the pass."""

    def __init__(self, extraction: ExtractionPass) -> None:
        self.extraction = extraction
        self._rows = ExtractionPass.objects.filter(pk=extraction.pk)

    @transaction.atomic
    def keep(self, exchange: Exchange) -> None:
        attempt = RawReply.objects.filter(extraction=self.extraction, part=exchange.part).count() + 1
        fault = f"{exchange.fault.value}: {exchange.detail}" if exchange.fault else ""
        RawReply.objects.create(
            extraction=self.extraction,
            part=exchange.part,
            attempt=attempt,
            status=exchange.status,
            body=exchange.body.replace("\x00", "\ufffd"),  # the one character that the database cannot hold
            fault=fault.removesuffix(": ")[:LONGEST_FAULT],
            tokens_in=exchange.tokens_in,
            tokens_out=exchange.tokens_out,
        )
        self._rows.update(
            requests=F("requests") + 1,
            tokens_in=F("tokens_in") + exchange.tokens_in,
            tokens_out=F("tokens_out") + exchange.tokens_out,
        )

    def tokens_left(self) -> int | None:
        budget, spent, written = self._rows.values_list("token_budget", "tokens_in", "tokens_out").get()
        return None if budget is None else budget - spent - written

    def is_cancelled(self) -> bool:
        return bool(self._rows.values_list("is_cancel_asked", flat=True).get())
