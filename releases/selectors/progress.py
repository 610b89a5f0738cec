"""How far a freeze, a check or a scoring has come, and whether anybody is there to do it."""

from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.utils.translation import gettext as _

from annotation.models import Project
from annotation.workers import Queue, queue_state
from releases.models import Release, Run
from releases.wording import STAGES

KEPT_SECONDS = 3600


def release_key(release_id: int) -> str:
    return f"release-progress:{release_id}"


def check_key(project_id: int) -> str:
    """Where the result of the last check of a project's gold is kept."""
    return f"gold-check:{project_id}"


def check_progress_key(project_id: int) -> str:
    """Where the progress of a check that runs is told."""
    return f"gold-check-progress:{project_id}"


def audit_key(release_id: int) -> str:
    """Where the progress of the audits of a draft is told."""
    return f"release-audit:{release_id}"


@dataclass(frozen=True)
class Progress:
    """What js/progress.js shows: `state` is running, done or failed. `stuck` says that nobody works on it."""

    state: str
    stage: str
    done: int = 0
    total: int = 0
    stuck: str = ""

    @property
    def text(self) -> str:
        return self.stuck or str(STAGES[self.stage])

    def as_json(self, url: str) -> dict[str, Any]:
        body: dict[str, Any] = {"state": self.state, "stage": self.stage, "text": self.text}
        if self.total:
            body |= {"done": self.done, "total": self.total}
        return body if self.state == "running" else {**body, "url": url}


def freeze_progress(release: Release) -> Progress:
    if release.state == Release.State.FROZEN:
        return Progress("done", "frozen", 1, 1)
    if release.state == Release.State.FAILED:
        return Progress("failed", "failed")
    return _running(cache.get(release_key(release.pk)))


def audit_progress(release: Release) -> Progress:
    """How far the audits of a draft have come; done when nobody asked for them, too."""
    told = cache.get(audit_key(release.pk))
    return _running(told) if told is not None else Progress("done", "done")


def run_progress(run: Run) -> Progress:
    """Refused counts as done too: the run's page then lists the faults."""
    if run.state == Run.State.WAITING:
        return _running(None)
    return Progress("failed" if run.state == Run.State.FAILED else "done", "done")


def check_progress(project: Project) -> Progress:
    told = cache.get(check_progress_key(project.pk))
    return _running(told) if told is not None else Progress("done", "done")


def _running(told: dict[str, Any] | None) -> Progress:
    """What the worker told last; while it is silent, whether there is one."""
    if told is not None and told["stage"] not in {"waiting", "frozen", "failed"}:
        return Progress("running", told["stage"], told["done"], told["total"])
    return Progress("running", "waiting", stuck=stuck_words())


def stuck_words() -> str:
    """Why nothing will happen now and what to do; empty when a worker is there."""
    return {
        Queue.WORKING: "",
        Queue.NO_WORKER: _("No worker is running, so this waits. It is kept: start one, or run manage.py up."),
        Queue.NO_BROKER: _("The queue does not answer, so this waits. Start it, then ask again; nothing is lost."),
    }[queue_state()]
