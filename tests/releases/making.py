"""Releases and predictions for tests, built through the services where a test may commit, beside them where not."""

import json
from collections.abc import Mapping
from typing import Any

from adjudication.selectors import agreement_summary
from evaluator.canonical import canonical_bytes
from evaluator.schema import ExamInstance
from releases.audits import run_audits
from releases.exam.generate import Draw
from releases.exam.plan import ExamPlan
from releases.files import canary_of, release_files
from releases.models import Release, Run
from releases.records import scope_of
from releases.selectors import evaluator_release
from releases.services import freeze_release, freezing, request_release, score_run, submit_predictions
from tests.cast import Cast
from tests.factories import a_diff, a_pair

VERSION = "1.0.0"


def ready(cast: Cast) -> Any:
    """A project with a licence, a domain mapping and one unanimous pair."""
    project = cast.project
    project.licence, project.domains = "CC0-1.0", {"vision": "Computer Science"}
    project.save(update_fields=["licence", "domains"])
    return agreed_pair(cast)


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
    scope = scope_of(cast.project)
    instances = list(Draw(scope.book, ExamPlan(), canary=canary_of(cast.project, VERSION)))
    audits = run_audits(cast.project, scope, instances, leave_out_disputes=False)
    files = release_files(release, scope, instances, audits, agreement_summary(cast.project), None)
    freezing._write(release, files, audits)
    release.refresh_from_db()
    return release


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
