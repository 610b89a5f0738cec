"""Take predictions on a frozen release and score them with the evaluator, byte for byte as the command line does."""

import logging
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import User
from annotation.refusal import Fault, Refused
from evaluator.canonical import MAX_INTEGER, sha256_hex
from evaluator.exam import score
from evaluator.faults import Fault as FileFault
from evaluator.faults import FileFaults
from evaluator.predictions import read_predictions
from evaluator.report import report_files
from releases.models import Release, Run
from releases.selectors import evaluator_release

logger = logging.getLogger(__name__)

LARGEST_PREDICTIONS = 64 * 1024 * 1024
LONGEST_NAME = 200
MOST_FAULTS = 10_000


@transaction.atomic
def submit_predictions(*, by: User, release: Release, system: str, data: bytes, seed: int = 0) -> Run:
    """Keep a predictions file as a waiting run; the same file for the same system and seed is the same run.

    A run that failed, through no fault of its file, waits anew. Raises Refused with every fault of the request: no
    system name, no data, too much of it, a seed out of range, a release that is not frozen.
    """
    faults = _request_faults(release, system.strip(), data, seed)
    if faults:
        raise Refused(faults)
    run: Run
    run, made = Run.objects.select_for_update(of=("self",)).get_or_create(
        release=release,
        system=system.strip(),
        predictions_sha256=sha256_hex(data),
        seed=seed,
        defaults={"predictions": data, "submitted_by": by},
    )
    if not made and run.state == Run.State.FAILED:
        run.state, run.finished_at = Run.State.WAITING, None
        run.save(update_fields=["state", "finished_at"])
    return run


def _request_faults(release: Release, system: str, data: bytes, seed: int) -> list[Fault]:
    faults = []
    if release.state != Release.State.FROZEN:
        faults.append(Fault("not_frozen", _("Only a frozen release can be scored against."), "release"))
    if not system or not system.isprintable():
        faults.append(Fault("no_system", _("Name the system that made the predictions, in one line."), "system"))
    if len(system) > LONGEST_NAME:
        message = _("The name is too long: at most %(most)d characters.") % {"most": LONGEST_NAME}
        faults.append(Fault("long_system", message, "system"))
    if not data:
        faults.append(Fault("no_data", _("The file is empty: one JSON object per line is needed."), "predictions"))
    if len(data) > LARGEST_PREDICTIONS:
        faults.append(Fault("too_large", _("The file is larger than 64 MiB."), "predictions"))
    if not 0 <= seed <= MAX_INTEGER:
        message = _("The seed is a whole number from 0 to %(most)d.") % {"most": MAX_INTEGER}
        faults.append(Fault("bad_seed", message, "seed"))
    return faults


def score_run(*, run_id: int) -> Run:
    """Score a waiting run, or record every fault of its file. Run again, also at once, it changes nothing.

    What fails for a reason of ours is recorded as failed, and raised.
    """
    try:
        _score(run_id)
    except Exception:
        logger.exception("Run %s could not be scored", run_id)
        Run.objects.filter(pk=run_id, state=Run.State.WAITING).update(
            state=Run.State.FAILED, finished_at=timezone.now()
        )
        raise
    return Run.objects.get(pk=run_id)


@transaction.atomic
def _score(run_id: int) -> None:
    run: Run = Run.objects.select_for_update(of=("self",)).select_related("release__project").get(pk=run_id)
    if run.state != Run.State.WAITING:
        return
    release = evaluator_release(run.release, ("exam",))
    try:
        predictions = read_predictions(bytes(run.predictions), release)
    except FileFaults as error:
        run.state, run.faults = Run.State.REFUSED, _kept(sorted(error.faults, key=lambda fault: fault.line or 0))
    else:
        report = score(release, predictions, system=run.system, seed=run.seed)
        files = report_files(report)
        run.report, run.report_markdown = files["report.json"], files["report.md"]
        run.outcomes = files["instances.jsonl"]
        run.state, run.total_micro = Run.State.SCORED, report.total.micro
    run.finished_at = timezone.now()
    run.save(
        update_fields=["state", "faults", "report", "report_markdown", "outcomes", "total_micro", "finished_at"],
    )


def _kept(faults: Sequence[FileFault]) -> list[dict[str, Any]]:
    """Faults as the run keeps them; a flood ends with its size."""
    kept: list[dict[str, Any]] = [dict(fault.as_json()) for fault in faults[:MOST_FAULTS]]
    more = len(faults) - len(kept)
    if more:
        message = f"{more} more faults are not listed; python -m evaluator score lists them all"
        kept.append(dict(FileFault(message=message).as_json()))
    return kept
