"""Take predictions on a frozen release and score them with the evaluator, byte for byte as the command line does."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import User
from annotation.refusal import refused
from evaluator.canonical import sha256_hex
from evaluator.exam import score
from evaluator.faults import FileFaults
from evaluator.predictions import read_predictions
from evaluator.report import report_bytes
from releases.models import Release, Run
from releases.selectors import evaluator_release

LARGEST_PREDICTIONS = 64 * 1024 * 1024


@transaction.atomic
def submit_predictions(*, by: User, release: Release, system: str, data: bytes, seed: int = 0) -> Run:
    """Keep a predictions file as a waiting run; the same file for the same system twice is the same run.

    Raises Refused without a system name, without data, or when the release is not frozen.
    """
    if release.state != Release.State.FROZEN:
        raise refused("not_frozen", _("Only a frozen release can be scored against."), "release")
    if not system.strip():
        raise refused("no_system", _("Name the system that made the predictions."), "system")
    if len(data) > LARGEST_PREDICTIONS:
        raise refused("too_large", _("The file is larger than 64 MiB."), "predictions")
    run: Run
    run, _made = Run.objects.get_or_create(
        release=release,
        system=system.strip()[:200],
        predictions_sha256=sha256_hex(data),
        seed=seed,
        defaults={"predictions": data, "submitted_by": by},
    )
    return run


@transaction.atomic
def score_run(*, run_id: int) -> Run:
    """Score a waiting run, or record every fault of its file. Run again, it changes nothing."""
    run: Run = Run.objects.select_for_update(of=("self",)).select_related("release__project").get(pk=run_id)
    if run.state != Run.State.WAITING:
        return run
    release = evaluator_release(run.release)
    try:
        predictions = read_predictions(bytes(run.predictions), release)
    except FileFaults as error:
        run.state, run.faults = Run.State.REFUSED, [fault.as_json() for fault in error.faults]
    else:
        report = score(release, predictions, system=run.system, seed=run.seed)
        run.state, run.report = Run.State.SCORED, report_bytes(report)
        run.total_micro = report.total.micro
    run.finished_at = timezone.now()
    run.save(update_fields=["state", "faults", "report", "total_micro", "finished_at"])
    return run
