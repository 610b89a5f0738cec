"""Releases and predictions for tests, built through the services where a test may commit, beside them where not."""

import json
from collections.abc import Mapping
from contextlib import closing
from typing import Any

from evaluator.canonical import canonical_bytes
from evaluator.schema import ExamInstance
from releases.audits import AUDITS, Audit, scene_of
from releases.exam.book import Book
from releases.making import make
from releases.models import Release, Run
from releases.parts import splits_of
from releases.plan import ReleasePlan
from releases.records import scope_of
from releases.selectors import evaluator_release
from releases.services import freeze_release, request_release, score_run, submit_predictions
from releases.services.assembling import assemble
from releases.services.sealing import sealing_of
from releases.services.storing import store
from releases.spool import Spool
from releases.tables import Nowhere
from tests.cast import Cast
from tests.factories import a_diff, a_pair

VERSION = "1.0.0"


def ready(cast: Cast) -> Any:
    """A project with a licence, a domain mapping and one unanimous pair."""
    make_ready(cast)
    return agreed_pair(cast)


def make_ready(cast: Cast) -> None:
    """A licence and a domain mapping."""
    project = cast.project
    project.licence, project.domains = "CC0-1.0", {"vision": "Computer Science"}
    project.save(update_fields=["licence", "domains"])


def agreed_pair(cast: Cast) -> Any:
    pair = a_pair(cast, domain="vision")
    a_diff(cast.annotator1, pair)
    a_diff(cast.annotator2, pair)
    return pair


def disputed_pair(cast: Cast) -> Any:
    pair = a_pair(cast, domain="vision")
    a_diff(cast.annotator1, pair)
    a_diff(cast.annotator2, pair, transition_driver=f"{pair.target.paper.slug}:L1")
    return pair


def frozen(cast: Cast, version: str = VERSION, **facts: Any) -> Release:
    """A frozen release; needs a test that commits, for a freeze is a transaction of its own."""
    wish = request_release(by=cast.admin, project=cast.project, version=version, allow_changed_code=True, **facts)
    release = freeze_release(release_id=wish.pk)
    assert release.state == Release.State.FROZEN, release.error
    return release


def frozen_inside(cast: Cast) -> Release:
    """The same release written inside the test's own transaction, where no other isolation can be asked for."""
    release = request_release(by=cast.admin, project=cast.project, version=VERSION, allow_changed_code=True)
    with closing(Spool()) as spool:
        parts = assemble(spool, release, None, lambda stage: None)
        store(release, spool, parts.audits, parts.led)
    release.refresh_from_db()
    return release


def stopping(release: Release) -> list[str]:
    """Names of the audits that stop it. That a few pairs are no balanced gold is a warning, and expected of a test."""
    return [audit["name"] for audit in release.audits if audit["stops"] and not audit["passed"]]


def audits_of(project: Any) -> dict[str, Audit]:
    """What each audit says of the gold of now."""
    with scope_of(project) as scope:
        splits = splits_of(scope.book, ReleasePlan(), scope.measured)
        made = make(
            scope,
            ReleasePlan(),
            scene_of(project, scope.book, leave_out_disputes=False, splits=splits),
            canary="canary",
            sealing=sealing_of(project, VERSION),
            sink=Nowhere(),
            audits=AUDITS.values(),
            tell=lambda stage: None,
        )
    return {audit.name: audit for audit in made.audits}


def book_of(project: Any) -> Book:
    with scope_of(project) as scope:
        return scope.book


def exam_instances(release: Release) -> tuple[ExamInstance, ...]:
    return evaluator_release(release).exam()


def answers(release: Release, **wrong: Any) -> bytes:
    """Predictions that give every gold answer; `wrong` replaces those of a task, None leaves its instances out."""
    rows = [
        {"id": instance.id, "answer": wrong.get(instance.task, dict(instance.answer))}
        for instance in exam_instances(release)
        if wrong.get(instance.task, ...) is not None
    ]
    return b"".join(canonical_bytes(row) + b"\n" for row in rows)


def scored(cast: Cast, release: Release, data: bytes, system: str = "Lamp", **facts: Any) -> Run:
    run = submit_predictions(by=cast.annotator1, release=release, system=system, data=data, **facts)
    return score_run(run_id=run.pk)


def report(run: Run) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(bytes(run.report or b""))
    return found
