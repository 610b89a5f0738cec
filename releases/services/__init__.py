"""The only writers of releases and runs."""

from releases.services.checking import ask_for_check, check_gold
from releases.services.freezing import freeze_release
from releases.services.requesting import request_release
from releases.services.scoring import score_run, submit_predictions

__all__ = ["ask_for_check", "check_gold", "freeze_release", "request_release", "score_run", "submit_predictions"]
