"""The only writers of releases and runs."""

from releases.services.freezing import freeze_release, request_release
from releases.services.scoring import score_run, submit_predictions

__all__ = ["freeze_release", "request_release", "score_run", "submit_predictions"]
